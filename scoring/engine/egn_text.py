"""JSON read with the place of every value, so that whatever is wrong in a file can be pointed at.

`json` itself keeps no places, gives up whole at the first fault and recurses as deep as the text. Here a text
that breaks off keeps all that was whole before, depth and number of values are bounded, and nothing raises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]  # not in the stubs; public since 2.7

MOST_DEPTH = 40
"""Lists and objects within one another; a real file has seven."""

MOST_VALUES = 200_000
"""Values in one file; a game of a thousand deals has a quarter of it."""

MOST_PROBLEMS = 200
"""Problems told one by one; how many more there are is told in the last one."""

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None}
_LONGEST_NUMBER = 18


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong or skipped: code (kebab-case), sentence, and where (line, column and deal from 1).

    A `warning` leaves the facts as they were read; anything else means that something could not be read.
    """

    code: str
    sentence: str
    line: int
    column: int
    deal: int | None = None
    warning: bool = False


@dataclass(slots=True)
class Node:
    """A value at its offset. Members of an object also know where their name stands.

    `whole` is false for what was still open when the text broke off.
    """

    value: object
    at: int
    named_at: int = -1
    whole: bool = True

    @property
    def items(self) -> list[Node]:
        """The members of a list; none if it is no list."""
        return self.value if isinstance(self.value, list) else []

    @property
    def members(self) -> dict[str, Node]:
        """The members of an object by name; none if it is no object."""
        return self.value if isinstance(self.value, dict) else {}


@dataclass(slots=True)
class Notes:
    """The problems of one file as they are found."""

    text: str
    problems: list[Problem] = field(default_factory=list)
    errors: int = 0
    """All that are no warnings, also those not kept."""
    dropped: int = 0
    dropped_errors: int = 0

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        return self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at)

    def note(
        self, code: str, sentence: str, at: int, *, deal: int | None = None, warning: bool = False
    ) -> None:
        """Keep a problem at this offset."""
        self.keep(Problem(code, sentence, *self.place(at), deal, warning))

    def keep(self, problem: Problem) -> None:
        """Keep one problem, or count it when there are too many."""
        self.errors += not problem.warning
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)
            return
        self.dropped += 1
        self.dropped_errors += not problem.warning

    def told(self) -> tuple[Problem, ...]:
        """Return all problems in the order of the text; the last may say how many more there are."""
        ordered = sorted(self.problems, key=lambda one: (one.line, one.column))
        if self.dropped:
            more = Problem(
                "more-problems",
                f"There are {self.dropped} more problems like these.",
                *self.place(len(self.text)),
                warning=not self.dropped_errors,
            )
            ordered.append(more)
        return tuple(ordered)


class _Fault(Exception):
    """Where reading stopped, and why."""

    def __init__(self, code: str, sentence: str, at: int) -> None:
        super().__init__(code)
        self.code, self.sentence, self.at = code, sentence, at


def read_json(notes: Notes) -> Node | None:
    """Read the text of `notes`; what is wrong is noted there. None if not even a first value was found."""
    reader = _Reader(notes)
    try:
        reader.read()
    except _Fault as fault:
        notes.note(fault.code, fault.sentence, fault.at)
        for node in reader.open:
            node.whole = False
    return reader.root


