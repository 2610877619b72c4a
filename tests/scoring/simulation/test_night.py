"""A night thought out beforehand: the same for the same seed, and its sheets add up as the engine says."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.games import Played, play_game
from scoring.engine.lines import hand_of
from scoring.engine.seats import side_code
from scoring.simulation.night import FIRST, LATE, NONE, Act, Does, Night, Troubles, score
from scoring.simulation.people import MOST_PEOPLE, people

RULES = RULESETS["progressive-eight-hands"]
MANY = Troubles(late=3, lost=4, second_phones=4, corrections=6, undos=4, disputes=2, deaf=0.2, thrown_in=0.1)
TABLES = range(1, 9)


def by_engine(acts: Iterable[Act]) -> dict[str, int]:
    """One table's score by the engine, from the acts taken in order."""
    holds = {}
    for act in acts:
        if act.facts is not None and act.does in {Does.HAND, Does.CORRECT, Does.RULE}:
            holds[act.hand] = hand_of(act.facts)
    state = play_game(
        RULES, [Played(number, hand) for number, hand in sorted(holds.items())], first_dealer=None
    )
    assert state.over
    return {side_code(side): points for side, points in state.score.items()}


@given(seed=st.text(max_size=8), number=st.integers(1, 9))
@settings(max_examples=20, deadline=None)
def test_the_sheets_add_up_as_the_engine_adds_them(seed: str, number: int) -> None:
    acts = Night(seed=seed, troubles=MANY).round(number, TABLES)
    told = score(acts)
    for table in TABLES:
        mine = [act for act in acts if act.table == table and act.phone == FIRST]
        assert told[table] == by_engine(mine)


@given(seed=st.text(max_size=8))
@settings(max_examples=20, deadline=None)
def test_the_same_seed_is_the_same_night_and_another_round_is_another(seed: str) -> None:
    night = Night(seed=seed, troubles=MANY)
    assert night.round(1, TABLES) == night.round(1, TABLES)
    assert night.round(1, TABLES) != night.round(2, TABLES)


def test_everything_that_goes_wrong_on_a_night_happens_as_often_as_told() -> None:
    acts = Night(seed="7", troubles=MANY).round(1, TABLES)
    assert len({act.table for act in acts if act.does == Does.SEATS and act.at > LATE}) == MANY.late
    for does, times in ((Does.LOSE, MANY.lost), (Does.FIND, MANY.lost), (Does.UNDO, MANY.undos)):
        assert sum(act.does == does for act in acts) == times
    assert sum(act.does == Does.DISPUTE for act in acts) == sum(act.does == Does.RULE for act in acts) == 2
    # Two of them may fall on one hand.
    assert 1 <= sum(act.does == Does.CORRECT for act in acts) <= MANY.corrections
    assert len({act.table for act in acts if act.phone != FIRST}) == MANY.second_phones
    assert any(act.deaf for act in acts) and any(act.does == Does.THROWN_IN for act in acts)


def test_a_quiet_night_is_hands_and_nothing_else() -> None:
    acts = Night(seed="7", troubles=NONE).round(1, TABLES)
    assert {act.does for act in acts} == {Does.SEATS, Does.FIRST_DEAL, Does.HAND, Does.AGREE}
    assert sum(act.does == Does.HAND for act in acts) == 8 * len(TABLES)
    assert acts == sorted(acts, key=lambda act: act.at)


def test_all_names_differ() -> None:
    assert len(set(people(MOST_PEOPLE))) == MOST_PEOPLE >= 400
