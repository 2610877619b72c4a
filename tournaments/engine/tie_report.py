"""The tie report: for every place which measure parted whom, with the figures, in a form to be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.engine.measures import MEASURES
from tournaments.engine.standings import Standing
from tournaments.engine.totals import Figure


@dataclass(frozen=True, slots=True)
class Parting:
    """What parted an entry from the rank next to it.

    `entries` are those of that rank; `mine` and `theirs` the figures of the measure (for head-to-head games
    won inside the level group), None where it has none; `level_on` the measures before it, on which all were
    level.
    """

    code: str
    entries: tuple[int, ...]
    mine: Figure | None
    theirs: Figure | None
    level_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceReport:
    """One place: with whom it is `shared`, and what parted it from the rank above and from the one below.

    `tried` are the measures that looked at who is level and did not part those who share.
    """

    entry: int
    rank: int
    shared: tuple[int, ...]
    above: Parting | None
    below: Parting | None
    tried: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """In JSON types, figures as text."""
        return {
            "shared": list(self.shared),
            "above": _told(self.above),
            "below": _told(self.below),
            "tried": list(self.tried),
        }


def tie_report(standings: Sequence[Standing]) -> list[PlaceReport]:
    """One report for each place, in the order of `standings`, which must be whole."""
    ranks = [list(group) for _, group in groupby(standings, key=lambda one: one.rank)]
    reports = []
    for at, sharing in enumerate(ranks):
        above = ranks[at - 1] if at else []
        below = ranks[at + 1] if at + 1 < len(ranks) else []
        for one in sharing:
            reports.append(
                PlaceReport(
                    entry=one.entry,
                    rank=one.rank,
                    shared=tuple(other.entry for other in sharing if other is not one),
                    above=_parting(one, above, one.parted_by),
                    below=_parting(one, below, below[0].parted_by if below else None),
                    tried=tuple(code for code, _ in one.figures) if one.shared else (),
                )
            )
    return reports


def _parting(one: Standing, others: Sequence[Standing], code: str | None) -> Parting | None:
    if not others or code is None:
        return None
    mine, theirs = dict(one.figures), dict(others[0].figures)
    codes = list(mine)
    level = codes[: codes.index(code)] if code in codes else codes
    return Parting(
        code=code,
        entries=tuple(other.entry for other in others),
        mine=mine.get(code),
        theirs=theirs.get(code),
        level_on=tuple(known for known in level if not MEASURES[known].tied_only),
    )


def _told(parting: Parting | None) -> Mapping[str, object] | None:
    if parting is None:
        return None
    return {
        "measure": parting.code,
        "entries": list(parting.entries),
        "figure": None if parting.mine is None else str(parting.mine),
        "other_figure": None if parting.theirs is None else str(parting.theirs),
        "level_on": list(parting.level_on),
    }
