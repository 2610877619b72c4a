"""Swiss: like scores meet, nobody twice, and nobody has a second bye while that can be avoided.

One maximum-weight matching in integers (Edmonds 1965; used for Swiss draws since Ólafsson 1990) weighs, each
far above the next: a meeting had before; a second bye; two who must not meet; a bye for anybody but the
lowest; the squared distance of the score groups; the way inside a group; the lot. What was given up is
announced.

A larger field is tried faster first: by lot inside the groups, then among neighbours in the order. Such an
answer is taken when it reaches the floor, that is what odd score groups force in any draw. Else everybody is
a candidate for everybody; but of more than 300 only where a rematch or a second bye would be left, so that
there the distance is the least among neighbours.
"""

import enum
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import (
    Notice,
    check_entrants,
    least_cost_matching,
    meeting,
    needs_results,
    sit_outs,
)
from tournaments.engine.formats._scores import games_won
from tournaments.engine.formats.settled import Settled, as_settled
from tournaments.engine.results import Result
from tournaments.engine.seating import Couple, DrawnRound, Schedule, couple

SMALL = 48
"""Up to here everybody is a candidate for everybody at once."""
LARGE = 300
"""Above, everybody is a candidate for everybody only where neighbours cannot keep the two great rules."""
NEIGHBOURS = (16, 64)
"""How far down the order a larger field looks first, and one above LARGE next."""
_LOTS = 4
"""How often a larger field is drawn by lot inside its groups before anything is weighed."""


class Within(enum.Enum):
    """Who meets whom inside a score group, by the order given."""

    LOT = "lot"
    FOLD = "fold"  # 1 with 5, 2 with 6, 3 with 7, 4 with 8
    NEXT = "next"  # 1 with 2, 3 with 4


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A round, and each thing that could not be kept. Table 1 has the highest scores."""

    round: DrawnRound
    notices: tuple[Notice, ...]


class _Field(NamedTuple):
    """What the matching knows. `order` is best first; `level` counts score groups from 0, the best."""

    order: list[int]
    level: dict[int, int]
    place: dict[int, tuple[int, int]]
    met: dict[Couple, int]
    byes: dict[int, int]
    apart: frozenset[Couple]
    within: Within


def draw_swiss(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The first round, by lot. Later rounds follow results: `draw_next_swiss`."""
    needs_results(rounds, played)
    check_entrants(entrants, least=3, what="Swiss draw")
    return Schedule((draw_swiss_round(dict.fromkeys(entrants, 0), rng=rng).round,))


def draw_next_swiss(
    entrants: Sequence[int],
    *,
    rng: random.Random,
    played: Sequence[DrawnRound],
    results: Sequence[Result],
    settled: Settled | None = None,
) -> DrawnRound:
    """The round after those `played`, by games won; a bye counts as a game won.

    A table of the last round without a result gives nobody anything, unless it is `settled`.
    """
    check_entrants(entrants, least=3, what="Swiss draw")
    if settled and played:
        results = as_settled(results, played[-1], settled)
    return draw_swiss_round(swiss_scores(entrants, played, results), rng=rng, played=played).round


def swiss_scores(
    entrants: Iterable[int], played: Sequence[DrawnRound], results: Sequence[Result]
) -> dict[int, Fraction]:
    """The scores by which the round after those `played` is drawn: games won, a bye being one."""
    return games_won(entrants, played, results)


def draw_swiss_round(
    scores: Mapping[int, int | Fraction],
    *,
    rng: random.Random,
    played: Sequence[DrawnRound] = (),
    within: Within = Within.LOT,
    order: Sequence[int] = (),
    apart: Collection[Couple] = (),
) -> SwissDraw:
    """The next round for the entries with these scores, and a notice for everything given up.

    `order` (seeds or standings, the best first) arranges a score group where `within` asks for it. `apart`
    lists couples to be kept from meeting. Raises EventViolation for fewer than three, or an order that is
    not of these entries.
    """
    check_entrants(list(scores), least=3, what="Swiss draw")
    field = _field(scores, rng, played, within, order, apart)
    pairs, bye = _matched(field, rng)
    tables = tuple(meeting(table, *two) for table, two in enumerate(pairs, start=1))
    number = max((drawn.number for drawn in played), default=0) + 1
    drawn = DrawnRound(number, tables, () if bye is None else (bye,))
    return SwissDraw(drawn, tuple(_notices(field, pairs, bye)))


def given_up(
    scores: Mapping[int, int | Fraction], drawn: DrawnRound, *, played: Sequence[DrawnRound] = ()
) -> int:
    """What a drawn round gives up under these scores, as one number to compare with another draw's.

    Meetings again, second byes, a bye above the lowest, and the distance of score groups, in that order of
    weight; the order inside a group does not count. For an entry that is not in `scores` anything is too
    much.
    """
    field = _field(scores, random.Random(0), played, Within.LOT, (), ())
    number = {entry: at for at, entry in enumerate(field.order)}
    if set(number) != {*drawn.sitting_out, *(entry for table in drawn.tables for entry in table.seated)}:
        return 1 << 200
    pairs = [tuple(sorted(number[entry] for entry in table.seated)) for table in drawn.tables]
    pairs += [(number[entry], len(number)) for entry in drawn.sitting_out]
    return _cost(field, [(one, far) for one, far in pairs])


