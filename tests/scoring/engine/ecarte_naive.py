"""Écarté once more, in letters and loops, for the tests to compare the engine with, which it never calls.

Cards are texts, hands are sets of texts. Only the shapes of a record are the engine's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

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
from scoring.engine.records import Glimpse, Played, Trick
from scoring.engine.seats import Seat

ORDER = "789TAJQK"
PACK = [rank + suit for suit in "CDHS" for rank in ORDER]
BOTH = (Seat.N, Seat.S)


def other(seat: Seat) -> Seat:
    return Seat.S if seat == Seat.N else Seat.N


def side(seat: Seat) -> frozenset[Seat]:
    return frozenset({seat})


def takes(answer: str, led: str, trump: str) -> bool:
    if answer[1] == led[1]:
        return ORDER.index(answer[0]) > ORDER.index(led[0])
    return answer[1] == trump


def answers(held: set[str], led: str, trump: str, must_win: bool = True, must_trump: bool = True) -> set[str]:
    same = {card for card in held if card[1] == led[1]}
    if same:
        better = {card for card in same if takes(card, led, trump)}
        return better if better and must_win else same
    trumps = {card for card in held if card[1] == trump}
    return trumps if trumps and must_trump else set(held)


def count_ways(first: set[str], second: set[str], trump: str, must_win: bool, must_trump: bool) -> int:
    """Count the ways to play two hands out, `first` to lead, one lead after another."""
    if not first:
        return 1
    ways = 0
    for led in first:
        for card in answers(second, led, trump, must_win, must_trump):
            mine, yours = first - {led}, second - {card}
            if takes(card, led, trump):
                ways += count_ways(yours, mine, trump, must_win, must_trump)
            else:
                ways += count_ways(mine, yours, trump, must_win, must_trump)
    return ways


def earned(eldest: Seat, tricks: int, kinds: list[str]) -> dict[Seat, int]:
    """Points for the tricks, of which eldest made so many, after calls of these kinds."""
    points = {Seat.N: 0, Seat.S: 0}
    winner = eldest if tricks > 2 else other(eldest)
    failed = kinds[:1] in ([], ["play"]) and winner != eldest
    failed = failed or (kinds[:2] == ["propose", "refuse"] and winner == eldest)
    points[winner] = 2 if failed or tricks in (0, 5) else 1
    return points


@dataclass
class Hand:
    """A legal hand as it is being made up."""

    dealer: Seat
    stock: list[str]
    held: dict[Seat, set[str]]
    upcard: str
    chance: Random


def glimpses(cards: list[str] | set[str]) -> tuple[Glimpse, ...]:
    return tuple(Glimpse.of(Card.parse(card)) for card in sorted(cards))


def make_swap(hand: Hand, seat: Seat) -> Swap:
    most = min(5, len(hand.stock))
    size = hand.chance.randint(0, most)
    away = hand.chance.sample(sorted(hand.held[seat]), size)
    taken = [hand.stock.pop() for _ in range(size)]
    hand.held[seat] = (hand.held[seat] - set(away)) | set(taken)
    return Swap(size, glimpses(away), glimpses(taken))


def make_calls(hand: Hand, many: bool) -> list[EcarteCall]:
    eldest = other(hand.dealer)
    calls: list[EcarteCall] = []
    while True:
        may_propose = not calls or (many and hand.stock)
        if not may_propose or hand.chance.random() < 0.3:
            if not calls or hand.chance.random() < 0.5:
                calls.append(EcarteCall(EcarteCallKind.PLAY))
            return calls
        calls.append(EcarteCall(EcarteCallKind.PROPOSE))
        if hand.chance.random() < 0.3:
            calls.append(EcarteCall(EcarteCallKind.REFUSE))
            return calls
        first = make_swap(hand, eldest)
        calls.append(EcarteCall(EcarteCallKind.ACCEPT, None, first, make_swap(hand, hand.dealer)))


def make_play(hand: Hand) -> tuple[list[Trick], int, str]:
    """Play at random by the rules; return the tricks, how many eldest made, and eldest's first card."""
    eldest = leader = other(hand.dealer)
    held = {seat: set(cards) for seat, cards in hand.held.items()}
    tricks, made, first = [], 0, ""
    for _ in range(5):
        led = hand.chance.choice(sorted(held[leader]))
        card = hand.chance.choice(sorted(answers(held[other(leader)], led, hand.upcard[1])))
        first = first or led
        held[leader].remove(led)
        held[other(leader)].remove(card)
        winner = other(leader) if takes(card, led, hand.upcard[1]) else leader
        seats = (leader, other(leader)) if hand.chance.random() < 0.5 else (None, None)
        cards = tuple(Played(Card.parse(text), seat) for text, seat in zip((led, card), seats, strict=True))
        said = hand.chance.random() < 0.5
        tricks.append(Trick(cards, leader if said else None, winner if said else None))
        leader = winner
        made += winner == eldest
    return tricks, made, first


