"""A draw to look at before it binds: every round with names, and how often people meet again."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.rotation import floor
from tournaments.engine.seating import DrawnRound, contacts
from tournaments.models import Event, EventPolicy, Round


@dataclass(frozen=True, slots=True)
class TableDrawn:
    """A table with its people by seat; a seat nobody has is empty."""

    table: int
    north: str
    east: str
    south: str
    west: str


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """One round as drawn."""

    number: int
    state: str
    tables: list[TableDrawn]
    sitting_out: list[str]


@dataclass(frozen=True, slots=True)
class DrawFigures:
    """Repeats of all rounds together; `unavoidable` is the fewest partner repeats there can be."""

    rounds: int
    tables: int
    partner_repeats: int
    unavoidable: int
    opponent_repeats: int
    most_opposed: int
    meeting_repeats: int
    fewest_sit_outs: int
    most_sit_outs: int


@dataclass(frozen=True, slots=True)
class DrawShown:
    """Rounds still to be decided on, rounds that bind, and the figures of all of them."""

    proposed: list[RoundDrawn]
    accepted: list[RoundDrawn]
    seed: str
    figures: DrawFigures | None


def follows_results(policy: EventPolicy) -> bool:
    """Whether the movement draws each round from the results of those before."""
    return FORMATS[policy.movement["format"]].draw_next is not None


def rounds_drawn(event: Event) -> list[Round]:
    """Every round of an event that was drawn here, proposed ones included. One query."""
    return [one for one in Round.objects.filter(event=event).order_by("number") if one.draw]


def draw_shown(drawn: Sequence[tuple[Round, DrawnRound]], names: Mapping[int, str]) -> DrawShown:
    """The draw with names by entry id. No query."""
    told = [(one, _round(one, value, names)) for one, value in drawn]
    proposed = [(one, shown) for one, shown in told if one.state == Round.State.PROPOSED]
    return DrawShown(
        proposed=[shown for _, shown in proposed],
        accepted=[shown for one, shown in told if one.state != Round.State.PROPOSED],
        seed=proposed[0][0].seed if proposed else (told[-1][0].seed if told else ""),
        figures=_figures([value for _, value in drawn]) if drawn else None,
    )


def _round(one: Round, drawn: DrawnRound, names: Mapping[int, str]) -> RoundDrawn:
    tables = [
        TableDrawn(table.table, *(names.get(entry, "") if entry is not None else "" for entry in table.seats))
        for table in sorted(drawn.tables, key=lambda table: table.table)
    ]
    return RoundDrawn(one.number, one.state, tables, [names.get(entry, "") for entry in drawn.sitting_out])


def _figures(drawn: Sequence[DrawnRound]) -> DrawFigures:
    met = contacts(drawn)
    people = {entry for one in drawn for entry in _placed(one)}
    out = Counter(entry for one in drawn for entry in one.sitting_out)
    often = [out[entry] for entry in people] or [0]
    return DrawFigures(
        rounds=len(drawn),
        tables=max(len(one.tables) for one in drawn),
        partner_repeats=met.partner_repeats,
        unavoidable=floor(drawn),
        opponent_repeats=met.opponent_repeats,
        most_opposed=max(met.opponents.values(), default=0),
        meeting_repeats=met.meeting_repeats,
        fewest_sit_outs=min(often),
        most_sit_outs=max(often),
    )


def _placed(one: DrawnRound) -> Iterable[int]:
    for table in one.tables:
        yield from table.seated
    yield from one.sitting_out
