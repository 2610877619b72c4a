"""The ranking: entries parted by a chain of measures, one after the other."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.engine.errors import EventViolation
from tournaments.engine.measures import MEASURES, Counting, Measure, Whole
from tournaments.engine.meetings import Encounter, beaten_paths, games_between, record_against_best
from tournaments.engine.results import Result
from tournaments.engine.totals import Figure, Totals, tidy, total_up

AS_USUAL = Counting()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `rank` prints as 1, 1, 3; `shared` says that somebody else has the same. `figures` follow the chain, by
    code; HEAD (games won inside the tied group) is there only where the group was still level when its turn
    came, and `encounters` then tell whom the entry met there. So is TOP, and `against` then are those by whom
    the group was compared; GAME and LOT are places in the recorded order. `parted_by` is the code that parted
    this rank from the one above it, the same for all who share it, and None for the first rank.
    """

    entry: int
    rank: int
    shared: bool
    figures: tuple[tuple[str, Figure], ...]
    parted_by: str | None
    encounters: tuple[Encounter, ...] = ()
    against: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """What was recorded about entries that were level: their `order`, the best first, by a measure's code.

    The code is GAME (a deciding game or an extra hand) or LOT. It parts a group all of whom it names, and no
    other: who became level later was not in that draw.
    """

    code: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Level:
    """Entries level so far, ascending, and the code that parted them from those above."""

    entries: list[int]
    parted_by: str | None


@dataclass(slots=True)
class _Sheet:
    """What is known of everybody while the chain is gone through."""

    whole: Whole
    words: Sequence[Word]
    figures: dict[int, dict[str, Figure]]
    encounters: dict[int, tuple[Encounter, ...]] = field(default_factory=dict)
    against: dict[int, tuple[int, ...]] = field(default_factory=dict)


def rank(
    entries: Iterable[int],
    results: Iterable[Result],
    chain: Sequence[str],
    *,
    places: Mapping[int, int] | None = None,
    counting: Counting = AS_USUAL,
    words: Sequence[Word] = (),
    totals: Mapping[int, Totals] | None = None,
) -> list[Standing]:
    """Order entries by the measures of `chain`, the best first; entries equal on all of them share a rank.

    Inside a shared rank the order is by entry number and means nothing. Results of entries not listed do not
    count. HEAD and its like may stand in a chain twice: what a later measure left of a group can then be
    looked at again. `places` are those reached in a bracket, by entry, for the measure PLACE; `counting` what
    the policy says about figures; `words` what was recorded about level entries, the newest last; `totals`
    what `total_up` makes of the results, where that is known already.
    Raises EventViolation for a code that is no measure and for an entry listed twice.
    """
    measures = [_measure(code) for code in chain]
    due = sorted(entries)
    if len(set(due)) != len(due):
        raise EventViolation("entry-twice", "An entry is listed more than once.")
    held = list(results)
    added = total_up(due, held) if totals is None else {entry: totals[entry] for entry in due}
    whole = Whole(_placed(added, places), held, counting)
    sheet = _Sheet(whole, words, {entry: {} for entry in due})
    levels = [_Level(due, None)] if due else []
    for measure in measures:
        if measure.code == "TIE":
            break
        levels = _parted(levels, measure, sheet)
    return _numbered(levels, sheet)


def _placed(totals: dict[int, Totals], places: Mapping[int, int] | None) -> dict[int, Totals]:
    if not places:
        return totals
    return {entry: replace(one, place=places.get(entry, 0)) for entry, one in totals.items()}


def _measure(code: str) -> Measure:
    if code not in MEASURES:
        raise EventViolation("unknown-measure", f"There is no measure {code!r}, but {', '.join(MEASURES)}.")
    return MEASURES[code]


def _parted(levels: list[_Level], measure: Measure, sheet: _Sheet) -> list[_Level]:
    if measure.figure is not None:
        own = measure.figure
        return _by_figure(
            levels, measure, {entry: own(one) for entry, one in sheet.whole.totals.items()}, sheet
        )
    if measure.across is not None:
        return _by_figure(levels, measure, measure.across(sheet.whole), sheet)
    if measure.code == "HEAD":
        return _by_meetings(levels, measure.code, sheet)
    if measure.code == "TOP":
        return _by_record(levels, measure, sheet)
    return _by_word(levels, measure, sheet)


def _by_figure(
    levels: Sequence[_Level], measure: Measure, told: Mapping[int, Figure], sheet: _Sheet
) -> list[_Level]:
    parted: list[_Level] = []
    for level in levels:
        by_figure: dict[Figure, list[int]] = defaultdict(list)
        for entry in level.entries:
            sheet.figures[entry][measure.code] = told[entry]
            by_figure[told[entry]].append(entry)
        best_first = sorted(by_figure, reverse=not measure.low)
        parted += _levels([by_figure[figure] for figure in best_first], level.parted_by, measure.code)
    return parted


def _by_meetings(levels: Sequence[_Level], code: str, sheet: _Sheet) -> list[_Level]:
    wins = games_between([level.entries for level in levels if len(level.entries) > 1], sheet.whole.results)
    parted: list[_Level] = []
    for level in levels:
        if len(level.entries) == 1:
            parted.append(level)
            continue
        for entry in level.entries:
            sheet.figures[entry][code] = tidy(sum(wins[entry].values(), Fraction(0)))
            sheet.encounters[entry] = tuple(
                Encounter(other, won, wins[other].get(entry, 0)) for other, won in sorted(wins[entry].items())
            )
        parted += _levels(beaten_paths(level.entries, wins), level.parted_by, code)
    return parted


def _by_record(levels: Sequence[_Level], measure: Measure, sheet: _Sheet) -> list[_Level]:
    parted: list[_Level] = []
    for level in levels:
        others = [other.entries for other in levels if other is not level]
        found = (
            record_against_best(level.entries, others, sheet.whole.results)
            if len(level.entries) > 1
            else None
        )
        if found is None:
            parted.append(level)
            continue
        sheet.against.update(dict.fromkeys(level.entries, found.against))
        parted += _by_figure([level], measure, found.shares, sheet)
    return parted


def _by_word(levels: Sequence[_Level], measure: Measure, sheet: _Sheet) -> list[_Level]:
    parted: list[_Level] = []
    for level in levels:
        word = _word(level.entries, measure.code, sheet.words)
        if word is None:
            parted.append(level)
            continue
        order = [entry for entry in word.order if entry in level.entries]
        parted += _by_figure([level], measure, {entry: at for at, entry in enumerate(order, 1)}, sheet)
    return parted


def _word(level: Sequence[int], code: str, words: Sequence[Word]) -> Word | None:
    """The newest word that names every one of a level group."""
    if len(level) == 1:
        return None
    return next((one for one in reversed(words) if one.code == code and set(level) <= set(one.order)), None)


def _levels(groups: list[list[int]], parted_by: str | None, code: str) -> list[_Level]:
    """The first group inherits what parted the whole from those above; the rest were parted by `code`."""
    return [_Level(group, code if at else parted_by) for at, group in enumerate(groups)]


def _numbered(levels: Iterable[_Level], sheet: _Sheet) -> list[Standing]:
    standings: list[Standing] = []
    for level in levels:
        place = len(standings) + 1
        for entry in level.entries:
            standings.append(
                Standing(
                    entry=entry,
                    rank=place,
                    shared=len(level.entries) > 1,
                    figures=tuple(sheet.figures[entry].items()),
                    parted_by=level.parted_by,
                    encounters=sheet.encounters.get(entry, ()),
                    against=sheet.against.get(entry, ()),
                )
            )
    return standings
