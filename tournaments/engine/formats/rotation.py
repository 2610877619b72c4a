"""Rotations: rounds drawn beforehand in which nobody partners anybody twice while that can be avoided.

Three steps. *Begin*: with what is known to be as good as can be (whist tournaments, near-perfect cycles,
rounds of strangers, the shelf), with part of it, or greedily when people have played already. *Mend*: anneal
exchanges inside a round, a counted number of times. *Place*: people change tables as often as they can.

Sit-outs are settled first and never changed. People are numbered by lot and become entries again at the end,
so that a seed matters and always gives the same draw.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import _mending
from tournaments.engine.formats._beginnings import beginnings, by_groups, finished, greedy
from tournaments.engine.formats._floors import fewest_couples_of_meetings, repeats_floor
from tournaments.engine.formats._mending import MEET_AGAIN, Memory, mend
from tournaments.engine.formats._placing import placed
from tournaments.engine.formats._sitting import seat_ghosts, spared
from tournaments.engine.formats._sketch import Sketch, meetings_of, partner_repeats
from tournaments.engine.formats._whist import whist
from tournaments.engine.formats.figures import people_of, unevenness
from tournaments.engine.formats.wishes import NO_WISHES, Relaxed, Spare, Wishes, relaxed
from tournaments.engine.seating import DrawnRound, Schedule, contacts, rounds_of

MOST_ROUNDS = 60
"""Or all rounds of a full cycle, if there are more people than that."""
FEWEST_ENTRANTS, MOST_ENTRANTS = 4, 200
"""Three can play if tables of three are wished for."""

_A_PARTNER_TWICE = 1000
"""What a beginning is charged for each, since mending may not be able to undo it."""
_SMALL = 260
"""Seats of all rounds together, up to which annealing forgets any beginning and still ends well."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A schedule, and the wishes it does not keep."""

    schedule: Schedule
    relaxed: tuple[Relaxed, ...] = ()


def draw_rotation(
    entrants: Sequence[int],
    rounds: int,
    *,
    rng: random.Random,
    played: Sequence[DrawnRound] = (),
    wishes: Wishes = NO_WISHES,
) -> Schedule:
    """Draw `rounds` more rounds for the entrants, numbered on from those `played`, which are not returned.

    Raises EventViolation for too few entrants or over 200, one of them twice, or more than `most_rounds`.
    """
    _check_request(entrants, rounds, wishes)
    order = sorted(entrants)
    rng.shuffle(order)
    ghosts = wishes.spare is Spare.GHOST
    if not played and wishes == NO_WISHES:
        return Schedule(tuple(placed(order, _fresh(order, rounds, rng), played, rng)))
    found = []
    for moves in (2 * _mending.MOVES, _mending.MOVES, _mending.MOVES) if played else (_mending.MOVES,):
        sketches = _wished(order, rounds, rng, played, wishes, moves)
        found.append(Schedule(tuple(placed(order, sketches, played, rng, ghosts))))
        if repeats(both := [*played, *found[-1].rounds]) <= floor(both):
            break
    return min(found, key=lambda schedule: verdict(schedule, played, wishes))


def plan_rotation(
    entrants: Sequence[int],
    rounds: int,
    *,
    rng: random.Random,
    played: Sequence[DrawnRound] = (),
    wishes: Wishes = NO_WISHES,
) -> Plan:
    """The same draw, and by name every wish that could not be kept."""
    schedule = draw_rotation(entrants, rounds, rng=rng, played=played, wishes=wishes)
    return Plan(schedule, relaxed(schedule.rounds, wishes))


def improve(
    schedule: Schedule,
    *,
    rng: random.Random,
    moves: int = 1_000_000,
    played: Sequence[DrawnRound] = (),
    wishes: Wishes = NO_WISHES,
) -> Schedule:
    """Go on annealing a drawn schedule, who sits out staying the same; never a worse one comes back.

    Judged by wishes not kept, partner repeats, unevenness and opponent repeats, in that order. Where nothing
    better was found the very same schedule is returned.
    """
    order = people_of(schedule.rounds)
    number = {entry: person for person, entry in enumerate(order)}
    memory = Memory(order, played, wishes)
    begun = [_unplaced(drawn, number) for drawn in schedule.rounds]
    for one in begun:
        memory.add([Sketch([], [], one.short)])
    least = MEET_AGAIN * _floor_of(begun, len(order)) if not played else 0
    least = max(0, least - sum(memory.price([Sketch([], [], one.short)]) for one in begun))
    heat = _mending.HOT if sum(len(one.seats) for one in begun) <= _SMALL else _mending.WARM
    best = mend([Sketch(one.seats) for one in begun], memory, rng, heat=heat, moves=moves, least=least)
    sketches = [Sketch(better.seats, one.out, one.short) for better, one in zip(best, begun, strict=True)]
    found = Schedule(tuple(placed(order, sketches, played, rng, memory.ghosts)))
    found = Schedule(
        tuple(_renumbered(new, old) for new, old in zip(found.rounds, schedule.rounds, strict=True))
    )
    return found if verdict(found, played, wishes) < verdict(schedule, played, wishes) else schedule


def verdict(
    schedule: Schedule, played: Sequence[DrawnRound] = (), wishes: Wishes = NO_WISHES
) -> tuple[int, int, int, int]:
    """Wishes not kept, partner repeats, unevenness, opponent repeats: the lower the better, in this order."""
    met = contacts([*played, *schedule.rounds])
    broken = sum(len(one.rounds) for one in relaxed(schedule.rounds, wishes))
    return broken, met.partner_repeats, unevenness(met.meetings.values()), met.opponent_repeats


