"""What a player of écarté may have held when the play began, by what was written down of deal and exchanges.

A *world* is one such hand: five places, each a card of which rank or suit, or both, may be unknown. Where it
is not known which cards were laid aside there are several worlds; a fault of the play is one only if it is
one in all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import Card
from scoring.engine.ecarte import TRICKS
from scoring.engine.ecarte_calls import Called, swap_size
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_records import Swap
from scoring.engine.records import Glimpse
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step

World = tuple[Glimpse, ...]

UNSEEN = Glimpse()
MOST_WORLDS = 2_000
"""More hands than these are not told apart: the player is then taken to have held anything."""


@dataclass(slots=True)
class Holding:
    """The worlds of one seat, what is wrong with its exchanges, and which cards cannot fill an unknown place.

    `placed` holds every card that was dealt, turned up or drawn by name: it is where it was said to be. Once
    this seat's own cards (`own`) have been lost from sight, an unknown place may be one of them.
    """

    seat: Seat
    worlds: list[World]
    placed: frozenset[Card]
    own: frozenset[Card]
    faults: list[Fault] = field(default_factory=list)

    def forget(self, size: int = TRICKS) -> set[World]:
        """Take so many cards to be anything that is not known to be elsewhere."""
        self.placed -= self.own
        return {(UNSEEN,) * size}

    @property
    def exact(self) -> frozenset[Card] | None:
        """The five cards, if they are all known."""
        if len(self.worlds) != 1:
            return None
        cards = [place.card for place in self.worlds[0]]
        return frozenset(card for card in cards if card) if all(cards) else None


def written(cards: Iterable[Glimpse] | None) -> list[Card]:
    """Return the cards that are wholly known."""
    return [seen.card for seen in cards or () if seen.card is not None]


def cards_of(table: Table, called: Called, seat: Seat) -> frozenset[Card]:
    """Return the cards that a seat was dealt or drew by name."""
    found = written(table.record.held.get(seat))
    for call in called.swaps:
        found += written((call.eldest if seat == table.eldest else call.dealer).taken)
    return frozenset(found)


def holding_of(table: Table, called: Called, seat: Seat, untold: frozenset[Card]) -> Holding:
    """Work out what a seat may have held at the first lead.

    `untold` are cards whose whereabouts contradict each other: they are left out, having been faulted.
    """
    dealt = tuple(table.record.held.get(seat, (UNSEEN,) * TRICKS))
    start = tuple(UNSEEN if place.card in untold else place for place in dealt)
    worlds = [_sorted((*start, *(UNSEEN,) * TRICKS)[: max(TRICKS, len(start))])]
    own = cards_of(table, called, seat) - untold
    placed = own | (cards_of(table, called, table.rules.other(seat)) - untold)
    if table.record.upcard:
        placed |= {table.record.upcard}
    holding = Holding(seat, worlds, placed, own)
    for number, call in enumerate(called.swaps):
        place, swap = (0, call.eldest) if seat == table.eldest else (1, call.dealer)
        _change(holding, swap, Step(Section.EXCHANGES, 2 * number + place), untold)
    if called.unseen:
        holding.worlds = list(holding.forget())
    return holding


def _change(holding: Holding, swap: Swap, step: Step, untold: frozenset[Card]) -> None:
    """Lay cards aside and draw as many, in every world; where no world can, that is a fault."""
    size = swap_size(swap)
    if size == 0:
        return
    if size is None or not 0 < size <= TRICKS:
        holding.worlds = list(holding.forget())
        return
    away = _filled([seen for seen in swap.away or () if seen.card not in untold], size)
    taken = _filled([UNSEEN if seen.card in untold else seen for seen in swap.taken or ()], size)
    kept = _kept(holding, sorted(away, key=_known_first))
    if not kept:
        cards = written(away)
        missing = [card for card in cards if not _kept(holding, [Glimpse.of(card)])]
        holding.faults.append(fault("discard-not-held", step, seat=holding.seat, cards=missing or cards))
        kept = holding.forget(TRICKS - size)
    worlds = {_sorted((*world, *taken)) for world in kept}
    holding.worlds = sorted(worlds if len(worlds) <= MOST_WORLDS else holding.forget(), key=_by_letters)


def _filled(cards: list[Glimpse], size: int) -> list[Glimpse]:
    return (cards + [UNSEEN] * size)[:size]


def _known_first(seen: Glimpse) -> tuple[bool, bool]:
    return seen.card is None, seen == UNSEEN


def _kept(holding: Holding, away: Sequence[Glimpse]) -> set[World]:
    """Return every hand that can be left when these cards are laid aside."""
    left = set(holding.worlds)
    for seen in away:
        left = {smaller for world in left for smaller in _without(world, seen, holding.placed)}
        if len(left) > MOST_WORLDS:
            return holding.forget(TRICKS - len(away))
    return left


def _without(world: World, seen: Glimpse, placed: frozenset[Card]) -> Iterator[World]:
    """Yield the hand without one of the places where the card may have been."""
    if seen.card is not None and Glimpse.of(seen.card) in world:
        at = world.index(Glimpse.of(seen.card))
        yield world[:at] + world[at + 1 :]
        return
    for at, place in enumerate(world):
        if (at == 0 or place != world[at - 1]) and _may_be(place, seen, placed):
            yield world[:at] + world[at + 1 :]


def _may_be(place: Glimpse, seen: Glimpse, placed: frozenset[Card]) -> bool:
    if seen.card is not None:
        return fits(place, seen.card, placed)
    if place.card is not None:
        return fits(seen, place.card, frozenset())
    return all(
        mine is None or theirs is None or mine == theirs
        for mine, theirs in ((place.rank, seen.rank), (place.suit, seen.suit))
    )


def fits(place: Glimpse, card: Card, placed: frozenset[Card]) -> bool:
    """Say whether a place of a hand may hold this card."""
    if place.rank is not None and place.rank is not card.rank:
        return False
    if place.suit is not None and place.suit is not card.suit:
        return False
    known = place.rank is not None and place.suit is not None
    return known or card not in placed


def _sorted(world: Iterable[Glimpse]) -> World:
    return tuple(sorted(world, key=_letters))


def _letters(seen: Glimpse) -> tuple[str, str]:
    return (str(seen.rank or ""), str(seen.suit or ""))


def _by_letters(world: World) -> list[tuple[str, str]]:
    return [_letters(seen) for seen in world]


def misfits(world: World, cards: Sequence[Card | None], placed: frozenset[Card]) -> list[int]:
    """Return which cards, by position, find no place in this hand beside those before them.

    None is a card of which nothing is known: it takes any place.
    """
    seats: dict[int, int] = {}
    missing = []
    for number in range(len(cards)):
        if not _find_place(number, world, cards, placed, seats, set()):
            missing.append(number)
    return missing


def _find_place(
    number: int,
    world: World,
    cards: Sequence[Card | None],
    placed: frozenset[Card],
    seats: dict[int, int],
    tried: set[int],
) -> bool:
    """Give a card a place, moving others if need be; `seats` says which card has which place."""
    card = cards[number]
    for at, place in enumerate(world):
        if at in tried or not (card is None or fits(place, card, placed)):
            continue
        tried.add(at)
        if at not in seats or _find_place(seats[at], world, cards, placed, seats, tried):
            seats[at] = number
            return True
    return False
