"""The native form of games of euchre: a text for people, tests, logs and files of many hands.

    [Event "Slapton league"] [Players "4"] [Ruleset "benny"]
    1. W JS | N:9HJCKCKDTS ... | p p p o x9D | JC QS JH JS>W / ... | 4-1 EW+1

Games are parted by a blank line; a game is tags (`notation_tags`), then hands, one a line (`notation_hands`).
`%` begins a line nobody reads, `{...}` is a comment. Reading never raises: it gives what could be read, and
every problem with its line and column. Writing is canonical, and reading what was written gives the same
record. The form is documented for people in docs/notation.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from scoring.engine.ecarte import EcarteRules
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.egn_text import Notes, Problem, quoted
from scoring.engine.notation_ecarte import read_ecarte_hand, write_ecarte_hand
from scoring.engine.notation_games import GameRecord
from scoring.engine.notation_hands import looks_like_a_hand, read_hand, write_hand
from scoring.engine.notation_tags import MOST_TAGS, Tag, read_tag_line, read_tags, write_tags
from scoring.engine.notation_text import MOST_IN_A_LINE, Line
from scoring.engine.records import HandRecord

__all__ = ["MOST_BYTES", "GameRecord", "NativeRead", "Problem", "read_native", "write_native"]

MOST_BYTES = 20 * 1024 * 1024
"""Room for more than a hundred thousand hands."""

MOST_HANDS = 200_000
MOST_GAMES = 50_000
"""Hands and games in one file."""

_BEGINS = frozenset("0123456789-")
_VISIBLE = re.compile(r"\S")
_COMMENT_END = re.compile(r"(?:[^}\\]|\\.)*\}")


@dataclass(frozen=True, slots=True)
class NativeRead:
    """What a text holds: the games that could be read, and every problem in the order of the text."""

    games: tuple[GameRecord, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are no warnings."""
        return tuple(problem for problem in self.problems if not problem.warning)


def read_native(text: str | bytes) -> NativeRead:
    """Read games. Never raises, whatever it is given; what is wrong is in `problems`."""
    if len(text) > MOST_BYTES:
        return _refused("too-big", f"A file has {MOST_BYTES // 1024 // 1024} MB at most.")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
            return _refused("not-utf-8", "The text is not in UTF-8; save it so.", line, column)
    reader = Reader(Notes(text))
    reader.read(text.removeprefix("\ufeff"))
    return NativeRead(tuple(reader.games), reader.notes.told())


def _refused(code: str, sentence: str, line: int = 1, column: int = 1) -> NativeRead:
    return NativeRead((), (Problem(code, sentence, line, column),))


@dataclass(slots=True)
class Reader:
    """Goes through the text line by line. `game` is the one whose hands are being read."""

    notes: Notes
    games: list[GameRecord] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    game: GameRecord | None = None
    hands: list[HandRecord | EcarteRecord] = field(default_factory=list)
    read_hands: int = 0
    parted: bool = False
    """A blank line came since the last tag or hand."""
    comment_from: tuple[int, int] | None = None
    """Line and column of a comment that is still open."""

    def read(self, text: str) -> None:
        """Read a whole text."""
        for number, line in enumerate(lines_of(text), start=1):
            if self.read_hands >= MOST_HANDS or len(self.games) >= MOST_GAMES:
                sentence = (
                    f"A file has {MOST_HANDS} hands and {MOST_GAMES} games at most; the rest was not read."
                )
                self.notes.keep(Problem("too-many", sentence, number, 1))
                break
            self.take(line, number)
        if self.comment_from is not None:
            self.notes.keep(Problem("comment-open", "This comment does not end.", *self.comment_from))
        self._end_game()

    def take(self, text: str, number: int) -> None:
        """Read the next line."""
        if len(text) > MOST_IN_A_LINE:
            sentence = f"A line has {MOST_IN_A_LINE} letters at most; this one was skipped."
            self.notes.keep(Problem("line-too-long", sentence, number, 1))
            return
        if self.comment_from is None and text[:1] in _BEGINS and looks_like_a_hand(text):
            self._hand(text, number)
            return
        if self.comment_from is not None or text.lstrip()[:1] == "{":
            text = self._after_comments(text, number)
            if not text.strip():
                return
        first = text.lstrip()[:1]
        if not first:
            self._blank()
        elif first == "[":
            self._tags(text, number)
        elif looks_like_a_hand(text):
            self._hand(text, number)
        elif first != "%":
            sentence = f"{quoted(text.strip())} is neither a tag nor a hand; the line was skipped."
            at = len(text) - len(text.lstrip())
            self.notes.keep(Problem("line-unreadable", sentence, number, at + 1))

    def _after_comments(self, text: str, number: int) -> str:
        """Return a line with the comments at its beginning blanked out."""
        at = 0
        while True:
            if self.comment_from is None:
                visible = _VISIBLE.search(text, at)
                if visible is None or visible[0] != "{":
                    return " " * at + text[at:]
                at = visible.end()
                self.comment_from = (number, at)
            found = _COMMENT_END.match(text, at)
            if found is None:
                return ""
            self.comment_from, at = None, found.end()

    def _blank(self) -> None:
        self.parted = True
        if self.game is not None:
            self._end_game()

    def _tags(self, text: str, number: int) -> None:
        if self.game is not None:
            sentence = "A new game begins here; a blank line should part it from the last."
            self.notes.keep(Problem("blank-line-missing", sentence, number, 1, warning=True))
            self._end_game()
        elif self.tags and self.parted:
            self._end_game()
        self.parted = False
        tags = read_tag_line(text, number, self.notes)
        room = 2 * MOST_TAGS - len(self.tags)
        if len(tags) > room:
            sentence = f"A game has {MOST_TAGS} tags at most."
            self.notes.keep(Problem("too-many-tags", sentence, number, tags[room].at + 1))
        self.tags += tags[:room]

    def _hand(self, text: str, number: int) -> None:
        game = self.game_in_hand()
        line = Line(text, number, self.notes, len(self.hands) + 1)
        if isinstance(game.rules, EcarteRules):
            self.hands.append(read_ecarte_hand(line))
        else:
            self.hands.append(read_hand(line, game.seats))
        self.read_hands += 1

    def game_in_hand(self) -> GameRecord:
        """Return the game that a hand read next belongs to; its tags end here."""
        if self.game is None:
            self.game = read_tags(self.tags, self.notes)
            self.tags = []
        self.parted = False
        return self.game

    def _end_game(self) -> None:
        if self.game is None and self.tags:
            self.game = read_tags(self.tags, self.notes)
        if self.game is not None:
            self.games.append(replace(self.game, hands=tuple(self.hands)))
        self.game, self.tags, self.hands = None, [], []


def lines_of(text: str) -> Iterator[str]:
    """Give one line after the other; millions of empty ones at once would fill the memory."""
    at = 0
    while (end := text.find("\n", at)) >= 0:
        yield text[at:end]
        at = end + 1
    yield text[at:]


def write_native(games: Iterable[GameRecord]) -> str:
    """Write games, canonically: one tag a line, one hand a line, a blank line between games."""
    return "\n".join([_game_text(game) for game in games])


def _game_text(game: GameRecord) -> str:
    hands = [
        write_ecarte_hand(hand) if isinstance(hand, EcarteRecord) else write_hand(hand, game.seats)
        for hand in game.hands
    ]
    return "".join([f"{line}\n" for line in (*write_tags(game), *hands)])
