"""Nonsense never brings the examination down: whatever a record can hold, a verdict comes back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import BENNY, Card, Rank, Suit
from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
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
from scoring.engine.seats import Seat, sides_of
from scoring.engine.sheets import PenaltyKind
from scoring.engine.verdicts import SECTIONS, Status
from tests.scoring.engine.rulebook import UNUSUAL

seats = st.sampled_from(Seat)
cards = st.just(BENNY) | st.builds(
    Card, st.sampled_from([rank for rank in Rank if rank != Rank.BENNY]), st.sampled_from(Suit)
)
glimpses = cards.map(Glimpse.of) | st.builds(
    Glimpse, st.none() | st.sampled_from(Rank), st.none() | st.sampled_from(Suit)
)
some = st.integers(-2, 9)
sides = st.sampled_from([*sides_of(4), *sides_of(3), frozenset()])
points = st.lists(st.tuples(sides, some), max_size=4).map(tuple)
calls = st.builds(
    Call, st.sampled_from(CallKind), st.none() | st.sampled_from(Suit), st.booleans(), st.none() | seats
)
tricks = st.builds(
    Trick,
    st.lists(st.builds(Played, st.none() | cards, st.none() | seats), max_size=6).map(tuple),
    st.none() | seats,
    st.none() | seats,
)
records = st.builds(
    HandRecord,
    dealer=st.none() | seats,
    cuts=st.none() | st.lists(st.builds(Cut, seats, cards, st.integers(1, 3)), max_size=6).map(tuple),
    packets=st.none() | st.lists(some, max_size=9).map(tuple),
    held=st.dictionaries(seats, st.lists(glimpses, max_size=7).map(tuple)),
    upcard=st.none() | cards,
    calls=st.none() | st.lists(calls, max_size=10).map(tuple),
    discard=st.none() | glimpses,
    alone=st.none() | st.lists(seats, max_size=4).map(tuple),
    exchanges=st.lists(
        st.builds(
            Exchange,
            st.sampled_from(ExchangeKind),
            seats,
            st.none() | seats,
            st.lists(glimpses, max_size=4).map(tuple),
            st.lists(glimpses, max_size=4).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    tricks=st.none() | st.lists(tricks, max_size=7).map(tuple),
    stopped=st.booleans(),
    claims=st.lists(
        st.builds(Claim, seats, some, some, some, st.booleans(), st.sampled_from([None, True, False])),
        max_size=2,
    ).map(tuple),
    said=st.builds(Said, st.none() | some, st.none() | some, st.none() | points),
    thrown_in=st.booleans(),
    redeal=st.sampled_from(["", "", "", "farmer", "misdeal"]),
    penalties=st.lists(
        st.builds(PenaltyMark, seats, st.sampled_from(PenaltyKind), st.none() | some, points), max_size=2
    ).map(tuple),
    scores=st.none() | points,
)


@settings(max_examples=1_000)
@given(records, st.sampled_from([*RULESETS.values(), *UNUSUAL]))
def test_whatever_a_record_holds_a_verdict_comes_back(record, rules):
    verdict = examine(record, rules)
    assert (verdict.status is Status.ILLEGAL) == bool(verdict.faults)
    places = [(SECTIONS.index(fault.step.section), fault.step.index) for fault in verdict.faults]
    assert places == sorted(places)
    assert len(set(verdict.faults)) == len(verdict.faults)
    assert all(fault.sentence.strip() and fault.step.index >= 0 for fault in verdict.faults)
    assert len(verdict.claims) in (0, len(record.claims))
