"""What one hand earns: published figures, a second implementation from the table of points, properties."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import (
    HandFacts,
    Outcome,
    award,
    award_table,
    check_hand,
    greatest_for_a_side,
    least_and_greatest,
    possible_hands,
    sentence,
    tricks_by_seat,
)
from scoring.engine.rulesets import changed
from tests.scoring.engine.strategies import (
    EW,
    NOBODY,
    NS,
    E,
    N,
    S,
    W,
    a_hand,
    rules_and_hand,
    rulesets,
)

CLUB, BENNY, STICK = RULESETS["north-american"], RULESETS["benny"], RULESETS["stick-the-dealer"]
TWO, THREE, OF_1880 = RULESETS["two-handed"], RULESETS["cut-throat"], RULESETS["four-handed-1880"]
SOMERSET, APART = RULESETS["somerset-1888"], RULESETS["independent"]


CODES = {NS: "NS", EW: "EW"} | {frozenset({seat}): str(seat) for seat in (N, E, S)}


def by_code(earned):
    return {CODES[side]: points for side, points in earned.by_side.items()}


PUBLISHED = [
    ("C1", STICK, a_hand(S, 4), {"NS": 1, "EW": 0}),
    ("C2", CLUB, a_hand(N, 1), {"NS": 0, "EW": 2}),
    ("C3", CLUB, a_hand(E, 4, E), {"NS": 0, "EW": 1}),
    ("C4, first hand", CLUB, a_hand(S, 5, S), {"NS": 4, "EW": 0}),
    ("C4, second hand", CLUB, a_hand(S, 5), {"NS": 2, "EW": 0}),
    ("C11, set back", THREE, a_hand(N, 2, N), {"N": -2, "E": 0, "S": 0}),
    ("C13, most", CLUB, a_hand(N, 2, N), {"NS": 0, "EW": 2}),
    ("C13, 1888", SOMERSET, a_hand(N, 2, N), {"NS": 0, "EW": 4}),
    ("C13, some clubs", changed(CLUB, {"lone_euchre": 3}), a_hand(N, 2, N), {"NS": 0, "EW": 3}),
    ("C13, a lone defender", BENNY, a_hand(W, 2, N), {"NS": 4, "EW": 0}),
    ("C17a, N takes three", BENNY, a_hand(W, 2, N), {"NS": 4, "EW": 0}),
    ("C17a, makers take three", BENNY, a_hand(W, 3, N), {"NS": 0, "EW": 1}),
    ("C17a, makers take five", BENNY, a_hand(W, 5, N), {"NS": 0, "EW": 2}),
    ("C17b", BENNY, a_hand(W, 2, W), {"NS": 2, "EW": 0}),
    ("C17c, W takes five", BENNY, a_hand(W, 5, W, N), {"NS": 0, "EW": 4}),
    ("C17c, N takes three", BENNY, a_hand(W, 2, W, N), {"NS": 4, "EW": 0}),
    ("S1, two-handed march", TWO, a_hand(S, 5), {"N": 0, "S": 2}),
    ("S1, two-handed point", TWO, a_hand(S, 3), {"N": 0, "S": 1}),
    ("S1, two-handed euchre", TWO, a_hand(S, 2), {"N": 2, "S": 0}),
    ("S1, three-handed march", THREE, a_hand(E, 5, E), {"N": 0, "E": 2, "S": 0}),
    ("EB9, lone march", OF_1880, a_hand(E, 5, W), {"NS": 0, "EW": 4}),
    ("EB9, lone hand of three", OF_1880, a_hand(E, 3, W), {"NS": 0, "EW": 1}),
    ("EB9, lone hand euchred", OF_1880, a_hand(E, 2, E), {"NS": 2, "EW": 0}),
]


@pytest.mark.parametrize(("case", "rules", "hand", "points"), PUBLISHED)
def test_published_figures_come_out(case, rules, hand, points):
    assert by_code(award(hand, rules)) == points, case


def naive(rules, maker, alone, tricks):
    """Outcome and points by side, read off the table of points cell by cell, without the engine."""
    table = {2: ["N", "S"], 3: ["N", "E", "S"], 4: ["NS", "EW"]}[rules.players]
    makers = next(side for side in table if maker in side)
    maker_alone = rules.players == 4 and any(seat in makers for seat in alone)
    defender_alone = rules.players == 4 and any(seat not in makers for seat in alone)
    points = dict.fromkeys(table, 0)
    need = 5 if maker_alone and rules.lone_must_take_five else 3
    if tricks < need:
        value = rules.euchre
        if maker_alone and rules.lone_euchre is not None:
            value = rules.lone_euchre
        if defender_alone and rules.lone_defender_euchre is not None:
            value = rules.lone_defender_euchre
        if rules.euchre_pays == "makers-set-back":
            points[makers] = -value
        else:
            points.update({side: value for side in table if side != makers})
        return "euchre", points
    name = "march" if tricks == 5 else "point"
    lone_value = getattr(rules, f"lone_{name}")
    points[makers] = lone_value if maker_alone and lone_value is not None else getattr(rules, name)
    return name, points


@given(rules_and_hand())
def test_a_second_implementation_agrees(drawn):
    rules, hand = drawn
    earned = award(hand, rules)
    assert (str(earned.outcome), by_code(earned)) == naive(rules, hand.maker, hand.alone, hand.tricks)
    for side in rules.sides:
        assert earned.points_of(side) == earned.by_side[side]


@given(rules_and_hand())
def test_seats_earn_with_their_side_but_for_personal_credit(drawn):
    rules, hand = drawn
    earned = award(hand, rules)
    for seat in rules.seats:
        beyond = earned.by_seat[seat] - earned.by_side[rules.side_of(seat)]
        lone_march = hand.tricks == 5 and seat in hand.alone & rules.side_of(hand.maker)
        assert beyond == (rules.personal_lone_credit if lone_march else 0)


def test_a_personal_credit_parts_the_partners():
    rules = changed(CLUB, {"personal_lone_credit": 1})
    assert award(a_hand(N, 5, N), rules).by_seat == {N: 5, S: 4, E: 0, W: 0}
    assert award(a_hand(N, 4, N), rules).by_seat == {N: 1, S: 1, E: 0, W: 0}
    assert award(a_hand(N, 5), rules).by_seat == {N: 2, S: 2, E: 0, W: 0}


def turned(hand):
    left = {N: E, E: S, S: W, W: N}
    return HandFacts(left[hand.maker], frozenset(left[seat] for seat in hand.alone), hand.tricks)


@given(rules_and_hand(players=4))
def test_turning_the_table_swaps_the_sides_and_nothing_else(drawn):
    rules, hand = drawn
    before, after = award(hand, rules), award(turned(hand), rules)
    assert after.outcome == before.outcome
    assert (after.by_side[EW], after.by_side[NS]) == (before.by_side[NS], before.by_side[EW])


@given(rules_and_hand(), st.integers(0, 4))
def test_one_more_trick_never_hurts_the_makers(drawn, tricks):
    rules, hand = drawn
    makers = rules.side_of(hand.maker)

    def lead(taken):
        earned = award(HandFacts(hand.maker, hand.alone, taken), rules).by_side
        return earned[makers] - max(points for side, points in earned.items() if side != makers)

    assert lead(tricks + 1) >= lead(tricks)


def test_three_or_four_are_the_point_five_the_march_fewer_a_euchre():
    outcomes = [str(award(a_hand(N, tricks), CLUB).outcome) for tricks in range(6)]
    assert outcomes == ["euchre", "euchre", "euchre", "point", "point", "march"]


def test_a_lone_hand_that_must_take_five_is_euchred_with_four():
    rules = changed(CLUB, {"lone_must_take_five": True})
    assert award(a_hand(N, 4, N), rules).outcome is Outcome.EUCHRE
    assert award(a_hand(N, 4), rules).outcome is Outcome.POINT
    assert by_code(award(a_hand(N, 5, N), rules)) == {"NS": 4, "EW": 0}


def test_a_euchre_may_pay_each_of_two_defenders():
    rules = changed(THREE, {"euchre_pays": "each-defender-scores"})
    assert by_code(award(a_hand(E, 1, E), rules)) == {"N": 2, "E": 0, "S": 2}


MALFORMED = [
    (CLUB, a_hand(N, 6), "tricks-out-of-range"),
    (CLUB, a_hand(N, -1), "tricks-out-of-range"),
    (CLUB, HandFacts(N, NOBODY, True), "tricks-out-of-range"),
    (CLUB, HandFacts(N, NOBODY, "3"), "tricks-out-of-range"),  # type: ignore[arg-type]
    (CLUB, HandFacts(N, NOBODY, None), "tricks-out-of-range"),  # type: ignore[arg-type]
    (TWO, a_hand(E, 3), "maker-not-at-table"),
    (THREE, a_hand(W, 3, W), "maker-not-at-table"),
    (THREE, a_hand(N, 3, N, W), "alone-not-at-table"),
    (THREE, a_hand(N, 3), "must-play-alone"),
    (THREE, a_hand(N, 3, E), "must-play-alone"),
    (THREE, a_hand(N, 3, N, E), "lone-defender-forbidden"),
    (TWO, a_hand(N, 3, N), "lone-forbidden"),
    (TWO, a_hand(N, 3, S), "lone-defender-forbidden"),
    (CLUB, a_hand(N, 3, S), "lone-forbidden"),
    (changed(CLUB, {"lone_by": "nobody"}), a_hand(N, 3, N), "lone-forbidden"),
    (CLUB, a_hand(N, 3, E), "lone-defender-forbidden"),
    (CLUB, a_hand(N, 3, N, E), "lone-defender-forbidden"),
    (changed(CLUB, {"lone_defender": "against-a-lone-maker"}), a_hand(N, 3, E), "lone-defender-forbidden"),
    (BENNY, a_hand(N, 3, N, S), "two-alone-on-one-side"),
    (BENNY, a_hand(N, 3, E, W), "two-alone-on-one-side"),
    (BENNY, a_hand(N, 3, N, E, W), "two-alone-on-one-side"),
    (APART, HandFacts(N, frozenset({N}), 3, ((N, 3), (E, 1))), "tricks-by-seat-wrong"),
    (APART, HandFacts(N, frozenset({N}), 3, ((N, 2), (E, 3))), "tricks-by-seat-wrong"),
    (APART, HandFacts(N, frozenset({N}), 3, ((N, 3), (W, 2))), "tricks-by-seat-wrong"),
    (
        RULESETS["independent"],
        HandFacts(N, frozenset({N}), 3, ((N, 3), (E, 3), (S, -1))),
        "tricks-by-seat-wrong",
    ),
    (
        RULESETS["independent"],
        HandFacts(N, frozenset({N}), 3, ((N, 3), (E, 1), (E, 2))),
        "tricks-by-seat-wrong",
    ),
]


@pytest.mark.parametrize(("rules", "hand", "code"), MALFORMED)
def test_a_hand_that_cannot_be_is_refused_with_its_own_code(rules, hand, code):
    for question in (check_hand, award):
        with pytest.raises(RuleViolation) as refused:
            question(hand, rules)
        assert refused.value.code == code
        assert refused.value.sentence.endswith(".")


def test_who_may_play_alone_is_the_rulesets_choice():
    assert check_hand(a_hand(N, 3, S), OF_1880) is None  # ordered up, and the partner plays
    assert check_hand(a_hand(N, 3, S), SOMERSET) is None
    assert check_hand(a_hand(N, 3, S, E), BENNY) is None
    against = changed(CLUB, {"lone_defender": "against-a-lone-maker"})
    assert check_hand(a_hand(N, 3, N, W), against) is None


def test_tricks_are_the_sides_or_each_players_own():
    assert tricks_by_seat(a_hand(N, 3), CLUB) == {N: 3, S: 3, E: 2, W: 2}
    assert tricks_by_seat(a_hand(N, 3, N), THREE) == {N: 3, E: 2, S: 2}
    assert tricks_by_seat(a_hand(N, 3, N), APART) == {N: 3, E: None, S: None}
    kept = HandFacts(N, frozenset({N}), 3, ((N, 3), (S, 2)))
    assert tricks_by_seat(kept, APART) == {N: 3, E: 0, S: 2}


SPOKEN = [
    (CLUB, a_hand(W, 2), "E/W euchred: 2 to N/S"),
    (CLUB, a_hand(W, 3), "E/W make the point: 1 to E/W"),
    (CLUB, a_hand(W, 5), "E/W march: 2 to E/W"),
    (CLUB, a_hand(W, 5, W), "W alone marches: 4 to E/W"),
    (CLUB, a_hand(W, 4, W), "W alone makes the point: 1 to E/W"),
    (SOMERSET, a_hand(W, 0, E), "E alone euchred: 4 to N/S"),
    (BENNY, a_hand(W, 2, N), "E/W euchred by N alone: 4 to N/S"),
    (BENNY, a_hand(W, 2, W, N), "W alone euchred by N alone: 4 to N/S"),
    (THREE, a_hand(E, 1, E), "E euchred: E set back 2"),
    (THREE, a_hand(E, 5, E), "E marches: 2 to E"),
    (changed(THREE, {"euchre_pays": "each-defender-scores"}), a_hand(E, 1, E), "E euchred: 2 to N, 2 to S"),
    (TWO, a_hand(S, 3), "S makes the point: 1 to S"),
]


@pytest.mark.parametrize(("rules", "hand", "spoken"), SPOKEN)
def test_the_table_is_told_in_its_own_words(rules, hand, spoken):
    assert sentence(hand, rules, award(hand, rules)) == spoken


@pytest.mark.parametrize(
    ("key", "lines"),
    [
        ("two-handed", 2 * 6),
        ("cut-throat", 3 * 6),
        ("north-american", 4 * 2 * 6),  # nobody or the caller
        ("four-handed-1880", 4 * 3 * 6),  # nobody, the caller or the partner
        ("benny", 4 * 3 * 3 * 6),  # and on either side
    ],
)
def test_the_award_table_holds_every_possible_hand_once(key, lines):
    table = award_table(RULESETS[key])
    assert len(table) == lines
    assert len({(line["maker"], tuple(line["alone"]), line["tricks"]) for line in table}) == lines
    assert json.loads(json.dumps(table)) == table


@given(rulesets())
def test_the_award_table_says_what_the_engine_says(rules):
    for line, hand in zip(award_table(rules), possible_hands(rules), strict=True):
        earned = award(hand, rules)
        assert (line["maker"], line["alone"], line["tricks"]) == (
            hand.maker,
            [seat for seat in "NESW" if seat in hand.alone],
            hand.tricks,
        )
        assert (line["outcome"], line["by_side"]) == naive(rules, hand.maker, hand.alone, hand.tricks)
        assert line["by_seat"] == earned.by_seat
        assert line["sentence"] == sentence(hand, rules, earned)


def test_eight_usual_hands_make_8_to_32_points():
    least, greatest = least_and_greatest(RULESETS["progressive-eight-hands"])
    assert (8 * least, 8 * greatest) == (8, 32)


def test_the_bounds_of_a_hand_follow_the_ruleset():
    assert least_and_greatest(THREE) == (-2, 2)
    assert least_and_greatest(TWO) == (1, 2)
    each = changed(THREE, {"euchre_pays": "each-defender-scores"})
    assert least_and_greatest(each) == (1, 4)
    assert greatest_for_a_side(each) == 2
    assert greatest_for_a_side(CLUB) == 4


@given(rules_and_hand())
def test_no_hand_is_out_of_bounds(drawn):
    rules, hand = drawn
    least, greatest = least_and_greatest(rules)
    points = award(hand, rules).by_side.values()
    assert least <= sum(points) <= greatest
    assert max(points) <= greatest_for_a_side(rules)
