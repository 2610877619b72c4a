"""A ruleset is a value that refuses to exist if it makes no sense."""

import json
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.choices import Clock, LoneBy, Overshoot, Reckoning
from scoring.engine.errors import RulesetError, RuleViolation
from scoring.engine.rulesets import SCHEMA, Ruleset, changed, field_names, from_dict, to_dict
from scoring.engine.soundness import BOUNDS, OPTIONAL
from tests.scoring.engine.strategies import EW, NS, E, N, S, W, rulesets

CLUB = RULESETS["north-american"]
TWO, THREE, BENNY = RULESETS["two-handed"], RULESETS["cut-throat"], RULESETS["benny"]

NONSENSE = [
    (CLUB, {"hands": 8}, "target-and-hands"),
    (CLUB, {"target": None}, "no-end"),
    (CLUB, {"target": None, "hands": 8, "laps": True}, "laps-without-target"),
    (CLUB, {"target": None, "hands": 8, "overshoot": "cap"}, "cap-without-target"),
    (CLUB, {"target": None, "hands": 8, "reckoning": "by-points"}, "points-without-target"),
    (CLUB, {"target": None, "hands": 8, "rubber": True}, "rubber-without-target"),
    (CLUB, {"laps": True, "overshoot": "cap"}, "laps-with-cap"),
    (CLUB, {"rubber": True, "reckoning": "by-points"}, "rubber-by-points"),
    (THREE, {"rubber": True}, "rubber-of-three"),
    (CLUB, {"march": 1, "point": 2}, "march-below-point"),
    (CLUB, {"lone_point": 5}, "march-below-point"),
    (CLUB, {"lone_march": 1}, "lone-below-pair"),
    (CLUB, {"lone_revoke": 1}, "lone-below-pair"),
    (TWO, {"lone_by": "caller"}, "lone-at-small-table"),
    (TWO, {"lone_march": 4}, "lone-points-idle"),
    (TWO, {"lone_defender": "always"}, "lone-defender-idle"),
    (TWO, {"dealers_partner": "must-play-alone"}, "no-partners"),
    (TWO, {"euchre_pays": "each-defender-scores"}, "euchre-pays-whom"),
    (TWO, {"defenders": "each-for-himself"}, "defenders-apart"),
    (TWO, {"personal_lone_credit": 1}, "lone-option-idle"),
    (THREE, {"lone_by": "nobody"}, "lone-at-small-table"),
    (THREE, {"lone_by": "caller"}, "lone-at-small-table"),
    (THREE, {"euchre_pays": "opponents-score"}, "euchre-pays-whom"),
    (THREE, {"partners_best": True}, "no-partners"),
    (CLUB, {"lone_by": "maker-always"}, "lone-with-partner"),
    (CLUB, {"euchre_pays": "each-defender-scores"}, "euchre-pays-whom"),
    (CLUB, {"lone_by": "nobody", "lone_defender": "against-a-lone-maker"}, "lone-defender-idle"),
    (CLUB, {"lone_by": "nobody", "lone_must_take_five": True}, "lone-option-idle"),
    (CLUB, {"lone_by": "nobody", "no_lone_from": 8}, "lone-option-idle"),
    (CLUB, {"lone_by": "nobody", "partners_best": True}, "lone-option-idle"),
    (CLUB, {"lone_by": "nobody", "personal_lone_credit": 1}, "lone-option-idle"),
    (CLUB, {"lone_by": "nobody", "dealers_partner": "must-play-alone"}, "lone-hand-needed"),
    (CLUB, {"lone_by": "any-player"}, "any-player-but-defenders"),
    (CLUB, {"no_lone_from": 10}, "no-lone-from"),
    (CLUB, {"no_lone_from": 3, "target": None, "hands": 8}, "no-lone-from"),
    (CLUB, {"upcard_taken": "discard-first"}, "discard-before-upcard"),
    (BENNY, {"no_trump": True}, "benny-without-trump"),
    (CLUB, {"thrown_in_counts": True}, "nothing-to-count"),
    (RULESETS["stick-the-dealer"], {"thrown_in_counts": True}, "nothing-thrown-in"),
    (CLUB, {"farmers_hand": True, "going_under": True}, "two-poor-hands"),
    (CLUB, {"players": 5}, "number-out-of-range"),
    (CLUB, {"players": 1}, "number-out-of-range"),
    (CLUB, {"lowest_rank": 6}, "number-out-of-range"),
    (CLUB, {"euchre": 0}, "number-out-of-range"),
    (CLUB, {"euchre": -2}, "number-out-of-range"),
    (CLUB, {"point": None}, "number-out-of-range"),
    (CLUB, {"point": True}, "number-out-of-range"),
    (CLUB, {"point": "1"}, "number-out-of-range"),
    (CLUB, {"point": 1.0}, "number-out-of-range"),
    (CLUB, {"target": 0}, "number-out-of-range"),
    (CLUB, {"target": 1001}, "number-out-of-range"),
    (CLUB, {"target": 10**400}, "number-out-of-range"),
    (CLUB, {"laps": 1}, "not-yes-or-no"),
    (CLUB, {"laps": "true"}, "not-yes-or-no"),
    (CLUB, {"laps": None}, "not-yes-or-no"),
    (CLUB, {"clock": "noon"}, "choice-unknown"),
    (CLUB, {"clock": None}, "choice-unknown"),
    (CLUB, {"clock": ["none"]}, "choice-unknown"),
    (CLUB, {"clock": 0}, "choice-unknown"),
    (CLUB, {"key": ""}, "key-unreadable"),
    (CLUB, {"key": "Two Words"}, "key-unreadable"),
    (CLUB, {"key": "a\n"}, "key-unreadable"),
    (CLUB, {"key": "-a"}, "key-unreadable"),
    (CLUB, {"key": "a" * 65}, "key-unreadable"),
    (CLUB, {"key": None}, "not-a-text"),
    (CLUB, {"name": 7}, "not-a-text"),
    (CLUB, {"name": "x" * 121}, "name-unreadable"),
    (CLUB, {"name": "two\nlines"}, "name-unreadable"),
    (CLUB, {"name": "\x00"}, "name-unreadable"),
    (CLUB, {"name": "\ud800"}, "name-unreadable"),
    (CLUB, {"colour": "green"}, "field-unknown"),
    (CLUB, {"schema": 1}, "field-unknown"),
]


