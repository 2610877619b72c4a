"""Where the matches of a bracket stand on paper, and which places its entries have reached.

Columns count from 0 at the left, rows from 0 at the top in half lines, so that every match sits in the middle
of the two it comes from. The losers' side, the third place and the plate follow below the main bracket.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.formats.tree import NOBODY, Bracket, BracketMatch, Feed, Part, Seen, State, unfold


@dataclass(frozen=True, slots=True)
class Spot:
    """A match on paper: its column and row, and the matches from which a line leads to it."""

    match: int
    part: Part
    column: int
    row: int
    lines_from: tuple[int, ...]


def layout(bracket: Bracket) -> tuple[Spot, ...]:
    """A spot for every match, in their order. No two share one."""
    return tuple(
        Spot(match.number, match.part, *_where(match, bracket), _lines(match, bracket))
        for match in bracket.matches
    )


def _where(match: BracketMatch, bracket: Bracket) -> tuple[int, int]:
    """Column and row. The second match of a grand final stands to the right of the first."""
    rounds = bracket.rounds
    height = 1 << rounds
    if match.part is Part.MAIN:
        return match.round - 1, (2 * match.slot + 1 << match.round - 1) - 1
    if match.part is Part.LOSERS:
        # As wide a tree as the main one of half the places: each of its heights is held for two rounds.
        return match.round - 1, height + (2 * match.slot + 1 << (match.round - 1) // 2) - 1
    if match.part in (Part.FINAL, Part.AGAIN):
        column = max(rounds, 2 * rounds - 2) + int(match.part is Part.AGAIN)
        return column, height // 2 - 1
    if match.part is Part.THIRD:
        return rounds - 1, height
    return match.round - 1, height + 2 + (2 * match.slot + 1 << match.round - 1) - 1


def _lines(match: BracketMatch, bracket: Bracket) -> tuple[int, ...]:
    return tuple(
        source.of
        for source in (match.one, match.other)
        if source.kind is Feed.WINNER and bracket.matches[source.of].part is not Part.FINAL
    )


def places(bracket: Bracket) -> dict[int, tuple[int, int]]:
    """First and last place of each entry that is out, and of the winner: (5, 8) for a lost quarter-final.

    Counted by the round in which one goes out; a third-place match parts 3 from 4, a plate gives no places.
    After a double no-show both share with those who lost in that round.
    """
    seen = unfold(bracket)
    out: dict[int, list[int]] = defaultdict(list)
    size: Counter[int] = Counter()
    for match, state in zip(bracket.matches, seen, strict=True):
        if match.part in (Part.PLATE, Part.THIRD) or state.state is State.IDLE:
            continue
        gone = _gone(match, state, bracket)
        stage = _stage(match, bracket)
        out[stage] += gone
        size[stage] += len(gone) if state.state is State.DECIDED else int(not _goes_on(match, bracket))
    found: dict[int, tuple[int, int]] = {}
    last = len(bracket.seeds)
    for stage in sorted(size):
        first = last - size[stage] + 1
        found |= dict.fromkeys(out[stage], (first, last))
        last = first - 1
    left = [entry for entry in bracket.seeds if entry not in found]
    if len(left) == last == 1:
        found[left[0]] = (1, 1)
    return found | _third_and_fourth(bracket, seen)


def _goes_on(match: BracketMatch, bracket: Bracket) -> bool:
    """Whether a loser here is not yet out: a first loss of two, or a grand final that may come again."""
    if match.part is Part.FINAL:
        return bracket.matches[-1].part is Part.AGAIN
    return match.part is Part.MAIN and bracket.grand


def _gone(match: BracketMatch, state: Seen, bracket: Bracket) -> list[int]:
    """Who is out by this match."""
    if state.state is not State.DECIDED:
        return []
    lost = [entry for entry in (state.one, state.other) if entry is not None and entry != state.winner]
    again = match.part is Part.FINAL and state.winner == state.one  # then no second match
    return lost if again or not _goes_on(match, bracket) or state.loser == NOBODY else []


def _stage(match: BracketMatch, bracket: Bracket) -> int:
    """Rounds in the order in which people go out; in double elimination those of the losers' side."""
    if match.part is Part.MAIN:
        return max(1, 2 * match.round - 2) if bracket.grand else match.round
    return match.round if match.part is Part.LOSERS else 1 << 20


def _third_and_fourth(bracket: Bracket, seen: Sequence[Seen]) -> dict[int, tuple[int, int]]:
    for match, state in zip(bracket.matches, seen, strict=True):
        if match.part is Part.THIRD and state.state is State.DECIDED and state.winner not in (None, NOBODY):
            return {
                entry: (3, 3) if entry == state.winner else (4, 4)
                for entry in (state.one, state.other)
                if entry is not None
            }
    return {}
