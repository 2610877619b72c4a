"""Pasted names: one a line, in the order people write them, compared with the people a club already knows.

Nothing is merged here. Two lines for one person, a name the club knows, and a name that is nearly one it
knows are pointed out, each with its line, and the director decides.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournaments.engine.errors import EventViolation

LONGEST_NAME = 80
"""Characters of one line once numbering and stray spaces are gone."""
MOST_LINES = 400
"""Lines with something on them."""
LONGEST_KEY = 200
"""Bytes of a sort key: folding can make some letters longer ("ß" is "ss")."""

# Numbering ("1.", "(12)", "3 ", "#4") and bullets, as they come from lists, mails and spreadsheets.
_NUMBERING = re.compile(
    r"\s*(?:[(\[]?\d{1,3}[.):\]]+|#\d{1,3}[.):\]]*|\d{1,3}(?=\s)|[-*+•·‣▪◦–—](?=\s)|[•‣▪◦])\s*"
)
# What else ends a line, beside the line feed, in text from a word processor.
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_PARTICLES = frozenset(
    """
    af al av bin da das de del della den der di do dos du el ibn la le lo ní ó op st st. 't te ten ter uí van
    von y zu zum zur
    """.split()  # noqa: SIM905 - a list of forty quoted words reads worse
)
# With a capital these still begin a family name; the others may as well be somebody's second name.
_CAPITAL_PARTICLES = frozenset(
    "Da De Del Della Der Di Dos Du La Le Mac Ní Ó Op St St. Ten Ter Uí Van Von".split()  # noqa: SIM905
)
_SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})
# Letters that no decomposition turns into a plain one.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_APOSTROPHES = frozenset("'’‘ʼ`´")


@dataclass(frozen=True, slots=True)
class KnownName:
    """Somebody the club knows: `id` is the club's, `display` and `sort_key` as `name_of` gives them."""

    id: int
    display: str
    sort_key: str


