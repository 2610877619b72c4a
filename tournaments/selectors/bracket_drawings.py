"""A bracket drawn: boxes and lines in pixels, for an SVG template, each side of it for itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.formats.bracket_layout import Spot, layout
from tournaments.engine.formats.tree import Bracket, Part
from tournaments.selectors.bracket_pages import MatchShown, SideShown

WIDTH, HEIGHT = 244, 46
"""Of a box: two lines of text."""
COLUMN = WIDTH + 36
HALF_LINE = 33
HEAD = 44
LONGEST = 24
"""Letters of a name that fit into a box."""


@dataclass(frozen=True, slots=True)
class Line:
    """One side in a box: its baseline, and its name as it fits."""

    y: int
    side: SideShown
    name: str


@dataclass(frozen=True, slots=True)
class Box:
    """A match in a drawing, by its upper left corner."""

    x: int
    y: int
    match: MatchShown

    @property
    def lines(self) -> list[Line]:
        """Both sides, from the top."""
        return [
            Line(self.y + at, side, shortened(side.name))
            for at, side in zip((17, 39), self.match.sides, strict=True)
        ]

    @property
    def label(self) -> int:
        """The baseline of the words above the box."""
        return self.y - 5

    @property
    def words(self) -> str:
        """Its number, and what is not to be seen from where it stands."""
        match = self.match
        third = [match.round] if match.part is Part.THIRD else []
        state = [match.word] if match.kind not in {"over", "waiting"} else []
        return " · ".join([str(match.number), *third, *state])

    @property
    def middle(self) -> int:
        """Where the line between the sides is."""
        return self.y + HEIGHT // 2

    @property
    def text(self) -> int:
        """Where names begin."""
        return self.x + 8

    @property
    def end(self) -> int:
        """Where figures end."""
        return self.x + WIDTH - 8


@dataclass(frozen=True, slots=True)
class Drawing:
    """One side of a bracket. `paths` lead from match to match, `heads` name the columns that are rounds."""

    key: str
    title: str
    width: int
    height: int
    boxes: list[Box]
    paths: list[str]
    heads: list[tuple[int, str]]


def drawings_of(bracket: Bracket, matches: Sequence[MatchShown]) -> list[Drawing]:
    """The main bracket with its finals and the third place, then the losers' side, then the plate."""
    sides: dict[Part, list[Spot]] = {}
    for spot in layout(bracket):
        side = spot.part if spot.part in (Part.LOSERS, Part.PLATE) else Part.MAIN
        sides.setdefault(side, []).append(_beside_the_final(spot, bracket))
    titles = {
        Part.MAIN: "Winners' side" if bracket.grand else "Bracket",
        Part.LOSERS: "Losers' side",
        Part.PLATE: "Plate",
    }
    return [_drawing(titles[side], side, sides[side], matches) for side in titles if side in sides]


def _beside_the_final(spot: Spot, bracket: Bracket) -> Spot:
    """A grand final right after the winners' final: the losers' side has a drawing of its own."""
    if spot.part in (Part.FINAL, Part.AGAIN):
        return replace(spot, column=bracket.rounds + int(spot.part is Part.AGAIN))
    return spot


def _drawing(title: str, side: Part, spots: Sequence[Spot], matches: Sequence[MatchShown]) -> Drawing:
    top = min(spot.row for spot in spots)
    left = min(spot.column for spot in spots)
    boxes = {
        spot.match: Box(
            (spot.column - left) * COLUMN + 1, HEAD + (spot.row - top) * HALF_LINE, matches[spot.match]
        )
        for spot in spots
    }
    heads: dict[int, str] = {}
    for spot in sorted(spots, key=lambda spot: spot.part):
        heads.setdefault(boxes[spot.match].x, matches[spot.match].round)
    return Drawing(
        key=side.name.lower(),
        title=title,
        width=max(box.x for box in boxes.values()) + WIDTH + 1,
        height=max(box.y for box in boxes.values()) + HEIGHT + 8,
        boxes=list(boxes.values()),
        paths=_paths(spots, boxes),
        heads=sorted(heads.items()),
    )


def _paths(spots: Sequence[Spot], boxes: Mapping[int, Box]) -> list[str]:
    """From the right of each match to the left of the one its winner comes to."""
    found = []
    for spot in spots:
        end = boxes[spot.match]
        for start in (boxes[one] for one in spot.lines_from if one in boxes):
            middle, half = end.x - 18, HEIGHT // 2
            found.append(f"M{start.x + WIDTH} {start.y + half}H{middle}V{end.y + half}H{end.x}")
    return found


def shortened(name: str, most: int = LONGEST) -> str:
    """A name that fits: given names as initials, and cut only if it is still too long."""
    if len(name) <= most:
        return name
    people = [person.split(" ") for person in name.split(" & ")]
    short = " & ".join(
        " ".join([*(f"{word[0]}." for word in words[:-1] if word), words[-1]]) for words in people
    )
    return short if len(short) <= most else f"{short[: most - 1].rstrip()}…"
