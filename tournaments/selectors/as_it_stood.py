"""An event as it stood after any of its rounds, worked out from the results that are stored now.

Corrections made later are in it: it tells how the results fell, not what was once on the wall.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.models import Event, KeptNight, Match, Round, Stage
from tournaments.selectors.events import revision_of
from tournaments.selectors.ranking import ranked_from
from tournaments.selectors.ranking_rules import entries_of, rules_of
from tournaments.selectors.results import results_of

CHARTED = 16
"""Lines in the picture; the rest stands in the table only."""
Row = tuple[int, int, bool, int, int]
"""An entry's id, its rank, whether that is shared, points so far, rounds played."""


@dataclass(frozen=True, slots=True)
class StoodLine:
    """A place after the round. `moved` counts places gone up, below 0 down; None in one's first round."""

    entry_id: int
    player_id: int | None
    name: str
    rank: str
    points: int
    gained: int
    rounds_played: int
    moved: int | None


@dataclass(frozen=True, slots=True)
class Course:
    """One entry through the rounds: (round, rank in print, empty before its first), and a line for an SVG."""

    entry_id: int
    name: str
    ranks: list[tuple[int, str]]
    points: str


@dataclass(frozen=True, slots=True)
class Stood:
    """An event after round `after` of `rounds`. The courses follow the order of the last round.

    `high` is how many places the picture has, `at` where the chosen round is in it, 0 to 100.
    """

    rounds: list[int]
    after: int
    lines: list[StoodLine]
    courses: list[Course]
    high: int
    at: float

    @property
    def before(self) -> int | None:
        """The round before, if there is one."""
        at = self.rounds.index(self.after)
        return self.rounds[at - 1] if at else None

    @property
    def next(self) -> int | None:
        """The round after, if there is one."""
        at = self.rounds.index(self.after)
        return self.rounds[at + 1] if at + 1 < len(self.rounds) else None


def as_it_stood(event: Event, after: int | None = None) -> Stood | None:
    """The event after a round, the last one with a result unless told; None before the first result.

    Two queries where it is finished and kept, twelve otherwise. A round that is not
    there is taken for the nearest one before it, or the first.
    """
    tables = _tables(event)
    if not tables:
        return None
    rounds = sorted(tables)
    chosen = max((one for one in rounds if after is None or one <= after), default=rounds[0])
    entries = {one.pk: one for one in entries_of(event.pk)}
    names = {key: str(one) for key, one in entries.items()}
    at = rounds.index(chosen)
    before = {row[0]: row for row in tables[rounds[at - 1]]} if at else {}
    lines = [
        _line(row, before.get(row[0]), names, entries[row[0]].player_id)
        for row in tables[chosen]
        if row[0] in entries
    ]
    courses = _courses(rounds, tables, names)
    step = 100 / max(len(rounds) - 1, 1)
    return Stood(rounds, chosen, lines, courses, min(len(courses), CHARTED), at * step)


def _line(row: Row, before: Row | None, names: Mapping[int, str], player_id: int | None) -> StoodLine:
    entry, rank, shared, points, played = row
    return StoodLine(
        entry_id=entry,
        player_id=player_id,
        name=names[entry],
        rank=_printed(rank, shared),
        points=points,
        gained=points - (before[3] if before else 0),
        rounds_played=played,
        moved=before[1] - rank if before else None,
    )


def _printed(rank: int, shared: bool) -> str:
    return f"{rank}=" if shared else str(rank)


def _courses(
    rounds: Sequence[int], tables: Mapping[int, Sequence[Row]], names: Mapping[int, str]
) -> list[Course]:
    """Who is in the table after the last round, through all of them."""
    order = [row[0] for row in tables[rounds[-1]] if row[0] in names]
    places = {one: {row[0]: at for at, row in enumerate(tables[one], start=1)} for one in rounds}
    ranks = {one: {row[0]: _printed(row[1], row[2]) for row in tables[one]} for one in rounds}
    high = min(len(order), CHARTED)
    return [
        Course(
            entry,
            names[entry],
            [(one, ranks[one].get(entry, "")) for one in rounds],
            _drawn([places[one].get(entry) for one in rounds], high) if at < CHARTED else "",
        )
        for at, entry in enumerate(order)
    ]


def _drawn(places: Sequence[int | None], high: int) -> str:
    """`<polyline points>` in a box 100 by 100, a row a place; who is farther down runs along the edge."""
    step = 100 / max(len(places) - 1, 1)
    told = [
        (at * step, min((place - 0.5) * 100 / high, 100))
        for at, place in enumerate(places)
        if place is not None
    ]
    if len(told) == 1:  # one round only, or somebody who came for the last: a short stroke
        told = [(max(told[0][0] - step / 2, 0), told[0][1]), (max(told[0][0], step / 2), told[0][1])]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in told)


def _tables(event: Event) -> dict[int, list[Row]]:
    """Round → the table after it, as kept of a finished event, or computed."""
    kept = KeptNight.objects.filter(event=event, revision=revision_of(event)).first()
    if kept is None:
        return tables_of_rounds(event.pk)
    return {int(number): [tuple(row) for row in rows] for number, rows in kept.courses.items()}


def tables_of_rounds(event_id: int) -> dict[int, list[Row]]:
    """Round → the table after it, from the stored results. Ten queries."""
    rules, results, entries = rules_of(event_id), results_of(event_id), entries_of(event_id)
    stages = list(
        Stage.objects.filter(event_id=event_id).prefetch_related("rounds", "verdicts").order_by("number")
    )
    called = Match.objects.filter(round__event_id=event_id, number__isnull=False)
    decided = {
        (stage, number or 0): round
        for stage, number, round in called.values_list("round__stage_id", "number", "round__number")
    }
    everybody = {one.tally.entry for one in results}
    tables: dict[int, list[Row]] = {}
    for upto in sorted({one.round for one in results if not one.sat_out}):
        own = [one for one in results if one.round <= upto]
        begun = [one for one in stages if _has_begun(one, upto)]
        whole = ranked_from(begun, entries, own, replace(rules, upto=upto, decided=decided)).whole
        there = {one.tally.entry for one in own}
        tables[upto] = [
            (one.entry, one.rank, one.shared, *whole.facts[one.entry])
            for one in whole.order
            if one.entry in there or one.entry not in everybody  # who came late was not in it then
        ]
    return tables


def _has_begun(stage: Stage, upto: int) -> bool:
    return any(one.number <= upto and one.state != Round.State.PROPOSED for one in stage.rounds.all())
