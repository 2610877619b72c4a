"""The record of changes: who, what, when, from where, before and after; looked up, and taken back."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models.query import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.asking import asked_by, house_asks
from tournaments.models import AuditEntry, Club, Event, Match, Membership, Player, Round
from tournaments.models.events import FrozenRow
from tournaments.services.audit import forget_addresses
from tournaments.services.events import change_state
from tournaments.services.links import issue_table_links
from tournaments.services.privacy import change_privacy

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora(club: Club) -> Client:
    """The director's browser."""
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return client


def page(client: Client, club: Club, **asked: object) -> str:
    there = reverse("tournaments:audit", args=[club.slug])
    return client.get(there, asked).content.decode()  # type: ignore[arg-type]


def withdraw(client: Client, event: Event, number: int = 1) -> AuditEntry:
    entry = event.entries.get(number=number)
    there = reverse("tournaments:entrant_withdraw", args=[event.club.slug, event.slug, entry.pk])
    assert client.post(there, {"results": "stand", "after": "2"}).status_code == 302
    return AuditEntry.objects.filter(kind="entry", key=str(entry.pk)).latest("pk")


def test_a_change_tells_who_what_when_from_where_and_what_it_was(dora: Client, night: Event) -> None:
    before = timezone.now()
    there = reverse("tournaments:event_message", args=[night.club.slug, night.slug])
    answer = dora.post(
        there,
        {"text": "Tea is ready", "seen": night.message},
        REMOTE_ADDR="192.0.2.7",
        HTTP_X_REQUEST_ID="abcdef12",
    )
    assert answer.status_code == 302
    entry = AuditEntry.objects.latest("pk")
    told = (entry.club_id, entry.event_id, entry.actor, entry.verb, entry.kind, entry.key)
    account = User.objects.get(username="dora")
    assert told == (night.club_id, night.pk, f"user:{account.pk}", "event_message", "event", night.slug)
    assert (entry.before, entry.after) == ({"message": ""}, {"message": "Tea is ready"})
    assert (entry.address, entry.request_id) == ("192.0.2.7", "abcdef12")
    assert before <= entry.at <= timezone.now()
    assert answer["X-Request-ID"] == "abcdef12"


def test_what_is_refused_is_not_recorded(dora: Client, night: Event) -> None:
    change_state(event=night, state=Event.State.ARCHIVED)
    there = reverse("tournaments:event_state", args=[night.club.slug, night.slug])
    dora.post(there, {"change": "open"})
    assert not AuditEntry.objects.exists()


def test_a_request_that_only_reads_records_nothing(dora: Client, night: Event) -> None:
    for name in ("event", "standings", "desk", "entrants"):
        dora.get(reverse(f"tournaments:{name}", args=[night.club.slug, night.slug]))
    assert not AuditEntry.objects.exists()


def test_a_tables_lines_are_the_sheets_own_record(night: Event) -> None:
    match = Match.objects.filter(round__event=night, round__state=Round.State.ACCEPTED).first()
    assert match is not None
    game = open_match(match=match)
    token = issue_table_links(event=night, tables=1, actor=Actor("x"))[0].token
    there = f"/api/v1/games/{game.pk}/ledger/7b0d2c5e-0000-4000-8000-000000000001"
    body = {
        "kind": "hand",
        "hand_number": 1,
        "facts": {"maker": "N", "alone": [], "tricks": 3},
        "token": token,
    }
    assert Client().put(there, body, content_type="application/json").status_code == 201
    assert game.lines.count() == 1
    assert not AuditEntry.objects.exists()


def test_the_house_records_what_its_commands_do(night: Event) -> None:
    with asked_by(house_asks("import_egn", "command:import_egn")):
        change_state(event=night, state=Event.State.FINISHED)
    assert AuditEntry.objects.get().actor == "command:import_egn"


def test_nothing_of_the_record_can_be_changed(club: Club) -> None:
    entry = AuditEntry.objects.create(club=club, actor="user:1", verb="x", address="192.0.2.1")
    for change in (
        lambda: entry.save(),
        lambda: entry.delete(),
        lambda: AuditEntry.objects.update(actor="user:2"),
        lambda: AuditEntry.objects.all().delete(),
        lambda: AuditEntry.objects.all().forget(actor="nobody"),
    ):
        with pytest.raises(FrozenRow):
            change()