def repeats(rounds: Schedule | Iterable[DrawnRound]) -> int:
    """Partner repeats found: the sum over couples of the times they are partners beyond the first."""
    return contacts(rounds).partner_repeats


def floor(rounds: Schedule | Iterable[DrawnRound]) -> int:
    """Partner repeats that nobody can avoid who seats these people as often: proven by counting."""
    drawn = rounds_of(rounds)
    return repeats_floor(people_of(drawn), dict(contacts(drawn).partners))


def most_rounds(people: int) -> int:
    """How many rounds so many people can have: 60, or a full cycle if that is longer."""
    return max(MOST_ROUNDS, people - 1 if people % 4 == 0 else people)


def _check_request(entrants: Sequence[int], rounds: int, wishes: Wishes) -> None:
    found = len(entrants)
    if len(set(entrants)) != found:
        raise EventViolation("entrant-twice", "Somebody is entered twice.")
    if found < FEWEST_ENTRANTS - (wishes.spare is not Spare.SIT_OUT):
        raise EventViolation("too-few-entrants", f"A table takes four; there are {found}.")
    if found > MOST_ENTRANTS:
        raise EventViolation("too-many-entrants", f"A rotation takes {MOST_ENTRANTS}; there are {found}.")
    if not 1 <= rounds <= most_rounds(found):
        sentence = f"A rotation of {found} has 1 to {most_rounds(found)} rounds, not {rounds}."
        raise EventViolation("rounds-out-of-range", sentence)


def _fresh(order: Sequence[int], rounds: int, rng: random.Random) -> list[Sketch]:
    """Everybody comes together new, and nothing is wished.

    When nearly everybody has to partner everybody, partners stay as they begin and only opponents are mended;
    so they do where mending has made somebody partners twice.
    """
    if done := finished(len(order), rounds):
        return done
    memory = Memory(order)
    begun = list(beginnings(len(order), rounds, memory, rng))
    begun.sort(key=lambda one: memory.price(one) + _A_PARTNER_TWICE * partner_repeats(one))
    heat = _mending.WARM if rounds <= len(order) else _mending.HOT
    nearly_all = len(order) * 4 < rounds * 5 <= len(order) * 5
    ways = [_mending.WHOLE_PAIRS, 10][nearly_all:]
    mended = []
    for one, pairs in product(begun, ways):
        least = MEET_AGAIN * _floor_of(one, len(order))
        mended.append(mend(one, memory, rng, heat=heat, least=least, pairs=pairs))
        if rounds > len(order) or not partner_repeats(mended[-1]):
            break
    return min(mended, key=partner_repeats)


def _wished(
    order: Sequence[int],
    rounds: int,
    rng: random.Random,
    played: Sequence[DrawnRound],
    wishes: Wishes,
    moves: int,
) -> list[Sketch]:
    """Some have met already, or there are wishes: greedily, or from a fresh beginning if that is cheaper."""
    whole = not played and rounds == len(order) and wishes == Wishes(spare=wishes.spare)
    if whole and (dropped := _one_dropped(rounds, wishes.spare)):
        return dropped
    memory = Memory(order, played, wishes)
    spares = spared(order, rounds, played, wishes, memory)
    memory.add([Sketch([], [], spare.short) for spare in spares])
    begun = [greedy(spares, memory, rng)]
    if wishes.mixed:
        begun += by_groups(spares, [one in wishes.mixed for one in order], rng)
    if not (played or any(spare.short for spare in spares)):
        begun += beginnings(len(order), rounds, memory, rng)
    best = min(begun, key=memory.price)
    heat = _mending.HOT if sum(len(one.seats) for one in best) <= _SMALL else _mending.WARM
    mended = mend(best, memory, rng, heat=heat, moves=moves)
    mended = [Sketch(new.seats, new.out, one.short) for new, one in zip(mended, spares, strict=True)]
    if memory.ghosts:
        memory.add([Sketch(one.seats) for one in mended])
        seat_ghosts(mended, memory)
    return mended


def _one_dropped(people: int, spare: Spare) -> list[Sketch]:
    """A whist tournament without its last player: one table of three a round, everybody there three times."""
    if people % 4 != 3 or spare is Spare.SIT_OUT:
        return []
    sketches = []
    for seats in whist(people + 1):
        at = seats.index(people)
        four = seats[at // 4 * 4 : at // 4 * 4 + 4]
        alone = seats[at ^ 2]
        three = [alone, *(person for person in four if person not in (alone, people))]
        sketches.append(Sketch(seats[: at // 4 * 4] + seats[at // 4 * 4 + 4 :], [], [three]))
    return sketches


def _floor_of(sketches: Sequence[Sketch], people: int) -> int:
    times = [0] * people
    for one in sketches:
        for two in meetings_of(one, False):
            for person in two[:2]:
                times[person] += 1
    seated = [(len(one.seats) // 4 + len(one.short), set(range(people)) - set(one.out)) for one in sketches]
    return fewest_couples_of_meetings(times, seated)


def _unplaced(drawn: DrawnRound, number: dict[int, int]) -> Sketch:
    """A drawn round as a sketch again; at a ghost's table, who plays alone comes first."""
    sketch = Sketch([], [number[entry] for entry in drawn.sitting_out])
    for table in drawn.tables:
        if len(table.seated) == 4:
            sketch.seats += [number[entry] for entry in table.seated]
        else:
            sides = sorted(table.sides, key=len)
            sketch.short.append([number[entry] for side in sides for entry in side])
    return sketch


def _renumbered(new: DrawnRound, old: DrawnRound) -> DrawnRound:
    return DrawnRound(old.number, new.tables, new.sitting_out)
