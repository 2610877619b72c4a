"""The running night on one page: which tables are done, in doubt or late."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.models import Event, Match, Round, Seating, SitOut
from tournaments.selectors.clock import Clock, clock_at, clock_mark
from tournaments.selectors.forfeits import forfeit_words
from tournaments.selectors.rounds import SIDES, current_round, current_seatings
from tournaments.selectors.sides import sides_at

STATES = ("disputed", "late", "playing", "seated", "done", "confirmed")
"""What a table may be, in the order in which the director is needed."""


@dataclass(frozen=True, slots=True)
class SideOnDesk:
    """One side: "N/S", its people, its points if there are any."""

    code: str
    name: str
    people: str
    points: int | None
    ahead: bool


@dataclass(frozen=True, slots=True)
class TableOnDesk:
    """A table. `kind` is waiting, playing or over; `late` counts lines that wait for the director.

    `state` is one of STATES; `disputes` are the words of the sides that do not accept the score.
    """

    match_id: int
    table: int
    sides: list[SideOnDesk]
    kind: str
    word: str
    card: bool
    late: int
    state: str = "seated"
    disputes: Sequence[str] = ()
    seats_wrong: bool = False

    @property
    def needs_you(self) -> bool:
        """Whether it waits for the director's word: late lines, a score or the seats in dispute."""
        return bool(self.late or self.disputes or self.seats_wrong)


@dataclass(frozen=True, slots=True)
class RoundOnDesk:
    """A round with its tables, those that need the director first; `now` is the one being played.

    `open`: play has begun or is called, and the round is not closed; several may be where tables run at
    their own pace.
    """

    round: Round
    tables: list[TableOnDesk]
    sitting_out: list[str]
    now: bool
    open: bool = False

    @property
    def clock(self) -> Clock | None:
        """Its clock, if one is set."""
        return clock_at(self.round)

    @property
    def clock_mark(self) -> str:
        """What a form that changes the clock sends back."""
        return clock_mark(self.round)

    @property
    def over(self) -> int:
        """How many tables are done."""
        return sum(table.kind == "over" for table in self.tables)

    @property
    def late(self) -> int:
        """How many lines wait for the director."""
        return sum(table.late for table in self.tables)

    @property
    def all_over(self) -> bool:
        """Whether the round may be closed without leaving anybody playing."""
        return bool(self.tables) and self.over == len(self.tables)


def bells_gone(event: Event, now: datetime) -> int:
    """How many open rounds' bells have gone: no change of the event, and yet the desk looks different."""
    return event.rounds.filter(state=Round.State.ACCEPTED, clock_ends_at__lte=now).count()


def rounds_on_desk(event: Event, now: datetime | None = None) -> list[RoundOnDesk]:
    """Every accepted round, by number. Four queries, however many tables there are."""
    moment = now or timezone.now()
    rounds = list(event.rounds.exclude(state=Round.State.PROPOSED).order_by("number"))
    matches = list(
        Match.objects.filter(round__in=rounds).select_related("result", "forfeit").order_by("table")
    )
    seated = current_seatings(match.pk for match in matches)
    out: dict[int, list[str]] = {}
    sit_outs = SitOut.objects.filter(round__in=rounds).select_related("entry__player", "entry__pair__first")
    for row in sit_outs.order_by("entry__number"):
        out.setdefault(row.round_id, []).append(str(row.entry))
    current = current_round(rounds)
    found = []
    for one in rounds:
        tables = [
            table_on_desk(match, seated.get(match.pk, {})) for match in matches if match.round_id == one.pk
        ]
        is_now = current is not None and one.pk == current.pk and one.state == Round.State.ACCEPTED
        begun = one.called_at is not None or any(table.kind != "waiting" for table in tables)
        in_play = one.state == Round.State.ACCEPTED and (is_now or begun)
        if in_play:
            tables = _by_need(tables, one, moment)
        found.append(RoundOnDesk(one, tables, out.get(one.pk, []), is_now, in_play))
    return found


