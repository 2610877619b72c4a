"""What the columns of a spreadsheet most likely are: a guess, for a person to confirm.

| kind | a line is |
|---|---|
| `final-table` | somebody's place, points and other figures at the end of an event |
| `totals` | somebody's points on a night: a column a night, or a line a night (and round) |
| `hands` | one hand: who sat where, who made it, and the tricks |
| `players` | a person |
| `entries` | who takes part in an event |
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.engine.measures import MEASURES
from tournaments.engine.names import fold
from tournaments.engine.sheet_values import date_in, day_first, number_in, years_in
from tournaments.engine.spreadsheets import Grid, letters_of

TABLE, TOTALS, HANDS, PLAYERS, ENTRIES = "final-table", "totals", "hands", "players", "entries"
KINDS: Mapping[str, str] = {
    TABLE: "Final tables: places and points",
    TOTALS: "Totals: everybody's points of each night",
    HANDS: "Hands: one a line",
    PLAYERS: "People",
    ENTRIES: "Entries of an event",
}

SKIP, NAME, PARTNER, NOTE, PLACE, POINTS = "", "name", "partner", "note", "place", "PTS"
ROUNDS, EVENT, DAY, ROUND, LONE = "rounds", "event", "day", "round", "LONE"
NIGHT, NIGHT_LONE = "night", "night-lone"
CATEGORIES, NUMBER = "categories", "number"
TABLE_NUMBER, HAND, MAKER, ALONE, TRICKS = "table", "hand", "maker", "alone", "tricks"
SEATS = ("N", "E", "S", "W")
FIGURES = tuple(code for code, one in MEASURES.items() if not one.tied_only and code not in {POINTS, "PLACE"})
"""Measures of which an old table may have a column."""
ROLES: Mapping[str, str] = {
    SKIP: "not read",
    NAME: "name",
    PARTNER: "partner",
    NOTE: "note that tells namesakes apart",
    PLACE: "place",
    POINTS: "points",
    ROUNDS: "rounds or nights played",
    EVENT: "event",
    DAY: "date",
    ROUND: "round",
    NIGHT: "points of one night",
    NIGHT_LONE: "lone hands of one night",
    CATEGORIES: "categories",
    NUMBER: "number of the entry",
    TABLE_NUMBER: "table",
    HAND: "number of the hand",
    **{seat: f"who sat {name}" for seat, name in zip(SEATS, ("North", "East", "South", "West"), strict=True)},
    MAKER: "maker",
    ALONE: "who went alone",
    TRICKS: "tricks of the makers",
    **{code: MEASURES[code].name for code in FIGURES},
}
ROLES_OF: Mapping[str, tuple[str, ...]] = {
    TABLE: (SKIP, NAME, PARTNER, PLACE, POINTS, *FIGURES, ROUNDS, EVENT, DAY),
    TOTALS: (SKIP, NAME, PARTNER, NIGHT, NIGHT_LONE, POINTS, LONE, ROUND, EVENT, DAY),
    HANDS: (SKIP, EVENT, DAY, ROUND, TABLE_NUMBER, HAND, *SEATS, MAKER, ALONE, TRICKS),
    PLAYERS: (SKIP, NAME, NOTE),
    ENTRIES: (SKIP, NAME, PARTNER, CATEGORIES),
}
MANY = frozenset({SKIP, NIGHT, NIGHT_LONE})
"""Roles that several columns may have."""

_WORDS: Mapping[str, str] = {
    NAME: "name|player|players|who|member|names|player name|full name|entry|team|pair",
    PARTNER: "partner|second player|player 2|with",
    NOTE: "note|notes|remark",
    PLACE: "place|rank|pos|position|placing|no place|finish|standing",
    POINTS: "points|pts|total|total points|score|total score|overall|grand total|season total|sum|totals",
    ROUNDS: "rounds|rounds played|nights|nights played|played|games|games played|weeks|attended|attendance",
    EVENT: "event|competition|tournament|season|league",
    DAY: "date|day|night|played on|on",
    ROUND: "round|rd|round number",
    CATEGORIES: "categories|category",
    NUMBER: "number|no|nr",
    TABLE_NUMBER: "table|tbl|table number",
    HAND: "hand|hand number|deal",
    "N": "north|n",
    "E": "east|e",
    "S": "south|s",
    "W": "west|w",
    MAKER: "maker|caller|made by|called by|makers",
    ALONE: "alone|lone hand by|went alone|loner by",
    TRICKS: "tricks|tricks taken|tricks made",
    LONE: "lone|lone hands|loners|loner|lones|lone marches|alones|lone hand",
    "WIN": "games won|wins|won|win|w games|rounds won",
    "MATCH": "matches won",
    "LP": "league points",
    "MARCH": "marches|sweeps",
    "EUCH": "euchres|euchres made",
}
_ROLE_OF = {word: role for role, words in _WORDS.items() for word in words.split("|")} | {
    fold(MEASURES[code].name): code for code in FIGURES
}
_LOOKED_AT = 40
_ANY = (2000, 2000)


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is read: `number` counts from 1; `day` is that of a night."""

    number: int
    label: str
    role: str
    day: date | None = None

    @property
    def letters(self) -> str:
        """As the spreadsheet names it."""
        return letters_of(self.number)


