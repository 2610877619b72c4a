"""Single elimination, with a plate and a third-place match where wanted.

A bracket is a tree made once; its results are facts beside it, and who meets whom is worked out from both
(see `tree`). Seeds stand so that 1 and 2 can meet in the final only, 1 to 4 from the semi-finals on, and so
forth; the places without an entry are those of the lowest seeds, so that byes go to the top seeds. A bye is
no match: n entries play n − 1.
"""

import enum
import random
from collections.abc import Collection, Mapping, Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, listed, meeting, needs_results, pair_off
from tournaments.engine.formats.tree import (
    NONE,
    Bracket,
    BracketMatch,
    Feed,
    Part,
    Source,
)
from tournaments.engine.seating import Couple, DrawnRound, Schedule, couple

MOST = 2048


class Seeding(enum.Enum):
    """How the order of a bracket is found."""

    LIST = "list"
    RATING = "rating"
    LOT = "lot"


def seed_entries(
    entrants: Sequence[int], how: Seeding, *, rng: random.Random, ratings: Mapping[int, int] | None = None
) -> list[int]:
    """Entries, the first seed first: as listed, by rating (highest first, equals by lot), or all by lot.

    Raises EventViolation for an entry given twice or without the rating asked for.
    """
    check_entrants(entrants, least=2, most=MOST, what="bracket")
    if how is Seeding.LIST:
        return list(entrants)
    seeds = sorted(entrants)
    rng.shuffle(seeds)
    if how is Seeding.RATING:
        known = ratings or {}
        if missing := sorted(set(seeds) - known.keys()):
            raise EventViolation("rating-missing", f"No rating is known of {listed(missing)}.")
        seeds.sort(key=lambda entry: -known[entry])
    return seeds


def draw_partners(
    people: Sequence[int],
    *,
    rng: random.Random,
    others: Sequence[int] = (),
    apart: Collection[Couple] = (),
) -> list[Couple]:
    """Blind-draw partners: everybody in twos by lot; with `others` one from each bag (Keller's two bags).

    Couples in `apart` are not made partners. Raises EventViolation for an odd number, bags of unequal size,
    or couples that cannot be kept apart.
    """
    everybody = [*people, *others]
    check_entrants(everybody, least=2, most=400, what="draw of partners")
    if len(everybody) % 2:
        raise EventViolation("odd-one-out", f"{len(everybody)} people do not make pairs; one is over.")
    if others and len(people) != len(others):
        raise EventViolation("bags-unequal", f"One bag holds {len(people)}, the other {len(others)}.")
    first, kept = set(people), {couple(*two) for two in apart}

    def cost(one: int, other: int) -> int:
        same_bag = bool(others) and (one in first) == (other in first)
        return int(same_bag or couple(one, other) in kept)

    pairs = pair_off(sorted(everybody), cost, rng, never={1})
    if pairs is None:
        raise EventViolation("forbidden-pairs", "Nobody can be paired so that all these couples stay apart.")
    rng.shuffle(pairs)
    return pairs


def seats_of_seeds(places: int) -> list[int]:
    """Seed numbers from the top of the bracket down: 1, 8, 4, 5, 2, 7, 3, 6 for eight places."""
    order = [1]
    while len(order) < places:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def draw_bracket(
    seeds: Sequence[int],
    *,
    third_place: bool = False,
    plate: bool = False,
    best_of: int = 1,
    final_best_of: int | None = None,
) -> Bracket:
    """A single-elimination bracket for entries in the order of their seeds.

    `third_place`: those who lose the semi-finals meet. `plate`: whoever loses the first match played goes
    into a bracket of its own. `best_of` games make a match, `final_best_of` the final. Raises EventViolation
    for a bracket of one, an entry seeded twice, or an even number of games.
    """
    check_bracket(seeds, best_of, final_best_of)
    rows, matches = main_rounds(seeds)
    if plate:
        _add_plate(rows, matches)
    if third_place:
        _add_third(rows, matches)
    return Bracket.of(seeds, matches, best_of=best_of, final_best_of=final_best_of or best_of)