def swiss_notices(
    scores: Mapping[int, int | Fraction],
    drawn: DrawnRound,
    *,
    played: Sequence[DrawnRound] = (),
    apart: Collection[Couple] = (),
    names: Mapping[int, str] | None = None,
) -> tuple[Notice, ...]:
    """The notices of a round drawn earlier for these scores, found again, by `names`: nothing is stored."""
    field = _field(scores, random.Random(0), played, Within.LOT, (), apart)
    pairs = [(table.seated[0], table.seated[1]) for table in drawn.tables]
    return tuple(_notices(field, pairs, next(iter(drawn.sitting_out), None), names or {}))


def _field(
    scores: Mapping[int, int | Fraction],
    rng: random.Random,
    played: Sequence[DrawnRound],
    within: Within,
    order: Sequence[int],
    apart: Collection[Couple],
) -> _Field:
    if order and sorted(order) != sorted(scores):
        raise EventViolation("order-not-of-entrants", "The order is not of those who are to be drawn.")
    people = sorted(scores)
    rng.shuffle(people)
    given = {entry: at for at, entry in enumerate(order)}
    people.sort(key=lambda entry: (-scores[entry], given.get(entry, 0)))
    level, place = {}, {}
    for number, (_, group) in enumerate(groupby(people, key=lambda entry: scores[entry])):
        together = list(group)
        for at, entry in enumerate(together):
            level[entry], place[entry] = number, (at, len(together))
    met: dict[Couple, int] = {}
    for drawn in played:
        for table in drawn.tables:
            for two in combinations(sorted(table.seated), 2):
                met[two] = met.get(two, 0) + 1
    byes = {entry: len(rounds) for entry, rounds in sit_outs(played).items()}
    kept = frozenset(couple(*two) for two in apart)
    return _Field(people, level, place, met, byes, kept, within)


def _matched(field: _Field, rng: random.Random) -> tuple[list[Couple], int | None]:
    """The pairs, best scores first, the better of two first; and who has the bye."""
    count = len(field.order)
    even = count + count % 2
    if count > SMALL:
        pairs = _by_lot(field, rng)
        for reach in NEIGHBOURS if count > LARGE else NEIGHBOURS[:1]:
            pairs = pairs or least_cost_matching(even, _edges(field, reach), rng)
            if pairs is not None and _good_enough(field, pairs):
                return _named(field, pairs)
            pairs = None
    pairs = least_cost_matching(even, _edges(field, count), rng)
    assert pairs is not None, "everybody may meet everybody, at a price"
    return _named(field, pairs)


