"""Files of recorded games on their way in: what was read of each, and what stands against it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from scoring.engine.egn import EgnDeal, EgnGame, EgnPlayer, EgnRead
from scoring.engine.egn import Problem as EgnProblem

_LINES = uuid5(NAMESPACE_URL, "urn:right-bower:imported-lines")


@dataclass(frozen=True, slots=True)
class EgnFile:
    """A file by the name people know it by; `digest` is its content's, as a text. Its text is not kept."""

    name: str
    digest: str
    read: EgnRead

    @property
    def game(self) -> EgnGame:
        """The game; only of a file that was read without an error."""
        return self.read.games[0]

    def line_id(self, event_id: int, place: str) -> UUID:
        """The id of a line: always the same for a file in an event, and another in another event."""
        return uuid5(_LINES, f"{event_id}:{self.digest}:{place}")


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something against a file, or against the whole import (no file); lines and columns from 1."""

    code: str
    sentence: str
    file: str = ""
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        return f"{where}{self.code} {self.sentence}"

    @classmethod
    def at(cls, file: EgnFile, place: EgnPlayer | EgnDeal | None, code: str, sentence: str) -> "Complaint":
        """One at a player, at a deal, or at the head of the file."""
        if place is None:
            return cls(code, sentence, file.name)
        return cls(code, sentence, file.name, place.line, place.column)

    @classmethod
    def told(cls, file: EgnFile, problems: Iterable[EgnProblem]) -> "Iterator[Complaint]":
        """What reading found, deals counted from 1."""
        for one in problems:
            where = f"Deal {one.deal}: " if one.deal is not None else ""
            yield cls(one.code, where + one.sentence, file.name, one.line, one.column)


class ImportRefused(Exception):
    """Nothing was written; `complaints` say everything that stands against it."""

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("; ".join(str(one) for one in self.complaints[:5]))
