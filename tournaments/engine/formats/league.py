"""League fixtures: a season of home and away matches on given dates, with shared venues and nights off.

The rounds are those of the circle (`round_robin`), so everybody meets everybody once a leg, and in an even
number of legs is at home exactly as often as away. What is searched, by lot, is who takes which place in
the circle, which round is on which date, and who of two is at home first. A search step is taken unless it
makes things worse; steps are counted, never timed, so that a seed means one season. Hard: nobody plays on a
night off, no venue has more matches than room, home and away are within one. Soft: nobody three times
running at home or away, and no return match within three weeks.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants
from tournaments.engine.formats.round_robin import Meeting, circle

STEPS = 3000
"""Search steps from one start."""
STARTS = 4
_HARD = 1000
_SOON = 3


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a league: where it is at home, when it cannot play, and when its venue is closed to it."""

    number: int
    venue: str
    off: frozenset[date] = frozenset()
    closed: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match; `week` counts the rounds of the season from 1. `moved_from` is where it was first."""

    week: int
    day: date
    home: int
    visitor: int
    venue: str
    moved_from: date | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """All fixtures by date, and who has a bye in which week."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[tuple[int, int], ...] = ()

    def of(self, team: int) -> tuple[Fixture, ...]:
        """A team's fixtures by date."""
        return tuple(one for one in self.fixtures if team in (one.home, one.visitor))


@dataclass(slots=True)
class _Plan:
    """A season being searched, in numbers.

    `seats[p]` is the team at place p of the circle, `turns[w]` the leg and round in week w, `days[w]` its
    date; meetings in `flipped` begin at the other's ground.
    """

    seats: list[int]
    turns: list[tuple[int, int]]
    days: list[date]
    spare: list[date]
    flipped: set[Meeting] = field(default_factory=set)


def draw_league(
    teams: Sequence[Team],
    dates: Sequence[date],
    *,
    rng: random.Random,
    legs: int = 2,
    room: Mapping[str, int] | None = None,
) -> Season:
    """A season of `legs` matches between every two teams on some of these dates, one round a date.

    `room` is how many matches a venue holds at once (1 where it is not listed). Raises EventViolation for
    under three teams, one twice, too few dates, or when nights off and venues leave no room, naming what
    stays wrong in the best season found.
    """
    days = _check_request(teams, dates, legs)
    ordered = sorted(teams, key=lambda team: team.number)
    rounds = circle(range(len(teams)))
    best, least = None, -1
    for _ in range(STARTS):
        plan, cost = _searched(_start(ordered, rounds, days, legs, rng), ordered, rounds, room or {}, rng)
        if best is None or cost < least:
            best, least = plan, cost
        if least == 0:
            break
    assert best is not None
    season = _season(best, ordered, rounds)
    if faults := season_faults(season, teams, room):
        raise EventViolation("no-room", f"No season was found that keeps everything: {faults[0]}")
    return season


def _check_request(teams: Sequence[Team], dates: Sequence[date], legs: int) -> list[date]:
    """The dates in order, each once."""
    check_entrants([team.number for team in teams], least=3, most=40, what="league")
    if not 1 <= legs <= 4:
        raise EventViolation("legs-out-of-range", f"A league has 1 to 4 legs, not {legs}.")
    weeks, days = legs * (len(teams) - 1 + len(teams) % 2), sorted(set(dates))
    if len(days) < weeks:
        sentence = f"{len(teams)} teams need {weeks} dates; there are {len(days)}."
        raise EventViolation("too-few-dates", sentence)
    return days


def _start(
    teams: Sequence[Team],
    rounds: Sequence[Sequence[Meeting]],
    days: Sequence[date],
    legs: int,
    rng: random.Random,
) -> _Plan:
    """Places by lot, rounds in their order, on the dates on which fewest teams are off."""
    seats = list(range(len(teams)))
    rng.shuffle(seats)
    turns = [(leg, turn) for leg in range(legs) for turn in range(len(rounds))]
    wanted = sorted(days, key=lambda day: sum(day in team.off for team in teams))[: len(turns)]
    return _Plan(seats, turns, sorted(wanted), [day for day in days if day not in wanted])


def _searched(
    plan: _Plan,
    teams: Sequence[Team],
    rounds: Sequence[Sequence[Meeting]],
    room: Mapping[str, int],
    rng: random.Random,
) -> tuple[_Plan, int]:
    cost = _cost(plan, teams, rounds, room)
    for _ in range(STEPS):
        if cost == 0:
            break
        tried = _step(plan, len(rounds), rng)
        price = _cost(tried, teams, rounds, room)
        if price <= cost:
            plan, cost = tried, price
    return plan, cost


