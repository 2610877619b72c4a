"""Reading a sheet that only grows: which of its lines hold.

Every first line (`root`) begins a chain of lines that replace one another. The line that holds is the last
one that came in time: a late line counts only when a director's line has replaced it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from scoring.engine.games import SheetItem
from scoring.engine.lines import DEALS, item_of
from scoring.engine.rulesets import Ruleset
from scoring.models import LedgerLine

Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True)
class Chain:
    """One place on the sheet: `lines` from first to newest; `held` is None while only late ones are there."""

    lines: tuple[LedgerLine, ...]
    held: LedgerLine | None

    @property
    def root(self) -> LedgerLine:
        """The line that took this place first."""
        return self.lines[0]

    @property
    def newest(self) -> LedgerLine:
        """The line that a further one has to replace."""
        return self.lines[-1]

    @property
    def counts(self) -> bool:
        """Whether anything stands here: not taken back, not waiting for the director."""
        return self.held is not None and self.held.kind != Kind.RETRACTION

    @property
    def waiting(self) -> LedgerLine | None:
        """The late line that the director has still to decide on."""
        return self.newest if self.newest.late else None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game's chains: first the hands by number, each other line after the hand it came after."""

    chains: tuple[Chain, ...]

    @property
    def first_deal(self) -> LedgerLine | None:
        """Who deals first, if it has been said."""
        return next(
            (one.held for one in self.chains if one.held is not None and one.held.kind == Kind.FIRST_DEAL),
            None,
        )

    @property
    def card(self) -> LedgerLine | None:
        """The paper card's totals, if typed."""
        return next(
            (one.held for one in self.chains if one.held is not None and one.held.kind == Kind.CARD), None
        )

    def of_hand(self, number: int) -> Chain | None:
        """The chain of a hand."""
        return next((one for one in self.chains if one.root.hand_number == number), None)

    def with_line(self, line_id: UUID) -> Chain | None:
        """The chain that a line belongs to."""
        return next((one for one in self.chains if any(line.pk == line_id for line in one.lines)), None)

    @property
    def last_deal(self) -> Chain | None:
        """The last hand that stands, thrown in and void ones included."""
        deals = [one for one in self.chains if one.counts and one.held is not None and one.held.kind in DEALS]
        return deals[-1] if deals else None

    def items(self, rules: Ruleset) -> list[tuple[LedgerLine, SheetItem]]:
        """What the engine plays through, with the line each item comes from."""
        found = []
        for chain in self.chains:
            if chain.held is None:
                continue
            held = chain.held
            item = item_of(held.kind, chain.root.hand_number, held.facts, rules, held.reason)
            if item is not None:
                found.append((held, item))
        return found


def read_sheet(lines: Iterable[LedgerLine]) -> Sheet:
    """Chain the lines of one game, given in any order."""
    ordered = sorted(lines, key=lambda line: line.position)
    after = {line.replaces_id: line for line in ordered if line.replaces_id is not None}
    places: list[tuple[tuple[int, int, int], Chain]] = []
    highest = 0
    for line in ordered:
        if line.replaces_id is not None:
            continue
        numbered = line.hand_number is not None
        if numbered:
            highest = max(highest, line.hand_number or 0)
        number = line.hand_number if line.hand_number is not None else highest
        places.append(((number, 0 if numbered else 1, line.position), _chain(line, after)))
    return Sheet(tuple(chain for _, chain in sorted(places, key=lambda place: place[0])))


def _chain(root: LedgerLine, after: dict[UUID, LedgerLine]) -> Chain:
    lines = [root]
    while (following := after.get(lines[-1].pk)) is not None:
        lines.append(following)
    in_time = [line for line in lines if not line.late]
    return Chain(tuple(lines), in_time[-1] if in_time else None)
