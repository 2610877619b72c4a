"""Every place explained in words: who was level with whom, and by what they were parted."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from tournaments.engine.measures import MEASURES, written
from tournaments.engine.standings import Standing
from tournaments.engine.totals import Figure


def explain(standings: Sequence[Standing], names: Mapping[int, str], *, brief: bool = False) -> list[str]:
    """One sentence a place, in the order of `standings`, which must be whole: neighbours explain a place.

    Neighbours are mentioned where they are level on the first measure, with the measure that parted them. A
    `brief` sentence leaves out place and name, for where both stand beside it.
    """
    ranks = [list(group) for _, group in groupby(standings, key=lambda one: one.rank)]
    sentences = []
    for at, sharing in enumerate(ranks):
        above = ranks[at - 1] if at else []
        below = ranks[at + 1] if at + 1 < len(ranks) else []
        for one in sharing:
            opening = _opening(one, [other for other in sharing if other is not one], names, brief)
            clauses = _clause(one, above, one.parted_by, names, "below")
            clauses += _clause(one, below, below[0].parted_by if below else None, names, "above")
            glue = "; " if one.shared else ", "
            sentence = glue.join(filter(None, (opening, "; ".join(clauses)))) + "."
            sentences.append(f"{sentence[0].upper()}{sentence[1:]}" if brief else sentence)
    return sentences


def _opening(one: Standing, sharing: Sequence[Standing], names: Mapping[int, str], brief: bool) -> str:
    place, name = ordinal(one.rank), names[one.entry]
    counted = _counted(*one.figures[0]) if one.figures else ""
    if not sharing:
        return counted or place if brief else f"{place}, {name}" + (f": {counted}" if counted else "")
    level = [
        f"{MEASURES[code].name} ({written(MEASURES[code], figure)})"
        for code, figure in one.figures
        if not MEASURES[code].tied_only
    ]
    opening = "shares the place with" if brief else f"{name} shares {place} with"
    opening = f"{opening} {_named(sharing, names)}"
    opening += f": level on {_and(level)}" if level else ""
    tried = [MEASURES[code].name for code, _ in one.figures if MEASURES[code].tied_only]
    return opening + "".join(f"; {name} does not part them" for name in tried)


def _clause(
    one: Standing, others: Sequence[Standing], code: str | None, names: Mapping[int, str], where: str
) -> list[str]:
    """How a neighbouring rank was parted from this one, if both were level on the first measure."""
    codes = [known for known, _ in one.figures]
    if not others or code is None or code == codes[0]:
        return []
    also = [MEASURES[known].name for known in codes[: codes.index(code)] if not MEASURES[known].tied_only]
    on = f" on {_and(also)}" if len(also) > 1 else ""
    return [
        f"level with {_named(others, names)}{on}",
        f"placed {where} by {_reason(one, others, code, names)}",
    ]


def _reason(one: Standing, others: Sequence[Standing], code: str, names: Mapping[int, str]) -> str:
    measure = MEASURES[code]
    if code == "HEAD":
        met = [each for each in one.encounters if each.opponent == others[0].entry and each.won != each.lost]
        if one.shared or others[0].shared or not met:
            return f"{measure.name}, through games inside the level group"
        return f"{measure.name}, {met[0].won} to {met[0].lost}"
    mine, theirs = dict(one.figures)[code], dict(others[0].figures)[code]
    if code in ("GAME", "LOT"):
        return f"{measure.name}, {ordinal(int(mine))} and {ordinal(int(theirs))}"
    about = f" ({_and_others([names[entry] for entry in one.against])})" if code == "TOP" else ""
    if written(measure, mine) == written(measure, theirs):  # apart by less than print shows
        return f"{measure.name}{about}, {mine} to {theirs}"
    return f"{measure.name}{about}, {written(measure, mine)} to {written(measure, theirs)}"


def _counted(code: str, figure: Figure) -> str:
    """A figure with its measure's name: "1 game won", "12.15 points per game", "win share 71.43 %"."""
    measure = MEASURES[code]
    if measure.percent or (measure.low and not measure.one) or measure.tied_only:
        return f"{measure.name} {written(measure, figure)}"
    return f"{written(measure, figure)} {measure.one if figure == 1 and measure.one else measure.name}"


def _named(others: Sequence[Standing], names: Mapping[int, str]) -> str:
    return _and_others([names[one.entry] for one in others])


def _and_others(listed: Sequence[str]) -> str:
    """Up to four names; of more the first three and how many others, so that a page stays readable."""
    return _and(listed if len(listed) <= 4 else [*listed[:3], f"{len(listed) - 3} others"])


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