@pytest.mark.parametrize(("rules", "changes", "code"), NONSENSE)
def test_nonsense_is_refused_with_its_own_code(rules, changes, code):
    with pytest.raises(RulesetError) as refused:
        changed(rules, changes)
    assert refused.value.code == code
    assert str(refused.value) == refused.value.sentence
    assert refused.value.sentence.endswith(".")


def test_the_constructor_refuses_what_the_reader_refuses():
    for fields in ({"target": 10, "hands": 8}, {"point": True}, {"clock": "none"}, {"euchre": 0}):
        with pytest.raises(RulesetError):
            Ruleset(key="club", **fields)


@pytest.mark.parametrize("name", BOUNDS)
def test_every_number_has_a_least_and_a_greatest(name):
    for value in (BOUNDS[name][0] - 1, BOUNDS[name][1] + 1):
        with pytest.raises(RulesetError) as refused:
            changed(CLUB, {name: value})
        assert refused.value.code == "number-out-of-range"


def test_every_number_is_bounded():
    held = {name: getattr(rules, name) for rules in RULESETS.values() for name in field_names()}
    numbers = {name for name, value in held.items() if type(value) is int}
    assert numbers | OPTIONAL == set(BOUNDS)


def test_a_benny_club_needs_two_words():
    rules = Ruleset(key="british-benny", target=11, benny=True)
    assert (rules.players, rules.sides) == (4, (NS, EW))


def test_a_ruleset_without_partners_may_still_forbid_lone_hands_only():
    assert changed(CLUB, {"lone_by": LoneBy.NOBODY}).lone_by == LoneBy.NOBODY


def test_the_bell_alone_may_end_a_game():
    rules = changed(CLUB, {"target": None, "clock": "finish-the-hand"})
    assert (rules.target, rules.hands, rules.clock) == (None, None, Clock.FINISH_THE_HAND)


def test_a_ruleset_cannot_be_changed_in_place():
    with pytest.raises((FrozenInstanceError, AttributeError)):
        CLUB.target = 5


