"""The feed of changes: a copy kept from it is the club, whoever writes and however."""

import threading
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client

from scoring.engine.rulesets import Ruleset
from scoring.models import Game
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.tournaments.api.copies import Copy, things_of
from tournaments.actors import Actor
from tournaments.api.kinds import KINDS
from tournaments.fed import NOT_FED
from tournaments.models import Change, Club, Entry, Event, Match, Player, Round, Standing, Tally, Touched
from tournaments.services.attendance import late_entry, withdraw
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.events import Terms, create_event
from tournaments.services.revisions import raise_revisions
from tournaments.triggers import FED, install, missing, remove

DIRECTOR = Actor(code="user:1", superuser=True)
EIGHT = Ruleset(key="club-eight-hands", name="Eight hands a round", target=None, hands=8)


@pytest.fixture
def club(db: None) -> Club:
    club = factories.make_club()
    factories.make_account("dora", club, "director")
    return club


def reader(club: Club, limit: int = 7) -> Copy:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    return Copy(client, club.slug, limit)


def test_every_table_is_in_the_feed_or_its_reason_not_to_be_is_said() -> None:
    models = [
        one._meta.label
        for app in ("tournaments", "scoring")
        for one in apps.get_app_config(app).get_models(include_auto_created=True)
    ]
    assert set(models) == {one.model for one in FED} | NOT_FED.keys()
    assert not {one.model for one in FED} & NOT_FED.keys()
    assert {one.kind for one in FED} == KINDS.keys()


@pytest.mark.django_db
def test_the_triggers_are_on_and_put_on_again_they_note_what_was_there() -> None:
    assert missing(connection, apps) == []
    remove(connection)
    club = factories.make_club("Without triggers")
    assert not Touched.objects.filter(club_id=club.pk).exists()
    install(connection, apps)
    assert missing(connection, apps) == []
    assert Touched.objects.filter(club_id=club.pk, kind="club").count() == 1


def test_a_night_is_told_whole_and_then_only_what_changes(club: Club) -> None:
    event = factories.make_night(club)
    copy = reader(club)
    copy.catch_up()
    assert copy.things == things_of(club)
    copy.heard.clear()
    match = Match.objects.filter(round__event=event, round__state=Round.State.ACCEPTED).first()
    assert match is not None
    game = open_match(match=match)
    facts = {"maker": "N", "alone": [], "tricks": 3}
    record_line(
        game_id=game.pk, new=NewLine(id=uuid4(), kind="hand", hand_number=1, facts=facts), actor=DIRECTOR
    )
    copy.catch_up()
    assert copy.things == things_of(club)
    # A hand sends its game and its table: not the event, nor anybody else's table.
    assert set(copy.heard) - {("standings", str(event.pk))} == {
        ("game", str(game.pk)),
        ("match", str(match.pk)),
    }


def test_bulk_writes_whole_tables_and_cascades_are_told(club: Club) -> None:
    event = factories.make_night(club)
    other = factories.make_night(club, name="Other night", people=list(club.players.all()))
    copy = reader(club)
    copy.catch_up()
    Player.objects.filter(club=club).update(note="of the old hall")
    Entry.objects.bulk_update(
        [Entry(pk=one.pk, categories=["ladies"]) for one in event.entries.all()], ["categories"]
    )
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_round SET name = 'Final' WHERE event_id = %s", [other.pk])
    copy.catch_up()
    assert copy.things == things_of(club)
    # The event goes with everything in it: Django takes the rows away table by table.
    gone = {thing for thing in copy.things if thing[0] in {"round", "match", "entry"}}
    Tally.objects.filter(round__event=event).delete()
    Standing.objects.filter(event=event).delete()
    for round in event.rounds.all():
        for match in round.matches.all():
            match.seatings.all().delete()
        round.sit_outs.all().delete()
    event.delete()
    copy.catch_up()
    assert copy.things == things_of(club)
    assert ("event", str(event.pk)) not in copy.things
    assert gone - copy.things.keys()


def test_nothing_of_another_club_is_told(club: Club) -> None:
    other = factories.make_club("Other Club")
    factories.make_night(other)
    copy = reader(club)
    copy.catch_up()
    assert copy.things == things_of(club)
    assert {key for kind, key in copy.things if kind == "club"} == {str(club.pk)}


