"""Pods of four: three partnerships in three rounds, so that everybody partners everybody of the pod once.

As many pods have five as people are over; in three rounds three of the five sit out once each, those who have
done so least. New pods are made after three rounds: the lot avoids who was together before.
"""

import random
from collections.abc import Mapping, Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, check_rounds, choose_sitting, pair_off
from tournaments.engine.seating import Couple, DrawnRound, DrawnTable, Schedule, contacts, couple

ROUNDS = 3
MOST_ROUNDS = 60
_FOURS = ((0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))
"""Seats of a pod in its three rounds, N E S W: 1 with 3, then 1 with 4, then 1 with 2."""

# Five play five such rounds, 1 sitting out first; three of them are used. Everybody partners at most once.
_FIVES = ((1, 2, 4, 3), (2, 3, 0, 4), (3, 4, 1, 0))


def draw_pods(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """`rounds` more rounds in pods; a pod begun among those `played` is drawn to its end first.

    Raises EventViolation for under 4 or over 240 people, or one twice. Who comes or goes within three rounds
    makes new pods at once.
    """
    check_entrants(entrants, least=4, most=240, what="night of pods")
    check_rounds(rounds, MOST_ROUNDS, "night of pods")
    if len(entrants) % 4 > len(entrants) // 4:
        raise EventViolation(
            "pods-uneven", f"{len(entrants)} people do not make pods of four and five; a rotation seats them."
        )
    before = list(played)
    while len(before) < len(played) + rounds:
        before += _rest_of_pods(entrants, before) or _new_pods(entrants, before, rng)
    return Schedule(tuple(before[len(played) : len(played) + rounds]))


def _rest_of_pods(entrants: Sequence[int], before: Sequence[DrawnRound]) -> list[DrawnRound]:
    """What is still to be played by pods of four begun; nothing when they are done or people have changed.

    Pods of five cannot be read from one round, since nobody knows whose pod a sit-out is of.
    """
    if not before:
        return []
    pods = [table.seats for table in before[-1].tables]
    same = {frozenset(pod) for pod in pods}
    done = 0
    for drawn in reversed(before):
        if {frozenset(table.seats) for table in drawn.tables} != same:
            break
        done += 1
    people = [entry for pod in pods for entry in pod if entry is not None]
    if done % ROUNDS == 0 or sorted(people) != sorted(entrants):
        return []
    fours = [[entry for entry in pod if entry is not None] for pod in pods]
    had = contacts(before[-(done % ROUNDS) :]).partners
    number = before[-1].number
    turns = [four for four in _FOURS if couple(fours[0][four[0]], fours[0][four[2]]) not in had]
    return [
        DrawnRound(
            number + ahead,
            tuple(DrawnTable(at, *(pod[seat] for seat in turn)) for at, pod in enumerate(fours, start=1)),
        )
        for ahead, turn in enumerate(turns, start=1)
    ]


def _new_pods(entrants: Sequence[int], before: Sequence[DrawnRound], rng: random.Random) -> list[DrawnRound]:
    """Three rounds of pods whose people have met least; fives at the last tables."""
    order = sorted(entrants)
    rng.shuffle(order)
    over = len(order) % 4
    met = contacts(before).meetings
    pods = _fours(order[over:], met, rng)
    for entry in order[:over]:
        least = min(
            (pod for pod in pods if len(pod) == 4),
            key=lambda pod: sum(met.get(couple(entry, one), 0) for one in pod),
        )
        least.append(entry)
    pods.sort(key=len)
    pods = [choose_sitting(pod, len(pod), before) if len(pod) == 5 else pod for pod in pods]
    number = max((drawn.number for drawn in before), default=0)
    return [_turn(pods, turn, number + turn + 1) for turn in range(ROUNDS)]


def _turn(pods: Sequence[Sequence[int]], turn: int, number: int) -> DrawnRound:
    tables, sitting = [], []
    for at, pod in enumerate(pods, start=1):
        seats = (_FOURS if len(pod) == 4 else _FIVES)[turn]
        tables.append(DrawnTable(at, *(pod[seat] for seat in seats)))
        if len(pod) == 5:
            sitting.append(pod[turn])
    return DrawnRound(number, tuple(tables), tuple(sorted(sitting)))


def _fours(people: Sequence[int], met: Mapping[Couple, int], rng: random.Random) -> list[list[int]]:
    couples = pair_off(people, lambda one, other: met.get(couple(one, other), 0), rng) or []

    def together(one: int, other: int) -> int:
        return sum(met.get(couple(a, b), 0) for a in couples[one] for b in couples[other])

    pods = pair_off(range(len(couples)), together, rng) or []
    made = [[*couples[one], *couples[other]] for one, other in pods]
    rng.shuffle(made)
    return made