@dataclass(frozen=True, slots=True)
class ParsedName:
    """One name read. A single name stands in `given`, with an empty `family`.

    `line` counts from 1, empty lines included. `display` is given name first, as typed (NFC, single spaces).
    `sort_key` is "family,given" without case, accents and apostrophes, words joined by "-": bytewise order
    ("C" collation) is then the order of a list of names, "Smith" before "Smith-Jones"; "van der Berg" is
    under v. Of two people on a line `part` is 1 for the first and 2 for the second.
    """

    line: int
    given: str
    family: str
    display: str
    sort_key: str
    part: int = 1


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Lines, ascending, that name the same person but for case, accents and the order it was written in."""

    lines: tuple[int, ...]
    display: str


@dataclass(frozen=True, slots=True)
class Namesake:
    """A pasted name that equals, folded, a name the club knows: perhaps the same person, perhaps not."""

    line: int
    display: str
    known_id: int
    known_display: str


@dataclass(frozen=True, slots=True)
class NameDoubt:
    """A name nearly another: of the club (`known_id`), or pasted earlier (`other_line`).

    `code` is near-namesake, swapped-order or two-people (which concerns the line alone; so do the doubts of
    pairs). `part` as in ParsedName.
    """

    line: int
    code: str
    sentence: str
    known_id: int | None = None
    other_line: int | None = None
    part: int = 1


@dataclass(frozen=True, slots=True)
class NameProblem:
    """A line that was not read, and why. `code` is kebab-case."""

    line: int
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class NamesRead:
    """All that was found, in the order of the lines. `names` keeps the doubtful ones too."""

    names: tuple[ParsedName, ...]
    duplicates: tuple[Duplicate, ...]
    namesakes: tuple[Namesake, ...]
    doubts: tuple[NameDoubt, ...]
    problems: tuple[NameProblem, ...]


def parse_names(text: str, known: Iterable[KnownName] = ()) -> NamesRead:
    """Read pasted names, one a line, as `Surname, First` or `First Surname`; see `name_of` for surnames."""
    names, problems = lines_read(text, name_of)
    return compared(names, problems, known)


Read = TypeVar("Read")


def lines_read(text: str, read: Callable[[str, int], Read]) -> tuple[list[Read], list[NameProblem]]:
    """What `read` makes of each line with something on it and of its number, and the lines it refuses."""
    made: list[Read] = []
    problems: list[NameProblem] = []
    seen = 0
    for number, line in enumerate(_LINE_ENDS.sub("\n", text).split("\n"), 1):
        if not line.strip() or not clean_line(line):
            continue
        seen += 1
        if seen > MOST_LINES:
            sentence = f"At most {MOST_LINES} lines are read at once; nothing was read from line {number} on."
            problems.append(NameProblem(number, "too-many-lines", sentence))
            break
        try:
            made.append(read(line, number))
        except EventViolation as problem:
            problems.append(NameProblem(number, problem.code, f"Line {number}: {problem.sentence}"))
    return made, problems


def compared(
    names: Sequence[ParsedName], problems: Sequence[NameProblem], known: Iterable[KnownName]
) -> NamesRead:
    """Names that were read, compared with each other and with the people a club knows."""
    people = sorted(known, key=lambda one: one.id)
    return NamesRead(
        names=tuple(names),
        duplicates=tuple(_duplicates(names)),
        namesakes=tuple(_namesakes(names, people)),
        doubts=tuple(sorted(_doubts(names, people), key=lambda doubt: (doubt.line, doubt.part))),
        problems=tuple(problems),
    )


def name_of(text: str, line: int = 1) -> ParsedName:
    """Read one name; raise EventViolation (no-letters, name-too-long, too-many-commas) where there is none.

    Without a comma the family name is the last word, together with particles before it ("van der Berg", "St
    John") and "Jr" after it. Tabs are spaces; control and invisible characters are dropped.
    """
    clean = clean_line(text)
    if len(clean) > LONGEST_NAME:
        sentence = f"A name has at most {LONGEST_NAME} characters, not {len(clean)}."
        raise EventViolation("name-too-long", sentence)
    given, family = (part if fold(part) else "" for part in _split(clean))
    key = sort_key_of(given, family)
    if not any(letter.isalpha() for letter in key):
        raise EventViolation("no-letters", "There is no name here.")
    if len(key.encode()) > LONGEST_KEY:
        raise EventViolation("name-too-long", "This name is too long to be kept in order.")
    return ParsedName(line, given, family, " ".join(filter(None, (given, family))), key)


def sort_key_of(given: str, family: str) -> str:
    """The key names are sorted by, bytewise: family first, folded; see ParsedName."""
    return ",".join("-".join(fold(part).split()) for part in (family, given) if fold(part))


def fold(text: str) -> str:
    """Text without case, accents, apostrophes and punctuation, hyphens as spaces: equal for like names."""
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    letters = (one for one in decomposed if not unicodedata.combining(one) and one not in _APOSTROPHES)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())


def initials(name: str) -> str:
    """The first letter of each word: "Ann Trewin" is "A. T."; particles stay out, "Smith-Jones" is one."""
    words = [word for word in name.split() if word.casefold() not in _PARTICLES] or name.split()
    letters = (next((letter for letter in word if letter.isalpha()), "") for word in words)
    return " ".join(f"{letter.upper()}." for letter in letters if letter)


def clean_line(line: str) -> str:
    """NFC, single spaces, no numbering in front, nothing unseen (control, format, unassigned characters)."""
    spaced = " ".join(line.split())
    seen = "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
    text = unicodedata.normalize("NFC", " ".join(seen.split()))
    for _ in range(2):  # "- 1. Ann" has both a bullet and a number
        if found := _NUMBERING.match(text):
            text = text[found.end() :]
    return text.strip(" ,;")


def _split(clean: str) -> tuple[str, str]:
    """Given and family name."""
    before, comma, after = clean.partition(",")
    if comma:
        if "," in after:
            raise EventViolation("too-many-commas", "One comma parts surname and first name; there are more.")
        return after.strip(), before.strip()
    words = clean.split()
    if len(words) < 2:
        return clean, ""
    start = len(words) - 1
    if start > 1 and words[start].casefold() in _SUFFIXES:
        start -= 1
    while start > 0 and _is_particle(words[start - 1], first=start == 1):
        start -= 1
    return " ".join(words[:start]), " ".join(words[start:])


def _is_particle(word: str, *, first: bool) -> bool:
    """Whether a word before the surname belongs to it; a capital "Van" in front is somebody's first name."""
    return word in _PARTICLES or (not first and word in _CAPITAL_PARTICLES)


def _duplicates(names: Sequence[ParsedName]) -> Iterator[Duplicate]:
    by_name: dict[str, list[ParsedName]] = defaultdict(list)
    for name in names:
        by_name[fold(name.display)].append(name)
    for same in by_name.values():
        if len(same) > 1:
            yield Duplicate(tuple(name.line for name in same), same[0].display)


def _namesakes(names: Sequence[ParsedName], people: Sequence[KnownName]) -> Iterator[Namesake]:
    by_name: dict[str, list[KnownName]] = defaultdict(list)
    for person in people:
        for called in {fold(person.display), person.sort_key}:  # a display may carry a note beside the name
            by_name[called].append(person)
    for name in names:
        same = [*by_name.get(fold(name.display), ()), *by_name.get(name.sort_key, ())]
        for person in {one.id: one for one in same}.values():
            yield Namesake(name.line, name.display, person.id, person.display)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Somebody a pasted name may nearly be: of the club, or of an earlier line."""

    display: str
    known_id: int | None = None
    line: int | None = None


class _Index:
    """Names by their folded surname, given name and words, so that a name is compared with few others."""

    def __init__(self) -> None:
        self._by_part: dict[tuple[str, str], dict[_Candidate, tuple[str, str]]] = defaultdict(dict)

    def add(self, candidate: _Candidate, sort_key: str) -> None:
        """Keep a candidate under each thing it may share with a name that is nearly the same."""
        family, given = _parts(sort_key)
        for part in _shelves(family, given):
            self._by_part[part][candidate] = (family, given)

    def near(self, name: ParsedName) -> Iterator[tuple[str, _Candidate]]:
        """Candidates nearly called so, each once, with the code of the doubt; none called exactly so."""
        family, given = _parts(name.sort_key)
        told: set[_Candidate] = set()
        for part in _shelves(family, given):
            for candidate, (other_family, other_given) in self._by_part.get(part, {}).items():
                if candidate in told or (other_family, other_given) == (family, given):
                    continue
                code = _nearness(part[0], (family, given), (other_family, other_given))
                if code and fold(candidate.display) != fold(name.display):
                    told.add(candidate)
                    yield code, candidate


def _parts(sort_key: str) -> tuple[str, str]:
    """Family and given name of a sort key; a single name counts as given."""
    family, comma, given = sort_key.partition(",")
    return (family, given) if comma else ("", family)


def _shelves(family: str, given: str) -> tuple[tuple[str, str], ...]:
    words = " ".join(sorted(f"{family}-{given}".strip("-").split("-")))
    return (("words", words), ("family", family), ("given", given)) if family else (("words", words),)


def _nearness(shelf: str, one: tuple[str, str], other: tuple[str, str]) -> str | None:
    if shelf == "words":
        return "swapped-order"
    mine, theirs = (one[1], other[1]) if shelf == "family" else (one[0], other[0])
    if shelf == "family" and mine and theirs and (mine.startswith(theirs) or theirs.startswith(mine)):
        return "near-namesake"  # "J Smith", "Rob Smith" and "Robert Smith"
    return "near-namesake" if min(len(mine), len(theirs)) >= 3 and one_slip_apart(mine, theirs) else None


def one_slip_apart(one: str, other: str) -> bool:
    """Whether one letter added, left out, changed or exchanged with its neighbour makes the two equal."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, other_rest = one[start:], other[start:]
    if rest[1:] == other_rest[1:] or rest[1:] == other_rest or rest == other_rest[1:]:
        return True
    return rest[:2] == other_rest[:2][::-1] and rest[2:] == other_rest[2:]


def _doubts(names: Sequence[ParsedName], people: Sequence[KnownName]) -> Iterator[NameDoubt]:
    index = _Index()
    for person in people:
        index.add(_Candidate(person.display, known_id=person.id), person.sort_key)
    for name in names:
        if re.search(r"[&/+]|\sand\s", name.display):
            sentence = f"Line {name.line}: {name.display} looks like two people."
            yield NameDoubt(name.line, "two-people", sentence, part=name.part)
        for code, candidate in index.near(name):
            who = "whom the club knows" if candidate.line is None else f"of line {candidate.line}"
            sentence = f"Line {name.line}: {name.display} may be {candidate.display}, {who}."
            yield NameDoubt(name.line, code, sentence, candidate.known_id, candidate.line, name.part)
        index.add(_Candidate(name.display, line=name.line), name.sort_key)
