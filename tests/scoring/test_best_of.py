"""A best of so many: over once one side has won more than half, and not a game later."""

from itertools import product
from uuid import uuid4

import pytest

from scoring.models import Game
from scoring.selectors.matches import play_match
from scoring.selectors.table_lines import by_code
from scoring.selectors.tables import table_state
from scoring.services.lines import NewLine, record_line
from tests import factories
from tests.nights import DIRECTOR, FOUR_HANDS, hand, match_of, write
from tournaments.models import Club, Match, MatchResult, Tally

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club: Club) -> Match:
    """A match of four people, best of three."""
    return best_of(club, 3)


def best_of(club: Club, games: int) -> Match:
    event = factories.make_event(club, ruleset=FOUR_HANDS)
    entries = factories.make_entries(event, factories.make_players(club, 4))
    made = factories.make_match(factories.make_round(event), 1, entries)
    Match.objects.filter(pk=made.pk).update(best_of=games)
    return match_of(event)


def win(match: Match, side: str) -> None:
    """A whole game in which one side makes every point."""
    for number in range(1, 5):
        hand(match, number, side[0])


def live(match: Match) -> dict[str, object]:
    return MatchResult.objects.get(match=match).live


def test_two_games_decide_a_best_of_three(match: Match) -> None:
    win(match, "NS")
    assert (Game.objects.count(), live(match)["over"], live(match)["wins"]) == (2, False, {"NS": 1, "EW": 0})
    win(match, "NS")
    assert (Game.objects.count(), live(match)["over"], live(match)["winner"]) == (2, True, "NS")
    assert MatchResult.objects.get(match=match).state == MatchResult.State.OVER
    assert set(Tally.objects.values_list("side", "games_played", "half_games_won")) == {
        ("NS", 2, 4), ("EW", 2, 0)
    }  # fmt: skip


def test_the_third_game_is_opened_only_when_it_is_needed(match: Match) -> None:
    for side, games in (("NS", 2), ("EW", 3), ("EW", 3)):
        win(match, side)
        assert Game.objects.count() == games
    assert (live(match)["over"], live(match)["winner"]) == (True, "EW")
    assert live(match)["games"] == [{"NS": 4, "EW": 0}, {"NS": 0, "EW": 4}, {"NS": 0, "EW": 4}]


def test_the_phone_is_told_which_game_it_is(match: Match) -> None:
    win(match, "NS")
    assert table_state(match).as_dict()["game_words"] == "game 2 of at most 3"


def test_a_correction_may_decide_a_match_or_open_it_again(match: Match) -> None:
    """North wins the first game and East the second; then the second is corrected, and corrected back."""
    win(match, "NS")
    win(match, "EW")
    assert Game.objects.count() == 3
    second = Game.objects.get(number=2)
    score_second(second, {"NS": 9, "EW": 4})
    assert (live(match)["over"], live(match)["winner"], live(match)["score"]) == (
        True, "NS", {"NS": 9, "EW": 4}
    )  # fmt: skip
    assert set(Tally.objects.values_list("games_played", flat=True)) == {2}
    score_second(second, {"NS": 0, "EW": 4})
    assert (live(match)["over"], live(match)["wins"]) == (False, {"NS": 1, "EW": 1})
    assert Game.objects.count() == 3


def score_second(game: Game, points: dict[str, int]) -> None:
    """Adjust a finished game, so that its sides come to these figures."""
    held = by_code(play_match(game.match).of_game(game.pk).state.score)
    for side, wanted in points.items():
        if wanted != held[side]:
            facts = {"side": side, "points": wanted - held[side]}
            line = NewLine(id=uuid4(), kind="adjustment", facts=facts, reason="a slip")
            record_line(game_id=game.pk, new=line, actor=DIRECTOR)


def test_level_games_can_leave_a_match_without_a_winner(match: Match) -> None:
    for points in ({"NS": 4, "EW": 2}, {"NS": 2, "EW": 4}, {"NS": 3, "EW": 3}):
        write(match, "card", points=points, lone={"NS": 0, "EW": 0})
    assert (live(match)["over"], live(match)["winner"]) == (True, None)


def naive(results: list[str], games: int) -> tuple[int, str]:
    """How many of these games are played, and who has won then: counted one by one."""
    won = {"NS": 0, "EW": 0}
    for at, side in enumerate(results, start=1):
        won[side] += 1
        if won[side] == games // 2 + 1:
            return at, side
    raise AssertionError("somebody wins an odd number of games")


@pytest.mark.parametrize("results", list(product(("NS", "EW"), repeat=3)))
def test_every_course_of_a_best_of_three(match: Match, results: tuple[str, ...]) -> None:
    played, winner = naive(list(results), 3)
    for side in results[:played]:
        points = {"NS": 10 if side == "NS" else 2, "EW": 10 if side == "EW" else 2}
        write(match, "card", points=points, lone={"NS": 0, "EW": 0})
    assert (live(match)["over"], live(match)["winner"], Game.objects.count()) == (True, winner, played)