def check_bracket(seeds: Sequence[int], best_of: int, final_best_of: int | None) -> None:
    """Raise EventViolation for what makes no bracket."""
    if len(seeds) == 1:
        raise EventViolation("bracket-of-one", "A bracket of one has nobody to meet.")
    if len(set(seeds)) != len(seeds):
        raise EventViolation("seed-twice", "Somebody is seeded twice.")
    check_entrants(seeds, least=2, most=MOST, what="bracket")
    for games in (best_of, final_best_of or best_of):
        if games < 1 or games % 2 == 0 or games > 99:
            raise EventViolation("best-of-even", f"Best of an odd number of games, not of {games}.")


def main_rounds(seeds: Sequence[int]) -> tuple[list[list[Source]], list[BracketMatch]]:
    """What comes out of every place of every round (row 0: the seeds), and the matches in order of rounds."""
    row = seed_row(seeds)
    rows, matches = [row], list[BracketMatch]()
    while len(row) > 1:
        row = join(row, Part.MAIN, len(rows), matches)
        rows.append(row)
    return rows, matches


def seed_row(seeds: Sequence[int]) -> list[Source]:
    """The places of the first round from the top down, those of the lowest seeds empty."""
    places = 1 << (len(seeds) - 1).bit_length()
    return [
        Source(Feed.ENTRY, seeds[seed - 1]) if seed <= len(seeds) else NONE for seed in seats_of_seeds(places)
    ]


def join(row: Sequence[Source], part: Part, round_number: int, matches: list[BracketMatch]) -> list[Source]:
    """Neighbours meet: their matches are added, the winners are the next row; a bye goes through."""
    winners = []
    for slot in range(len(row) // 2):
        one, other = row[2 * slot], row[2 * slot + 1]
        winners.append(meet(one, other, part, round_number, slot, matches))
    return winners


def meet(
    one: Source, other: Source, part: Part, round_number: int, slot: int, matches: list[BracketMatch]
) -> Source:
    """The winner of a match that is added, or who has a bye where the other side is never anybody."""
    if one is NONE:
        return other
    if other is NONE:
        return one
    matches.append(BracketMatch(len(matches), part, round_number, slot, one, other))
    return Source(Feed.WINNER, len(matches) - 1)


def loser(source: Source) -> Source:
    """Who lost the match that this is the winner of; nobody where there was none."""
    return Source(Feed.LOSER, source.of) if source.kind is Feed.WINNER else NONE


def _add_plate(rows: Sequence[Sequence[Source]], matches: list[BracketMatch]) -> None:
    """The plate's matches. Who had a bye and then loses has lost the first match too.

    So a place left empty by a bye is filled from the second round: by its loser, if that was a first match.
    """
    places = [loser(source) if source.kind is Feed.WINNER else NONE for source in rows[1]]
    for slot, source in enumerate(rows[2] if len(rows) > 2 else ()):
        pair = rows[1][2 * slot : 2 * slot + 2]
        byes = [2 * slot + at for at in (0, 1) if pair[at].kind is Feed.ENTRY]
        if byes:
            places[byes[0]] = Source(Feed.FIRST_LOSER, source.of)
    row, round_number = places, 1
    while len(row) > 1:
        row = join(row, Part.PLATE, round_number, matches)
        round_number += 1


def _add_third(rows: Sequence[Sequence[Source]], matches: list[BracketMatch]) -> None:
    semis = [source for source in rows[-2] if source.kind is Feed.WINNER] if len(rows) > 2 else []
    if len(semis) == 2:
        one, other = (loser(source) for source in semis)
        matches.append(BracketMatch(len(matches), Part.THIRD, 1, 0, one, other))


def draw_single_elimination(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The first round, entrants seeded as listed; who has a bye sits out. The whole tree: `draw_bracket`."""
    needs_results(rounds, played)
    return first_round(draw_bracket(entrants))


def first_round(bracket: Bracket) -> Schedule:
    """The first round at tables 1, 2, 3 …; whoever has a bye in it sits out."""
    ready = [match for match in bracket.matches if match.part is Part.MAIN and match.round == 1]
    tables = tuple(meeting(at, match.one.of, match.other.of) for at, match in enumerate(ready, start=1))
    playing = {entry for table in tables for entry in table.seated}
    return Schedule((DrawnRound(1, tables, tuple(sorted(set(bracket.seeds) - playing))),))
