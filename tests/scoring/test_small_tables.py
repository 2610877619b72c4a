"""Tables that want a player, from the draw to the standing, with figures worked out by hand."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.models import Game
from scoring.selectors.openings import rules_of_table
from scoring.selectors.tables import table_state
from scoring.services.matches import open_match
from tests import factories
from tests.nights import DIRECTOR, drawn_night, entry_at, hand, match_of, sitting, write
from tournaments.models import Club, Event, EventPolicy, Match, MatchResult, Tally
from tournaments.selectors.desk import rounds_on_desk
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.rounds import places_of, tables_of
from tournaments.services.changes import seat_entry
from tournaments.services.no_shows import seat_filler

pytestmark = pytest.mark.django_db

# Maker and tricks of each hand, and what each side has by cut-throat rules: a point for three or four tricks,
# two for all five, and who is euchred is set back two.
THREE_A = [("N", 5), ("E", 3), ("S", 2), ("N", 3)]  # N 2 + 1, E 1, S -2
THREE_B = [("E", 5), ("E", 5), ("S", 4), ("N", 0)]  # N -2, E 4, S 1


def play_out(match: Match, hands: Sequence[tuple[str, int]]) -> None:
    for number, (maker, tricks) in enumerate(hands, start=1):
        alone = maker if len(sitting(match)) == 3 and "W" not in sitting(match) else ""
        hand(match, number, maker, tricks, alone)


def points_of(event: Event) -> dict[int, tuple[int, Fraction, int]]:
    """Entry → points, games won, games played."""
    return {
        one.tally.entry: (one.tally.points, one.tally.games_won, one.tally.games_played)
        for one in results_of(event.pk)
    }


def test_six_at_two_tables_of_three_play_each_for_himself(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    one, other = match_of(event, 1), match_of(event, 2)
    assert [set(sitting(match)) for match in (one, other)] == [{"N", "E", "S"}] * 2
    play_out(one, THREE_A)
    play_out(other, THREE_B)
    expected = {}
    for match, figures in ((one, {"N": 3, "E": 1, "S": -2}), (other, {"N": -2, "E": 4, "S": 1})):
        best = max(figures.values())
        for seat, points in figures.items():
            expected[entry_at(match, seat).pk] = (points, Fraction(int(points == best)), 1)
    assert points_of(event) == expected
    order = [one.entry for one in ranking_of(event.pk).whole.order]
    assert order[:2] == [entry_at(other, "E").pk, entry_at(one, "N").pk]
    assert set(order[2:4]) == {entry_at(one, "E").pk, entry_at(other, "S").pk}
    (on_desk,) = rounds_on_desk(event)
    assert on_desk.all_over
    assert [(side.code, side.points) for side in on_desk.tables[0].sides] == [("N", 3), ("E", 1), ("S", -2)]


def test_a_table_of_three_plays_the_nights_number_of_hands(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    rules = Ruleset.from_dict(open_match(match=match_of(event)).ruleset)
    assert (rules.key, rules.players, rules.hands, rules.target) == ("cut-throat", 3, 4, None)


def test_three_who_are_level_share_the_game(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    for number in range(1, 5):
        write(match, "thrown-in", number)
    play = [("N", 3), ("E", 3), ("S", 3), ("N", 2)]  # N 1 - 2, E 1, S 1
    for number, (maker, tricks) in enumerate(play, start=5):
        hand(match, number, maker, tricks, maker)
    won = {seat: points_of(event)[entry_at(match, seat).pk][1] for seat in "NES"}
    assert won == {"N": 0, "E": Fraction(1, 2), "S": Fraction(1, 2)}


def test_all_three_level_is_half_a_game_for_each(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    write(match, "card", points={"N": 2, "E": 2, "S": 2}, lone={"N": 0, "E": 0, "S": 0})
    assert {points_of(event)[entry_at(match, seat).pk] for seat in "NES"} == {(2, Fraction(1, 2), 1)}


def test_places_of_a_table_of_three_name_no_partner(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    table = next(one for one in tables_of(match.round) if one.match_id == match.pk)
    for place in places_of([table]):
        assert place.partner == ""
        assert " and " in place.opponents
    assert [score.name for score in table.scores] == ["N", "E", "S"]


def test_seven_with_a_ghost_play_one_table_of_four_that_wants_a_player(club: Club) -> None:
    """South is empty. North makes a point and a march, is euchred, and meets a lone march."""
    event = drawn_night(club, 7, spare="ghost", rounds=1)
    short = next(match for match in map(match_of, [event] * 2, (1, 2)) if len(sitting(match)) == 3)
    full = match_of(event, 3 - short.table)
    assert set(sitting(short)) == {"N", "E", "W"}
    assert Ruleset.from_dict(open_match(match=short).ruleset).players == 4
    hand(short, 1, "N", 3)  # N/S 1
    hand(short, 2, "N", 5)  # N/S 2
    hand(short, 3, "N", 1)  # E/W 2
    hand(short, 4, "E", 5, "E")  # E/W 4
    play_out(full, [("N", 3)] * 4)
    got = points_of(event)
    assert {seat: got[entry_at(short, seat).pk] for seat in "NEW"} == {
        "N": (3, 0, 1), "E": (6, 1, 1), "W": (6, 1, 1)
    }  # fmt: skip
    assert len(got) == 7
    (north,) = [one.tally for one in results_of(event.pk) if one.tally.entry == entry_at(short, "N").pk]
    assert north.partners == frozenset()
    assert north.opponents == {entry_at(short, "E").pk, entry_at(short, "W").pk}
    lone = Tally.objects.get(match=short, entry=entry_at(short, "E"))
    assert (lone.lone_tried, lone.lone_marched) == (1, 1)


def test_the_deal_passes_over_the_seat_that_nobody_has(club: Club) -> None:
    event = drawn_night(club, 7, spare="ghost", rounds=1)
    short = next(match for match in map(match_of, [event] * 2, (1, 2)) if len(sitting(match)) == 3)
    write(short, "first-deal", 0, dealer="N")
    dealt = []
    for number in range(1, 5):
        hand(short, number, "N")
        dealt.append(table_state(short).as_dict()["dealer"])
    assert dealt == ["E", "W", "N", "E"]
    state = table_state(short).as_dict()
    assert (state["seats"], state["sides"]) == (["N", "E", "W"], ["NS", "EW"])
    assert set(state["names"]) == {"N", "E", "W"}  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("kind", "number", "facts"),
    [
        ("hand", 1, {"maker": "S", "alone": [], "tricks": 3}),
        ("hand", 1, {"maker": "N", "alone": ["S"], "tricks": 3}),
        ("first-deal", 0, {"dealer": "S"}),
    ],
)
def test_nobody_plays_from_the_empty_seat(club: Club, kind: str, number: int, facts: dict[str, Any]) -> None:
    event = drawn_night(club, 7, spare="ghost", rounds=1)
    short = next(match for match in map(match_of, [event] * 2, (1, 2)) if len(sitting(match)) == 3)
    with pytest.raises(RuleViolation) as said:
        write(short, kind, number, **facts)
    assert said.value.code in {"seat-empty", "lone-forbidden"}
    assert not MatchResult.objects.exists()


def test_a_fourth_makes_it_a_table_of_four_until_a_line_is_written(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    one, other = match_of(event, 1), match_of(event, 2)
    assert Ruleset.from_dict(open_match(match=one).ruleset).players == 3
    late = factories.make_entry(event, factories.make_player(club, "Zoe Late"))
    seat_entry(match=one, seat="W", entry=late, reason="came late", actor=DIRECTOR)
    assert Ruleset.from_dict(open_match(match=one).ruleset).key == "four-hands"
    write(other, "first-deal", 0, dealer="N")
    seat_filler(match=other, seat="W", filler="Yan Filler", reason="came late", actor=DIRECTOR)
    assert Ruleset.from_dict(open_match(match=other).ruleset).players == 3
    assert Game.objects.count() == 2


@pytest.mark.parametrize("key", sorted(key for key, rules in RULESETS.items() if rules.players < 4))
@pytest.mark.parametrize("hands", [None, 8])
def test_a_policy_may_name_another_ruleset_for_a_small_table(key: str, hands: int | None) -> None:
    night = Ruleset(key="night", target=10 if hands is None else None, hands=hands)
    players = RULESETS[key].players
    name = "three_handed_ruleset" if players == 3 else "two_handed_ruleset"
    policy = EventPolicy(ruleset=night.to_dict(), absence={name: key})
    rules = rules_of_table(policy, "NES"[:: 1 if players == 3 else 2])
    assert (rules.key, rules.players, rules.hands) == (key, players, hands)
    assert rules.target == (RULESETS[key].target if hands is None else None)


def test_a_ruleset_that_is_none_for_three_is_not_taken() -> None:
    night = Ruleset(key="night").to_dict()
    for name in ("no-such", "benny", "two-handed", ""):
        policy = EventPolicy(ruleset=night, absence={"three_handed_ruleset": name})
        assert rules_of_table(policy, "NES").key == "cut-throat"
    for seats in ("NESW", "NEW", "ESW", "NSW", ""):
        assert rules_of_table(EventPolicy(ruleset=night, absence={}), seats).key == "night"


def test_report_of_a_table_of_three_is_kept_by_side(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    hand(match, 1, "N", 3, "N")
    live = MatchResult.objects.get(match=match).live
    assert live["score"] == {"N": 1, "E": 0, "S": 0}