def test_only_directors_read_it(club: Club) -> None:
    factories.make_account("max", club, "scorer")
    for name, code in (("", 403), ("max", 403), ("dora", 200)):
        client = Client()
        if name:
            client.force_login(User.objects.get(username=name))
        assert client.get("/api/v1/changes", {"club": club.slug}).status_code == code
    assert Client().get("/api/v1/changes", {"club": "no-such"}).status_code == 404


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"after": "٣"}, "after-malformed"),
        ({"after": "1.2.3"}, "after-malformed"),
        ({"after": "-1"}, "after-malformed"),
        ({"after": ""}, "after-malformed"),
        ({"limit": "0"}, "limit-out-of-range"),
        ({"limit": "9" * 30}, "limit-out-of-range"),
        ({"kind": "ghost"}, "kind-unknown"),
        ({"after": "99999"}, "begin-anew"),
        ({"mark": "of another server"}, "begin-anew"),
    ],
)
def test_what_cannot_be_answered_is_said(club: Club, asked: dict[str, str], code: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    answer = client.get("/api/v1/changes", {"club": club.slug, **asked})
    assert answer.status_code == (409 if code == "begin-anew" else 422)
    assert answer.json()["code"] == code


def test_a_page_costs_the_same_however_much_there_is(club: Club, django_assert_max_num_queries: Any) -> None:
    factories.make_night(club, players=40, played=6)
    copy = reader(club, limit=500)
    copy.ask()
    Player.objects.filter(club=club).update(note="x")
    with django_assert_max_num_queries(14):
        copy.ask()
    assert len(copy.heard) > 40


# --- writers at once, and a reader who only ever hears of changes


def _enters(club: Club, event: Event, rng: Random) -> None:
    name = f"{rng.choice(factories.GIVEN)} {rng.choice(factories.FAMILY)} {rng.randrange(10**6)}"
    late_entry(event=event, entrants=[Entrant(name=name, sort_key=name.casefold())], actor=DIRECTOR)


def _founds(club: Club, event: Event, rng: Random) -> None:
    terms = Terms(ruleset=EIGHT, rounds=4)
    create_event(
        club=club, name=f"Night {rng.randrange(10**6)}", plays_on=factories.NIGHT, terms=terms, actor=DIRECTOR
    )


def _withdraws(club: Club, event: Event, rng: Random) -> None:
    entries = list(event.entries.filter(withdrawn_after=None))
    if len(entries) > 8:
        withdraw(entry=rng.choice(entries), actor=DIRECTOR)


def _writes_in_bulk(club: Club, event: Event, rng: Random) -> None:
    with transaction.atomic():
        Player.objects.filter(club=club, pk__gt=rng.randrange(50)).update(note=f"note {rng.randrange(10**6)}")
        Player.objects.bulk_create(
            Player(club=club, name=f"Bulk {n}", sort_key=f"bulk,{n}") for n in range(rng.randrange(3))
        )
        raise_revisions(event.pk, club.pk)


def _deletes(club: Club, event: Event, rng: Random) -> None:
    with transaction.atomic():
        doomed = Player.objects.filter(club=club, name__startswith="Bulk ").values_list("pk", flat=True)[:2]
        Player.objects.filter(pk__in=list(doomed)).delete()
        raise_revisions(event.pk, club.pk)


def _forgets_to_count(club: Club, event: Event, rng: Random) -> None:
    """Somebody at a shell."""
    Event.objects.filter(pk=event.pk).update(message=f"word {rng.randrange(10**6)}")


def _scores(club: Club, event: Event, rng: Random) -> None:
    game = Game.objects.filter(match__round__event=event).order_by("pk").first()
    if game is None or game.lines.count() >= 8:
        return
    facts = {"maker": rng.choice("NESW"), "alone": [], "tricks": rng.randrange(6)}
    new = NewLine(id=uuid4(), kind="hand", hand_number=game.lines.count() + 1, facts=facts)
    record_line(game_id=game.pk, new=new, actor=DIRECTOR)


def _breaks_off(club: Club, event: Event, rng: Random) -> None:
    try:
        with transaction.atomic():
            Player.objects.filter(club=club).update(note="never")
            raise_revisions(event.pk, club.pk)
            raise RuntimeError
    except RuntimeError:
        pass


DEEDS: list[Callable[[Club, Event, Random], None]] = [
    _enters, _founds, _withdraws, _writes_in_bulk, _deletes, _forgets_to_count, _breaks_off
]  # fmt: skip


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_copy_kept_under_writers_at_once_is_the_club(seed: int) -> None:
    club = factories.make_club()
    factories.make_account("dora", club, "director")
    event = create_event(
        club=club,
        name="Thursday",
        plays_on=factories.NIGHT,
        terms=Terms(ruleset=EIGHT, rounds=4),
        actor=DIRECTOR,
    )
    names = [factories.name_at(at) for at in range(8)]
    enter_players(
        event=event, entrants=[Entrant(name=name, sort_key=name.casefold()) for name in names], actor=DIRECTOR
    )
    rounds = propose_draw(event=event, actor=DIRECTOR)
    accept_draw(event=event, seed=rounds[0].seed, upto=1, actor=DIRECTOR)
    open_match(match=Match.objects.filter(round__event=event).order_by("pk")[0])
    copy, faults, done = reader(club), [], threading.Event()

    def write(number: int, deeds: list[Callable[[Club, Event, Random], None]]) -> None:
        rng = Random(seed * 100 + number)
        try:
            for _ in range(12):
                rng.choice(deeds)(club, event, rng)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    def read() -> None:
        try:
            while not done.is_set():
                copy.ask()
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    writers = [threading.Thread(target=write, args=(n, DEEDS if n else [_scores])) for n in range(4)]
    listening = threading.Thread(target=read)
    for one in (*writers, listening):
        one.start()
    for one in writers:
        one.join()
    done.set()
    listening.join()
    assert faults == []
    copy.catch_up()
    assert copy.things == things_of(club)
    assert not Touched.objects.filter(club_id=club.pk).exists()
    # A second copy, made at the end, is the same; and one that went on from where it was, too.
    late = reader(club, limit=500)
    late.catch_up()
    assert late.things == copy.things
    assert Change.objects.filter(club=club).count() >= len(copy.things)
