"""Pasted pairs: two people a line, in the ways people write them, each of them compared as single names are.

People are parted by a tab, ";", "&", "+", "/" or "and". Two readings are guesses, and are told as doubts: a
comma between two full names ("Ann Lee, Bob Ray"), and one surname for both ("Ann & Bob Lee").
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import (
    KnownName,
    NameDoubt,
    NameProblem,
    NamesRead,
    ParsedName,
    clean_line,
    compared,
    fold,
    lines_read,
    name_of,
)

_PARTING = re.compile(r"[;&+/]|(?:^|(?<=\s))and(?=\s|$)", re.IGNORECASE)
SHARED_SURNAME, AT_THE_COMMA = "shared-surname", "parted-at-comma"


@dataclass(frozen=True, slots=True)
class ParsedPair:
    """Two people of one line, as written: `part` is 1 for `one`, 2 for `other`.

    `guess` says how they were read where that is not certain: shared-surname, parted-at-comma, or nothing.
    """

    line: int
    one: ParsedName
    other: ParsedName
    guess: str = ""

    @property
    def display(self) -> str:
        """Both names."""
        return f"{self.one.display} & {self.other.display}"


@dataclass(frozen=True, slots=True)
class PairsRead:
    """Pairs in the order of the lines; `people` are both of each, with all that is doubtful about them.

    Who stands on two lines is among `people.duplicates`: nobody is in two pairs, but two may be called so.
    `people.problems` are the lines that were not read.
    """

    pairs: tuple[ParsedPair, ...]
    people: NamesRead

    @property
    def problems(self) -> tuple[NameProblem, ...]:
        """Lines that are no pair: with one person, three, or the same one twice."""
        return self.people.problems


def parse_pairs(text: str, known: Iterable[KnownName] = ()) -> PairsRead:
    """Read pasted pairs, one a line; see `pair_of`."""
    pairs, problems = lines_read(text, pair_of)
    people = compared([one for pair in pairs for one in (pair.one, pair.other)], problems, known)
    doubts = sorted([*_guesses(pairs), *people.doubts], key=lambda doubt: (doubt.line, doubt.part))
    return PairsRead(tuple(pairs), replace(people, doubts=tuple(doubts)))


def pair_of(text: str, line: int = 1) -> ParsedPair:
    """Read one pair; raise EventViolation where there is none.

    Its codes are one-person, three-people, same-person-twice, and those of `name_of`. What has no letters (a
    number in a column of its own) is passed over.
    """
    written, guess = _people(text), ""
    if len(written) == 1 and (parted := _at_the_comma(written[0])):
        written, guess = parted, AT_THE_COMMA
    if not written:
        raise EventViolation("no-letters", "There is no name here.")
    if len(written) == 1:
        alone = name_of(written[0]).display
        raise EventViolation("one-person", f"{alone} has no partner here; write two people on a line.")
    if len(written) > 2:
        raise EventViolation("three-people", f"{len(written)} people stand here; a pair is two.")
    if shared := _one_surname(*written):
        written, guess = shared, SHARED_SURNAME
    one, other = (replace(name_of(name, line), part=part) for part, name in enumerate(written, start=1))
    if fold(one.display) == fold(other.display):
        raise EventViolation("same-person-twice", f"{one.display} stands here twice; a pair is two people.")
    return ParsedPair(line, one, other, guess)


def _people(text: str) -> list[str]:
    """Each person as written, tabs and signs gone."""
    parts = (part for cell in text.split("\t") for part in _PARTING.split(clean_line(cell)))
    names = (clean_line(part) for part in parts)
    return [name for name in names if any(letter.isalpha() for letter in name)]


def _at_the_comma(written: str) -> list[str]:
    """Two full names with a comma between; nothing where it may be one person, surname first."""
    halves = [half.strip() for half in written.split(",")]
    full = all(len(half.split()) > 1 for half in halves)
    # A small first letter begins a surname of several words: "van der Berg, Jan Willem".
    return halves if len(halves) == 2 and full and not halves[0][0].islower() else []


def _one_surname(one: str, other: str) -> list[str]:
    """Both names in full where only one of the two has the surname: "Ann & Bob Lee", "Lee, Ann & Bob"."""
    if len(one.split()) == 1 and "," not in one + other and (family := name_of(other).family):
        return [f"{one} {family}", other]
    if len(other.split()) == 1 and "," in one and "," not in other and (family := name_of(one).family):
        return [one, f"{other} {family}"]
    return []


def _guesses(pairs: Iterable[ParsedPair]) -> Iterator[NameDoubt]:
    said = {SHARED_SURNAME: "one surname for both", AT_THE_COMMA: "parted at the comma"}
    for pair in pairs:
        if pair.guess:
            names = f"{pair.one.display} and {pair.other.display}"
            yield NameDoubt(pair.line, pair.guess, f"Line {pair.line}: read as {names}, {said[pair.guess]}.")
