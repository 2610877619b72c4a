"""A record of écarté with one fact changed, or with parts of it hidden, as a test's chance will have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from scoring.engine.cards import Card
from scoring.engine.ecarte_records import (
    EcarteCall,
    EcarteCallKind,
    EcarteRecord,
    EcarteSaid,
    KingMark,
    KingMoment,
    Swap,
)
from scoring.engine.records import Glimpse
from tests.scoring.engine.ecarte_naive import BOTH, PACK, other

Full = Any
"""An EcarteRecord in which everything is written down, so that nothing of it is None."""

NONE_CHANGED = Swap(0, (), ())


def any_card(chance: Random) -> Card:
    return Card.parse(chance.choice(PACK))


def put(items: tuple, place: int, item: object) -> tuple:
    return (*items[:place], item, *items[place + 1 :])


def change_dealt(record: Full, chance: Random) -> EcarteRecord:
    seat = chance.choice(BOTH)
    held = put(record.held[seat], chance.randrange(5), Glimpse.of(any_card(chance)))
    return replace(record, held={**record.held, seat: held})


def swap_dealt(record: Full, chance: Random) -> EcarteRecord:
    mine, yours = chance.randrange(5), chance.randrange(5)
    north, south = (record.held[seat] for seat in BOTH)
    north, south = put(north, mine, south[yours]), put(south, yours, north[mine])
    return replace(record, held=dict(zip(BOTH, (north, south), strict=True)))


def change_upcard(record: Full, chance: Random) -> EcarteRecord:
    return replace(record, upcard=any_card(chance))


def change_dealer(record: Full, chance: Random) -> EcarteRecord:
    return replace(record, dealer=other(record.dealer))


def change_played(record: Full, chance: Random) -> EcarteRecord:
    at, place = chance.randrange(5), chance.randrange(2)
    trick = record.tricks[at]
    card = replace(trick.cards[place], card=any_card(chance))
    return replace(record, tricks=put(record.tricks, at, replace(trick, cards=put(trick.cards, place, card))))


def exchange_played(record: Full, chance: Random) -> EcarteRecord:
    """Let one player play two of his cards the other way round."""
    one, two = chance.sample(range(5), 2)
    chosen = chance.randrange(2)
    tricks = list(record.tricks)
    first, second = tricks[one].cards[chosen], tricks[two].cards[chosen]
    for at, old, new in ((one, first, second), (two, second, first)):
        cards = put(tricks[at].cards, chosen, replace(old, card=new.card))
        tricks[at] = replace(tricks[at], cards=cards)
    return replace(record, tricks=tuple(tricks))


def turn_trick(record: Full, chance: Random) -> EcarteRecord:
    at = chance.randrange(5)
    trick = record.tricks[at]
    return replace(record, tricks=put(record.tricks, at, replace(trick, cards=trick.cards[::-1])))


def change_seats(record: Full, chance: Random) -> EcarteRecord:
    at = chance.randrange(5)
    trick = record.tricks[at]
    place = chance.randrange(4)
    if place < 2:
        card = replace(trick.cards[place], seat=chance.choice(BOTH))
        trick = replace(trick, cards=put(trick.cards, place, card))
    elif place == 2:
        trick = replace(trick, leader=chance.choice(BOTH))
    else:
        trick = replace(trick, winner=chance.choice(BOTH))
    return replace(record, tricks=put(record.tricks, at, trick))


def change_call(record: Full, chance: Random) -> EcarteRecord:
    if not record.calls:
        return record
    at = chance.randrange(len(record.calls))
    kinds = [kind for kind in EcarteCallKind if kind is not EcarteCallKind.UNKNOWN]
    call = replace(record.calls[at], kind=chance.choice(kinds))
    if call.kind is EcarteCallKind.ACCEPT and call.eldest == Swap():
        call = replace(call, eldest=NONE_CHANGED, dealer=NONE_CHANGED)
    calls = put(record.calls, at, call)
    hanging = calls[-1].kind is EcarteCallKind.PROPOSE  # is not wrong, but not all
    return record if hanging else replace(record, calls=calls)


def change_speaker(record: Full, chance: Random) -> EcarteRecord:
    if not record.calls:
        return record
    at = chance.randrange(len(record.calls))
    call = replace(record.calls[at], seat=chance.choice(BOTH))
    return replace(record, calls=put(record.calls, at, call))


def drop_call(record: Full, chance: Random) -> EcarteRecord:
    if not record.calls:
        return record
    at = chance.randrange(len(record.calls))
    calls = record.calls[:at] + record.calls[at + 1 :]
    hanging = calls and calls[-1].kind is EcarteCallKind.PROPOSE
    return record if hanging else replace(record, calls=calls)


def add_call(record: Full, chance: Random) -> EcarteRecord:
    kinds = [EcarteCallKind.REFUSE, EcarteCallKind.PLAY]
    return replace(record, calls=(*record.calls, EcarteCall(chance.choice(kinds))))


def change_swap(record: Full, chance: Random) -> EcarteRecord:
    accepted = [at for at, call in enumerate(record.calls) if call.kind is EcarteCallKind.ACCEPT]
    if not accepted:
        return record
    at = chance.choice(accepted)
    call = record.calls[at]
    whose = chance.choice(["eldest", "dealer"])
    swap = getattr(call, whose)
    part = chance.choice(["count", "away", "taken"])
    if part == "count":
        swap = replace(swap, count=chance.randint(0, 6))
    elif swap.count:
        cards = put(getattr(swap, part), chance.randrange(swap.count), Glimpse.of(any_card(chance)))
        swap = replace(swap, **{part: cards})
    return replace(record, calls=put(record.calls, at, replace(call, **{whose: swap})))


def change_king(record: Full, chance: Random) -> EcarteRecord:
    mark = KingMark(chance.choice(BOTH), chance.choice([None, *KingMoment]))
    kings = chance.choice([(), (mark,), (*record.kings, mark)])
    return replace(record, kings=kings, said=replace(record.said, points=None))


def change_tricks_said(record: Full, chance: Random) -> EcarteRecord:
    tricks = tuple((side, chance.randint(0, 5)) for side, _ in record.said.tricks)
    return replace(record, said=replace(record.said, tricks=tricks))


def change_points_said(record: Full, chance: Random) -> EcarteRecord:
    points = tuple((side, chance.randint(0, 3)) for side, _ in record.said.points)
    return replace(record, said=replace(record.said, points=points))


def change_packets(record: Full, chance: Random) -> EcarteRecord:
    return replace(record, packets=chance.choice([(2, 3, 3, 2), (3, 3, 2, 2), (2, 2, 2, 2), (5, 5)]))


Change = Callable[[EcarteRecord, Random], EcarteRecord]

CHANGES: tuple[Change, ...] = (
    change_dealt,
    swap_dealt,
    change_upcard,
    change_dealer,
    change_played,
    exchange_played,
    turn_trick,
    change_seats,
    change_call,
    change_speaker,
    drop_call,
    add_call,
    change_swap,
    change_king,
    change_tricks_said,
    change_points_said,
    change_packets,
)


def blur(seen: Glimpse, chance: Random) -> Glimpse:
    """Forget the rank, the suit, both or nothing."""
    return Glimpse(
        seen.rank if chance.random() < 0.5 else None,
        seen.suit if chance.random() < 0.5 else None,
    )


def blur_all(cards: tuple[Glimpse, ...] | None, chance: Random) -> tuple[Glimpse, ...] | None:
    if cards is None or chance.random() < 0.3:
        return None
    return cards if chance.random() < 0.4 else tuple(blur(seen, chance) for seen in cards)


def blur_swap(swap: Swap, chance: Random) -> Swap:
    count = swap.count if chance.random() < 0.5 else None
    return Swap(count, blur_all(swap.away, chance), blur_all(swap.taken, chance))


def hide(record: Full, chance: Random) -> EcarteRecord:
    """Leave out as much as chance will have it; what is left stays true."""
    held = {seat: blur_all(cards, chance) for seat, cards in record.held.items()}
    calls = tuple(
        replace(call, eldest=blur_swap(call.eldest, chance), dealer=blur_swap(call.dealer, chance))
        if call.kind is EcarteCallKind.ACCEPT and chance.random() < 0.8
        else call
        for call in record.calls
    )
    if chance.random() < 0.2:
        calls = tuple(EcarteCall(EcarteCallKind.UNKNOWN) if chance.random() < 0.3 else call for call in calls)
    tricks = record.tricks
    if chance.random() < 0.4:
        tricks = hide_play(tricks, chance)
    return replace(
        record,
        dealer=record.dealer if chance.random() < 0.7 else None,
        held={seat: cards for seat, cards in held.items() if cards is not None},
        upcard=record.upcard if chance.random() < 0.7 else None,
        calls=calls if chance.random() < 0.7 else None,
        kings=record.kings if chance.random() < 0.7 else None,
        tricks=tricks if chance.random() < 0.9 else None,
        stopped=tricks is not record.tricks,
        said=record.said if chance.random() < 0.5 else EcarteSaid(None, record.said.points),
    )


def hide_play(tricks: tuple, chance: Random) -> tuple:
    """Cut the play short somewhere, and forget a card or two of it."""
    kept = list(tricks[: chance.randint(0, 5)])
    for at, trick in enumerate(kept):
        cards = tuple(
            replace(played, card=None) if chance.random() < 0.1 else played for played in trick.cards
        )
        kept[at] = replace(trick, cards=cards)
    if kept and chance.random() < 0.3:
        kept[-1] = replace(kept[-1], cards=kept[-1].cards[:1], winner=None)
    return tuple(kept)
