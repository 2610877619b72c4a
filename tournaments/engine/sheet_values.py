"""What people write into the cells of a spreadsheet: numbers, days, places; exact, or not read at all."""

import re
from collections.abc import Iterable
from datetime import date
from fractions import Fraction

from tournaments.engine.names import fold

_NUMBER = re.compile(r"([+\-−–]?)\s*(\d{1,9})?(?:[.,](\d{1,9}))?\s*([½¼¾])?")
_PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_FRACTION = re.compile(r"([+\-−–]?)(\d{1,9})/(\d{1,9})")
_PLACE = re.compile(r"(?:=|t|joint\s)?\s*(\d{1,4})\s*(?:st|nd|rd|th|=|\.)*", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]\d{1,2}:\d{2}.*)?")
_FIGURES = re.compile(r"(\d{1,2})[./\-](\d{1,2})[./\-](\d{4}|\d{2})")
_TOKENS = re.compile(r"\d+|[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(19\d\d|20\d\d)(?:\s*[-–/]\s*(\d{4}|\d{2})(?!\d))?")
_MONTHS = {
    name: number
    for number, whole in enumerate(
        (
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ),
        start=1,
    )
    for name in {whole, whole[:3], whole[:4]}
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_BESIDE = {short for day in _DAYS for short in (day, day[:3], day[:4], day[:5])} | {
    "st",
    "nd",
    "rd",
    "th",
    "of",
    "night",
}
ABSENT = frozenset({"", "-", "–", "—", "x", "n/a", "na", "abs", "absent", "dnp", "dns", "."})
"""What stands where somebody was not there."""
_TOTALS = {
    *("total", "totals", "grand total", "sub total", "subtotal", "sum", "total points", "overall total"),
    *("average", "averages", "avg", "mean", "count", "players", "number of players", "tables", "check"),
}


def number_in(text: str) -> Fraction | None:
    """A number with point or comma, with a half behind it or as a fraction; None for anything else."""
    plain = text.replace("\u00a0", "").replace(" ", "")
    if found := _FRACTION.fullmatch(plain):
        sign, above, below = found.groups()
        return None if not int(below) else _signed(sign, Fraction(int(above), int(below)))
    found = _NUMBER.fullmatch(plain)
    if found is None or not (found[2] or found[3] or found[4]) or (found[3] and found[4]):
        return None
    sign, whole, decimals, part = found.groups()
    number = Fraction(int(whole or 0)) + _PARTS.get(part or "", Fraction(0))
    if decimals:
        number += Fraction(int(decimals), 10 ** len(decimals))
    return _signed(sign, number)


def _signed(sign: str, number: Fraction) -> Fraction:
    return -number if sign and sign != "+" else number


def place_in(text: str) -> int | None:
    """A place: "3", "3.", "3rd", "3=", "=3", "T3"; None for anything else and for 0."""
    found = _PLACE.fullmatch(text.strip())
    return int(found[1]) or None if found else None


def is_total(name: str) -> bool:
    """Whether a line is headed as a total, and so no person's."""
    return fold(name) in _TOTALS


def is_absent(text: str) -> bool:
    """Whether a cell says that somebody was not there."""
    return text.casefold() in ABSENT


def day_first(texts: Iterable[str], usual: bool = True) -> bool:
    """Whether figures in dates stand day before month, as far as dates that can be but one of them tell."""
    found = [one for text in texts if (one := _FIGURES.fullmatch(text.strip()))]
    if any(int(one[1]) > 12 for one in found):
        return True
    return usual and not any(int(one[2]) > 12 for one in found)


def years_in(text: str) -> tuple[int, int] | None:
    """The year or the two years of a season: "2019", "2019-20", "2019/2020"."""
    found = _YEAR.search(text)
    if found is None:
        return None
    first = int(found[1])
    second = int(found[2]) if found[2] else first
    second = second if second >= 100 else first // 100 * 100 + second
    return (first, second) if second in {first, first + 1} else (first, first)


def date_in(text: str, *, day_first: bool = True, years: tuple[int, int] | None = None) -> date | None:
    """A day: "2019-10-05", "5/10/2019", "5.10.19", "5 Oct 2019", "Oct 5, 2019", "Thu 5th October".

    Without a year it is of `years`: July to December of the first, January to June of the second.
    """
    text = text.strip()
    if found := _ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _FIGURES.fullmatch(text):
        one, other = int(found[1]), int(found[2])
        day, month = (one, other) if day_first else (other, one)
        return _day(_whole(found[3]), month, day)
    return _in_words(text, years)


def _in_words(text: str, years: tuple[int, int] | None) -> date | None:
    """A day whose month is a word; of two numbers a long one or the last one is the year."""
    tokens = [one.casefold() for one in _TOKENS.findall(text)]
    months = [_MONTHS[one] for one in tokens if one in _MONTHS]
    strange = [one for one in tokens if not (one in _MONTHS or one in _BESIDE or one.isdecimal())]
    numbers = [one for one in tokens if one.isdecimal()]
    if len(months) != 1 or strange or not 1 <= len(numbers) <= 2:
        return None
    long = [one for one in numbers if len(one) == 4]
    year = long[0] if long else numbers[1] if len(numbers) == 2 else ""
    numbers.remove(year) if year else None
    if len(numbers) != 1 or len(numbers[0]) > 2 or (not year and years is None):
        return None
    if year:
        return _day(_whole(year), months[0], int(numbers[0])) if len(year) in {2, 4} else None
    assert years is not None
    return _day(years[0] if months[0] > 6 else years[1], months[0], int(numbers[0]))


def _whole(year: str) -> int:
    number = int(year)
    return number if number >= 100 else number + (1900 if number >= 70 else 2000)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if 1850 <= year <= 2200 else None
    except ValueError:
        return None
