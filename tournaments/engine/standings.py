"""The ranking: a chain of measures, and every place explained in words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from tournaments.engine.errors import EventViolation
from tournaments.engine.measures import MEASURES, Figure, Measure, Totals, tidy, total_up, written
from tournaments.engine.results import Result


@dataclass(frozen=True, slots=True)
class Encounter:
    """Games between an entry and one `opponent` of its tied group, seen from the entry."""

    opponent: int
    won: Figure
    lost: Figure


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings.

    `rank` prints as 1, 1, 3; `shared` says that somebody else has the same. `figures` follow the chain, by
    code; HEAD (games won inside the tied group) is there only where the group was still level when its turn
    came, and `encounters` then tell whom the entry met there. `parted_by` is the code that parted this rank
    from the one above it, the same for all who share it, and None for the first rank.
    """

    entry: int
    rank: int
    shared: bool
    figures: tuple[tuple[str, Figure], ...]
    parted_by: str | None
    encounters: tuple[Encounter, ...] = ()


Wins = Mapping[int, Mapping[int, Figure]]
"""Games an entry (first key) won against another of its tied group (second key); 0 where it met and lost."""


@dataclass(frozen=True, slots=True)
class _Level:
    """Entries level so far, ascending, and the code that parted them from those above."""

    entries: list[int]
    parted_by: str | None


def rank(
    entries: Iterable[int],
    results: Iterable[Result],
    chain: Sequence[str],
    *,
    places: Mapping[int, int] | None = None,
) -> list[Standing]:
    """Order entries by the measures of `chain`, the best first; entries equal on all of them share a rank.

    Inside a shared rank the order is by entry number and means nothing. Results of entries not listed do not
    count. HEAD may stand in a chain twice: what a later measure left of a group can then be looked at again.
    `places` are those reached in a bracket, by entry, for the measure PLACE.
    Raises EventViolation for a code that is no measure and for an entry listed twice.
    """
    measures = [_measure(code) for code in chain]
    due = sorted(entries)
    if len(set(due)) != len(due):
        raise EventViolation("entry-twice", "An entry is listed more than once.")
    held = list(results)
    reached = places or {}
    totals = {entry: replace(one, place=reached.get(entry, 0)) for entry, one in total_up(due, held).items()}
    figures: dict[int, dict[str, Figure]] = {entry: {} for entry in due}
    encounters: dict[int, tuple[Encounter, ...]] = {}
    levels = [_Level(due, None)] if due else []
    for measure in measures:
        if measure.figure is None:
            levels = _part_by_meetings(levels, measure.code, held, figures, encounters)
        else:
            levels = _part_by_figure(levels, measure, totals, figures)
    return _numbered(levels, figures, encounters)


def _measure(code: str) -> Measure:
    if code not in MEASURES:
        raise EventViolation("unknown-measure", f"There is no measure {code!r}, but {', '.join(MEASURES)}.")
    return MEASURES[code]


def _part_by_figure(
    levels: list[_Level],
    measure: Measure,
    totals: Mapping[int, Totals],
    figures: dict[int, dict[str, Figure]],
) -> list[_Level]:
    assert measure.figure is not None
    parted: list[_Level] = []
    for level in levels:
        by_figure: dict[Figure, list[int]] = defaultdict(list)
        for entry in level.entries:
            figure = measure.figure(totals[entry])
            figures[entry][measure.code] = figure
            by_figure[figure].append(entry)
        best_first = sorted(by_figure, reverse=not measure.low)
        parted += _levels([by_figure[figure] for figure in best_first], level.parted_by, measure.code)
    return parted


def _part_by_meetings(
    levels: list[_Level],
    code: str,
    results: Iterable[Result],
    figures: dict[int, dict[str, Figure]],
    encounters: dict[int, tuple[Encounter, ...]],
) -> list[_Level]:
    wins = games_between([level.entries for level in levels if len(level.entries) > 1], results)
    parted: list[_Level] = []
    for level in levels:
        if len(level.entries) == 1:
            parted.append(level)
            continue
        for entry in level.entries:
            figures[entry][code] = tidy(sum(wins[entry].values(), Fraction(0)))
            encounters[entry] = tuple(
                Encounter(other, won, wins[other].get(entry, 0)) for other, won in sorted(wins[entry].items())
            )
        parted += _levels(beaten_paths(level.entries, wins), level.parted_by, code)
    return parted


def _levels(groups: list[list[int]], parted_by: str | None, code: str) -> list[_Level]:
    """The first group inherits what parted the whole from those above; the rest were parted by `code`."""
    return [_Level(group, code if at else parted_by) for at, group in enumerate(groups)]


def games_between(groups: Iterable[Sequence[int]], results: Iterable[Result]) -> dict[int, dict[int, Figure]]:
    """Games won by each against each of the same group when they sat on opposite sides; in one pass."""
    group_of = {entry: at for at, group in enumerate(groups) for entry in group}
    wins: dict[int, dict[int, Figure]] = {entry: {} for entry in group_of}
    for result in results:
        tally = result.tally
        if tally.entry not in group_of or result.sat_out:
            continue
        # As in total_up: partners who are one entry both report their side's game.
        won = tally.games_won / 2 if tally.entry in tally.partners else tally.games_won
        for opponent in tally.opponents:
            if opponent != tally.entry and group_of.get(opponent) == group_of[tally.entry]:
                wins[tally.entry][opponent] = tidy(wins[tally.entry].get(opponent, 0) + won)
    return wins


