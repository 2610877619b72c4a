"""What a finished table leads to: who goes up and down, and which half-season winners meet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_points import LeagueMatch
from tournaments.engine.league_table import LeaguePlace


@dataclass(frozen=True, slots=True)
class DivisionEnd:
    """A division at its season's end: its places, how many `ups` go up from it and `downs` go down."""

    number: int
    name: str
    places: tuple[LeaguePlace, ...]
    ups: int = 0
    downs: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """Where a team plays next: the division's number, and why, in a word: stays, up or down."""

    team: int
    division: int
    word: str


@dataclass(frozen=True, slots=True)
class NextSeason:
    """Everybody's move, in the order of the tables; `doubts` are ties across a line, each in a sentence."""

    moves: tuple[Move, ...]
    doubts: tuple[str, ...] = ()


def next_season(divisions: Sequence[DivisionEnd]) -> NextSeason:
    """Who goes up and who goes down, from the highest division to the lowest.

    Nobody goes up from the highest or down from the lowest. A rank shared across a line is told as a doubt
    and the order of the table taken until somebody decides. Raises EventViolation when one division would
    send more up and down than it has teams.
    """
    moves: list[Move] = []
    doubts: list[str] = []
    for at, division in enumerate(divisions):
        ups = division.ups if at else 0
        downs = division.downs if at + 1 < len(divisions) else 0
        count = len(division.places)
        if ups + downs > count:
            sentence = f"{division.name} has {count} teams; {ups} up and {downs} down are too many."
            raise EventViolation("too-many-moves", sentence)
        for place, one in enumerate(division.places):
            step, word = (
                (-1, "up") if place < ups else (1, "down") if place >= count - downs else (0, "stays")
            )
            moves.append(Move(one.row.team, divisions[at + step].number, word))
        doubts += [
            _doubt(division, line) for line in (ups, count - downs) if _straddles(division.places, line)
        ]
    return NextSeason(tuple(moves), tuple(doubts))


def _straddles(places: Sequence[LeaguePlace], line: int) -> bool:
    return 0 < line < len(places) and places[line - 1].rank == places[line].rank


def _doubt(division: DivisionEnd, line: int) -> str:
    rank = division.places[line].rank
    sharing = sum(one.rank == rank for one in division.places)
    return f"In {division.name} {sharing} teams share place {rank}, across the line: choose who moves."


def half_of(week: int, weeks: int) -> int:
    """Which half of a season a week is in: 1 or 2; the middle week of an odd number is in the first."""
    return 1 if 2 * week <= weeks + 1 else 2


def in_half(matches: Iterable[LeagueMatch], half: int, weeks: int) -> list[LeagueMatch]:
    """The matches of one half; deciders are in neither."""
    return [match for match in matches if not match.decider and half_of(match.week, weeks) == half]


def half_winners(first: Sequence[LeaguePlace], second: Sequence[LeaguePlace]) -> tuple[int, ...]:
    """The teams that meet: the winners of both halves, or one team that won both.

    Raises EventViolation where a half is shared: that is decided first.
    """
    winners = []
    for name, places in (("first", first), ("second", second)):
        leaders = [one.row.team for one in places if one.rank == 1]
        if len(leaders) != 1:
            raise EventViolation(
                "half-shared", f"The {name} half has {len(leaders)} winners; a play-off decides."
            )
        winners += leaders
    return tuple(dict.fromkeys(winners))
