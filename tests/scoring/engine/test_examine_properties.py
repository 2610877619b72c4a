"""What must hold of every hand: legal ones are legal, and changed ones judged as a second euchre does."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import Card, Suit, legal_plays
from scoring.engine.catalogue import RULESETS
from scoring.engine.deck import CARDS, FOLLOWS, TRUMPS, bits_of, cards_in, number_of
from scoring.engine.examine import examine
from scoring.engine.hands import award, possible_hands
from scoring.engine.play import legal_bits, ways_to_finish
from scoring.engine.records import Call, Glimpse, Played, Said
from scoring.engine.seats import Seat
from scoring.engine.verdicts import SECTIONS, Status
from tests.scoring.engine import naive_euchre
from tests.scoring.engine.naive_hands import change_one_fact, draw_hand, is_legal, record_of
from tests.scoring.engine.rulebook import UNUSUAL

EVERY = [*RULESETS.values(), *UNUSUAL]
by_key = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.key)


@by_key
def test_hands_drawn_at_random_are_legal_and_come_to_the_same(rules):
    rng = Random(rules.key)
    for _ in range(60):
        facts = draw_hand(rules, rng)
        assert is_legal(facts, rules)
        verdict = examine(record_of(facts), rules)
        assert verdict.status is Status.LEGAL, (facts, verdict.faults, verdict.unknown)
        derived = verdict.derived
        assert [*derived.winners] == [Seat(seat) for seat in facts["winners"]]
        by_side = {"".join(sorted(side)): points for side, points in derived.points.items()}
        assert by_side == {"".join(sorted(side)): points for side, points in facts["points"].items()}


def changed_hands(rules, how_many, rng):
    for _ in range(how_many):
        facts = change_one_fact(draw_hand(rules, rng), rules, rng)
        yield facts, is_legal(facts, rules), examine(record_of(facts), rules)


@by_key
def test_one_changed_fact_is_found_or_leaves_another_legal_hand(rules):
    seen = set()
    for facts, legal, verdict in changed_hands(rules, 150, Random(rules.key)):
        seen.add(legal)
        assert (verdict.status is Status.LEGAL) == legal, (facts, verdict.faults, verdict.unknown)
        assert legal or verdict.status is Status.ILLEGAL, (facts, verdict.unknown)
    assert seen == {False, True}


@pytest.mark.long
@by_key
def test_many_changed_facts_are_found(rules):
    for facts, legal, verdict in changed_hands(rules, 2_000, Random(7)):
        assert (verdict.status is Status.LEGAL) == legal, (facts, verdict.faults, verdict.unknown)


def test_facts_changed_again_and_again_never_bring_the_engine_down():
    """Several changes at once: what comes out is legal or not as the second euchre says, never an error."""
    rng = Random(11)
    for rules in EVERY:
        for _ in range(40):
            facts = draw_hand(rules, rng)
            for _ in range(rng.randint(2, 6)):
                facts = change_one_fact(facts, rules, rng)
            verdict = examine(record_of(facts), rules)
            assert (verdict.status is Status.LEGAL) == is_legal(facts, rules), (rules.key, facts)
            assert list(verdict.faults) == sorted(verdict.faults, key=place_of)


def place_of(fault):
    return SECTIONS.index(fault.step.section), fault.step.index


# --- turning the table, recolouring the suits

TURNED = {Seat.N: Seat.E, Seat.E: Seat.S, Seat.S: Seat.W, Seat.W: Seat.N, None: None}
RECOLOURED = [
    dict(zip("CDHS", letters, strict=True)) for letters in ("SDHC", "CHDS", "DCSH", "HSCD", "SHDC")
]  # colours stay together, so that bowers do


def renamed(record, seat_of, suit_of):
    """The same hand with seats and suits renamed."""

    def card(one):
        return one if one is None or one.suit is None else Card(one.rank, suit_of(one.suit))

    def glimpse(one):
        return one if one is None or one.suit is None else Glimpse(one.rank, suit_of(one.suit))

    def call(one):
        suit = one.suit and suit_of(one.suit)
        return Call(one.kind, suit, one.alone, seat_of(one.seat))

    tricks = tuple(
        replace(
            trick,
            cards=tuple(Played(card(one.card), seat_of(one.seat)) for one in trick.cards),
            winner=seat_of(trick.winner),
        )
        for trick in record.tricks
    )
    points = tuple((frozenset(map(seat_of, side)), earned) for side, earned in record.said.points)
    return replace(
        record,
        dealer=seat_of(record.dealer),
        held={seat_of(seat): tuple(map(glimpse, held)) for seat, held in record.held.items()},
        upcard=card(record.upcard),
        calls=tuple(map(call, record.calls)),
        discard=glimpse(record.discard),
        alone=tuple(map(seat_of, record.alone)),
        tricks=tricks,
        said=Said(record.said.makers_tricks, record.said.others_tricks, points),
        scores=tuple((frozenset(map(seat_of, side)), score) for side, score in record.scores),
    )


four_handed = [rules for rules in EVERY if rules.players == 4]
seeds = st.integers(0, 2**32)


@given(st.sampled_from(four_handed), seeds, st.booleans())
def test_turning_the_table_turns_the_verdict_and_changes_nothing_else(rules, seed, spoil):
    rng = Random(seed)
    facts = draw_hand(rules, rng)
    if spoil:
        facts = change_one_fact(facts, rules, rng)
    record = record_of(facts)
    before = examine(record, rules)
    after = examine(renamed(record, TURNED.get, lambda suit: suit), rules)
    assert after.status == before.status
    assert after.derived.maker == TURNED[before.derived.maker]
    assert [*after.derived.winners] == [TURNED[seat] for seat in before.derived.winners]
    if not spoil:
        turned = {frozenset(map(TURNED.get, side)): won for side, won in before.derived.points.items()}
        assert after.derived.points == turned


@given(st.sampled_from(EVERY), seeds, st.booleans(), st.sampled_from(RECOLOURED))
def test_recolouring_the_suits_changes_nothing(rules, seed, spoil, suits):
    rng = Random(seed)
    facts = draw_hand(rules, rng)
    if spoil:
        facts = change_one_fact(facts, rules, rng)
    record = record_of(facts)
    before = examine(record, rules)
    after = examine(renamed(record, lambda seat: seat, lambda suit: Suit(suits[suit])), rules)
    assert after.status == before.status
    assert [fault.code for fault in after.faults] == [fault.code for fault in before.faults]
    assert [fault.step for fault in after.faults] == [fault.step for fault in before.faults]
    assert after.derived.winners == before.derived.winners
    assert after.derived.points == before.derived.points


# --- legal plays, and the ways to finish

cards = st.sampled_from(CARDS)


@given(st.frozensets(cards, min_size=1, max_size=5), st.none() | cards, st.sampled_from(TRUMPS))
def test_legal_plays_are_never_empty_and_the_quick_tables_give_the_same(held, led, trump):
    at = TRUMPS.index(trump)
    suit = -1 if led is None else FOLLOWS[at][number_of(led)]
    found = frozenset(cards_in(legal_bits(bits_of(held), suit, at)))
    assert found
    assert found <= held
    assert found == legal_plays(held, led, trump)


def deals(rules, cards_each, how_many):
    """Fixed deals of a pack: hands by seat as the second euchre has them."""
    for seed in range(how_many):
        rng = Random(seed)
        pack = naive_euchre.pack(rules.lowest_rank, rules.benny)
        rng.shuffle(pack)
        seats = naive_euchre.SEATS[rules.players]
        hands = {s: pack[at * cards_each : (at + 1) * cards_each] for at, s in enumerate(seats)}
        yield hands, rng.choice("CDHS"), rng.choice(seats)


def both_counts(hands, trump, leader, played=()):
    held = {Seat(seat): frozenset(map(Card.parse, cards)) for seat, cards in hands.items()}
    table = [Card.parse(card) for _, card in played]
    ours = ways_to_finish(held, Suit(trump) if trump else None, Seat(leader), table)
    return ours, naive_euchre.ways(hands, trump, leader, played)


@by_key
def test_perft_the_ways_to_play_a_fixed_deal_out_are_as_many_as_the_second_euchre_counts(rules):
    for hands, trump, leader in deals(rules, 3 if rules.players == 4 else 4, 3):
        ours, naive = both_counts(hands, "" if rules.no_trump else trump, leader)
        assert ours == naive > 0


def test_perft_of_a_lone_hand_and_from_the_middle_of_a_trick():
    for hands, trump, leader in deals(RULESETS["benny"], 4, 4):
        lone = {seat: held for seat, held in hands.items() if seat != "S"}
        leader = leader if leader != "S" else "W"
        ours, naive = both_counts(lone, trump, leader)
        assert ours == naive
        card = lone[leader].pop()
        ours, naive = both_counts(lone, trump, leader, ((leader, card),))
        assert ours == naive


@pytest.mark.long
@pytest.mark.parametrize("key", ["two-handed", "cut-throat", "north-american", "benny"])
def test_perft_of_whole_deals(key):
    rules = RULESETS[key]
    for hands, trump, leader in deals(rules, 5 if rules.players < 4 else 4, 2):
        ours, naive = both_counts(hands, trump, leader)
        assert ours == naive


# --- points


@by_key
def test_one_more_trick_never_hurts_the_makers(rules):
    by_facts = {(hand.maker, hand.alone, hand.tricks): award(hand, rules) for hand in possible_hands(rules)}
    for (maker, alone, tricks), earned in by_facts.items():
        if tricks < 5:
            side = rules.side_of(maker)
            more = by_facts[maker, alone, tricks + 1]
            others = sum(points for s, points in earned.by_side.items() if s != side)
            others_then = sum(points for s, points in more.by_side.items() if s != side)
            assert more.by_side[side] - others_then >= earned.by_side[side] - others


@settings(max_examples=200)
@given(seeds)
def test_an_examination_gives_the_same_twice(seed):
    rng = Random(seed)
    rules = rng.choice(EVERY)
    record = record_of(change_one_fact(draw_hand(rules, rng), rules, rng))
    assert examine(record, rules) == examine(record, rules)