def _good_enough(field: _Field, pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether no wider search is wanted: the floor is reached, or a large field keeps the two great rules."""
    cost = _cost(field, pairs)
    return cost <= _floor(field) or (len(field.order) > LARGE and cost < _prices(field).second_bye)


def _by_lot(field: _Field, rng: random.Random) -> list[tuple[int, int]] | None:
    """A draw group by group that reaches the floor; None when some lots found none, or an order is asked."""
    if field.within is not Within.LOT:
        return None
    levels = [
        list(group)
        for _, group in groupby(range(len(field.order)), key=lambda at: field.level[field.order[at]])
    ]
    for _ in range(_LOTS):
        pairs = _one_lot(field, levels, rng)
        if pairs is not None:
            return sorted(pairs)
    return None


def _one_lot(field: _Field, levels: Sequence[list[int]], rng: random.Random) -> list[tuple[int, int]] | None:
    """Who is left over of an odd group goes down one; of the last, somebody who had no bye has it now."""
    pairs: list[tuple[int, int]] = []
    down: list[int] = []
    for level in levels:
        group = rng.sample(level, len(level))
        if len(down + group) % 2 and level is levels[-1]:
            bye = next((at for at in group if not field.byes.get(field.order[at])), None)
            if bye is None:
                return None
            group.remove(bye)
            pairs.append((bye, len(field.order)))
        waiting = down + group
        down = [waiting.pop()] if len(waiting) % 2 else []
        while waiting:
            one = waiting.pop(0)
            other = next((at for at in waiting if _may_meet(field, one, at)), None)
            if other is None:
                return None
            waiting.remove(other)
            pairs.append((min(one, other), max(one, other)))
    return pairs


def _may_meet(field: _Field, at: int, far: int) -> bool:
    two = couple(field.order[at], field.order[far])
    return two not in field.met and two not in field.apart


def _named(field: _Field, pairs: Sequence[tuple[int, int]]) -> tuple[list[Couple], int | None]:
    people, bye = field.order, None
    two: list[Couple] = []
    for one, far in pairs:
        if far == len(people):
            bye = people[one]
        else:
            two.append((people[one], people[far]))
    return two, bye


def _edges(field: _Field, reach: int) -> list[tuple[int, int, int]]:
    """Whom everybody may meet, up to `reach` places below, and the bye as one more to meet."""
    people, price = field.order, _prices(field)
    count, whole = len(people), reach >= len(people)
    edges = []
    for at, one in enumerate(people):
        for far in _candidates(field, at, reach):
            if whole or _may_meet(field, at, far):
                edges.append((at, far, _meeting_cost(field, price, one, people[far])))
    if count % 2:
        edges += [(at, count, _bye_cost(field, price, one)) for at, one in enumerate(people)]
    return edges


def _candidates(field: _Field, at: int, reach: int) -> Iterable[int]:
    """Places below `at` to be looked at; in a folded group also those about half a group below."""
    count = len(field.order)
    near = range(at + 1, min(count, at + 1 + reach))
    half = field.place[field.order[at]][1] // 2
    if field.within is not Within.FOLD or half <= reach or reach >= count:
        return near
    near = range(at + 1, min(count, at + 1 + reach // 2))
    return [*near, *range(at + half - reach // 4, min(count, at + half + reach // 4))]


class _Prices(NamedTuple):
    """One unit of each thing given up; each is more than all below it can come to in a whole round."""

    again: int
    second_bye: int
    apart: int
    higher_bye: int
    distance: int


def _prices(field: _Field) -> _Prices:
    count = len(field.order)
    levels = max(field.level.values()) + 1
    distance = count * count if field.within is not Within.LOT else 1
    higher_bye = distance * (count * levels * levels + 1)
    apart = higher_bye * (levels + 1)
    second_bye = apart * (count + 1)
    return _Prices(
        second_bye * (max(field.byes.values(), default=0) + 2), second_bye, apart, higher_bye, distance
    )


def _meeting_cost(field: _Field, price: _Prices, one: int, other: int) -> int:
    two = couple(one, other)
    apart = field.level[other] - field.level[one]
    cost = price.again * field.met.get(two, 0) + price.distance * apart * apart
    if two in field.apart:
        cost += price.apart
    if field.within is not Within.LOT and not apart:
        (high, size), low = field.place[one], field.place[other][0]
        ideal = size // 2 if field.within is Within.FOLD else 1
        cost += abs(low - high - ideal)
    return cost


def _bye_cost(field: _Field, price: _Prices, entry: int) -> int:
    lowest = max(field.level.values())
    return price.second_bye * field.byes.get(entry, 0) + price.higher_bye * (lowest - field.level[entry])


def _cost(field: _Field, pairs: Sequence[tuple[int, int]]) -> int:
    """What of the weights a large field is judged by, the way inside a group left out."""
    price, people = _prices(field)._replace(distance=1), field.order
    loose = field._replace(within=Within.LOT)
    return sum(
        _bye_cost(loose, price, people[one])
        if far == len(people)
        else _meeting_cost(loose, price, people[one], people[far])
        for one, far in pairs
    )


def _floor(field: _Field) -> int:
    """The least any draw of these scores costs: a bye to the lowest, and a step for each odd remainder.

    If the groups above a border hold an odd number, somebody crosses the border; to cross one at a time is
    cheapest, since distances are squared.
    """
    sizes = [len(list(group)) for _, group in groupby(field.order, key=lambda entry: field.level[entry])]
    crossing, above = 0, 0
    for size in sizes[:-1]:
        above += size
        crossing += above % 2
    return crossing


def _notices(
    field: _Field, pairs: Sequence[Couple], bye: int | None, names: Mapping[int, str] | None = None
) -> list[Notice]:
    def two(one: int, other: int) -> str:
        return f"{(names or {}).get(one, one)} and {(names or {}).get(other, other)}"

    notices = [
        Notice("met-before", f"{two(*pair)} meet again: no draw of this round avoids it.")
        for pair in pairs
        if couple(*pair) in field.met
    ]
    notices += [
        Notice("kept-apart", f"{two(*pair)} were to be kept apart, and could not be.")
        for pair in pairs
        if couple(*pair) in field.apart
    ]
    if bye is not None and field.byes.get(bye, 0):
        whose = (names or {}).get(bye, bye)
        notices.append(
            Notice("second-bye", f"{whose} sits out again: no draw without meetings again avoids it.")
        )
    elif bye is not None and field.level[bye] != max(field.level.values()):
        whose = (names or {}).get(bye, bye)
        notices.append(Notice("bye-not-lowest", f"{whose} has the bye, though others have lower scores."))
    notices += [
        Notice("far-apart", f"{two(*pair)} meet across {steps} score groups.")
        for pair in pairs
        if (steps := abs(field.level[pair[1]] - field.level[pair[0]])) > 1
    ]
    return notices
