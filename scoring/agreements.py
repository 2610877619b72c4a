"""What the people at a table said of their seats and of the score, and whether their word still holds.

A side's word on the score is about the sheet as it stood then: once a line that can change the score comes
after it, by whomever, it is asked anew. The same of the seats, once somebody else was put into one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.models import LedgerLine
from scoring.sheets import Sheet
from tournaments.models import EventPolicy, Seating

Kind = LedgerLine.Kind
SILENT = frozenset({Kind.CONFIRMATION, Kind.FIRST_DEAL})
"""Kinds that change no score."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """`words` is the line that holds of each side (by code), agreeing or with figures of its own."""

    seats: LedgerLine | None = None
    words: Mapping[str, LedgerLine] = field(default_factory=dict)

    @property
    def seats_said(self) -> str:
        """ "right", "wrong", or nothing yet."""
        return str(self.seats.facts["seats"]) if self.seats is not None else ""

    @property
    def confirmed(self) -> list[str]:
        """The sides that accept the score."""
        return [side for side, line in self.words.items() if "disputed" not in line.facts]

    @property
    def disputed(self) -> dict[str, dict[str, int]]:
        """The figures of each side that does not, by side."""
        return {side: line.facts["disputed"] for side, line in self.words.items() if "disputed" in line.facts}

    def holds(self, facts: Mapping[str, object]) -> LedgerLine | None:
        """The line by which this very thing has been said already."""
        said = self.seats if "seats" in facts else self.words.get(str(facts.get("side")))
        return said if said is not None and said.facts == facts else None


def agreement_of(sheet: Sheet, seatings: Iterable[Seating]) -> Agreement:
    """Read a game's sheet for what was said of it. No query."""
    seats: LedgerLine | None = None
    words: dict[str, LedgerLine] = {}
    changed = _last_change(sheet)
    said = [
        one.held for one in sheet.chains if one.counts and one.held and one.held.kind == Kind.CONFIRMATION
    ]
    for line in sorted(said, key=lambda one: one.position):
        if "seats" in line.facts:
            seats = line
        elif line.position > changed:
            words[line.facts["side"]] = line
    if seats is not None and any(_moved_after(one, seats) for one in seatings):
        seats = None
    return Agreement(seats, dict(sorted(words.items())))


def _last_change(sheet: Sheet) -> int:
    """The position of the last line in time that may have changed the score."""
    changing = [
        line.position
        for chain in sheet.chains
        if chain.root.kind not in SILENT
        for line in chain.lines
        if not line.late
    ]
    return max(changing, default=0)


def _moved_after(seating: Seating, said: LedgerLine) -> bool:
    return seating.recorded_at > said.received_at


def window_open(window: str, sheet: Sheet) -> bool:
    """Whether the table may still change a hand that others follow: by the sheet's order, not the clock."""
    match window:
        case EventPolicy.Window.OPEN:
            return True
        case EventPolicy.Window.SIGNED:
            return not any(one.counts and _signs(one.held) for one in sheet.chains)
    return False


def _signs(line: LedgerLine | None) -> bool:
    """A side that disputes the score has not signed it, and who sits here is another matter."""
    if line is None or line.kind != Kind.CONFIRMATION:
        return False
    return "side" in line.facts and "disputed" not in line.facts
