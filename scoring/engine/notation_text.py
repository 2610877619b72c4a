"""The lines of the native form: where a comment stands, what escapes mean, and where a problem is.

A comment `{...}` begins and ends on one line within a hand; between hands and tags it may run over several.
In comments and in the values of tags `\\n`, `\\r` and `\\t` stand for what they stand for everywhere, and a
backslash before anything else for the thing itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scoring.engine.egn_text import Notes, Problem, quoted

MOST_IN_A_LINE = 20_000
"""Characters; a hand with every card explained has a tenth of it."""

LONGEST_NUMBER = 18

_COMMENT = re.compile(r"\{((?:[^}\\]|\\.)*)(\}?)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_TO_ESCAPE = re.compile(r'[\\}"\n\r\t]')
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(text: str) -> str:
    """Write a text so that it stays on one line and ends at its own mark."""
    return _TO_ESCAPE.sub(lambda found: _ESCAPES.get(found[0], "\\" + found[0]), text)


def unescaped(text: str) -> str:
    """Read what `escaped` wrote."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), text)


@dataclass(slots=True)
class Line:
    """One line, its number from 1 and the hand it belongs to; comments are blanked out and kept by place."""

    text: str
    number: int
    notes: Notes
    deal: int | None = None
    comments: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if "{" in self.text:
            self.text = _COMMENT.sub(self._take, self.text)

    def _take(self, found: re.Match[str]) -> str:
        self.comments[found.start()] = unescaped(found[1])
        if not found[2]:
            self.note("comment-open", "This comment does not end on its line.", found.start())
        return " " * len(found[0])

    @property
    def told(self) -> int:
        """How many problems the whole text has so far."""
        return len(self.notes.problems) + self.notes.dropped

    def comment_after(self, at: int) -> str | None:
        """Return the comment that follows a place, with only spaces between."""
        while at not in self.comments and self.text[at : at + 1] == " ":
            at += 1
        return self.comments.get(at)

    def note(self, code: str, sentence: str, at: int, *, warning: bool = False) -> None:
        """Keep a problem at this place of the line, counted from 0."""
        self.notes.keep(Problem(code, sentence, self.number, at + 1, self.deal, warning))

    def unread(self, word: str, at: int, where: str) -> None:
        """Note a word that says nothing where it stands."""
        self.note("word-unknown", f"{quoted(word)} says nothing {where}; it was skipped.", at)


def number_in(written: str) -> int | None:
    """Read a whole number of a bearable length, with a minus sign or without."""
    digits = written[1:] if written[:1] == "-" else written
    if not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
        return None
    return int(written)
