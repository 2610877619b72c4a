"""All that is kept on a person, in one file; and the person gone from everything but the results."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import serializers
from django.db.models.query import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import (
    AuditEntry,
    Club,
    Contact,
    Event,
    MailWish,
    Match,
    Membership,
    Pair,
    Player,
    PlayerAlias,
    Round,
    Standing,
    Tally,
)
from tournaments.selectors.personal import kept_on, rows_of_club, way_to_club
from tournaments.services.privacy import FORMER, erase_person, expire_contacts
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db

NAME, ALIAS, EMAIL = "Zerubbabel Quiller-Cööch", "Zed Quiller", "zed.quiller@example.org"
TRACES = ("Quiller", "C\\u00f6\\u00f6ch", "Cööch", "zed.quiller", "07700 900123")


@pytest.fixture
def zed(club: Club, night: Event) -> Player:
    """Somebody of whom the club keeps everything that it can, with a night behind him and an account."""
    player = night.entries.order_by("number")[0].player
    assert player is not None
    player.name, player.sort_key, player.note, player.remarks = (
        NAME,
        "quiller-cooch,z",
        "Quiller's",
        "Quiller!",
    )
    player.save()
    PlayerAlias.objects.create(player=player, name=ALIAS, sort_key="quiller,zed")
    Contact.objects.create(player=player, email=EMAIL, phone="07700 900123", address="Quiller Quay")
    MailWish.objects.create(club=club, email=EMAIL, kind="results", confirmed_at=timezone.now())
    factories.make_account("zack", club, Membership.Role.MEMBER, player)
    other = factories.make_player(club, "Bob Nance")
    Pair.objects.create(club=club, first=min(player, other, key=id_of), second=max(player, other, key=id_of))
    AuditEntry.objects.create(
        club=club,
        actor="user:1",
        verb="x",
        kind="player",
        key=str(player.pk),
        before={"name": "Z. Quillerby"},
    )
    AuditEntry.objects.create(club=club, actor="user:1", verb="enter", after={"text": f"1. {NAME}\n2. Ann"})
    night.message = f"{NAME} has left his coat, says {ALIAS}."
    night.save()
    publish_all()
    return player


def id_of(player: Player) -> int:
    return player.pk


def publish_all() -> None:
    for event in Event.objects.all():
        event.revision_row.number += 1
        event.revision_row.save()
        publish_standings(event_id=event.pk)


def whole_database() -> str:
    """Every row of the two apps and of the accounts, as text."""
    models = [*apps.get_app_config("tournaments").get_models(), *apps.get_app_config("scoring").get_models()]
    return "".join(serializers.serialize("json", model._base_manager.order_by("pk")) for model in models)


def test_nothing_tells_who_it_was_and_the_results_stay(zed: Player, club: Club, night: Event) -> None:
    match = Match.objects.filter(round__event=night, round__state=Round.State.ACCEPTED).first()
    assert match is not None
    line = NewLine(
        id="7b0d2c5e-0000-4000-8000-000000000001",  # type: ignore[arg-type]
        kind="hand",
        hand_number=1,
        facts={"maker": "N", "alone": [], "tricks": 3},
    )
    record_line(game_id=open_match(match=match).pk, new=line, actor=Actor(code="user:1", superuser=True))
    assert all(trace in whole_database() for trace in TRACES[:1])
    lines = serializers.serialize("json", LedgerLine.objects.order_by("pk"))
    tallies = serializers.serialize("json", Tally.objects.order_by("pk"))
    publish_all()
    now = Standing.objects.filter(event=night).order_by("place")
    places = list(now.values_list("entry", "points", "rank"))
    erase_person(player=zed)
    publish_all()
    left = whole_database()
    assert [trace for trace in TRACES if trace in left] == []
    assert serializers.serialize("json", LedgerLine.objects.order_by("pk")) == lines
    assert serializers.serialize("json", Tally.objects.order_by("pk")) == tallies
    assert list(now.all().values_list("entry", "points", "rank")) == places
    page = Client().get(reverse("tournaments:standings", args=[club.slug, night.slug])).content.decode()
    assert FORMER in page
    assert not Membership.objects.filter(player=zed).exists()
    assert User.objects.filter(username="zack").exists(), "the account is the person's own to close"
    night.refresh_from_db()
    assert night.message == f"{FORMER} has left his coat, says {FORMER}."


def test_a_namesake_keeps_the_name(zed: Player, club: Club) -> None:
    twin = factories.make_player(club, NAME, note="the other")
    entry = AuditEntry.objects.create(club=club, actor="user:1", verb="x", after={"text": f"{NAME} came"})
    erase_person(player=zed)
    twin.refresh_from_db()
    entry.refresh_from_db()
    assert twin.name == NAME
    assert entry.after == {"text": f"{NAME} came"}, "a sentence that may be about the twin stays"


def test_another_clubs_texts_are_left_alone(zed: Player) -> None:
    other = factories.make_event(factories.make_club("Far Club"), "Night")
    other.message = NAME
    other.save()
    erase_person(player=zed)
    other.refresh_from_db()
    assert other.message == NAME


def test_every_table_that_points_to_people_has_a_way_to_its_club() -> None:
    """Else a name in its texts would stay: the walk over the models finds no rows of such a table."""
    models = apps.get_app_config("tournaments").get_models()
    pointing = [
        model
        for model in models
        if any(one.related_model in {Player, Pair, Event} for one in model._meta.concrete_fields)
    ]
    assert len(pointing) > 15
    assert [model.__name__ for model in pointing if way_to_club(model) is None] == []


def test_the_way_to_a_club_finds_its_rows_and_no_others(night: Event, club: Club) -> None:
    factories.make_night(factories.make_club("Far Club"), players=8)
    rows = rows_of_club(Tally, club.pk)
    assert rows is not None
    naive = {
        one.pk for one in Tally.objects.select_related("round__event") if one.round.event.club_id == club.pk
    }
    assert {one.pk for one in rows} == naive
    assert 0 < len(naive) < Tally.objects.count()


def test_what_is_kept_is_told_whole(zed: Player, night: Event) -> None:
    told = json.loads(json.dumps(kept_on(zed), default=str))
    assert told["person"]["name"] == NAME
    assert told["rows"]["tournaments.contact"][0]["email"] == EMAIL
    assert told["rows"]["tournaments.playeralias"][0]["name"] == ALIAS
    assert len(told["rows"]["tournaments.tally"]) >= Tally.objects.filter(player=zed).count() > 0
    assert told["accounts"][0]["account"]["name"] == "zack"
    assert told["mail"][0]["kind"] == "results"
    assert told["record"][0]["before"] == {"name": "Z. Quillerby"}


def naive_tables_of(player: Player) -> set[str]:
    """Tables with a row whose foreign key is the person, told by Django's own related objects."""
    found = set()
    for one in Player._meta.related_objects:
        rows: QuerySet[Any] = one.related_model._base_manager.filter(**{one.field.name: player})  # type: ignore[union-attr]
        if rows.exists():
            found.add(one.related_model._meta.label_lower)  # type: ignore[union-attr]
    return found


