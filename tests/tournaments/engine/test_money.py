"""Money is whole minor units: read as typed, printed exactly."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.money import CURRENCIES, MOST_MONEY, money, read_money

codes = st.sampled_from(sorted(CURRENCIES))
amounts = st.integers(0, MOST_MONEY)


@given(amounts, codes)
def test_what_is_printed_is_read_back(amount, code):
    assert read_money(money(amount, code), code) == amount


@given(amounts, st.sampled_from(["GBP", "EUR", "USD"]))
def test_the_figure_is_the_decimal_one(amount, code):
    assert Decimal(money(amount, code)[1:]) == Decimal(amount) / 100


@pytest.mark.parametrize(
    ("typed", "amount"),
    [("3", 300), ("2.5", 250), ("2,50", 250), ("£2.05", 205), (" £ 4 ", 400), ("0.01", 1), ("7.", 700)],
)
def test_people_type_money_in_many_ways(typed, amount):
    assert read_money(typed, "GBP") == amount


@pytest.mark.parametrize(
    "typed", ["", "-1", "2.505", "1e3", "NaN", "٣", "2.5.0", "£", "2 50", "\x00", "9" * 5000, "1,000.00"]
)
def test_what_is_no_amount_is_refused(typed):
    with pytest.raises(EventViolation, match="amount"):
        read_money(typed, "GBP")


def test_a_currency_without_pennies_has_none():
    assert money(300, "JPY") == "¥300"
    assert read_money("¥300", "JPY") == 300
    with pytest.raises(EventViolation, match="amount-unreadable"):
        read_money("300.5", "JPY")


def test_a_debt_has_its_sign_in_front():
    assert money(-205, "GBP") == "-£2.05"


def test_an_unknown_currency_is_refused():
    with pytest.raises(EventViolation, match="currency-unknown"):
        money(1, "XXX")
