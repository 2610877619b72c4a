"""Registrations for a season, and what was paid: every sum is that of the payments, counted by hand."""

from datetime import date
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests import leagues
from tests.desk import DIRECTOR
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, FeePayment, Player, Registration, Season
from tournaments.selectors.registrations import season_fees
from tournaments.services.registrations import (
    change_registration,
    drop_registration,
    register_people,
    take_season_fee,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 9, 1)


@pytest.fixture
def season(club: Club) -> Season:
    make.make_players(club, 4)
    return leagues.make_season(club)


def register(season: Season, fee: int = 1500) -> list[Registration]:
    people = list(Player.objects.filter(club=season.club).values_list("pk", flat=True))
    return register_people(season=season, people=people, fee=fee, day=DAY, actor=DIRECTOR)


def take(
    one: Registration, amount: int | None = None, id: UUID | None = None, reason: str = ""
) -> FeePayment:
    return take_season_fee(id=id or uuid4(), registration=one, amount=amount, reason=reason, actor=DIRECTOR)


def refused(action: Any) -> str:
    with pytest.raises(EventViolation) as why:
        action()
    return why.value.code


def test_what_is_owed_is_the_fee_without_every_payment(season, django_assert_num_queries):
    one, two, three, four = register(season)
    take(one)
    take(two, 1000)
    take(two, 200)
    take(three, 2000)
    take(three, -500, reason="paid too much")
    change_registration(registration=four, fee=0, note="junior", actor=DIRECTOR)
    with django_assert_num_queries(1):
        fees = season_fees(season)
    naive = {
        line.registration.pk: sum(
            pay.amount for pay in FeePayment.objects.filter(registration=line.registration)
        )
        for line in fees.lines
    }
    assert {line.registration.pk: line.paid for line in fees.lines} == naive
    assert {line.registration.pk: line.owed for line in fees.lines} == {
        one.pk: 0, two.pk: 300, three.pk: 0, four.pk: 0,
    }  # fmt: skip
    assert (fees.paid, fees.owed) == ("£42.00", "£3.00")


def test_a_form_sent_twice_is_one_payment(season):
    one, two, *_ = register(season)
    id = uuid4()
    assert take(one, 500, id) == take(one, 500, id)
    assert FeePayment.objects.count() == 1
    assert refused(lambda: take(two, 500, id)) == "payment-conflict"


def test_what_makes_no_sense_is_refused(season):
    one, *_ = register(season)
    assert refused(lambda: register(season)) == "registered-already"
    assert refused(lambda: take(one, -100, reason="x")) == "refund-too-large"
    take(one)
    assert refused(lambda: take(one)) == "nothing-owed"
    assert refused(lambda: take(one, -100)) == "reason-missing"
    assert refused(lambda: take(one, 10**9)) == "amount-out-of-range"
    assert refused(lambda: drop_registration(registration=one, actor=DIRECTOR)) == "money-there"
    take(one, -1500, reason="moves away")
    drop_registration(registration=one, actor=DIRECTOR)
    stranger = make.make_player(Club.objects.get(name="Looe Euchre"), "Eve Spy")
    wrong = {"season": season, "fee": 0, "day": DAY, "actor": DIRECTOR}
    assert refused(lambda: register_people(people=[stranger.pk], **wrong)) == "player-unknown"
    assert Registration.objects.filter(season=season).count() == 3


def addresses(season: Season, one: Registration) -> dict[str, str]:
    base = [season.club.slug, season.slug]
    return {
        "registrations": reverse("tournaments:registrations", args=base),
        "registration": reverse("tournaments:registration", args=[*base, one.pk]),
        "registration_change": reverse("tournaments:registration_change", args=[*base, one.pk]),
    }


@pytest.mark.parametrize("name", ["registrations", "registration", "registration_change"])
def test_only_who_keeps_the_cash_sees_what_is_owed(season, name):
    one, *_ = register(season)
    make.make_account("scott", season.club, "scorer")
    there = addresses(season, one)[name]
    for who, code in ((None, 302), ("stan", 403), ("moss", 403), ("scott", 403)):
        client = signed_in(who) if who else Client()
        assert client.post(there).status_code == code, who
    other = leagues.make_season(Club.objects.get(name="Looe Euchre"), "Other league")
    if name != "registrations":
        wrong = reverse(f"tournaments:{name}", args=[season.club.slug, season.slug, one.pk + 999])
        assert signed_in("dora").post(wrong).status_code == 404
    theirs = reverse("tournaments:registrations", args=[other.club.slug, other.slug])
    assert signed_in("dora").get(theirs).status_code == 403


@pytest.mark.parametrize("name", ["registrations", "registration", "registration_change"])
def test_the_forms_answer_whatever_is_typed(season, name):
    people = list(Player.objects.filter(club=season.club).values_list("pk", flat=True)[:2])
    one, _ = register_people(season=season, people=people, fee=500, day=DAY, actor=DIRECTOR)
    there, rng, client = addresses(season, one)[name], Random(name), signed_in("dora")
    fields = [*fields_of(client.get(addresses(season, one)["registration"]).content.decode()), "who", "day"]
    for _ in range(8):
        assert client.post(there, filled(fields, rng)).status_code < 500
        assert client.get(there, filled(fields, rng)).status_code < 500


def test_the_pages_register_take_and_give_back(season):
    client = signed_in("dora")
    people = list(Player.objects.filter(club=season.club))
    there = reverse("tournaments:registrations", args=[season.club.slug, season.slug])
    assert client.post(there, {"fee": "15", "day": "2026-09-01"}).status_code == 422
    sent = {"fee": "15", "day": "2026-09-01", "who": [one.pk for one in people[:2]]}
    page = client.post(there, sent, follow=True)
    assert "2 registered" in text_of(page)
    assert "£0.00 paid, £30.00 owed" in text_of(page)
    assert client.post(there, sent).status_code == 422
    one = Registration.objects.order_by("pk")[0]
    where = addresses(season, one)
    form = client.get(where["registration"]).context["form"]
    take_all = {"id": str(form.initial["id"]), "amount": ""}
    assert "£15.00 taken from" in text_of(client.post(where["registration"], take_all, follow=True))
    client.post(where["registration"], take_all)  # sent twice
    assert FeePayment.objects.count() == 1
    back = {"id": str(uuid4()), "amount": "5", "back": "on"}
    assert client.post(where["registration"], back).status_code == 422  # without a reason
    assert "£5.00 given back to" in text_of(
        client.post(where["registration"], back | {"reason": "half a season"}, follow=True)
    )
    assert client.post(where["registration"], {"id": str(uuid4()), "back": "on"}).status_code == 422
    assert client.post(where["registration_change"], {"fee": "x"}).status_code == 422
    assert "owes £10.00 in all" in text_of(
        client.post(where["registration_change"], {"fee": "10"}, follow=True)
    )
    assert client.post(where["registration_change"], {"change": "drop"}).status_code == 422
    other = addresses(season, Registration.objects.order_by("pk")[1])
    assert "is off the list" in text_of(
        client.post(other["registration_change"], {"change": "drop"}, follow=True)
    )
