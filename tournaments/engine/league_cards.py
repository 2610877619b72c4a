"""A match card: who meets whom in which game, what each side has, and what looks wrong on it."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_policies import DecidedBy, LeaguePolicy


class Side(enum.StrEnum):
    """The two sides of a league match."""

    HOME = "home"
    VISITOR = "visitor"

    @property
    def other(self) -> "Side":
        """The side across the table."""
        return Side.VISITOR if self is Side.HOME else Side.HOME


@dataclass(frozen=True, slots=True)
class CardLine:
    """A place on an empty card: which pairs, counted from 1, meet in game `number`; `cup` games name none."""

    number: int
    home_pair: int | None
    visitor_pair: int | None
    cup: bool = False


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game of a card. Without points it was only recorded as won; without a winner it was not played."""

    number: int
    home_points: int | None = None
    visitor_points: int | None = None
    winner: Side | None = None
    cup: bool = False


@dataclass(frozen=True, slots=True)
class CardScore:
    """What a card adds up to. `scored` league games have points on them; averages count only those."""

    home_games: int = 0
    visitor_games: int = 0
    home_points: int = 0
    visitor_points: int = 0
    scored: int = 0
    home_cup: int = 0
    visitor_cup: int = 0

    def games(self, side: Side) -> int:
        """League games a side won."""
        return self.home_games if side is Side.HOME else self.visitor_games

    def points(self, side: Side) -> int:
        """Points a side scored in league games."""
        return self.home_points if side is Side.HOME else self.visitor_points

    def cup(self, side: Side) -> int:
        """Cup games a side won."""
        return self.home_cup if side is Side.HOME else self.visitor_cup

    def winner(self, decided_by: DecidedBy) -> Side | None:
        """Who won the match; None for a level one."""
        home, visitor = (
            (self.home_games, self.visitor_games)
            if decided_by is DecidedBy.GAMES
            else (self.home_points, self.visitor_points)
        )
        return None if home == visitor else Side.HOME if home > visitor else Side.VISITOR


def empty_card(policy: LeaguePolicy) -> list[CardLine]:
    """The card to be filled in: home pairs sit, visitors move on after each game; cup games come last."""
    lines = [
        CardLine(turn * policy.pairs + pair + 1, pair + 1, (pair + turn) % policy.pairs + 1)
        for turn in range(policy.games)
        for pair in range(policy.pairs)
    ]
    first = policy.league_games + 1
    return lines + [CardLine(first + at, None, None, cup=True) for at in range(policy.cup_games)]


def settled(game: GamePlayed) -> GamePlayed:
    """The game with its winner worked out from the points, where it has them.

    Raises EventViolation when only one side's points are there, or the winner named has fewer points.
    """
    if (game.home_points is None) != (game.visitor_points is None):
        raise EventViolation("points-of-one-side", f"Game {game.number} has the points of one side only.")
    if game.home_points is None or game.visitor_points is None:
        return game
    ahead = None
    if game.home_points != game.visitor_points:
        ahead = Side.HOME if game.home_points > game.visitor_points else Side.VISITOR
    if game.winner is not None and game.winner != ahead:
        raise EventViolation(
            "winner-has-less", f"Game {game.number} was not won by the side with more points."
        )
    return GamePlayed(game.number, game.home_points, game.visitor_points, ahead, game.cup)


def score_of(games: Iterable[GamePlayed]) -> CardScore:
    """Everything added up. A level game, or one not played, is won by nobody."""
    sums = dict.fromkeys(CardScore.__dataclass_fields__, 0)
    for game in games:
        if game.winner is not None:
            sums[f"{game.winner}_{'cup' if game.cup else 'games'}"] += 1
        if not game.cup and game.home_points is not None and game.visitor_points is not None:
            sums["home_points"] += game.home_points
            sums["visitor_points"] += game.visitor_points
            sums["scored"] += 1
    return CardScore(**sums)


def card_faults(policy: LeaguePolicy, games: Sequence[GamePlayed]) -> list[str]:
    """What looks wrong, each in a sentence, in the order of the card. None of it makes the card void."""
    faults = []
    for game in games:
        name = f"{'Cup game' if game.cup else policy.word.capitalize()} {game.number}"
        points = [each for each in (game.home_points, game.visitor_points) if each is not None]
        if not points:
            faults += [f"{name} has no winner."] if game.winner is None else []
            continue
        high, low = max(points), min(points)
        if high == low:
            faults.append(f"{name} is level, {high} all: a game to {policy.target} has a winner.")
        elif high < policy.target:
            faults.append(f"{name} ended {high}–{low}, before {policy.target} was reached.")
        elif low >= policy.target:
            faults.append(f"{name} ended {high}–{low}: both reached {policy.target}.")
    return faults
