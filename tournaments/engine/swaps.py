"""Two who change places in a round, and what that costs in repeats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.seating import Contacts, DrawnRound, DrawnTable, contacts


@dataclass(frozen=True, slots=True)
class Repeats:
    """Times beyond the first that couples are partners, opponents, or at one table, over all couples."""

    partners: int
    opponents: int
    meetings: int

    @classmethod
    def of(cls, met: Contacts) -> "Repeats":
        """Counted from who met whom."""
        return cls(met.partner_repeats, met.opponent_repeats, met.meeting_repeats)


@dataclass(frozen=True, slots=True)
class SwapCost:
    """Repeats of all rounds together, before the swap and after it."""

    before: Repeats
    after: Repeats

    @property
    def free(self) -> bool:
        """Whether no repeat is added, of any kind."""
        pairs = zip(_each(self.before), _each(self.after), strict=True)
        return all(after <= before for before, after in pairs)

    @property
    def sentence(self) -> str:
        """For the director, before the swap is made."""
        words = ("partners", "opponents", "meetings at a table")
        changed = [
            f"{word}: {before} now, {after} after it"
            for word, before, after in zip(words, _each(self.before), _each(self.after), strict=True)
            if before != after
        ]
        return f"Repeats of {'; of '.join(changed)}." if changed else "It adds no repeat."


def _each(repeats: Repeats) -> tuple[int, int, int]:
    return (repeats.partners, repeats.opponents, repeats.meetings)


def exchanged(drawn: DrawnRound, one: int, other: int) -> DrawnRound:
    """The round with two entries in each other's places; who has no place in it gets the other's."""
    instead = {one: other, other: one}

    def seat(entry: int | None) -> int | None:
        return instead.get(entry, entry) if entry is not None else None

    tables = tuple(DrawnTable(table.table, *(seat(entry) for entry in table.seats)) for table in drawn.tables)
    out = tuple(sorted(instead.get(entry, entry) for entry in drawn.sitting_out))
    return replace(drawn, tables=tables, sitting_out=out)


def swap_cost(rounds: Sequence[DrawnRound], number: int, one: int, other: int) -> SwapCost:
    """What it costs that two change places in round `number` of these."""
    after = [exchanged(drawn, one, other) if drawn.number == number else drawn for drawn in rounds]
    return SwapCost(Repeats.of(contacts(rounds)), Repeats.of(contacts(after)))