def make_kings(hand: Hand, first: str) -> list[KingMark]:
    king = "K" + hand.upcard[1]
    if hand.upcard == king:
        moments: list[KingMoment | None] = [*list(KingMoment)[:-1], None]
        marks = [KingMark(hand.dealer, hand.chance.choice(moments))]
    else:
        marks = []
        for seat in BOTH:
            if king in hand.held[seat]:
                moments = [KingMoment.BEFORE_FIRST_CARD, None]
                if seat != hand.dealer and first == king:
                    moments.append(KingMoment.BEFORE_PLAYED_TO)
                marks = [KingMark(seat, hand.chance.choice(moments))]
    return marks if hand.chance.random() < 0.7 else []


def a_legal_record(chance: Random, many: bool = False) -> EcarteRecord:
    """Deal, propose and play a hand by chance, and write everything down."""
    cards = chance.sample(PACK, 32)
    dealer = chance.choice(BOTH)
    hand = Hand(dealer, cards[11:], {Seat.N: set(cards[:5]), Seat.S: set(cards[5:10])}, cards[10], chance)
    if chance.random() < 0.3:  # kings are turned up more often than by chance
        kings = [card for card in hand.stock if card[0] == "K"]
        if kings:
            hand.stock[hand.stock.index(kings[0])], hand.upcard = hand.upcard, kings[0]
    dealt = {seat: glimpses(held) for seat, held in hand.held.items()}
    calls = make_calls(hand, many)
    tricks, made, first = make_play(hand)
    kings_marked = make_kings(hand, first)
    points = earned(other(dealer), made, [str(call.kind) for call in calls])
    for mark in kings_marked:
        points[mark.seat] += 1
    by_seat = {other(dealer): made, dealer: 5 - made}
    return EcarteRecord(
        dealer=dealer,
        packets=chance.choice([(2, 2, 3, 3), (3, 3, 2, 2), None]),
        held=dealt,
        upcard=Card.parse(hand.upcard),
        calls=tuple(calls),
        kings=tuple(kings_marked),
        tricks=tuple(tricks),
        said=EcarteSaid(
            tuple((side(seat), by_seat[seat]) for seat in BOTH),
            tuple((side(seat), points[seat]) for seat in BOTH),
        ),
    )


def is_legal(record: EcarteRecord, many: bool = False) -> bool:
    """Judge a record in which everything is written down, by going through the hand step by step."""
    try:
        _walk(record, many)
    except (AssertionError, KeyError, ValueError, IndexError):
        return False
    return True


