"""The wall of the hall: the clock, who sits where, and how many tables are done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.models import Round
from tournaments.selectors.rounds import Place
from tournaments.selectors.sit import playing, sitting
from tournaments.selectors.standings import StandingsShown

LINES_ON_A_PAGE = 24
"""Lines of one page where nothing can scroll; the next page comes by itself."""


@dataclass(frozen=True, slots=True)
class Wall:
    """What is played now, as the wall shows it; `name` is empty before the first draw.

    `seated`: people are at their tables or on their way to them. `over` of the `tables` are done.
    """

    name: str
    seated: bool
    places: list[Place]
    sitting_out: list[str]
    tables: int
    over: int


def wall_of(rounds: Sequence[Round]) -> Wall:
    """The round played now with everybody's place. Four queries, and three for each more of a bracket."""
    now = playing(rounds)
    if not now:
        return Wall("", False, [], [], 0, 0)
    there = sitting(now)
    over = sum(table.kind == "over" for table in there.tables)
    return Wall(there.name, not there.closed, there.places, there.sitting_out, len(there.tables), over)


def pages_of(wall: Wall, standings: StandingsShown) -> int:
    """How many pages the longer of the two lists has."""
    longest = max(len(wall.places) if wall.seated else 0, len(standings.lines), 1)
    return -(-longest // LINES_ON_A_PAGE)


def on_page(wall: Wall, standings: StandingsShown, page: int) -> tuple[Wall, StandingsShown]:
    """The lines of one page, from 1; the shorter list begins again when it is through."""
    return (
        replace(wall, places=wall.places[_lines(len(wall.places), page)]),
        replace(standings, lines=standings.lines[_lines(len(standings.lines), page)]),
    )


def _lines(count: int, page: int) -> slice:
    pages = -(-count // LINES_ON_A_PAGE) or 1
    first = (page - 1) % pages * LINES_ON_A_PAGE
    return slice(first, first + LINES_ON_A_PAGE)
