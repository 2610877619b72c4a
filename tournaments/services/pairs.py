"""Entering pairs: two people together, each of them looked at first as single players are."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from tournaments.actors import Actor
from tournaments.engine.categories import read_categories
from tournaments.engine.errors import EventViolation
from tournaments.engine.names_pairs import PairsRead, parse_pairs
from tournaments.models import Entry, Event, Pair, Player
from tournaments.selectors.entrants import categories_known, enters_pairs
from tournaments.services.announce import announce_on_commit
from tournaments.services.entrants import (
    Entrant,
    forget_proposal,
    known_names,
    list_to_change,
    next_numbers,
    players_of,
    refuse_entered,
)
from tournaments.services.revisions import raise_revisions


@dataclass(frozen=True, slots=True, kw_only=True)
class PairEntrant:
    """Two who come in together; each may be known to the club or new. Categories are the pair's."""

    one: Entrant
    other: Entrant
    categories: tuple[str, ...] = ()


def read_pairs(*, event: Event, text: str) -> PairsRead:
    """What the pasted lines are, two people each, and what is doubtful. Nothing is written."""
    return parse_pairs(text, known_names(event))


@transaction.atomic
def enter_pairs(*, event: Event, pairs: Sequence[PairEntrant], actor: Actor) -> list[Entry]:
    """Enter every pair or none. Whoever is in the event already, in whatever pair, is refused by name."""
    locked = list_to_change(event)
    made = add_pairs(locked, pairs)
    forget_proposal(locked)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


def add_pairs(event: Event, pairs: Sequence[PairEntrant], *, filler: bool = False) -> list[Entry]:
    """Entries for pairs, numbered on. The caller holds the event and raises its revision."""
    if not enters_pairs(event):
        raise EventViolation("players-enter", "Players enter this event one by one, not in pairs.")
    people = players_of(event, [one for pair in pairs for one in (pair.one, pair.other)])
    refuse_entered(event, people)
    made = pairs_of(event, list(zip(people[::2], people[1::2], strict=True)))
    numbers = next_numbers(event, len(made))
    words = categories_known(event)
    return Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            pair=pair,
            categories=read_categories(said.categories, words),
            filler=filler,
        )
        for number, pair, said in zip(numbers, made, pairs, strict=True)
    )


def pairs_of(event: Event, couples: Sequence[tuple[Player, Player]]) -> list[Pair]:
    """The pair of each two people, found or made; the one with the lower id is its first."""
    wanted = [tuple(sorted(two, key=lambda one: one.pk)) for two in couples]
    found = _found(event, [(first.pk, second.pk) for first, second in wanted])
    pairs = [
        found.get((first.pk, second.pk)) or Pair(club_id=event.club_id, first=first, second=second)
        for first, second in wanted
    ]
    Pair.objects.bulk_create(one for one in pairs if one.pk is None)
    return pairs


def _found(event: Event, ids: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Pair]:
    firsts = Q(first__in=[first for first, _ in ids])
    there = Pair.objects.filter(firsts, club=event.club_id).select_related("first", "second")
    return {(one.first_id, one.second_id): one for one in there}
