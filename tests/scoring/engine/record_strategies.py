"""Records of hands and games as hypothesis draws them: sound ones, odd ones and impossible ones.

A record holds what somebody wrote, so nothing here looks at the rules: seats speak twice, cards are played
six times, figures are below nothing. Only what no reader keeps (`records.MOST_HELD` and its like) is not
drawn.
"""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.engine.cards import BENNY, Card, Rank, Suit
from scoring.engine.ecarte import ECARTE
from scoring.engine.ecarte import changed as ecarte_changed
from scoring.engine.ecarte_records import (
    EcarteCall,
    EcarteCallKind,
    EcarteRecord,
    EcarteSaid,
    KingMark,
    KingMoment,
    Swap,
)
from scoring.engine.notation_games import GameRecord
from scoring.engine.records import (
    Call,
    CallKind,
    Claim,
    Cut,
    Exchange,
    ExchangeKind,
    Glimpse,
    HandRecord,
    PenaltyMark,
    Played,
    Said,
    Trick,
)
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.engine.sheets import PenaltyKind

CARDS = [Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.BENNY] + [BENNY]

seats = st.sampled_from(Seat)
maybe_seats = st.none() | seats
cards = st.sampled_from(CARDS)
suits = st.none() | st.sampled_from(Suit)
numbers = st.integers(0, 5) | st.integers(-(10**17), 10**17)
small = st.integers(0, 4) | st.integers(-(10**8), 10**8)
sides = st.frozensets(seats, max_size=4)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
reasons = st.sampled_from(["", "irregular", "unstated", "misdeal", "cards 4", "pen"]) | texts

ranks = st.none() | st.sampled_from(Rank)
glimpses = st.builds(Glimpse, ranks, suits) | st.builds(Glimpse.of, cards)


def some(kind, most=4):
    """Several of a kind, in their order."""
    return st.lists(kind, max_size=most).map(tuple)


points = some(st.tuples(sides, numbers))
calls = st.builds(Call, st.sampled_from(CallKind), suits, st.booleans(), maybe_seats)
plain_calls = st.builds(Call, st.sampled_from(CallKind), suits)
exchanges = st.builds(
    Exchange, st.sampled_from(ExchangeKind), seats, maybe_seats, some(glimpses), some(glimpses)
)
played = st.builds(Played, st.none() | cards, maybe_seats, reasons) | st.builds(Played, cards)
tricks = st.builds(Trick, some(played, 5), maybe_seats, maybe_seats)
claims = st.builds(Claim, seats, numbers, small, small, st.booleans(), st.none() | st.booleans()) | st.builds(
    Claim, seats, st.just(0), st.integers(0, 2), st.just(0), st.just(True)
)
penalties = st.builds(
    PenaltyMark, seats, st.sampled_from(PenaltyKind), st.none() | numbers, some(st.tuples(sides, numbers), 3)
)
cuts = st.builds(Cut, seats, cards, st.integers(1, 3) | small)

deal_fields = {
    "number": st.none() | numbers,
    "dealer": maybe_seats,
    "cuts": st.none() | some(cuts),
    "packets": st.none() | some(numbers, 8),
    "held": st.dictionaries(seats, some(glimpses, 6)),
    "upcard": st.none() | cards,
    "tricks": st.none() | some(tricks, 6),
    "stopped": st.booleans(),
    "claims": some(claims, 3),
    "redeal": reasons,
    "scores": st.none() | points,
}

hands = st.builds(
    HandRecord,
    **deal_fields,
    calls=st.none() | some(calls | plain_calls, 9),
    discard=st.none() | glimpses,
    alone=st.none() | some(seats, 3),
    exchanges=some(exchanges, 2),
    said=st.builds(Said, st.none() | numbers, st.none() | numbers, st.none() | points, st.booleans()),
    thrown_in=st.booleans(),
    penalties=some(penalties, 2),
)

swaps = st.builds(Swap, st.none() | small, st.none() | some(glimpses, 5), st.none() | some(glimpses, 5))
ecarte_calls = st.builds(EcarteCall, st.sampled_from(EcarteCallKind), maybe_seats) | st.builds(
    EcarteCall, st.sampled_from(EcarteCallKind), maybe_seats, swaps, swaps
)
kings = st.builds(KingMark, seats, st.none() | st.sampled_from(KingMoment))
ecarte_hands = st.builds(
    EcarteRecord,
    **deal_fields,
    calls=st.none() | some(ecarte_calls, 5),
    kings=st.none() | some(kings, 2),
    said=st.builds(EcarteSaid, st.none() | some(st.tuples(sides, small)), st.none() | points, st.booleans()),
)

tag_names = st.from_regex(r"[A-Z][A-Za-z0-9_]{2,12}x", fullmatch=True)


@st.composite
def games_by(draw: st.DrawFn, rules: Ruleset) -> GameRecord:
    """A game by these rules, with all that its tags may hold."""
    own = hands if isinstance(rules, Ruleset) else ecarte_hands
    return GameRecord(
        event=draw(texts),
        site=draw(texts),
        date=draw(st.sampled_from(["", "2024-02-29"])),
        table=draw(st.sampled_from(["", "12"])),
        names=draw(st.dictionaries(seats, texts)),
        rules=rules,
        seats=draw(st.sampled_from([rules.seats, (Seat.S, Seat.N), (Seat.N, Seat.E, Seat.W)])),
        sides=draw(st.just(rules.sides) | st.lists(sides, min_size=1, max_size=4).map(tuple)),
        cards=draw(st.just(5) | st.integers(1, 16)),
        cut=draw(st.none() | some(cuts)),
        packets=draw(st.none() | some(numbers, 8)),
        start=draw(st.none() | some(numbers, 4)),
        result=draw(st.none() | some(numbers, 4)),
        status=draw(st.sampled_from(["", "final", "unfinished", "abandoned"])),
        tags=draw(some(st.tuples(tag_names, texts), 3)),
        hands=draw(some(own, 3)),
    )


ECARTES = [ECARTE, ecarte_changed(ECARTE, {"key": "ours", "proposals": "while-the-stock-lasts"})]