def _walk(record: EcarteRecord, many: bool) -> None:
    assert record.dealer in BOTH and record.upcard is not None
    dealer, eldest, upcard = record.dealer, other(record.dealer), str(record.upcard)
    assert record.packets in ((2, 2, 3, 3), (3, 3, 2, 2), None)
    held = {seat: {str(seen.card) for seen in record.held[seat]} for seat in BOTH}
    assert all(len(record.held[seat]) == 5 and len(held[seat]) == 5 for seat in BOTH)
    left = set(PACK) - held[Seat.N] - held[Seat.S] - {upcard}
    assert len(left) == 21
    kinds = [str(call.kind) for call in record.calls or ()]
    _walk_calls(record, many, held, left, kinds)
    king = "K" + upcard[1]
    points = {Seat.N: 0, Seat.S: 0}
    for mark in record.kings or ():
        points[mark.seat] += 1
        if upcard == king:
            assert mark.seat == dealer and mark.moment != KingMoment.NEXT_TRUMP
        else:
            assert king in held[mark.seat]
            if mark.moment == KingMoment.BEFORE_PLAYED_TO:
                assert mark.seat == eldest and str((record.tricks or ())[0].cards[0].card) == king
            else:
                assert mark.moment in (None, KingMoment.BEFORE_FIRST_CARD)
    assert sum(points.values()) < 2
    made = _walk_play(record, held, eldest, upcard[1])
    tricks = {eldest: made, dealer: 5 - made}
    for seat, more in earned(eldest, made, kinds).items():
        points[seat] += more
    for who, number in record.said.tricks or ():
        assert tricks[min(who)] == number
    for who, number in record.said.points or ():
        assert points[min(who)] == number


def _walk_calls(
    record: EcarteRecord, many: bool, held: dict[Seat, set[str]], left: set[str], kinds: list[str]
) -> None:
    eldest = other(record.dealer or Seat.N)
    rounds = kinds.count("accept")
    assert rounds <= 1 or many
    begun = ["propose", "accept"] * rounds
    endings: list[list[str]] = [begun, [*begun, "play"]]
    if many or not rounds:
        endings.append([*begun, "propose", "refuse"])
    assert kinds in endings
    for place, call in enumerate(record.calls or ()):
        assert call.seat in (None, eldest if place % 2 == 0 else record.dealer)
        if call.kind == EcarteCallKind.PROPOSE:
            assert left
        if call.kind != EcarteCallKind.ACCEPT:
            assert call.eldest == call.dealer == Swap()
            continue
        for seat, swap in ((eldest, call.eldest), (record.dealer or Seat.S, call.dealer)):
            away = {str(seen.card) for seen in swap.away or ()}
            taken = {str(seen.card) for seen in swap.taken or ()}
            assert swap.count == len(away) == len(taken) == len(swap.away or ()) == len(swap.taken or ())
            assert away <= held[seat] and taken <= left
            held[seat] -= away
            held[seat] |= taken
            left -= taken


def _walk_play(record: EcarteRecord, start: dict[Seat, set[str]], eldest: Seat, trump: str) -> int:
    held = {seat: set(cards) for seat, cards in start.items()}
    assert record.tricks is not None and len(record.tricks) == 5
    leader, made = eldest, 0
    for trick in record.tricks:
        led, card = (str(played.card) for played in trick.cards)
        first, second = (played.seat for played in trick.cards)
        assert trick.leader in (None, leader)
        assert first in (None, leader) and second in (None, other(leader))
        assert led in held[leader]
        assert card in answers(held[other(leader)], led, trump)
        held[leader].remove(led)
        held[other(leader)].remove(card)
        winner = other(leader) if takes(card, led, trump) else leader
        assert trick.winner in (None, winner)
        leader = winner
        made += winner == eldest
    return made


def play_is_legal(record: EcarteRecord) -> bool:
    """Judge five tricks without the deal: each hand is what its owner played."""
    assert record.dealer is not None and record.upcard is not None
    eldest, trump = other(record.dealer), str(record.upcard)[1]
    held: dict[Seat, set[str]] = {Seat.N: set(), Seat.S: set()}
    leader = eldest
    every: list[str] = [str(record.upcard)]
    for trick in record.tricks or ():
        led, card = (str(played.card) for played in trick.cards)
        held[leader].add(led)
        held[other(leader)].add(card)
        every += [led, card]
        leader = other(leader) if takes(card, led, trump) else leader
    if len(set(every)) < len(every):
        return False
    try:
        _walk_play(record, held, eldest, trump)
    except (AssertionError, KeyError):
        return False
    return True
