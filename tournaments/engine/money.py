"""Money: whole minor units with a currency, never a fraction and never a float.

The currencies are those of the countries where euchre is played for money, and a few neighbours; adding one
is one value here (ISO 4217 says its code and its decimal places).
"""

import re
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation

MOST_MONEY = 100_000_000
"""The greatest amount anybody may type, in minor units: a million pounds. Sums of it fit every database."""


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency: its ISO code, its name, the sign before a figure, the decimal places of its minor unit."""

    code: str
    name: str
    sign: str
    places: int = 2


_ALL = (
    Currency("GBP", "pound", "£"),
    Currency("EUR", "euro", "€"),
    Currency("USD", "US dollar", "$"),
    Currency("CAD", "Canadian dollar", "$"),
    Currency("AUD", "Australian dollar", "$"),
    Currency("NZD", "New Zealand dollar", "$"),
    Currency("CHF", "Swiss franc", "CHF "),
    Currency("JPY", "yen", "¥", places=0),
)
CURRENCIES: dict[str, Currency] = {currency.code: currency for currency in _ALL}

_AMOUNT = re.compile(r"(\d{1,12})(?:[.,](\d{0,3}))?", re.ASCII)


def currency_of(code: str) -> Currency:
    """The catalogue's currency of that code."""
    try:
        return CURRENCIES[code]
    except KeyError:
        raise EventViolation("currency-unknown", f"There is no currency called {code!r} here.") from None


def money(amount: int, code: str) -> str:
    """Minor units as people read them: £12.50, -£0.05, ¥300."""
    currency = currency_of(code)
    whole, rest = divmod(abs(amount), 10**currency.places)
    decimals = f".{rest:0{currency.places}}" if currency.places else ""
    return f"{'-' if amount < 0 else ''}{currency.sign}{whole}{decimals}"


def read_money(text: str, code: str) -> int:
    """What somebody typed, in minor units: "3", "2.50", "2,5" and "£2.50" are read, all else is refused."""
    currency = currency_of(code)
    typed = text.strip().removeprefix(currency.sign.strip()).strip()
    found = _AMOUNT.fullmatch(typed)
    decimals = (found[2] or "") if found else ""
    if found is None or len(decimals) > currency.places:
        raise EventViolation(
            "amount-unreadable", f"That is no amount of money; write it like {money(250, code)}."
        )
    whole: int = 10**currency.places
    amount = int(found[1]) * whole + int(decimals.ljust(currency.places, "0") or 0)
    if amount > MOST_MONEY:
        raise EventViolation("amount-too-large", f"{money(MOST_MONEY, code)} is the most that can be typed.")
    return amount