def _by_need(tables: Sequence[TableOnDesk], round: Round, now: datetime) -> list[TableOnDesk]:
    """Those that need the director first. Late is who plays on after the bell, or when all else is done."""
    clock = clock_at(round)
    playing = [table for table in tables if table.state in {"playing", "seated"}]
    last_one = len(playing) == 1 < len(tables) and playing[0].state == "playing"
    if last_one or (clock is not None and clock.rung(now)):
        tables = [replace(table, state="late") if table in playing else table for table in tables]
    return sorted(
        tables,
        key=lambda table: (not (table.late or table.seats_wrong), STATES.index(table.state), table.table),
    )


def table_on_desk(match: Match, seated: Mapping[str, Seating]) -> TableOnDesk:
    """One table from its result's live state and the seats that hold now. No query."""
    live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
    given_up = forfeit_words(match)
    kind, word = ("over", given_up) if given_up else _state_of(live)
    disputes = _disputes_of(live)
    return TableOnDesk(
        match_id=match.pk,
        table=match.table,
        sides=[_side(code, live, seated) for code in sides_at(seated)],
        kind=kind,
        word=word,
        card=bool(live.get("card")),
        late=int(live.get("late") or 0),
        state="disputed" if disputes else _how_far(kind, live, seated),
        disputes=disputes,
        seats_wrong=live.get("seats_said") == "wrong" and kind != "over",
    )


def _how_far(kind: str, live: Mapping[str, Any], seated: Mapping[str, Seating]) -> str:
    if kind != "over":
        return "playing" if kind == "playing" else "seated"
    agreed = set(live.get("confirmed") or ())
    return "confirmed" if agreed and agreed >= set(sides_at(seated)) else "done"


def _disputes_of(live: Mapping[str, Any]) -> list[str]:
    """ "E/W say 7 to 8", the figures in the order of the sides."""
    disputed: Mapping[str, Mapping[str, int]] = live.get("disputed") or {}
    said = []
    for side in (one for one in SIDES if one in disputed):
        figures = " to ".join(str(disputed[side][one]) for one in SIDES if one in disputed[side])
        said.append(f"{'/'.join(side)} {'say' if len(side) > 1 else 'says'} {figures}")
    return said


def people_of(seats: str, seated: Mapping[str, Seating]) -> str:
    """The people of some seats: "Ann Lee & Bob Rowe"; a seat that nobody has is passed over."""
    return " & ".join(str(seated[seat].player) for seat in seats if seat in seated)


def tables_of_event(event: Event) -> int:
    """The greatest number of a table in the accepted rounds, 0 before there are any. One query."""
    last = Match.objects.filter(round__event=event).order_by("-table").values_list("table", flat=True).first()
    return last or 0


def _side(code: str, live: Mapping[str, Any], seated: Mapping[str, Seating]) -> SideOnDesk:
    score: Mapping[str, int] = live.get("score") or {}
    points = score.get(code) if _begun(live) else None
    best: Sequence[int] = sorted(score.values())
    ahead = points is not None and len(set(best)) > 1 and points == best[-1]
    return SideOnDesk(code, "/".join(code), people_of(code, seated), points, ahead)


def _begun(live: Mapping[str, Any]) -> bool:
    return bool(
        live.get("hands") or live.get("card") or live.get("over") or any((live.get("score") or {}).values())
    )


def _state_of(live: Mapping[str, Any]) -> tuple[str, str]:
    if live.get("over"):
        return "over", "card typed" if live.get("card") else "over"
    if not _begun(live):
        return "waiting", "no hand yet"
    if live.get("card"):
        return "playing", "card typed"
    hands, left = int(live.get("hands") or 0), live.get("hands_left")
    return "playing", f"{hands} hands" if left is None else f"hand {hands} of {hands + int(left)}"
