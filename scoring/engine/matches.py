"""Several games between the same sides: what is carried over, and what each game is worth.

Sources: seed S1 for laps, lurches and the two ways of reckoning; the laws of 1888 for the rubber.
Three-handed, everything is between the winner and *each* loser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.engine.choices import Reckoning
from scoring.engine.errors import RuleViolation
from scoring.engine.games import GameState, play_game
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.engine.sheets import SheetItem


@dataclass(frozen=True, slots=True)
class Payment:
    """What one loser owes the winner of a game, in points; `game` counts from 1."""

    game: int
    payer: Side
    payee: Side
    points: int


@dataclass(frozen=True, slots=True)
class MatchReckoning:
    """What a match stands at; `total` is in games (with the rubber's points) or in points received."""

    games_won: Mapping[Side, Fraction]
    payments: tuple[Payment, ...]
    received: Mapping[Side, int]
    """Points received from losers, without what was paid to others."""
    rubber: Mapping[Side, int]
    total: Mapping[Side, Fraction]
    winner: Side | None
    """Who is alone at the top; None if nobody is."""
    complete: bool
    """No game is under way, and no rubber wants another."""


def play_match(
    rules: Ruleset,
    sheets: Sequence[Sequence[SheetItem]],
    *,
    first_dealer: Seat | None,
    games: int | None = None,
) -> tuple[GameState, ...]:
    """Read the sheets of one match in order, carrying laps and passing the deal on from game to game.

    `games` is the agreed number, from whose last nothing is carried; None if no number was agreed. A rubber
    knows its own number. Raises RuleViolation for a sheet after the last game.
    """
    agreed = rules.rubber_games if rules.rubber else games
    states: list[GameState] = []
    dealer, start = first_dealer, dict[Side, int]()
    for sheet in sheets:
        if _is_over(rules, states, agreed):
            raise RuleViolation("match-over", "The match is over; no game can be added.")
        last = _is_last(rules, len(states) + 1, agreed)
        states.append(play_game(rules, sheet, first_dealer=dealer, start=start, last_game=last))
        dealer, start = states[-1].dealer, states[-1].carried()
    return tuple(states)


def _is_over(rules: Ruleset, played: Sequence[GameState], agreed: int | None) -> bool:
    if agreed is None or len(played) < agreed:
        return False
    return not (rules.rubber and rubber_goes_on(rules, played))


def _is_last(rules: Ruleset, game: int, agreed: int | None) -> bool:
    """Say whether nothing is carried out of this game: a lap in a rubber's last game makes one game more."""
    if agreed is None:
        return False
    return game > agreed if rules.rubber else game >= agreed


def rubber_goes_on(rules: Ruleset, games: Sequence[GameState]) -> bool:
    """Say whether a rubber wants another game: all of them are played, and one more if the last laps."""
    if len(games) < rules.rubber_games:
        return True
    return len(games) == rules.rubber_games and games[-1].lap > 0


def reckon_match(rules: Ruleset, games: Sequence[GameState]) -> MatchReckoning:
    """Add up the games that are over, by games or by points as the ruleset says, with the rubber's points."""
    over = [game for game in games if game.over]
    won = {side: sum((game.games_won[side] for game in over), Fraction(0)) for side in rules.sides}
    numbered = enumerate(games, start=1)
    payments = tuple(owed for number, game in numbered for owed in payments_of(rules, game, number))
    received = {side: sum(owed.points for owed in payments if owed.payee == side) for side in rules.sides}
    complete = len(over) == len(games) and not (rules.rubber and rubber_goes_on(rules, games))
    rubber = dict.fromkeys(rules.sides, 0)
    if rules.rubber and complete and (best := _rubber_winner(rules, over, won)) is not None:
        rubber[best] = rules.rubber_points
    total = {side: won[side] + rubber[side] for side in rules.sides}
    if rules.reckoning == Reckoning.BY_POINTS:
        total = {side: Fraction(points) for side, points in received.items()}
    return MatchReckoning(won, payments, received, rubber, total, _alone_at_the_top(total), complete)


def payments_of(rules: Ruleset, game: GameState, number: int = 1) -> tuple[Payment, ...]:
    """Return what each loser pays by points: what he wants of the target, doubled for a lurch."""
    if game.winner is None or rules.target is None or rules.reckoning != Reckoning.BY_POINTS:
        return ()
    return tuple(
        Payment(
            number,
            side,
            game.winner,
            max(0, rules.target - points) * (2 if side in game.lurched else 1),
        )
        for side, points in game.score.items()
        if side != game.winner
    )


def _rubber_winner(rules: Ruleset, games: Sequence[GameState], won: Mapping[Side, Fraction]) -> Side | None:
    """Who won more of the games; if as many (a fourth was played), who has more for them; else nobody."""
    counts = {side: Fraction(sum(game.winner == side for game in games)) for side in rules.sides}
    return _alone_at_the_top(counts) or _alone_at_the_top(won)


def _alone_at_the_top(figures: Mapping[Side, Fraction]) -> Side | None:
    top = max(figures.values())
    ahead = [side for side, figure in figures.items() if figure == top]
    return ahead[0] if len(ahead) == 1 else None
