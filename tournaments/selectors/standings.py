"""The published standings, ready to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.measures import MEASURES, Measure
from tournaments.models import Event, EventPolicy, Standing
from tournaments.selectors.events import published_revision_of, revision_of

POINTS = "PTS"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure of one line, as printed; empty where the measure did not come up."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One place. `rank` is "1", or "1=" where it is shared."""

    entry_id: int
    player_id: int | None
    rank: str
    name: str
    points: int
    figures: list[Figure]
    rounds_played: int
    why: str


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """The columns after the points, and the lines. `behind`: newer results are being counted."""

    revision: int
    behind: bool
    columns: list[Measure]
    lines: list[Line]


def standings_of(event: Event, policy: EventPolicy | None, limit: int | None = None) -> StandingsShown:
    """The standings as they were last published, or the first `limit` places. One query."""
    rows = list(
        Standing.objects.filter(event=event)
        .select_related("entry__player", "entry__pair__first", "entry__pair__second")
        .order_by("place")[:limit]
    )
    columns = _columns(policy.chain if policy else [], rows)
    revision = published_revision_of(event)
    return StandingsShown(
        revision, revision < revision_of(event), columns, [_line(row, columns) for row in rows]
    )


def _columns(chain: Sequence[str], rows: Sequence[Standing]) -> list[Measure]:
    """The measures of the chain that somebody has a figure for; points have a column of their own."""
    used = {code for row in rows for code, _ in row.figures}
    return [MEASURES[code] for code in chain if code in MEASURES and code in used and code != POINTS]


def _line(row: Standing, columns: Sequence[Measure]) -> Line:
    figures: Mapping[str, str] = dict(row.figures)
    return Line(
        entry_id=row.entry_id,
        player_id=row.entry.player_id,
        rank=f"{row.rank}=" if row.shared else str(row.rank),
        name=str(row.entry),
        points=row.points,
        figures=[_figure(one, figures.get(one.code, "")) for one in columns],
        rounds_played=row.rounds_played,
        why=row.brief or row.sentence,
    )


def _figure(measure: Measure, exact: str) -> Figure:
    return Figure(measure.name, printed(exact, percent=measure.percent))


def printed(exact: str, *, percent: bool = False) -> str:
    """An exact number as people read it: "6½", "7.43", "58.3 %"; halves up."""
    if not exact:
        return ""
    number = Fraction(exact) * (100 if percent else 1)
    if percent:
        return f"{_decimal(number, 1)} %"
    if number.denominator == 1:
        return str(number)
    if number.denominator == 2:
        whole = abs(number.numerator) // 2
        return f"{'-' if number < 0 else ''}{whole or ''}½"
    return _decimal(number, 2)


def _decimal(number: Fraction, places: int) -> str:
    scaled = (abs(number) * 10**places * 2 + 1) // 2
    whole, rest = divmod(scaled, 10**places)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{places}d}"
