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
from tournaments.engine.formats.bracket import check_bracket, first_round, join, loser, meet, seed_row
from tournaments.engine.formats.tree import NONE, Bracket, BracketMatch, Part, Source
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
    matches: list[BracketMatch] = []
    champion, survivor = _both_sides(seed_row(seeds), matches)
    final = meet(champion, survivor, Part.FINAL, 1, 0, matches)
    if second_final:
        matches.append(BracketMatch(len(matches), Part.AGAIN, 1, 0, final, loser(final)))
    return Bracket.of(seeds, matches, best_of=best_of, final_best_of=final_best_of or best_of)


def _both_sides(before: list[Source], matches: list[BracketMatch]) -> tuple[Source, Source]:
    """The matches of both sides in the order of playing; who comes out of each.

    The losers' rounds 1, 3, 5 … halve their side, in 2, 4, 6 … losers of the winners' side drop into it.
    """
    rounds = len(before).bit_length() - 1
    row = join(before, Part.MAIN, 1, matches)
    below = _losers_of(before, row)
    for number in range(2, rounds + 1):
        below = join(below, Part.LOSERS, 2 * number - 3, matches)
        before, row = row, join(row, Part.MAIN, number, matches)
        coming, crosswise = _losers_of(before, row), drop(rounds, number)
        below = [
            meet(one, coming[slot ^ crosswise], Part.LOSERS, 2 * number - 2, slot, matches)
            for slot, one in enumerate(below)
        ]
    return row[0], below[0]


def drop(rounds: int, number: int) -> int:
    """What is added, bit by bit, to the slot of a loser of winners' round `number` (from 2) of `rounds`."""
    width, turned = rounds - number, 0
    for bit in range(width):
        if (number - 1) >> bit & 1:
            turned |= 1 << (width - 1 - bit)
    return turned


def _losers_of(before: Sequence[Source], row: Sequence[Source]) -> list[Source]:
    """By slot, who loses in the round that leads from one row to the next; nobody where there was a bye."""
    return [
        NONE if won is before[2 * slot] or won is before[2 * slot + 1] else loser(won)
        for slot, won in enumerate(row)
    ]


def draw_double_elimination(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The first round, entrants seeded as listed; a bye sits out. The whole tree: `draw_double_bracket`."""
    needs_results(rounds, played)
    return first_round(draw_double_bracket(entrants))
