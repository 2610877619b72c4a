"""A bracket for paper: the laid-out matches with names, cut into pages that can be read.

Whoever has a bracket calls `bracket_sheet`; nothing here asks the database.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.formats.bracket_layout import Spot
from tournaments.engine.formats.tree import NOBODY, Bracket, Feed, Part, Seen, Source, State, unfold

LEVELS = 5
"""A page holds a tree of so many levels: 16 matches one below the other."""
TALLEST = 1 << LEVELS
WIDEST = 6
TITLES = {Part.MAIN: "Bracket", Part.LOSERS: "Losers' side", Part.PLATE: "Plate"}
WORDS = {
    Part.LOSERS: "Losers' side",
    Part.FINAL: "Grand final",
    Part.AGAIN: "Once more, if needed",
    Part.THIRD: "Third place",
    Part.PLATE: "Plate",
}

Written = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Page:
    """Spots that stand together; rows and columns are counted anew on each page."""

    title: str
    spots: Sequence[Spot]


def bracket_sheet(bracket: Bracket, spots: Sequence[Spot], names: Mapping[int, str]) -> list[Written]:
    """The pages of a bracket in JSON types, for the sheet's `parts`. `names` are by entry id; no query.

    `spots` are those of `bracket_layout.layout`. A small bracket stands on one page as it is laid out; of a
    bigger one each part has pages of its own: sixteen first matches to a page, and later rounds on others.
    """
    seen = unfold(bracket)
    return [_written(page, bracket, seen, names) for page in _pages(spots, bracket)]


def _pages(spots: Sequence[Spot], bracket: Bracket) -> Iterator[_Page]:
    tall = max(spot.row for spot in spots) + 2
    wide = max(spot.column for spot in spots) + 1
    if tall <= TALLEST and wide <= WIDEST:
        yield _Page(TITLES[Part.MAIN], spots)
        return
    below = {Part.LOSERS: 1 << bracket.rounds, Part.PLATE: (1 << bracket.rounds) + 2}
    for part, title in TITLES.items():
        own = [spot for spot in spots if (spot.part if spot.part in TITLES else Part.MAIN) is part]
        own = [replace(spot, row=spot.row - below.get(spot.part, 0)) for spot in own]
        if own:
            yield from _pages_of_part(title, own, bracket)


def _pages_of_part(title: str, spots: Sequence[Spot], bracket: Bracket, above: int = 0) -> Iterator[_Page]:
    """The first rounds in tiles of sixteen matches; then the later rounds, laid out closer together."""
    deep = LEVELS if spots[0].part is not Part.LOSERS else WIDEST // 2
    later = [spot for spot in spots if _level(spot, bracket) - above >= deep]
    tiles: dict[int, list[Spot]] = {}
    for spot in spots:
        if spot not in later:
            tiles.setdefault(min(spot.row, _last_row(spots)) // TALLEST, []).append(spot)
    for at in sorted(tiles):
        lifted = [replace(spot, row=spot.row - at * TALLEST) for spot in tiles[at]]
        yield _Page(f"{title}, part {at + 1} of {len(tiles)}" if len(tiles) > 1 else title, lifted)
    if later:
        closer = [replace(spot, row=spot.row >> deep) for spot in later]
        yield from _pages_of_part(f"{title}, later rounds", closer, bracket, above + deep)


def _last_row(spots: Sequence[Spot]) -> int:
    """The lowest row of the tree itself; a match for the third place stands below it, on the same page."""
    return max(spot.row for spot in spots if spot.part is not Part.THIRD)


def _level(spot: Spot, bracket: Bracket) -> int:
    """How far a match is from the first ones, by height: the losers' side takes two rounds for each."""
    if spot.part is Part.LOSERS:
        return spot.column // 2
    return bracket.rounds - 1 if spot.part in (Part.FINAL, Part.AGAIN, Part.THIRD) else spot.column


def _written(page: _Page, bracket: Bracket, seen: Sequence[Seen], names: Mapping[int, str]) -> Written:
    columns = sorted({spot.column for spot in page.spots})
    spots = [replace(spot, column=columns.index(spot.column)) for spot in page.spots]
    at = {spot.match: place for place, spot in enumerate(spots)}
    return {
        "title": page.title,
        "columns": len(columns),
        "rows": max(spot.row for spot in spots) + 2,
        "matches": [
            _match(spot, bracket, seen[spot.match], names)
            | {"word": _word(spot, bracket) if not page.title.startswith(_word(spot, bracket)) else ""}
            | {"lines": [at[one] for one in spot.lines_from if one in at]}
            for spot in spots
        ],
    }


def _match(spot: Spot, bracket: Bracket, now: Seen, names: Mapping[int, str]) -> Written:
    match = bracket.matches[spot.match]
    verdict = bracket.verdicts.get(spot.match) if now.state is State.DECIDED else None
    games = verdict.games if verdict is not None else (0, 0)
    if verdict is not None and verdict.between[0] != now.one:
        games = games[::-1]
    return {
        "column": spot.column,
        "row": spot.row,
        "number": spot.match + 1,
        "one": _side(now.one, match.one, names),
        "other": _side(now.other, match.other, names),
        "winner": 0 if verdict is None or now.winner is None else _winner(now),
        "games": "–".join(map(str, games)) if any(games) else "",
    }


def _word(spot: Spot, bracket: Bracket) -> str:
    """What stands over the first match of a part that shares its page with the main bracket."""
    match = bracket.matches[spot.match]
    return WORDS.get(spot.part, "") if (match.round, match.slot) == (1, 0) else ""


def _winner(now: Seen) -> int:
    return {now.one: 1, now.other: 2}.get(now.winner, 0)


def _side(entry: int | None, source: Source, names: Mapping[int, str]) -> str:
    """A name; where it is not known yet, from which match it will come."""
    if entry is not None:
        return names.get(entry, "") if entry != NOBODY else "nobody"
    if source.kind is Feed.WINNER:
        return f"winner of {source.of + 1}"
    return f"loser of {source.of + 1}"