def beaten_paths(group: Sequence[int], wins: Wins) -> list[list[int]]:
    """Part a level group by who beat whom, best first; who cannot be parted stays together, ascending.

    X beat Y when it won more of their games. A cut is made only where a path of wins leads from everyone
    above it to everyone below and none leads back: whoever is in a cycle, or has met too few of the others,
    is not parted.
    """
    beaten = {
        one: {other for other, won in wins[one].items() if won > wins[other].get(one, 0)} for one in group
    }
    reach = {entry: _reached(entry, beaten) for entry in group}
    # Above a cut everyone reaches more of the others than anyone below it, so only this order can be cut.
    waiting = sorted(group, key=lambda entry: (-len(reach[entry] - {entry}), entry))
    parts: list[list[int]] = []
    above: list[int] = []
    while waiting:
        above.append(waiting.pop(0))
        below = set(waiting)
        if all(below <= reach[one] for one in above) and all(reach[one].isdisjoint(above) for one in below):
            parts.append(sorted(above))
            above = []
    return parts


def _reached(start: int, beaten: Mapping[int, set[int]]) -> set[int]:
    reached: set[int] = set()
    waiting = [start]
    while waiting:
        for other in beaten[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return reached


def _numbered(
    levels: Iterable[_Level],
    figures: Mapping[int, Mapping[str, Figure]],
    encounters: Mapping[int, tuple[Encounter, ...]],
) -> list[Standing]:
    standings: list[Standing] = []
    for level in levels:
        place = len(standings) + 1
        for entry in level.entries:
            standings.append(
                Standing(
                    entry=entry,
                    rank=place,
                    shared=len(level.entries) > 1,
                    figures=tuple(figures[entry].items()),
                    parted_by=level.parted_by,
                    encounters=encounters.get(entry, ()),
                )
            )
    return standings


def explain(standings: Sequence[Standing], names: Mapping[int, str]) -> list[str]:
    """One sentence a place, in the order of `standings`, which must be whole: neighbours explain a place.

    Neighbours are mentioned where they are level on the first measure, with the measure that parted them.
    """
    ranks = [list(group) for _, group in groupby(standings, key=lambda one: one.rank)]
    sentences = []
    for at, sharing in enumerate(ranks):
        above = ranks[at - 1] if at else []
        below = ranks[at + 1] if at + 1 < len(ranks) else []
        for one in sharing:
            opening = _opening(one, [other for other in sharing if other is not one], names)
            clauses = _clause(one, above, one.parted_by, names, "below")
            clauses += _clause(one, below, below[0].parted_by if below else None, names, "above")
            glue = "; " if one.shared else ", "
            sentences.append(glue.join(filter(None, (opening, "; ".join(clauses)))) + ".")
    return sentences


def _opening(one: Standing, sharing: Sequence[Standing], names: Mapping[int, str]) -> str:
    place, name = ordinal(one.rank), names[one.entry]
    if not sharing:
        return f"{place}, {name}" + (f": {_counted(*one.figures[0])}" if one.figures else "")
    level = [
        f"{MEASURES[code].name} ({written(MEASURES[code], figure)})"
        for code, figure in one.figures
        if MEASURES[code].figure
    ]
    opening = f"{name} shares {place} with {_named(sharing, names)}"
    opening += f": level on {_and(level)}" if level else ""
    tried = [MEASURES[code].name for code, _ in one.figures if not MEASURES[code].figure]
    return opening + "".join(f"; {name} does not part them" for name in tried)


def _clause(
    one: Standing, others: Sequence[Standing], code: str | None, names: Mapping[int, str], where: str
) -> list[str]:
    """How a neighbouring rank was parted from this one, if both were level on the first measure."""
    codes = [known for known, _ in one.figures]
    if not others or code is None or code == codes[0]:
        return []
    also = [MEASURES[known].name for known in codes[: codes.index(code)] if MEASURES[known].figure]
    on = f" on {_and(also)}" if len(also) > 1 else ""
    return [f"level with {_named(others, names)}{on}", f"placed {where} by {_reason(one, others, code)}"]


def _reason(one: Standing, others: Sequence[Standing], code: str) -> str:
    measure = MEASURES[code]
    if measure.figure is None:
        met = [each for each in one.encounters if each.opponent == others[0].entry and each.won != each.lost]
        if one.shared or others[0].shared or not met:
            return f"{measure.name}, through games inside the level group"
        return f"{measure.name}, {met[0].won} to {met[0].lost}"
    mine, theirs = dict(one.figures)[code], dict(others[0].figures)[code]
    if written(measure, mine) == written(measure, theirs):  # apart by less than print shows
        return f"{measure.name}, {mine} to {theirs}"
    return f"{measure.name}, {written(measure, mine)} to {written(measure, theirs)}"


def _counted(code: str, figure: Figure) -> str:
    """A figure with its measure's name: "1 game won", "12.15 points per game", "win share 71.43 %"."""
    measure = MEASURES[code]
    if measure.percent or measure.low or measure.figure is None:
        return f"{measure.name} {written(measure, figure)}"
    return f"{written(measure, figure)} {measure.one if figure == 1 and measure.one else measure.name}"


def _named(others: Sequence[Standing], names: Mapping[int, str]) -> str:
    """Names of up to four; of more the first three and how many others, so that a page stays readable."""
    listed = [names[one.entry] for one in (others if len(others) <= 4 else others[:3])]
    return _and(listed if len(others) <= 4 else [*listed, f"{len(others) - 3} others"])


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
