"""Those who are level, looked at through the games they played: against each other, and against the best."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.results import Result
from tournaments.engine.totals import Figure, tidy

Wins = Mapping[int, Mapping[int, Figure]]
"""Games an entry (first key) won against another of its tied group (second key); 0 where it met and lost."""


@dataclass(frozen=True, slots=True)
class Encounter:
    """Games between an entry and one `opponent` of its tied group, seen from the entry."""

    opponent: int
    won: Figure
    lost: Figure


def games_between(groups: Iterable[Sequence[int]], results: Iterable[Result]) -> dict[int, dict[int, Figure]]:
    """Games won by each against each of the same group when they sat on opposite sides; in one pass."""
    group_of = {entry: at for at, group in enumerate(groups) for entry in group}
    wins: dict[int, dict[int, Figure]] = {entry: {} for entry in group_of}
    for result in results:
        tally = result.tally
        if tally.entry not in group_of or result.sat_out:
            continue
        # As in total_up: partners who are one entry both report their side's game.
        won = tally.games_won / 2 if tally.entry in tally.partners else tally.games_won
        for opponent in tally.opponents:
            if opponent != tally.entry and group_of.get(opponent) == group_of[tally.entry]:
                wins[tally.entry][opponent] = tidy(wins[tally.entry].get(opponent, 0) + won)
    return wins


def beaten_paths(group: Sequence[int], wins: Wins) -> list[list[int]]:
    """Part a level group by who beat whom, best first; who cannot be parted stays together, ascending.

    X beat Y when it won more of their games. A cut is made only where a path of wins leads from everyone
    above it to everyone below and none leads back: whoever is in a cycle, or has met too few of the others,
    is not parted.
    """
    beaten = {
        one: {other for other, won in wins[one].items() if won > wins[other].get(one, 0)} for one in group
    }
    reach = {entry: _reached(entry, beaten) for entry in group}
    # Above a cut everyone reaches more of the others than anyone below it, so only this order can be cut.
    waiting = sorted(group, key=lambda entry: (-len(reach[entry] - {entry}), entry))
    parts: list[list[int]] = []
    above: list[int] = []
    while waiting:
        above.append(waiting.pop(0))
        below = set(waiting)
        if all(below <= reach[one] for one in above) and all(reach[one].isdisjoint(above) for one in below):
            parts.append(sorted(above))
            above = []
    return parts


def _reached(start: int, beaten: Mapping[int, set[int]]) -> set[int]:
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        for other in beaten[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return reached


@dataclass(frozen=True, slots=True)
class Record:
    """The share of games each of a group won against the entries of one rank; `against` are these."""

    against: tuple[int, ...]
    shares: Mapping[int, Figure]


def record_against_best(
    group: Sequence[int], ranked: Iterable[Sequence[int]], results: Sequence[Result]
) -> Record | None:
    """What parts a level group by its games against the others, who are `ranked` from the top.

    Looked at is the first rank whose entries all of the group have met and that parts it; who has not met
    somebody has neither won nor lost there, so a rank that one of the group has not met says nothing. None
    where no rank parts them.
    """
    games = _games_against(group, results)
    for others in ranked:
        against = tuple(sorted(others))
        met = {one: [games[one][other] for other in against if other in games[one]] for one in group}
        if set(against) & set(group) or not all(met.values()):
            continue
        shares = {one: tidy(_share(found)) for one, found in met.items()}
        if len(set(shares.values())) > 1:
            return Record(against, shares)
    return None


def _share(games: Sequence[tuple[Figure, Figure]]) -> Fraction:
    return sum((Fraction(won) for won, _ in games), Fraction(0)) / sum(
        (Fraction(played) for _, played in games), Fraction(0)
    )


def _games_against(
    group: Sequence[int], results: Iterable[Result]
) -> dict[int, dict[int, tuple[Figure, Figure]]]:
    """By entry of the group and opponent: games won and games played on opposite sides of a table."""
    games: dict[int, dict[int, tuple[Figure, Figure]]] = {entry: {} for entry in group}
    for result in results:
        tally = result.tally
        if tally.entry not in games or result.sat_out or not tally.games_played:
            continue
        share = Fraction(1, 2) if tally.entry in tally.partners else Fraction(1)
        for other in tally.opponents - {tally.entry}:
            won, played = games[tally.entry].get(other, (0, 0))
            games[tally.entry][other] = (won + share * tally.games_won, played + share * tally.games_played)
    return games
