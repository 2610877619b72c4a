"""A night to practise on, set up and directed by a program: what the director does while the phones play.

`prove_night` is what the whole is for: every line that a phone was told is on a sheet is there, nothing else
is, and what was derived on the way equals what is derived anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from scoring.engine.catalogue import RULESETS
from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.rebuild import rebuild_event
from tournaments.actors import Actor
from tournaments.models import Club, Entry, Event, Match, MatchResult, Player, Round, Standing, Tally
from tournaments.services.attendance import late_entry, withdraw
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players, read_entrants
from tournaments.services.events import Terms, create_event
from tournaments.services.links import issue_table_links
from tournaments.services.standings import publish_standings

NAME = "Practice night"
RULESET = "progressive-eight-hands"
NOT_TOLD = {"id", "revision"}
"""What rows derived anew need not share with those before."""


@dataclass(frozen=True, slots=True)
class CalledTable:
    """A table of a round that was called: its match, and its people by name, clockwise from North."""

    table: int
    match: int
    people: tuple[str, ...]


@transaction.atomic
def set_up_practice(
    *, club: Club, day: date, names: Sequence[str], rounds: int, seed: str, actor: Actor, name: str = NAME
) -> Event:
    """A night with these people, its rounds drawn, the first one accepted."""
    terms = Terms(ruleset=RULESETS[RULESET], rounds=rounds, sit_out_points=7)
    event = create_event(club=club, name=name, plays_on=day, terms=terms, actor=actor)
    enter_players(event=event, entrants=_entrants(event, names), actor=actor)
    propose_draw(event=event, actor=actor, seed=seed)
    call_round(event=event, number=1, actor=actor)
    return event


def call_round(*, event: Event, number: int, actor: Actor) -> list[CalledTable]:
    """Accept a proposed round if need be; its tables in order."""
    round_ = Round.objects.get(event=event, number=number)
    if round_.state == Round.State.PROPOSED:
        accept_draw(event=event, seed=round_.seed, actor=actor, upto=number)
    matches = Match.objects.filter(round=round_).order_by("table").prefetch_related("seatings__player")
    return [
        CalledTable(one.table, one.pk, tuple(str(seat.player) for seat in one.seatings.all()))
        for one in matches
    ]


def table_tokens(*, event: Event, tables: int, actor: Actor) -> list[str]:
    """Fresh links for tables 1 to `tables`: their tokens, in order."""
    return [one.token for one in issue_table_links(event=event, tables=tables, actor=actor)]


def come_late(*, event: Event, name: str, actor: Actor) -> None:
    """Somebody comes in after the first round; the rounds to come are drawn anew."""
    late_entry(event=event, entrants=_entrants(event, [name]), actor=actor)


def go_home(*, event: Event, number: int, actor: Actor) -> str:
    """The entry of this number leaves; who that is."""
    entry = Entry.objects.select_related("event", "player").get(event=event, number=number)
    withdraw(entry=entry, actor=actor)
    return str(entry)


def rule_on_hand(
    *, game_id: int, hand: int, replaces: UUID, facts: Mapping[str, object], actor: Actor
) -> UUID:
    """The director's word on a disputed hand; the id of its line."""
    line = NewLine(
        id=uuid4(), kind="hand", hand_number=hand, facts=facts, replaces=replaces, reason="as both sides say"
    )
    return record_line(game_id=game_id, new=line, actor=actor).line.pk


def prove_night(
    *, event: Event, kept: Iterable[str], scores: Mapping[int, Mapping[str, int]] | None = None
) -> list[str]:
    """What is wrong with a night that was played, in sentences; none if nothing is.

    `kept`: the lines that the phones know to be on the sheets, and the director's; `scores`: match → side →
    points, added up by somebody else.
    """
    said = set(kept)
    lines = LedgerLine.objects.filter(game__match__round__event=event)
    there = {str(one) for one in lines.values_list("pk", flat=True)}
    faults = []
    if lost := len(said - there):
        faults.append(f"{lost} lines are on no sheet that a phone was told are kept.")
    if strange := len(there - said):
        faults.append(f"{strange} lines are on the sheets of which no phone knows.")
    for match, live in MatchResult.objects.filter(match__in=scores or {}).values_list("match", "live"):
        if live["score"] != dict((scores or {})[match]):
            faults.append(f"Match {match} stands at {live['score']}, not at {(scores or {})[match]}.")
    publish_standings(event_id=event.pk)
    before = _derived(event)
    rebuild_event(event=event)
    if _derived(event) != before:
        faults.append("What was derived on the way is not what is derived anew.")
    return faults


def _derived(event: Event) -> list[list[tuple[Any, ...]]]:
    """Standings, tallies and results without their keys, and without when they were derived."""
    rows = (
        Standing.objects.filter(event=event).order_by("place"),
        Tally.objects.filter(round__event=event).order_by("round", "match", "entry", "player"),
        MatchResult.objects.filter(match__round__event=event).order_by("match"),
    )
    return [
        [tuple(str(value) for name, value in row.items() if name not in NOT_TOLD) for row in one.values()]
        for one in rows
    ]


def _entrants(event: Event, names: Sequence[str]) -> list[Entrant]:
    """These people, those the club knows by the very name as themselves."""
    read = read_entrants(event=event, text="\n".join(names)).names
    known = dict(Player.objects.filter(club=event.club_id).values_list("sort_key", "pk"))
    return [
        Entrant(name=one.display, sort_key=one.sort_key, player_id=known.get(one.sort_key)) for one in read
    ]