@dataclass(frozen=True, slots=True)
class Guess:
    """The likely kind, the last row of the heading (0: there is none), the columns, the order in dates."""

    kind: str
    heading: int
    columns: tuple[Column, ...]
    day_first: bool


def guess(grid: Grid, *, usual_day_first: bool = True) -> Guess:
    """What the columns most likely are. Never fails: what is not recognised is not read."""
    first, last = _heading(grid)
    labels = _labels(grid, first, last)
    days = [label for label in labels if label] + [cell for row in grid[last : last + 200] for cell in row]
    order = day_first(days, usual_day_first)
    years = next((found for row in grid[:last] for cell in row if (found := years_in(cell))), None)
    roles = [_role(label, order, years) for label in labels]
    kind = _kind(roles)
    told = enumerate(zip(labels, roles, strict=True), start=1)
    columns = _unique([Column(at, label, role, day) for at, (label, (role, day)) in told], kind)
    if not any(one.role == NAME for one in columns) and kind != HANDS:
        columns = _named_by_content(columns, grid[last:])
    return Guess(kind, last, tuple(columns), order)


def _heading(grid: Grid) -> tuple[int, int]:
    """First and last row of the heading, counted from 1; (1, 0) where there seems to be none."""
    known = [_recognised(row) for row in grid[:_LOOKED_AT]]
    best = max(known, default=0)
    if not best or (best == 1 and not any(_has_name(row) for row in grid[:_LOOKED_AT])):
        return 1, 0
    first = last = known.index(best) + 1
    below = grid[last] if last < len(grid) else ()
    second = bool(below) and _recognised(below) > 0 and not any(map(number_in, below))
    if second and not _filled_name(grid, last, below):
        last += 1
    elif first > 1 and known[first - 2] and not (_has_name(grid[first - 2]) and _has_name(grid[first - 1])):
        first -= 1
    return first, last


def _recognised(row: Sequence[str]) -> int:
    return sum(fold(one) in _ROLE_OF or date_in(one, years=_ANY) is not None for one in row if one)


def _has_name(row: Sequence[str]) -> bool:
    return any(_ROLE_OF.get(fold(cell)) == NAME for cell in row)


def _filled_name(grid: Grid, heading: int, below: Sequence[str]) -> bool:
    """Whether the row under the heading has something in the column of names."""
    named = [at for at, cell in enumerate(grid[heading - 1]) if _ROLE_OF.get(fold(cell)) == NAME]
    return any(below[at] for at in named)


def _labels(grid: Grid, first: int, last: int) -> list[str]:
    """The heading of each column; of a merged one (an upper row) what stands to the left counts, too."""
    width = len(grid[0])
    if last < first:
        return [""] * width
    labels = []
    for at in range(width):
        parts = []
        for number in range(first, last + 1):
            row = grid[number - 1]
            upper, lower = number < last, grid[last - 1][at]
            left = next((row[back] for back in range(at, -1, -1) if row[back]), "") if upper and lower else ""
            parts.append(row[at] or left)
        labels.append(" · ".join(one for one in parts if one))
    return labels


def _role(label: str, order: bool, years: tuple[int, int] | None) -> tuple[str, date | None]:
    parts = label.split(" · ")
    day = next((found for one in parts if (found := date_in(one, day_first=order, years=years))), None)
    known = [role for one in parts if (role := _ROLE_OF.get(fold(one)))]
    undated = any(date_in(one, years=_ANY) for one in parts)
    if day is not None or undated:
        return (NIGHT_LONE if LONE in known else SKIP if known and POINTS not in known else NIGHT), day
    return (known[-1] if known else SKIP), None


def _kind(roles: Sequence[tuple[str, date | None]]) -> str:
    there = Counter(role for role, _ in roles)
    if there[TRICKS] and there[MAKER]:
        return HANDS
    if there[NIGHT] or (there[POINTS] and (there[ROUND] or there[DAY]) and not there[PLACE]):
        return TOTALS
    if there[POINTS] or there[PLACE] or any(there[code] for code in FIGURES):
        return TABLE
    return ENTRIES if there[CATEGORIES] or there[PARTNER] else PLAYERS


def _unique(columns: Sequence[Column], kind: str) -> list[Column]:
    """Roles that this kind knows, each in its first column; where nights stand across, no total is read."""
    across = any(one.role == NIGHT for one in columns)
    allowed = set(ROLES_OF[kind]) - ({POINTS, LONE, ROUND, DAY} if across and kind == TOTALS else set())
    made: list[Column] = []
    for one in columns:
        twice = one.role not in MANY and any(other.role == one.role for other in made)
        fits = one.role in allowed and not twice
        made.append(one if fits else Column(one.number, one.label, SKIP))
    return made


def _named_by_content(columns: Sequence[Column], body: Grid) -> list[Column]:
    """Without a heading that says so, the names are the first column that mostly holds words."""
    for at, one in enumerate(columns):
        cells = [row[at] for row in body[:_LOOKED_AT] if row[at]]
        words = [cell for cell in cells if any(letter.isalpha() for letter in cell) and not date_in(cell)]
        if one.role == SKIP and cells and len(words) * 2 > len(cells):
            named = Column(one.number, one.label, NAME)
            return [*columns[:at], named, *columns[at + 1 :]]
    return list(columns)
