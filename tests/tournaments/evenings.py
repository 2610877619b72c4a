"""Evenings of any format for the tests of the draw: entered, drawn, and their cards typed."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any
from uuid import uuid4

from scoring.models import LedgerLine
from scoring.services.cards import type_table_total
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Club, Entry, Event, EventPolicy, Match, Pair, Round
from tournaments.services.draws import accept_draw, propose_draw

DIRECTOR = Actor.of_command("tests")


def evening(
    format: str = "rotation",
    players: int = 12,
    rounds: int = 4,
    *,
    pairs: bool = False,
    club: Club | None = None,
    **options: Any,
) -> Event:
    """Nothing drawn yet; of `players` people every two are a pair if so wished."""
    club = club or factories.make_club()
    name = f"{format} {club.events.count() + 1}"
    event = factories.make_event(club, name, state=Event.State.SETUP, policy=False)
    policy = factories.make_policy(event, rounds=rounds)
    EventPolicy.objects.filter(pk=policy.pk).update(
        movement={"format": format, "rounds": rounds, "options": options}
    )
    people = factories.make_players(club, players)
    if not pairs:
        factories.make_entries(event, people)
        return event
    for number, (one, other) in enumerate([*pairwise(people)][::2], start=1):
        pair = Pair.objects.create(club=club, first=one, second=other)
        Entry.objects.create(event=event, number=number, pair=pair)
    return event


def draw(event: Event, seed: str, settled: Mapping[int, int] | None = None) -> Round:
    """The rounds proposed with a seed and accepted; the first of them."""
    rounds = propose_draw(event=event, actor=DIRECTOR, seed=seed, settled=settled)
    accept_draw(event=event, seed=seed, actor=DIRECTOR)
    return rounds[0]


def match_at(event: Event, number: int, table: int) -> Match:
    return Match.objects.select_related("round__event__club").get(
        round__event=event, round__number=number, table=table
    )


def win(match: Match, side: str) -> None:
    """Type a table's card, or another in its place; the side named wins 9 to 5, and with "" nobody 7 to 7."""
    points = {"NS": 7, "EW": 7} if not side else {"NS": 5, "EW": 5} | {side: 9}
    card = LedgerLine.objects.filter(game__match=match, kind=LedgerLine.Kind.CARD).order_by("position").last()
    type_table_total(
        match=match,
        points=points,
        lone={"NS": 0, "EW": 0},
        reason="Counted again" if card else "",
        actor=DIRECTOR,
        line_id=uuid4(),
        seen=card.pk if card else None,
    )


def play(event: Event, number: int, winners: Mapping[int, str] | None = None) -> None:
    """Type the card of every table of a round; North and South win where `winners` names no other side."""
    for match in Match.objects.filter(round__event=event, round__number=number):
        at = match_at(event, number, match.table)
        win(at, (winners or {}).get(match.table, "NS"))


def names_of(event: Event) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in event.entries.all()}


def drawn_tables(round: Round) -> list[list[int | None]]:
    round.refresh_from_db()
    tables: list[list[int | None]] = round.draw["tables"]
    return tables
