"""Double elimination: out after the second loss; a grand final, with or without a second match.

Losers drop crosswise, so that nobody meets again sooner than must be. When the losers of round r of the
winners' side come in, the losers' side has 2^(k − r) places for them (k rounds in all). Whom they have beaten
came in before, r − 1 times, each time into one place as seen from here; the drop that lies farthest from all
of these is the (r − 1)th number of van der Corput's sequence (1935), its bits turned round, added bit by bit
to the match's own place. No other drop does better: two meet again only where there are more rounds to come
from than places, and there two of them share a place however they dropped.
"""

import random
from collections.abc import Sequence

from tournaments.engine.formats._drawing import needs_results
from tournaments.engine.formats.bracket import check_bracket, first_round, join, loser, main_rounds, meet
from tournaments.engine.formats.tree import NONE, Bracket, BracketMatch, Feed, Part, Source
from tournaments.engine.seating import DrawnRound, Schedule


def draw_double_bracket(
    seeds: Sequence[int],
    *,
    second_final: bool = True,
    best_of: int = 1,
    final_best_of: int | None = None,
) -> Bracket:
    """A double-elimination bracket for entries in the order of their seeds: 2n − 2 matches, or one more.

    With `second_final` the grand final is played again when its winner comes from the losers' side: then
    both have lost once. Raises EventViolation as `draw_bracket` does.
    """
    check_bracket(seeds, best_of, final_best_of)
    rows, matches = main_rounds(seeds)
    best_loser = _add_losers(rows, matches)
    final = meet(rows[-1][0], best_loser, Part.FINAL, 1, 0, matches)
    if second_final:
        matches.append(BracketMatch(len(matches), Part.AGAIN, 1, 0, final, loser(final)))
    return Bracket.of(seeds, _in_order(matches), best_of=best_of, final_best_of=final_best_of or best_of)


def drop(rounds: int, number: int) -> int:
    """What is added, bit by bit, to the slot of a loser of winners' round `number` (from 2) of `rounds`."""
    width, turned = rounds - number, 0
    for bit in range(width):
        if (number - 1) >> bit & 1:
            turned |= 1 << (width - 1 - bit)
    return turned


def _add_losers(rows: Sequence[Sequence[Source]], matches: list[BracketMatch]) -> Source:
    """The losers' matches; who comes out of them. Its rounds 1, 3, 5 … halve it, in 2, 4, 6 … losers drop."""
    rounds = len(rows) - 1
    row = _losers_of(rows, 1)
    for main_round in range(2, rounds + 1):
        row = join(row, Part.LOSERS, 2 * main_round - 3, matches)
        crosswise, coming = drop(rounds, main_round), _losers_of(rows, main_round)
        row = [
            meet(one, coming[slot ^ crosswise], Part.LOSERS, 2 * main_round - 2, slot, matches)
            for slot, one in enumerate(row)
        ]
    return row[0]


def _losers_of(rows: Sequence[Sequence[Source]], number: int) -> list[Source]:
    """By slot, who loses in this round; nobody where a bye went through."""
    return [
        loser(source) if source not in rows[number - 1][2 * slot : 2 * slot + 2] else NONE
        for slot, source in enumerate(rows[number])
    ]


def _in_order(matches: Sequence[BracketMatch]) -> list[BracketMatch]:
    """Renumbered in the order of playing: each losers' round as soon as those who drop into it are known."""
    order = sorted(matches, key=_when)
    number = {match.number: at for at, match in enumerate(order)}

    def moved(source: Source) -> Source:
        if source.kind is Feed.ENTRY or source.kind is Feed.NOBODY:
            return source
        return Source(source.kind, number[source.of])

    return [
        BracketMatch(at, match.part, match.round, match.slot, moved(match.one), moved(match.other))
        for at, match in enumerate(order)
    ]


def _when(match: BracketMatch) -> tuple[int, int, int]:
    """Main round r, then the losers' rounds 2r − 2 and 2r − 1, which wait for nothing later."""
    if match.part is Part.MAIN:
        return (2 * match.round, 0, match.number)
    if match.part is Part.LOSERS:
        return (2 * (match.round // 2 + 1) + 1, match.round, match.number)
    return (1 << 20, int(match.part), match.number)


def draw_double_elimination(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The first round, entrants seeded as listed; a bye sits out. The whole tree: `draw_double_bracket`."""
    needs_results(rounds, played)
    return first_round(draw_double_bracket(entrants))
