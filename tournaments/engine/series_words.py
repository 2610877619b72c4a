"""A series told in words: its rule, and for every place how it was counted and what parted it from others."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.engine.series import GIVES, SERIES_MEASURES, SeriesPlace, SeriesRule
from tournaments.engine.totals import Figure


def rule_in_words(rule: SeriesRule) -> list[str]:
    """The rule in sentences, the total first, then what parts those who are level."""
    if rule.way == "came":
        words = [f"Coming to a night gives {_many(rule.coming, 'point')}; nothing else counts."]
    elif rule.way == "average":
        words = ["Points from games, divided by games; sitting out and forfeits count on neither side."]
    else:
        nights = f"the best {_many(rule.best, 'night')}" if rule.way == "best" else "all nights"
        words = [f"A night gives {GIVES[rule.gives]}. {nights.capitalize()} are added up."]
        if rule.gives == "place":
            words.append(
                f"Places give {', '.join(map(str, rule.places))}; level places share what theirs give."
            )
        if rule.coming:
            words.append(f"Coming to a night gives {_many(rule.coming, 'point')} on top.")
    if rule.least > 1:
        words.append(f"A place needs {rule.least} nights.")
    if rule.chain:
        parted = ", then ".join(SERIES_MEASURES[code].name for code in rule.chain)
        words.append(f"Who is level is parted by {parted}; who is level on all of it shares the place.")
    return words


def explain_series(rule: SeriesRule, table: Sequence[SeriesPlace], names: Mapping[int, str]) -> list[str]:
    """One sentence a line, in the order of the table, which must be whole."""
    ranks = [list(group) for _, group in groupby(table, key=lambda one: one.rank)]
    sentences = []
    for at, sharing in enumerate(ranks):
        above = ranks[at - 1] if at else []
        below = ranks[at + 1] if at + 1 < len(ranks) and ranks[at + 1][0].rank is not None else []
        for one in sharing:
            words = [_counted(rule, one)]
            if one.rank is None:
                more = max(rule.least, 1) - len(one.nights)
                words.append(f"{_many(more, 'more night')} for a place")
            else:
                words += _clauses(one, [other for other in sharing if other is not one], above, below, names)
            sentences.append("; ".join(words) + ".")
    return sentences


def _counted(rule: SeriesRule, one: SeriesPlace) -> str:
    played = len(one.nights)
    if rule.way == "average":
        return f"{written(one.total)} points a game over {_many(played, 'night')}"
    if rule.way == "came":
        return f"{_many(played, 'night')} at {rule.coming}"
    counting = [each for each in one.nights if each.counts]
    sums = " + ".join(written(each.gave) for each in counting[:12])
    if len(counting) > 12:
        sums = f"{sums} + {len(counting) - 12} more nights"
    coming = f" and {rule.coming * played} for coming" if rule.coming else ""
    dropped = played - len(counting)
    lost = f", {_many(dropped, 'night')} dropped" if dropped else ""
    return f"{_upper(sums)}{coming} = {written(one.total)}{lost}"


def _clauses(
    one: SeriesPlace,
    sharing: Sequence[SeriesPlace],
    above: Sequence[SeriesPlace],
    below: Sequence[SeriesPlace],
    names: Mapping[int, str],
) -> list[str]:
    words = []
    if sharing:
        words.append(f"shares the place with {_named(sharing, names)}, level on all that counts")
    words += _parting(one, above, one.parted_by, names, "below")
    words += _parting(one, below, below[0].parted_by if below else None, names, "above")
    return words


def _parting(
    one: SeriesPlace, others: Sequence[SeriesPlace], code: str | None, names: Mapping[int, str], where: str
) -> list[str]:
    """How a neighbouring rank was parted, where both were level on the total."""
    if not others or code is None or code == "TOTAL":
        return []
    mine, theirs = dict(one.figures)[code], dict(others[0].figures)[code]
    figures = f"{written(mine)} to {written(theirs)}"
    return [f"level with {_named(others, names)}, placed {where} by {SERIES_MEASURES[code].name}, {figures}"]


def _named(others: Sequence[SeriesPlace], names: Mapping[int, str]) -> str:
    listed = [names[one.entrant] for one in others]
    if len(listed) > 4:
        listed = [*listed[:3], f"{len(listed) - 3} others"]
    *most, last = listed
    return f"{', '.join(most)} and {last}" if most else last


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _upper(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def written(figure: Figure) -> str:
    """An exact number as people read it: 6, 6½, 7.43 (two places, half up)."""
    number = Fraction(figure)
    sign = "-" if number < 0 else ""
    number = abs(number)
    if number.denominator == 1:
        return f"{sign}{number.numerator}"
    if number.denominator == 2:
        return f"{sign}{number.numerator // 2 or ''}½"
    hundredths = (number * 200 + 1) // 2
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"
