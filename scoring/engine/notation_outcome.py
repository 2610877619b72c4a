"""What a hand came to in the native form: tricks, points, thrown in, void, penalties.

`3-2` tricks of makers and of the others (`?` for a number not known), `NS+1 EW-2` points by side, `+0` points
to nobody, `~` figures that people gave, `passed` all passed twice, `redeal misdeal` or `redeal {any reason}`,
`pen S revoke 1 N+2` a penalty: offender, kind, trick, award.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scoring.engine.notation_cards import SEATS, side_named, side_text
from scoring.engine.notation_text import Line, escaped, number_in
from scoring.engine.records import PenaltyMark, Said
from scoring.engine.seats import Seat, Side
from scoring.engine.sheets import PenaltyKind

UNSTATED = "unstated"
"""The reason of a `redeal` that gives none."""

MOST_PENALTIES = 16
MOST_POINTS = 8

Points = tuple[tuple[Side, int], ...]

_WORD = re.compile(r"\S+")
_TRICKS = re.compile(r"(-?\d{1,18}|\?)-(-?\d{1,18}|\?)", re.ASCII)
_POINTS = re.compile(r"(-|[NESW]{1,8})([+-])(\d{1,18})", re.IGNORECASE | re.ASCII)
_REASON = re.compile(r"\s*(cards \d{1,4}|[a-z][a-z'-]*)(?=\s|$)", re.IGNORECASE | re.ASCII)
_RESERVED = {"pen", "passed", "redeal", "cards"}
_KEPT_TEXTS = 4096
_LONGEST_KEPT = 80


NOTHING_SAID = Said()


@dataclass(slots=True)
class Outcome:
    """What the section holds."""

    said: Said = NOTHING_SAID
    thrown_in: bool = False
    redeal: str = ""
    penalties: tuple[PenaltyMark, ...] = ()


_kept: dict[str, Outcome] = {}
"""Outcomes by their text; there are few different ones."""


def read_outcome(line: Line, start: int, end: int) -> Outcome:
    """Read the section between two places of the line."""
    text = line.text[start:end]
    known = _kept.get(text)
    if known is not None and not line.comments:
        return known
    told = line.told
    found = _Reader(line, end).read(start)
    if line.told == told and not line.comments and len(text) < _LONGEST_KEPT:
        if len(_kept) >= _KEPT_TEXTS:
            _kept.clear()
        _kept[text] = found
    return found


@dataclass(slots=True)
class _Reader:
    line: Line
    end: int
    makers: int | None = None
    others: int | None = None
    counted: bool = False
    points: list[tuple[Side, int]] | None = None
    reported: bool = False
    found: Outcome = field(default_factory=Outcome)

    def read(self, start: int) -> Outcome:
        at = start
        while word := _WORD.search(self.line.text, at, self.end):
            at = self._take(word[0], word.start())
        points = tuple(self.points) if self.points is not None else None
        self.found.said = Said(self.makers, self.others, points, self.reported)
        return self.found

    def _take(self, word: str, at: int) -> int:
        """Take one word; return where the next one is to be looked for."""
        end = at + len(word)
        word = word.replace("−", "-")
        if word[0] == "~":
            self.reported = True
            return at + 1
        if found := _TRICKS.fullmatch(word):
            self._tricks(found, at)
        elif word == "+0":
            self.points = self.points or []
        elif point := point_named(word):
            self._point(point, at)
        elif word.lower() in {"passed", "pass"}:
            self.found.thrown_in = True
        elif word.lower() == "redeal":
            return self._redeal(end)
        elif word.lower() == "pen":
            return self._penalty(at, end)
        elif word != "?":
            self.line.unread(word, at, "of the outcome")
        return end

    def _tricks(self, found: re.Match[str], at: int) -> None:
        if self.counted:
            self.line.note("tricks-twice", "The tricks stand here twice; the first ones count.", at)
            return
        self.counted = True
        self.makers, self.others = (None if one == "?" else int(one) for one in found.groups())

    def _point(self, point: tuple[Side, int], at: int) -> None:
        if self.found.penalties:
            last = self.found.penalties[-1]
            full = len(last.award) >= MOST_POINTS
            award = (*last.award, point)
            marked = PenaltyMark(last.seat, last.kind, last.trick, award)
            if not full:
                self.found.penalties = (*self.found.penalties[:-1], marked)
        else:
            self.points = self.points or []
            full = len(self.points) >= MOST_POINTS
            if not full:
                self.points.append(point)
        if full:
            self.line.note("too-many-points", "More sides get points here than sit anywhere.", at)

    def _redeal(self, end: int) -> int:
        reason = self.line.comment_after(end)
        if reason:
            self.found.redeal = reason
            return end
        found = _REASON.match(self.line.text, end, self.end)
        self.found.redeal = UNSTATED
        if found is None or found[1].lower() in _RESERVED:
            return end
        self.found.redeal = found[1].lower()
        return found.end()

    def _penalty(self, at: int, end: int) -> int:
        words = list(_WORD.finditer(self.line.text, end, min(self.end, end + 80)))[:3]
        seat = SEATS.get(words[0][0]) if words else None
        kind = _kind(words[1][0]) if len(words) > 1 else None
        if seat is None or kind is None:
            kinds = ", ".join(PenaltyKind)
            sentence = f"A penalty says whose it is and what for: {kinds}."
            self.line.note("penalty-unclear", sentence, at)
            meant = [word.end() for word in words[:2] if word[0] in SEATS or _kind(word[0])]
            return max([end, *meant])
        trick = number_in(words[2][0]) if len(words) > 2 else None
        if len(self.found.penalties) >= MOST_PENALTIES:
            self.line.note("too-many-penalties", f"A hand has {MOST_PENALTIES} penalties at most.", at)
        else:
            self.found.penalties += (PenaltyMark(seat, kind, trick),)
        return words[2 if trick is not None else 1].end()


def _kind(word: str) -> PenaltyKind | None:
    return next((kind for kind in PenaltyKind if kind == word.lower()), None)


def point_named(word: str) -> tuple[Side, int] | None:
    """Read the points of one side: `NS+2`."""
    found = _POINTS.fullmatch(word)
    if found is None:
        return None
    return side_named(found[1]), int(found[2] + found[3])


# --- written


def write_outcome(said: Said, thrown_in: bool, redeal: str, penalties: tuple[PenaltyMark, ...]) -> str:
    """Write the section."""
    words = []
    if said.makers_tricks is not None or said.others_tricks is not None:
        words.append(f"{_number(said.makers_tricks)}-{_number(said.others_tricks)}")
    if said.points is not None:
        words += points_words(said.points)
    if said.reported:
        words[:1] = ["~" + "".join(words[:1])]
    if thrown_in:
        words.append("passed")
    if redeal:
        words.append(_redeal_text(redeal))
    for mark in penalties:
        words += [f"pen {mark.seat} {mark.kind}", *([str(mark.trick)] if mark.trick is not None else ())]
        words += [point_text(point) for point in mark.award]
    return " ".join(words)


def points_words(points: Points) -> list[str]:
    """Write points by side; `+0` if no side has any."""
    return [point_text(point) for point in points] or ["+0"]


def point_text(point: tuple[Side, int]) -> str:
    """Write the points of one side."""
    return f"{side_text(point[0])}{point[1]:+d}"


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


def _redeal_text(reason: str) -> str:
    if reason == UNSTATED:
        return "redeal"
    found = _REASON.fullmatch(reason)
    if found and found[1] == reason.lower() and reason not in _RESERVED:
        return f"redeal {reason}"
    return f"redeal {{{escaped(reason)}}}"


def seat_text(seat: Seat | None) -> str:
    """Write a seat; `-` for none."""
    return str(seat) if seat is not None else "-"
