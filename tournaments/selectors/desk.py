"""The running night on one page: which tables are done, in doubt or late."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.models import Event, Match, Round, Seating, SitOut
from tournaments.selectors.forfeits import forfeit_words
from tournaments.selectors.rounds import current_round, current_seatings
from tournaments.selectors.sides import sides_at


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
    """A table. `kind` is waiting, playing or over; `late` counts lines that wait for the director."""

    match_id: int
    table: int
    sides: list[SideOnDesk]
    kind: str
    word: str
    card: bool
    late: int


@dataclass(frozen=True, slots=True)
class RoundOnDesk:
    """A round with its tables; `now` is the one being played."""

    round: Round
    tables: list[TableOnDesk]
    sitting_out: list[str]
    now: bool

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


def rounds_on_desk(event: Event) -> list[RoundOnDesk]:
    """Every accepted round, by number. Four queries, however many tables there are."""
    rounds = list(event.rounds.exclude(state=Round.State.PROPOSED).order_by("number"))
    matches = list(
        Match.objects.filter(round__in=rounds).select_related("result", "forfeit").order_by("table")
    )
    seated = current_seatings(match.pk for match in matches)
    out: dict[int, list[str]] = {}
    sit_outs = SitOut.objects.filter(round__in=rounds).select_related("entry__player", "entry__pair__first")
    for row in sit_outs.order_by("entry__number"):
        out.setdefault(row.round_id, []).append(str(row.entry))
    now = current_round(rounds)
    return [
        RoundOnDesk(
            one,
            [table_on_desk(match, seated.get(match.pk, {})) for match in matches if match.round_id == one.pk],
            out.get(one.pk, []),
            now is not None and one.pk == now.pk and one.state == Round.State.ACCEPTED,
        )
        for one in rounds
    ]


def table_on_desk(match: Match, seated: Mapping[str, Seating]) -> TableOnDesk:
    """One table from its result's live state and the seats that hold now. No query."""
    live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
    given_up = forfeit_words(match)
    kind, word = ("over", given_up) if given_up else _state_of(live)
    return TableOnDesk(
        match_id=match.pk,
        table=match.table,
        sides=[_side(code, live, seated) for code in sides_at(seated)],
        kind=kind,
        word=word,
        card=bool(live.get("card")),
        late=int(live.get("late") or 0),
    )


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