class _Reader:
    """One pass over the text with a stack of its own, never the interpreter's."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.text = notes.text
        self.at = 0
        self.values = 0
        self.root: Node | None = None
        self.open: list[Node] = []

    def read(self) -> None:
        """Read one value and nothing after it."""
        name: tuple[str, int] | None = None
        while True:
            node = self._begin()
            self._attach(node, name)
            opened = isinstance(node.value, list | dict)
            if opened:
                self._enter(node)
            if (opened and self._at_end_of(node)) or not opened:
                while self.open and not self._take(","):
                    self._close()
                if not self.open:
                    break
            name = self._name() if isinstance(self.open[-1].value, dict) else None
        self._skip_space()
        if self.at < len(self.text):
            raise _Fault("not-json", "Something follows after the end of the file's content.", self.at)

    def _enter(self, node: Node) -> None:
        if len(self.open) >= MOST_DEPTH:
            raise _Fault("too-deep", f"Nothing here is nested more than {MOST_DEPTH} deep.", node.at)
        self.open.append(node)

    def _at_end_of(self, node: Node) -> bool:
        """Whether a list or object just opened is empty; it is then closed."""
        if not self._take("]" if isinstance(node.value, list) else "}"):
            return False
        self.open.pop()
        return True

    def _close(self) -> None:
        """Close the innermost list or object, at its own bracket only."""
        bracket = "]" if isinstance(self.open[-1].value, list) else "}"
        if not self._take(bracket):
            raise self._fault(f"A comma or {bracket} is missing here.")
        self.open.pop()

    def _attach(self, node: Node, name: tuple[str, int] | None) -> None:
        self.values += 1
        if self.values > MOST_VALUES:
            raise _Fault("too-many-values", f"A file holds {MOST_VALUES} values at most.", node.at)
        if not self.open:
            self.root = node
        elif name is None:
            self.open[-1].items.append(node)
        else:
            node.named_at = name[1]
            if name[0] in self.open[-1].members:
                sentence = f"The field {quoted(name[0])} stands here twice; the first counts."
                self.notes.note("field-twice", sentence, name[1])
            self.open[-1].members.setdefault(name[0], node)

    def _begin(self) -> Node:
        """Read a plain value, or the opening bracket of another."""
        self._skip_space()
        at = self.at
        first = self.text[at : at + 1]
        if first == '"':
            return Node(self._string(), at)
        if first and first in "[{":
            self.at += 1
            return Node([] if first == "[" else {}, at)
        if found := _NUMBER.match(self.text, at):
            self.at = found.end()
            return Node(_number(found[0]), at)
        for word, value in _WORDS.items():
            if self.text.startswith(word, at):
                self.at += len(word)
                return Node(value, at)
        raise self._fault("A value is missing here.")

    def _name(self) -> tuple[str, int]:
        self._skip_space()
        at = self.at
        if self.text[at : at + 1] != '"':
            raise self._fault("The name of a field is missing here.")
        name = self._string()
        if not self._take(":"):
            raise self._fault("A colon is missing here.")
        return name, at

    def _string(self) -> str:
        try:
            found, self.at = scanstring(self.text, self.at + 1, True)
        except JSONDecodeError as error:
            cut = "Unterminated" in error.msg or ("uXXXX" in error.msg and error.pos + 5 > len(self.text))
            self.at = len(self.text) if cut else error.pos
            raise self._fault("This text holds something JSON does not allow.") from None
        return str(found)

    def _take(self, mark: str) -> bool:
        self._skip_space()
        if self.text[self.at : self.at + 1] != mark:
            return False
        self.at += 1
        return True

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _fault(self, sentence: str) -> _Fault:
        rest = self.text[self.at : self.at + 6]
        cut = self.at + len(rest) == len(self.text)
        if cut and (not rest or any(word.startswith(rest) for word in (*_WORDS, "-"))):
            sentence = "The file breaks off here; what was whole before it was read."
            return _Fault("breaks-off", sentence, self.at)
        return _Fault("not-json", f"This is no JSON: {sentence[0].lower()}{sentence[1:]}", self.at)


def _number(written: str) -> int | float:
    whole = len(written) <= _LONGEST_NUMBER and written.lstrip("-").isdigit()
    return int(written) if whole else float(written)


def quoted(found: object) -> str:
    """Return what a file holds as it may be shown: short, on one line, nothing unseen in it."""
    if isinstance(found, list | dict):
        return "a list" if isinstance(found, list) else "an object"
    shown = ascii(found) if isinstance(found, str) and not found.isprintable() else str(found)
    return f"“{shown[:40]}{'…' if len(shown) > 40 else ''}”"
