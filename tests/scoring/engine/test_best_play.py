"""Best play against an oracle that plays everything out, and what must hold of it whatever is dealt."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.best_play import (
    ClaimIs,
    best_cards,
    best_tricks,
    certain_tricks,
    claim_is,
    lone_hand_sentence,
    possible_tricks,
)
from scoring.engine.cards import Card, Suit, pack
from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.positions import Position
from scoring.engine.seats import Seat
from tests.scoring.engine.plain_search import a_position, cards_of, plain_tricks, positions
from tests.scoring.engine.strategies import E, N, S, W

colourings = st.permutations([(Suit.CLUBS, Suit.SPADES), (Suit.DIAMONDS, Suit.HEARTS)])


@given(positions())
@settings(max_examples=200)
def test_it_agrees_with_playing_everything_out(position: Position) -> None:
    assert best_tricks(position) == position.tricks_won + plain_tricks(
        position, position.makers, position.makers
    )


@pytest.mark.parametrize(
    ("key", "deals"), [("two-handed", 20), ("cut-throat", 2), ("north-american", 1), ("benny", 1)]
)
def test_it_agrees_on_whole_deals(key: str, deals: int) -> None:
    rules, chance = RULESETS[key], Random(1880)
    for _ in range(deals):
        position = a_whole_deal(key, chance)
        plain = plain_tricks(position, position.makers, position.makers, remember=True)
        assert best_tricks(position) == plain
    assert len(position.held) == rules.players


def a_whole_deal(key: str, chance: Random) -> Position:
    rules = RULESETS[key]
    dealt = chance.sample(pack(rules), 5 * rules.players)
    held = {seat: frozenset(dealt[at * 5 : at * 5 + 5]) for at, seat in enumerate(rules.seats)}
    maker = chance.choice(rules.seats)
    return Position(
        held=held,
        trump=chance.choice(list(Suit)),
        to_play=chance.choice(rules.seats),
        makers=rules.side_of(maker),
    )


@given(positions())
def test_the_best_card_is_worth_what_the_position_is(position: Position) -> None:
    figures = best_cards(position)
    assert figures.keys() == position.legal
    if figures:
        best = max if position.to_play in position.makers else min
        assert best(figures.values()) == best_tricks(position)


@given(positions(cards=4))
def test_who_follows_the_best_cards_gets_what_was_foretold(position: Position) -> None:
    foretold = best_tricks(position)
    while figures := best_cards(position):
        best = max if position.to_play in position.makers else min
        position = position.after(best(figures, key=lambda card: figures[card]))
    assert position.tricks_won == foretold


@given(positions(), colourings, st.booleans(), st.booleans())
def test_other_suits_of_like_colours_change_nothing(
    position: Position, colours: list[tuple[Suit, Suit]], turned: bool, other_turned: bool
) -> None:
    new = [pair[::-1] if turn else pair for pair, turn in zip(colours, (turned, other_turned), strict=True)]
    named = dict(zip((Suit.CLUBS, Suit.SPADES, Suit.DIAMONDS, Suit.HEARTS), (*new[0], *new[1]), strict=True))

    def other(card: Card) -> Card:
        return card if card.suit is None else Card(card.rank, named[card.suit])

    painted = replace(
        position,
        held={seat: frozenset(map(other, cards)) for seat, cards in position.held.items()},
        table=tuple(map(other, position.table)),
        trump=None if position.trump is None else named[position.trump],
    )
    assert best_cards(painted) == {other(card): won for card, won in best_cards(position).items()}


@given(positions(), st.integers(1, 3))
def test_turning_the_table_changes_nothing(position: Position, by: int) -> None:
    clockwise = list(Seat)

    def turned(seat: Seat) -> Seat:
        return clockwise[(clockwise.index(seat) + by) % 4]

    there = replace(
        position,
        held={turned(seat): cards for seat, cards in position.held.items()},
        to_play=turned(position.to_play),
        makers=frozenset(map(turned, position.makers)),
    )
    assert best_cards(there) == best_cards(position)


@given(positions())
def test_makers_and_defenders_share_the_tricks(position: Position) -> None:
    others = replace(position, makers=frozenset(position.held) - position.makers, tricks_won=0)
    assert best_tricks(position) - position.tricks_won == position.left - best_tricks(others)


@given(positions())
@settings(max_examples=40)
def test_claims_agree_with_playing_everything_out(position: Position) -> None:
    for seat in position.held:
        side = position.makers if seat in position.makers else frozenset(position.held) - position.makers
        assert certain_tricks(position, seat) == plain_tricks(position, side, {seat})
        assert possible_tricks(position, seat) == plain_tricks(position, side, position.held)


@given(positions())
@settings(max_examples=40)
def test_claiming_more_is_never_surer(position: Position) -> None:
    order = [ClaimIs.CERTAIN, ClaimIs.POSSIBLE, ClaimIs.IMPOSSIBLE]
    for seat in position.held:
        judged = [order.index(claim_is(position, seat, tricks)) for tricks in range(position.left + 2)]
        assert judged[0] == 0
        assert judged[-1] == 2
        assert all(fewer <= more for fewer, more in pairwise(judged))


@given(positions())
@settings(max_examples=50)
def test_what_one_player_makes_sure_of_best_play_of_the_side_makes_too(position: Position) -> None:
    for seat in position.makers:
        here = best_tricks(position) - position.tricks_won
        assert certain_tricks(position, seat) <= here <= possible_tricks(position, seat)


def test_top_trumps_make_a_claim_certain() -> None:
    held = {N: "JC JS AC", E: "KC QC AH", S: "9H TH QH", W: "AD KD QD"}
    position = a_position(held, Suit.CLUBS, W, [N, S])
    assert claim_is(position, N, 3) == ClaimIs.CERTAIN


def test_a_claim_that_needs_the_partners_help_is_only_possible() -> None:
    held = {N: "9H AS", E: "KS QS", S: "AH TH", W: "KH TS"}
    position = a_position(held, Suit.CLUBS, N, [N, S])
    assert claim_is(position, N, 2) == ClaimIs.POSSIBLE  # South may waste the ace of hearts
    assert claim_is(position, N, 1) == ClaimIs.CERTAIN
    assert best_tricks(position) == 2


def test_a_claim_against_the_right_bower_is_impossible() -> None:
    held = {N: "JS AC", E: "JC AH", S: "9H TH", W: "AD KD"}
    assert claim_is(a_position(held, Suit.CLUBS, N, [N, S]), N, 2) == ClaimIs.IMPOSSIBLE


def test_who_is_for_himself_claims_for_himself() -> None:
    held = {N: "9C", E: "AH", S: "KH"}
    position = a_position(held, Suit.SPADES, E, [N])
    assert claim_is(position, S, 1) == ClaimIs.CERTAIN
    assert claim_is(position, S, 1, side=frozenset({S})) == ClaimIs.IMPOSSIBLE


def test_the_left_bower_is_a_trump() -> None:
    held = {N: "JS 9D", S: "AC AD"}
    assert best_tricks(a_position(held, Suit.CLUBS, N, [N])) == 1
    assert best_tricks(a_position(held, Suit.HEARTS, N, [N])) == 1
    assert best_tricks(a_position({N: "9S 9D", S: "JS AD"}, Suit.CLUBS, N, [N])) == 0


def test_benny_beats_both_bowers() -> None:
    held = {N: "JO", E: "JC", S: "9H", W: "JS"}
    assert best_tricks(a_position(held, Suit.CLUBS, E, [N, S])) == 1
    assert best_tricks(a_position(held, Suit.CLUBS, E, [E, W])) == 0


def test_a_lone_hand_that_cannot_be_stopped() -> None:
    held = {N: "JC JS AC KC AH", E: "KH 9D TD QD KD", W: "9C TC 9H 9S QS"}
    sentence = lone_hand_sentence(a_position(held, Suit.CLUBS, E, [N]))
    assert sentence == "The lone hand could not be stopped: it takes all five tricks."


def test_a_lone_hand_that_could_have_been_held_is_told_by_which_lead() -> None:
    held = {N: "JC JS AC KC QH", E: "AH KH TD QD KD", W: "9C TC AS 9S QS"}
    position = a_position(held, Suit.CLUBS, E, [N])
    assert (
        lone_hand_sentence(position) == "The lone hand could be held to four tricks: lead the ace of hearts."
    )
    after = position.after(Card.parse("TD"))
    assert lone_hand_sentence(after).startswith("The lone hand could")


def test_a_lone_hand_that_could_have_been_beaten() -> None:
    held = {N: "9C TC QH KH 9S", E: "AC AH 9D TD QD", W: "JC JS KC AS KS"}
    position = a_position(held, Suit.CLUBS, E, [N])
    assert lone_hand_sentence(position).startswith("The lone hand could be beaten: lead the ace of ")
    to_lone = replace(position, to_play=N)
    assert lone_hand_sentence(to_lone) == "The lone hand could be beaten."


@pytest.mark.parametrize(
    "wrong",
    [
        {"held": {N: cards_of("AC")}},
        {"to_play": W},
        {"makers": frozenset({W})},
        {"makers": frozenset({N, S})},
        {"table": tuple(cards_of("9H TH"))},
        {"table": tuple(cards_of("AC"))},
        {"held": {N: cards_of("AC"), S: cards_of("AC")}},
        {"held": {N: cards_of("AC KC"), S: cards_of("AD")}},
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    sound = a_position({N: "AC", S: "AD"}, Suit.CLUBS, N, [N])
    with pytest.raises(RuleViolation) as refused:
        replace(sound, **wrong)
    assert refused.value.code == "position-unsound"


def test_only_a_legal_card_is_played() -> None:
    position = a_position({N: "AC 9D", S: "KC AD"}, Suit.HEARTS, N, [N]).after(Card.parse("AC"))
    with pytest.raises(RuleViolation, match="S may not play AD"):
        position.after(Card.parse("AD"))


def test_a_seat_that_sits_out_claims_nothing() -> None:
    with pytest.raises(RuleViolation, match="W does not play"):
        claim_is(a_position({N: "AC", S: "AD"}, Suit.CLUBS, N, [N]), W, 1)