def test_no_table_that_points_to_a_person_is_left_out(zed: Player) -> None:
    assert naive_tables_of(zed) <= kept_on(zed)["rows"].keys()


def test_the_file_is_for_directors_and_for_the_person(zed: Player, club: Club) -> None:
    there = reverse("tournaments:person_data", args=[club.slug, zed.pk])
    erase = reverse("tournaments:person_erase", args=[club.slug, zed.pk])
    codes = {}
    for name in ("visitor", "stan", "moss", "zack", "dora"):
        client = Client()
        if name != "visitor":
            client.force_login(User.objects.get(username=name))
        codes[name] = (client.get(there).status_code, client.post(erase).status_code)
    assert codes == {
        "visitor": (302, 302),
        "stan": (404, 404),
        "moss": (403, 403),
        "zack": (200, 403),
        "dora": (200, 422),  # not ticked
    }
    dora = Client()
    dora.force_login(User.objects.get(username="dora"))
    assert dora.get(there)["Content-Disposition"].startswith("attachment")
    assert dora.post(erase, {"sure": "on"}).status_code == 302
    assert dora.post(erase, {"sure": "on"}).status_code == 422, "once is enough"
    assert NAME not in dora.get(there).content.decode()


def test_an_account_gets_its_own_file_and_says_what_strangers_read(zed: Player, club: Club) -> None:
    client = Client()
    client.force_login(User.objects.get(username="zack"))
    told = client.get(reverse("tournaments:my_data")).json()
    assert told["account"]["name"] == "zack"
    assert told["people"][0]["person"]["name"] == NAME
    assert "pbkdf2" not in json.dumps(told)
    answer = client.post(
        reverse("tournaments:person_privacy", args=[club.slug, zed.pk]), {"privacy": "initials"}
    )
    assert answer.status_code == 302
    zed.refresh_from_db()
    assert zed.privacy == "initials"
    other = Player.objects.filter(club=club).exclude(pk=zed.pk).first()
    assert other is not None
    there = reverse("tournaments:person_privacy", args=[club.slug, other.pk])
    assert client.post(there, {"privacy": "hidden"}).status_code == 403


def test_contacts_go_when_nobody_has_seen_somebody_for_long(club: Club) -> None:
    today = date(2026, 12, 1)
    people = {
        name: factories.make_player(club, name) for name in ("Old One", "Came Lately", "Changed Lately")
    }
    for player in people.values():
        Contact.objects.create(player=player, email=EMAIL)
    long_ago = timezone.now() - timedelta(days=3000)
    lately = [people["Old One"].pk, people["Came Lately"].pk]
    Contact.objects.filter(pk__in=lately).update(changed_at=long_ago)
    night = factories.make_event(club, plays_on=today - timedelta(days=30))
    factories.make_entry(night, people["Came Lately"])
    assert expire_contacts(today=today) == 1
    assert {one.player.name for one in Contact.objects.select_related("player")} == {
        "Came Lately",
        "Changed Lately",
    }
    Club.objects.update(contact_months=0)
    Contact.objects.update(changed_at=long_ago)
    assert expire_contacts(today=today + timedelta(days=9999)) == 0
