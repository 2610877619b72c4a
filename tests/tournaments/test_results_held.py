"""What a process holds of an event's results, told against the same event read from nothing.

The table read from nothing has oracles of its own (test_measures, test_ranking ...); here the two must agree
after every step of a story, whatever came between two tables.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.results import Tally as Told
from tournaments.models import Entry, Event, Forfeit, Match, MatchResult, Player, Round, Standing, Tally
from tournaments.services import announce, attendance
from tournaments.services.events import amend_event, terms_from
from tournaments.services.forfeits import record_forfeit, take_back_forfeit
from tournaments.services.results import PersonResult, report_card, report_match
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import compute_standings, publish_standings

pytestmark = pytest.mark.django_db(transaction=True)
DIRECTOR = Actor.of_command("tests")
SAID = ("place", "rank", "shared", "entry_id", "points", "rounds_played", "figures")
WORDS = ("sentence", "brief", "parted")
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def club_night(rounds: int = 6, players: int = 10) -> Event:
    """Rounds of two tables, two people sitting out of each; nothing is played yet."""
    event = factories.make_event(factories.make_club())
    entries = factories.make_entries(event, factories.make_players(event.club, players))
    for number in range(1, rounds + 1):
        made = factories.make_round(event, number)
        turned = entries[number % players :] + entries[: number % players]
        for table in range(players // 4):
            factories.make_match(made, table + 1, turned[4 * table : 4 * table + 4])
        for entry in turned[players // 4 * 4 :]:
            factories.make_sit_out(made, entry, points=4)
    return event


def report(match: Match, rng: Random) -> None:
    """A table reports some score, over or not, or that everything was taken back."""
    held = Match.objects.select_related("round__event__club").get(pk=match.pk)
    points = {"NS": rng.randint(0, 12), "EW": rng.randint(0, 12)}
    people = [] if rng.random() < 0.1 else [_told(one, points) for one in held.seatings.order_by("pk")]
    with transaction.atomic():
        report_match(match=held, over=rng.random() < 0.8, live={"score": points}, people=people)


def _told(one: Any, points: dict[str, int]) -> PersonResult:
    side = SIDES[one.seat]
    mine, theirs = points[side], sum(points.values()) - points[side]
    tally = Told(
        entry=one.entry_id,
        person=one.player_id,
        points=mine,
        points_against=theirs,
        games_won=Fraction(1 + (mine > theirs) - (mine < theirs), 2),
        games_played=1,
        lone_marched=mine // 7,
    )
    return PersonResult(side, tally)


def lines(rows: Any) -> list[tuple[Any, ...]]:
    """All that standings say, in the order of places."""
    told = [tuple(getattr(one, said) for said in SAID + WORDS) for one in rows]
    return sorted(told, key=lambda line: line[0])


def up(event: Event) -> list[tuple[Any, ...]]:
    publish_standings(event_id=event.pk)
    return lines(Standing.objects.filter(event=event))


def anew(event: Event) -> list[tuple[Any, ...]]:
    return lines(compute_standings(event.pk).event)


def card(event: Event, rng: Random) -> None:
    one = rng.choice(list(Round.objects.filter(event=event).select_related("event")))
    entry = rng.choice(list(event.entries.all()))
    points = rng.choice([None, rng.randint(0, 30)])
    with transaction.atomic():
        report_card(round=one, entry_id=entry.pk, points=points, lone_hands=0)


def leave_or_return(event: Event, rng: Random) -> None:
    entry = rng.choice(list(event.entries.select_related("event__club")))
    if entry.withdrawn_after is None:
        attendance.withdraw(
            entry=entry, actor=DIRECTOR, results=rng.choice([attendance.STAND, attendance.REMOVED])
        )
    else:
        attendance.bring_back(entry=entry, actor=DIRECTOR)


def forfeit_or_not(event: Event, rng: Random) -> None:
    match = rng.choice(list(Match.objects.filter(round__event=event).select_related("round__event__club")))
    if MatchResult.objects.filter(match=match, state=MatchResult.State.OVER).exists():
        return
    if Forfeit.objects.filter(match=match).exists():
        take_back_forfeit(match=match, actor=DIRECTOR)
    else:
        record_forfeit(match=match, absent="EW", reason="went home", actor=DIRECTOR, given_up=_begun(match))


def _begun(match: Match) -> bool:
    return Tally.objects.filter(match=match).exists()


def play(event: Event, rng: Random) -> None:
    report(rng.choice(list(Match.objects.filter(round__event=event))), rng)


STEPS: list[Callable[[Event, Random], None]] = [*[play] * 8, card, leave_or_return, forfeit_or_not]


@pytest.mark.parametrize("seed", range(2))
def test_held_results_make_the_table_that_all_results_make(seed: int) -> None:
    event, rng = club_night(), Random(seed)
    for _ in range(40):
        rng.choice(STEPS)(event, rng)
        if rng.random() < 0.7:
            assert up(event) == anew(event)
    assert up(event) == anew(event)
    assert len(up(event)) > 5, "the story had something to tell"


def test_sitting_out_by_average_follows_every_result() -> None:
    event, rng = club_night(), Random(5)
    terms = replace(terms_from(event.policies.get()), sit_out="average")
    amend_event(event=event, terms=terms, reason="as the club does", actor=DIRECTOR)
    for match in Match.objects.filter(round__event=event):
        report(match, rng)
        assert up(event) == anew(event)


def test_what_was_taken_back_with_its_transaction_is_not_held() -> None:
    event, rng = club_night(), Random(6)
    first = Match.objects.filter(round__event=event).earliest("pk")
    report(first, rng)
    before = up(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        report(first, rng)
        publish_standings(event_id=event.pk)
        raise IntegrityError
    assert up(event) == before == anew(event)
    report(first, Random(7))
    assert up(event) == anew(event)


def test_a_new_result_costs_as_many_queries_late_in_the_night_as_early() -> None:
    event, rng = club_night(rounds=12), Random(8)
    matches = list(Match.objects.filter(round__event=event).order_by("pk"))
    counts, rows = [], []
    for match in matches:
        with patch.object(announce, "announce"):
            report(match, rng)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            publish_standings(event_id=event.pk)
        counts.append(len(asked))
        rows.append(_tallies_read(asked.captured_queries))
    assert max(counts[3:]) <= min(counts[3:]) + 2, "two for the lines that moved"
    assert set(rows[3:]) == {1}, "one look at the tallies, at those of one match"


def _tallies_read(asked: list[dict[str, str]]) -> int:
    return sum('FROM "tournaments_tally"' in one["sql"] and "IN (" in one["sql"] for one in asked)


def test_a_line_that_says_the_same_is_not_written_again() -> None:
    event = club_night()
    first, second = Match.objects.filter(round__event=event, round__number=1).order_by("table")
    report(first, Random(1))
    report(second, Random(2))
    publish_standings(event_id=event.pk)
    kept = dict(Standing.objects.filter(event=event).values_list("entry", "pk"))
    was = {line[3]: line for line in lines(Standing.objects.filter(event=event))}
    report(second, Random(3))
    now = {line[3]: line for line in up(event)}
    same = {entry for entry in now if now[entry] == was[entry]}
    again = dict(Standing.objects.filter(event=event).values_list("entry", "pk"))
    assert {entry for entry in again if again[entry] == kept[entry]} == same
    assert 0 < len(same) < len(now)


def test_a_name_that_changes_changes_the_sentences() -> None:
    event = club_night()
    report(Match.objects.filter(round__event=event).earliest("pk"), Random(1))
    up(event)
    entry = Entry.objects.filter(event=event).earliest("pk")
    Player.objects.filter(pk=entry.player_id or 0).update(name="Loveday Angove")
    with transaction.atomic():
        raise_revisions(event.pk, event.club_id)
    assert any("Loveday Angove" in line[7] for line in up(event))