def test_addresses_go_after_ninety_days_and_the_rest_stays(club: Club) -> None:
    for days in (89, 91):
        entry = AuditEntry.objects.create(club=club, actor="user:1", verb="x", address="192.0.2.1")
        make_older(entry.pk, timezone.now() - timedelta(days=days))
    assert forget_addresses() == 1
    assert sorted(AuditEntry.objects.values_list("address", flat=True), key=str) == ["192.0.2.1", None]
    assert AuditEntry.objects.count() == 2


def make_older(pk: int, at: datetime) -> None:
    """What no service can do."""
    QuerySet.update(AuditEntry.objects.filter(pk=pk), at=at)


def test_directors_look_it_up_by_any_word(dora: Client, club: Club, night: Event) -> None:
    withdraw(dora, night)
    name = str(night.entries.get(number=1))
    whole = page(dora, club)
    assert "entrant withdraw" in whole
    assert name in whole
    assert "dora" in whole
    for word in ("dora", "withdraw", "withdrawn_after", night.name.split()[0]):
        assert "entrant withdraw" in page(dora, club, find=word), word
    assert "Nothing is recorded with" in page(dora, club, find="zebra")


def test_only_directors_read_it_and_of_their_own_club_only(dora: Client, club: Club, night: Event) -> None:
    entry = withdraw(dora, night)
    there = reverse("tournaments:audit", args=[club.slug])
    undo = reverse("tournaments:audit_undo", args=[club.slug, entry.pk])
    for name in ("moss", "stan"):
        client = Client()
        client.force_login(User.objects.get(username=name))
        assert client.get(there).status_code == client.post(undo).status_code == 403
    assert Client().get(there).status_code == Client().post(undo).status_code == 302
    other = factories.make_club("Third Club")
    factories.make_account("thea", other, Membership.Role.DIRECTOR)
    thea = Client()
    thea.force_login(User.objects.get(username="thea"))
    assert thea.post(reverse("tournaments:audit_undo", args=[other.slug, entry.pk])).status_code == 404
    assert "entrant withdraw" not in page(thea, other)


@pytest.mark.parametrize("rows", [3, 120])
def test_the_page_costs_the_same_for_any_number(
    dora: Client, club: Club, night: Event, rows: int, django_assert_num_queries: Any
) -> None:
    for at in range(rows):
        player = factories.make_player(club, factories.name_at(at))
        AuditEntry.objects.create(
            club=club, event=night, actor="user:1", verb="x", kind="player", key=str(player.pk)
        )
    page(dora, club)
    with django_assert_num_queries(8):
        page(dora, club, find="player")
    assert ("Earlier changes" in page(dora, club)) == (rows > 50)


def test_a_withdrawal_is_taken_back_and_that_is_recorded_too(dora: Client, club: Club, night: Event) -> None:
    entry = withdraw(dora, night)
    undo = reverse("tournaments:audit_undo", args=[club.slug, entry.pk])
    assert dora.post(undo).status_code == 302
    assert night.entries.get(number=1).withdrawn_after is None
    latest = AuditEntry.objects.latest("pk")
    assert (latest.verb, latest.before, latest.after) == ("audit_undo", entry.after, entry.before)
    assert dora.post(undo).status_code == 422, "it does not stand as that change left it"


def test_an_events_state_is_taken_back(dora: Client, club: Club, night: Event) -> None:
    there = reverse("tournaments:event_state", args=[club.slug, night.slug])
    dora.post(there, {"change": "finish"})
    entry = AuditEntry.objects.latest("pk")
    assert entry.before == {"state": "running"}
    dora.post(reverse("tournaments:audit_undo", args=[club.slug, entry.pk]))
    night.refresh_from_db()
    assert night.state == Event.State.RUNNING


def test_a_persons_change_is_taken_back_unless_it_changed_again(dora: Client, club: Club) -> None:
    player = factories.make_player(club, "Ann Trewin")
    there = reverse("tournaments:person_privacy", args=[club.slug, player.pk])
    dora.post(there, {"privacy": "hidden"})
    first = AuditEntry.objects.latest("pk")
    undo = reverse("tournaments:audit_undo", args=[club.slug, first.pk])
    change_privacy(player=player, privacy=Player.Privacy.INITIALS)
    answer = dora.post(undo)
    assert answer.status_code == 422
    assert "changed again since" in answer.content.decode()
    change_privacy(player=player, privacy=Player.Privacy.HIDDEN)
    assert dora.post(undo).status_code == 302
    player.refresh_from_db()
    assert player.privacy == "full"


def test_a_number_that_is_no_change_is_not_found(dora: Client, club: Club) -> None:
    for number in (0, 2**63, 10**30):
        assert dora.post(reverse("tournaments:audit_undo", args=[club.slug, number])).status_code == 404
