"""Écarté by chance: what holds for every hand, and agreement with a second, naive telling of the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import Card, Suit
from scoring.engine.ecarte import ECARTE, EcarteRules, changed
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_play import PACK, beats, legal_plays, ways_to_play
from scoring.engine.ecarte_records import EcarteRecord, EcarteSaid
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Status
from tests.scoring.engine import ecarte_naive as naive
from tests.scoring.engine.ecarte_changes import (
    CHANGES,
    change_played,
    change_seats,
    exchange_played,
    hide,
    turn_trick,
)

N, S = Seat.N, Seat.S
MANY = changed(ECARTE, {"proposals": "while-the-stock-lasts"})
FREE = changed(ECARTE, {"must_win": False, "must_trump": False})

chances = st.integers(0, 2**32).map(Random)
several = st.booleans()
decks = st.permutations(PACK)
trumps = st.sampled_from(Suit)


def rules_for(many: bool) -> EcarteRules:
    return MANY if many else ECARTE


@given(decks, st.integers(1, 5), trumps, st.sampled_from([ECARTE, FREE]))
def test_legal_plays_are_never_empty_and_inside_the_hand(deck, size, trump, rules):
    held, led = frozenset(deck[:size]), deck[31]
    assert legal_plays(held, None, trump, rules) == held
    plays = legal_plays(held, led, trump, rules)
    assert plays and plays <= held
    assert plays <= legal_plays(held, led, trump, FREE)


@given(decks, st.integers(1, 5), trumps)
def test_legal_plays_are_those_of_the_naive_rules(deck, size, trump):
    held, led = frozenset(deck[:size]), deck[31]
    texts = naive.answers({str(card) for card in held}, str(led), str(trump))
    assert {str(card) for card in legal_plays(held, led, trump)} == texts


@given(decks, trumps)
def test_of_two_cards_of_one_suit_one_takes_the_other(deck, trump):
    one, two = deck[:2]
    assert beats(one, two, trump) == naive.takes(str(one), str(two), str(trump))
    if one.suit == two.suit:
        assert beats(one, two, trump) != beats(two, one, trump)


@settings(max_examples=40)
@given(decks, trumps, st.booleans(), st.booleans())
def test_hands_are_played_out_in_as_many_ways_as_by_the_naive_rules(deck, trump, must_win, must_trump):
    rules = changed(ECARTE, {"must_win": must_win, "must_trump": must_trump})
    held = {N: frozenset(deck[:4]), S: frozenset(deck[4:8])}
    mine, yours = ({str(card) for card in held[seat]} for seat in (N, S))
    ways = ways_to_play(held, N, trump, rules)
    assert ways == naive.count_ways(mine, yours, str(trump), must_win, must_trump)


PERFT = [
    # Five trumps led in any order, 5!; three trumps follow in any order, 3!, then two spades, 2!.
    ("KHQHJHAHTH", "9H8H7HKSQS", "H", 1440, 1440),
    ("KCQDJHASTC", "9C8D7HKSQH", "S", 198, 462),
    ("KS7SKH7HKD", "QSJS8SQHJH", "D", 1380, 1776),
    ("7C8C9DTDAH", "TCAC7D8D7S", "S", 784, 1456),
]


@pytest.mark.parametrize("mine, yours, trump, ways, free", PERFT)
def test_a_fixed_deal_is_played_out_in_so_many_ways(mine, yours, trump, ways, free):
    first, second = ({cards[at : at + 2] for at in range(0, 10, 2)} for cards in (mine, yours))
    held = {N: frozenset(map(Card.parse, first)), S: frozenset(map(Card.parse, second))}
    assert naive.count_ways(first, second, trump, True, True) == ways
    assert ways_to_play(held, N, Suit(trump)) == ways
    assert ways_to_play(held, N, Suit(trump), FREE) == free


@given(chances, several)
def test_a_legal_hand_written_down_in_full_is_legal(chance, many):
    record = naive.a_legal_record(chance, many)
    verdict = examine_ecarte(record, rules_for(many))
    assert (verdict.status, verdict.faults, verdict.unknown) == (Status.LEGAL, (), ())
    assert verdict.derived.points == dict(record.said.points or ())
    assert verdict.derived.tricks == dict(record.said.tricks or ())


@settings(max_examples=600)
@given(chances, several, st.sampled_from(CHANGES))
def test_one_changed_fact_is_found_or_leaves_another_legal_hand(chance, many, change):
    record = change(naive.a_legal_record(chance, many), chance)
    verdict = examine_ecarte(record, rules_for(many))
    expected = Status.LEGAL if naive.is_legal(record, many) else Status.ILLEGAL
    assert verdict.status == expected
    assert bool(verdict.faults) == (expected is Status.ILLEGAL)


@settings(max_examples=200)
@given(chances, several)
def test_no_legal_hand_is_called_illegal_when_parts_of_it_are_hidden(chance, many):
    record = naive.a_legal_record(chance, many)
    hidden = hide(record, chance)
    verdict = examine_ecarte(hidden, rules_for(many))
    assert verdict.faults == ()
    if verdict.derived.points is not None:
        assert verdict.derived.points == dict(record.said.points or ())


@given(chances, several)
def test_no_legal_hand_is_called_illegal_when_only_its_deal_is_hidden(chance, many):
    record = replace(naive.a_legal_record(chance, many), held={})
    verdict = examine_ecarte(record, rules_for(many))
    assert verdict.status is Status.UNPROVEN
    assert verdict.unknown == ("what N was dealt", "what S was dealt")


@settings(max_examples=200)
@given(chances, st.sampled_from([exchange_played, change_played, turn_trick]))
def test_play_alone_betrays_all_that_the_cards_of_later_tricks_can_betray(chance, change):
    record = naive.a_legal_record(chance)
    record = replace(record, held={}, calls=None, kings=None, said=EcarteSaid())
    record = without_checksums(change(record, chance))
    verdict = examine_ecarte(record, ECARTE)
    expected = Status.UNPROVEN if naive.play_is_legal(record) else Status.ILLEGAL
    assert verdict.status == expected


def without_checksums(record: EcarteRecord) -> EcarteRecord:
    """Leave the cards alone, so that only they can betray anything."""
    tricks = tuple(
        replace(
            trick,
            leader=None,
            winner=None,
            cards=tuple(replace(played, seat=None) for played in trick.cards),
        )
        for trick in record.tricks or ()
    )
    return replace(record, tricks=tricks)


def turned(record):
    """Let the two change seats, and nothing else."""
    over = {N: S, S: N, None: None}
    sides = {frozenset({N}): frozenset({S}), frozenset({S}): frozenset({N})}
    said = {
        name: tuple((sides[side], number) for side, number in getattr(record.said, name))
        for name in ("tricks", "points")
    }
    tricks = tuple(
        replace(
            trick,
            leader=over[trick.leader],
            winner=over[trick.winner],
            cards=tuple(replace(played, seat=over[played.seat]) for played in trick.cards),
        )
        for trick in record.tricks or ()
    )
    return replace(
        record,
        dealer=over[record.dealer],
        held={S: record.held[N], N: record.held[S]},
        calls=tuple(replace(call, seat=over[call.seat]) for call in record.calls or ()),
        kings=tuple(replace(mark, seat=over[mark.seat]) for mark in record.kings or ()),
        tricks=tricks,
        said=EcarteSaid(said["tricks"], said["points"]),
    )


@given(chances, several, st.sampled_from([change for change in CHANGES if change is not change_seats]))
def test_turning_the_table_turns_the_verdict_and_nothing_else(chance, many, change):
    record = change(naive.a_legal_record(chance, many), chance)
    if record.said.points is None:
        record = replace(record, said=replace(record.said, points=()))
    here, there = (examine_ecarte(each, rules_for(many)) for each in (record, turned(record)))
    assert here.status == there.status
    assert sorted(found.code for found in here.faults) == sorted(found.code for found in there.faults)
    if here.derived.points is not None and there.derived.points is not None:
        assert list(here.derived.points.values()) == list(there.derived.points.values())[::-1]