def test_sides_are_partners_or_persons():
    assert CLUB.sides == (NS, EW)
    assert THREE.sides == (frozenset({N}), frozenset({E}), frozenset({S}))
    assert CLUB.side_of(W) == EW
    assert TWO.side_of(S) == frozenset({S})
    for rules, seat in [(TWO, E), (THREE, W), (CLUB, "X"), (CLUB, None), (CLUB, [])]:
        with pytest.raises(RuleViolation) as refused:
            rules.side_of(seat)
        assert refused.value.code == "seat-not-at-table"


@given(rulesets())
def test_what_is_written_is_read_back_the_same(rules):
    written = json.loads(json.dumps(rules.to_dict()))
    assert Ruleset.from_dict(written) == rules
    assert written["schema"] == SCHEMA
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(from_dict(written)) == hash(rules)


@given(rulesets())
def test_changing_nothing_changes_nothing(rules):
    assert changed(rules, {}) == rules


def test_choices_may_be_changed_by_text_or_by_value():
    assert changed(CLUB, {"overshoot": "cap"}) == changed(CLUB, {"overshoot": Overshoot.CAP})
    assert changed(CLUB, {"reckoning": "by-points"}).reckoning is Reckoning.BY_POINTS


@pytest.mark.parametrize("name", field_names())
def test_a_snapshot_must_hold_every_field(name):
    written = to_dict(CLUB)
    del written[name]
    with pytest.raises(RulesetError) as refused:
        from_dict(written)
    assert refused.value.code == "field-missing"
    assert name in refused.value.sentence


@pytest.mark.parametrize("schema", [None, 0, 2, "1", True, 1.0, [1]])
def test_another_schema_is_refused(schema):
    with pytest.raises(RulesetError) as refused:
        from_dict(to_dict(CLUB) | {"schema": schema})
    assert refused.value.code == "schema-unknown"


hostile = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(hostile)
def test_nothing_but_a_snapshot_is_read(thing):
    with pytest.raises(RulesetError):
        from_dict(thing)


@given(st.sampled_from([*field_names(), "schema", "", "colour"]), hostile)
def test_a_snapshot_with_one_hostile_value_is_read_or_refused(name, thing):
    try:
        rules = from_dict(to_dict(CLUB) | {name: thing})
    except RulesetError as refused:
        assert refused.code and refused.sentence.endswith(".")
    else:
        assert to_dict(rules) == to_dict(CLUB) | {name: thing}


@given(st.dictionaries(st.integers() | st.none() | st.text(max_size=5), hostile, min_size=1, max_size=3))
def test_fields_that_are_not_even_names_are_refused(changes):
    with pytest.raises(RulesetError):
        changed(CLUB, changes)


def values_of(name):
    """Values of the right type for a field, sensible or not."""
    held = getattr(CLUB, name)
    if name in BOUNDS:
        least, greatest = BOUNDS[name]
        some = st.integers(least - 1, min(greatest + 1, 12))
        return st.none() | some if name in OPTIONAL else some
    if type(held) is bool:
        return st.booleans()
    return st.sampled_from(list(type(held)))


free = [name for name in field_names() if name not in {"key", "name"}]
anything = st.fixed_dictionaries({}, optional={name: values_of(name) for name in free})


@given(st.sampled_from(list(RULESETS.values())), anything)
def test_a_nonsense_ruleset_cannot_be_made(rules, changes):
    """Whatever is changed: it is refused, or these sentences, written without the code's checks, are true."""
    try:
        made = changed(rules, changes)
    except RulesetError:
        return
    assert made.target is None or made.hands is None
    assert made.target or made.hands or made.clock != "none"
    assert made.point <= made.march and min(made.point, made.euchre) >= 1
    assert (made.lone_point or made.point) <= (made.lone_march or made.march)
    assert not (made.laps and (made.overshoot == "cap" or made.target is None))
    assert not (made.rubber and (made.target is None or made.players == 3 or made.reckoning == "by-points"))
    assert not (made.benny and made.no_trump)
    if made.players == 2:
        assert made.lone_by == "nobody" and made.euchre_pays != "each-defender-scores"
    if made.players == 3:
        assert made.lone_by == "maker-always" and made.euchre_pays != "opponents-score"
    if made.players < 4:
        assert made.lone_march is made.lone_point is made.lone_euchre is made.lone_defender_euchre is None
        assert made.lone_defender == "no" and made.dealers_partner == "may-assist"
    assert from_dict(to_dict(made)) == made
