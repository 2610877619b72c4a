"""`manage.py examine`: every fault in files of recorded hands, in native notation or EGN.

A native file may be of any size: it is read a game at a time and nothing of it is kept. EGN is read whole, so
such a file has a bound. Exit 1 when a fault or anything unreadable was found, 0 otherwise.
"""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from scoring.engine.egn import MOST_BYTES
from scoring.engine.egn_text import Problem
from scoring.engine.errors import RulesetError
from scoring.engine.verdicts import Status
from scoring.selectors.hands import Reading, Rules, examine_text, looks_like_egn, rules_named

MOST_IN_A_PIECE = 400_000
"""Bytes of a native file that are held at once; a longer game is judged in pieces under its own tags."""

MOST_HANDS = 1_000_000
"""Of one piece: no limit, the piece itself has one."""

MOST_PROBLEMS = 1_000
"""Of one file; after so many it is no file of hands."""

LONGEST_LINE = 20_000
SHOWS_PROGRESS_FROM = 1_000_000


class Command(BaseCommand):
    help = "Examine recorded hands, native notation or EGN: every fault, one a line; exit 1 if there is any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--ruleset", metavar="KEY", help="judge by this shipped ruleset")
        parser.add_argument("--quiet", action="store_true", help="print the counts only")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rules = rules_named(options["ruleset"]) if options["ruleset"] else None
        except RulesetError as error:
            raise CommandError(error.sentence) from None
        self.counts: Counter[str] = Counter()
        self.quiet = options["quiet"]
        for path in options["files"]:
            self._file(path, rules)
        self._tell()
        if self.counts["problems"] or self.counts[Status.ILLEGAL]:
            sys.exit(1)

    def _file(self, path: Path, rules: Rules | None) -> None:
        """Examine one file; whatever is wrong with it is told, and the next one is looked at."""
        try:
            with path.open("rb") as file:
                size = path.stat().st_size
                start = file.read(4096)
                file.seek(0)
                if looks_like_egn(start):
                    self._egn(path, file, rules)
                else:
                    self._native(path, file, size, rules)
        except OSError as error:
            self._problem(path, Problem("file-unreadable", f"{error.strerror or 'It cannot be read'}.", 1, 1))

    def _egn(self, path: Path, file: BinaryIO, rules: Rules | None) -> None:
        body = file.read(MOST_BYTES + 1)  # one byte more than may be read is refused by the reader itself
        self._take(path, examine_text(body, rules, most=MOST_HANDS), 0)

    def _native(self, path: Path, file: BinaryIO, size: int, rules: Rules | None) -> None:
        progress = Progress(path, size)
        first, before = 0, self.counts["problems"]
        for piece, line, done in pieces(file):
            read = examine_text(piece, rules, most=MOST_HANDS)
            moved = tuple(replace(one, line=one.line + line) for one in read.problems)
            first = self._take(path, replace(read, problems=moved), first)
            progress.show(done)
            if self.counts["problems"] - before > MOST_PROBLEMS:
                sentence = "There is too much in this file that cannot be read; the rest was not looked at."
                self._problem(path, Problem("too-many-problems", sentence, line + 1, 1))
                break
        progress.end()
        if not first and self.counts["problems"] == before:
            self._problem(path, Problem("no-hand", "There is no hand in this file.", 1, 1))

    def _take(self, path: Path, read: Reading, first: int) -> int:
        """Tell what was found; hands are numbered through the file from 1. Return the last number."""
        for problem in read.problems:
            self._problem(path, problem)
        for number, one in enumerate(read.hands, start=first + 1):
            self.counts["hands"] += 1
            self.counts[one.verdict.status] += 1
            for fault in one.verdict.faults:
                self.counts["faults"] += 1
                self._line(f"{path}:{number}: {fault.code} {fault.sentence}")
        return first + len(read.hands)

    def _problem(self, path: Path, problem: Problem) -> None:
        self.counts["warnings" if problem.warning else "problems"] += 1
        if not problem.warning:
            self._line(f"{path}:{problem.line}:{problem.column}: {problem.code} {problem.sentence}")

    def _line(self, text: str) -> None:
        if not self.quiet:
            self.stdout.write("".join(letter if letter.isprintable() else "�" for letter in text))

    def _tell(self) -> None:
        counts = self.counts
        self.stdout.write(
            f"{counts['hands']} hands: {counts[Status.LEGAL]} legal, {counts[Status.ILLEGAL]} illegal, "
            f"{counts[Status.UNPROVEN]} unproven; {counts['faults']} faults, "
            f"{counts['problems']} unreadable, {counts['warnings']} warnings."
        )


def pieces(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """Cut a native file between games, or, where one is too long, between hands, its tags said again.

    Yields each piece with the number of lines that came before it in the file, less the tags said again, and
    the bytes read so far.
    """
    piece: list[bytes] = []
    tags: list[bytes] = []
    held, before, number, done = 0, 0, 0, 0
    while line := file.readline(LONGEST_LINE + 2):
        done += len(line)
        blank = not line.strip()
        if held > MOST_IN_A_PIECE and (blank or not line.lstrip().startswith((b"[", b"{"))):
            yield b"".join(piece), before, done
            piece = [] if blank else tags[:]
            held, before = sum(map(len, piece)), number - len(piece)
        if line.lstrip().startswith(b"["):
            tags = [*tags, line][-200:] if piece and piece[-1:] == tags[-1:] else [line]
        elif blank:
            tags = []
        if not line.endswith(b"\n") and len(line) > LONGEST_LINE:
            done += _skip_line(file)
            line += b"\n"
        piece.append(line)
        held, number = held + len(line), number + 1
    if piece:
        yield b"".join(piece), before, done


def _skip_line(file: BinaryIO) -> int:
    """Pass over the rest of a line that is too long to be read; return how long it was."""
    passed = 0
    while rest := file.readline(1 << 16):
        passed += len(rest)
        if rest.endswith(b"\n"):
            break
    return passed


class Progress:
    """A bar on the terminal for a large file; nothing where nobody looks."""

    def __init__(self, path: Path, size: int) -> None:
        self.size = size
        self.shown = -1
        self.path = path.name
        self.wanted = size >= SHOWS_PROGRESS_FROM and sys.stderr.isatty()

    def show(self, done: int) -> None:
        """Draw the bar anew when a per cent more is done."""
        share = min(100 * done // max(self.size, 1), 100)
        if self.wanted and share != self.shown:
            self.shown = share
            sys.stderr.write(f"\r{self.path} [{'#' * (share // 4):<25}] {share:3} %")
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the line."""
        if self.wanted and self.shown >= 0:
            sys.stderr.write("\n")