def _step(plan: _Plan, ring: int, rng: random.Random) -> _Plan:
    """One change: two places, two rounds of a leg, the ground of one meeting, or another date."""
    kind = rng.randrange(4)
    if kind == 0:
        seats = list(plan.seats)
        one, other = rng.sample(range(len(seats)), 2)
        seats[one], seats[other] = seats[other], seats[one]
        return replace(plan, seats=seats)
    if kind == 1:
        turns = list(plan.turns)
        leg = rng.randrange(len(turns) // ring) * ring
        one, other = rng.sample(range(leg, leg + ring), 2)
        turns[one], turns[other] = turns[other], turns[one]
        return replace(plan, turns=turns)
    if kind == 2 or not plan.spare:
        one, other = sorted(rng.sample(range(len(plan.seats)), 2))
        return replace(plan, flipped=plan.flipped ^ {(one, other)})
    days, spare = list(plan.days), list(plan.spare)
    one, other = rng.randrange(len(days)), rng.randrange(len(spare))
    days[one], spare[other] = spare[other], days[one]
    return replace(plan, days=sorted(days), spare=spare)


def _weeks(plan: _Plan, rounds: Sequence[Sequence[Meeting]]) -> list[list[Meeting]]:
    """By week, who is at home to whom, by number in the sorted teams."""
    weeks = []
    for leg, turn in plan.turns:
        met = []
        for one, other in rounds[turn]:
            flip = ((one, other) if one < other else (other, one)) in plan.flipped
            home, visitor = (other, one) if flip != (leg % 2 == 1) else (one, other)
            met.append((plan.seats[home], plan.seats[visitor]))
        weeks.append(met)
    return weeks


def _cost(
    plan: _Plan, teams: Sequence[Team], rounds: Sequence[Sequence[Meeting]], room: Mapping[str, int]
) -> int:
    """Faults by weight; 0 is a season with none."""
    hard = soft = 0
    grounds: list[list[bool]] = [[] for _ in teams]
    last: dict[Meeting, int] = {}
    for week, (met, day) in enumerate(zip(_weeks(plan, rounds), plan.days, strict=True)):
        full: Counter[str] = Counter()
        for home, visitor in met:
            at = teams[home]
            full[at.venue] += 1
            hard += (day in at.off) + (day in teams[visitor].off) + (day in at.closed)
            grounds[home].append(True)
            grounds[visitor].append(False)
            two = (home, visitor) if home < visitor else (visitor, home)
            soft += week - last.get(two, -_SOON) < _SOON
            last[two] = week
        hard += sum(max(0, matches - room.get(venue, 1)) for venue, matches in full.items())
    for ground in grounds:
        uneven = abs(2 * sum(ground) - len(ground))
        hard += max(0, uneven - 1)
        soft += sum(one == two == three for (one, two), (_, three) in pairwise(pairwise(ground)))
    return _HARD * hard + soft


def _season(plan: _Plan, teams: Sequence[Team], rounds: Sequence[Sequence[Meeting]]) -> Season:
    fixtures, byes = [], []
    for week, (met, day) in enumerate(zip(_weeks(plan, rounds), plan.days, strict=True), start=1):
        for home, visitor in met:
            at = teams[home]
            fixtures.append(Fixture(week, day, at.number, teams[visitor].number, at.venue))
        playing = {team for two in met for team in two}
        byes += [(week, team.number) for at, team in enumerate(teams) if at not in playing]
    return Season(tuple(fixtures), tuple(byes))


def season_faults(season: Season, teams: Sequence[Team], room: Mapping[str, int] | None = None) -> list[str]:
    """What a season does that it must not, each in a sentence; by date."""
    by_number = {team.number: team for team in teams}
    faults = []
    for day in sorted({one.day for one in season.fixtures}):
        matches = [one for one in season.fixtures if one.day == day]
        times = Counter(number for one in matches for number in (one.home, one.visitor))
        faults += [f"On {day} team {number} plays twice." for number, count in times.items() if count > 1]
        faults += [f"On {day} team {number} is off." for number in times if day in by_number[number].off]
        faults += [
            f"On {day} {one.venue} is closed to team {one.home}."
            for one in matches
            if day in by_number[one.home].closed
        ]
        for venue, count in Counter(one.venue for one in matches).items():
            if count > (room or {}).get(venue, 1):
                faults.append(
                    f"On {day} {venue} has {count} matches and room for {(room or {}).get(venue, 1)}."
                )
    return faults


def move_match(
    season: Season,
    home: int,
    visitor: int,
    *,
    to: date,
    teams: Sequence[Team],
    room: Mapping[str, int] | None = None,
) -> Season:
    """The season with one match on another date. Nothing else moves.

    Raises EventViolation where there is no such match, or where that date would break a rule it kept before.
    """
    found = next((one for one in season.fixtures if (one.home, one.visitor) == (home, visitor)), None)
    if found is None:
        raise EventViolation("match-unknown", f"{home} has no match at home to {visitor} in this season.")
    moved = replace(found, day=to, moved_from=found.moved_from or found.day)
    fixtures = sorted(
        (moved if one is found else one for one in season.fixtures), key=lambda one: (one.day, one.week)
    )
    after = replace(season, fixtures=tuple(fixtures))
    known = set(season_faults(season, teams, room))
    if new := [fault for fault in season_faults(after, teams, room) if fault not in known]:
        raise EventViolation("date-taken", new[0])
    return after
