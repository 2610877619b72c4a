"""Fixed steps: every seat moves its own number of tables after each round, whatever the results.

Who sat together in two seats whose steps differ by d does so again after T / gcd(T, d) rounds at T tables. So
any steps can be judged before the event, exactly and without playing them through; and since only differences
count, all steps can be tried to propose the best. Players of one letter never meet.

Where the people do not fill the tables, the empty seats are all West's: they move as West does, no table has
two of them, and three play there, everybody for himself. Sources: World Euchre Federation, and
chatgamers.site123.me/progressive-rules.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations
from math import gcd

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, check_rounds
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule

Steps = tuple[int, int, int, int]
"""Tables to move after each round, for N, E, S and W; past the last table it goes on at the first."""

CHAT_GAMERS: Steps = (0, 1, -1, 2)
FEDERATION: Steps = (0, 2, 1, -2)
"""As the World Euchre Federation recommends: N 0, S +1, E +2, W −2. Good for few numbers of tables only."""

MOST_ROUNDS = 60
_SEATS = "NESW"
_PARTNERS = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class FirstRepeat:
    """The first time anybody meets again: the players who began in these two `seats`, in this `round`."""

    round: int
    seats: str
    partners: bool


@dataclass(frozen=True, slots=True)
class StepsCheck:
    """Steps judged at full tables: repeats are sums over couples of their times beyond the first.

    `clear_rounds` can be played before anybody meets again (None: however many). `first` is within the
    rounds asked, or None.
    """

    steps: Steps
    tables: int
    rounds: int
    partner_repeats: int
    opponent_repeats: int
    meeting_repeats: int
    clear_rounds: int | None
    first: FirstRepeat | None

    @property
    def sentence(self) -> str:
        """For the director, before the event."""
        if self.first is None:
            return f"Nobody meets again in {self.rounds} rounds at {self.tables} tables."
        what = "partners" if self.first.partners else "opponents"
        return (
            f"From round {self.first.round} on people meet again ({self.first.seats[0]} and "
            f"{self.first.seats[1]}, as {what}): {self.partner_repeats} repeated partners and "
            f"{self.opponent_repeats} repeated opponents in {self.rounds} rounds."
        )


def check_steps(steps: Steps, tables: int, rounds: int) -> StepsCheck:
    """Judge steps for `tables` full tables and `rounds` rounds. Exact; nothing is drawn."""
    if tables < 1:
        raise EventViolation("tables-out-of-range", f"There is at least one table, not {tables}.")
    check_rounds(rounds, MOST_ROUNDS, "movement")
    again = {two: _period(steps, two, tables) for two in combinations(range(4), 2)}
    repeats = {two: tables * max(0, rounds - period) for two, period in again.items()}
    partners = sum(repeats[two] for two in _PARTNERS)
    meetings = sum(repeats.values())
    # Of several that come at once the partners are named, since those hurt most.
    soonest = min(again, key=lambda two: (again[two], two not in _PARTNERS, two))
    clear = again[soonest]
    first = None
    if clear < rounds:
        seats = _SEATS[soonest[0]] + _SEATS[soonest[1]]
        first = FirstRepeat(clear + 1, seats, soonest in _PARTNERS)
    return StepsCheck(steps, tables, rounds, partners, meetings - partners, meetings, clear, first)


def _period(steps: Steps, seats: tuple[int, int], tables: int) -> int:
    """Rounds after which those of two seats who met meet again."""
    return tables // gcd(tables, steps[seats[0]] - steps[seats[1]])


def better_steps(tables: int, rounds: int, *, at_most: int = 3) -> list[StepsCheck]:
    """The best steps there are for these tables and rounds, the best first.

    Fewest repeated partners, then fewest repeated meetings, then the longest before anybody meets again, then
    the shortest walk. North stays, since only differences count. All are tried.
    """
    if not 1 <= tables <= 60:
        raise EventViolation("tables-out-of-range", f"Steps are proposed for 1 to 60 tables, not {tables}.")
    check_rounds(rounds, MOST_ROUNDS, "movement")
    period = [tables // gcd(tables, apart) for apart in range(tables)]
    over = [max(0, rounds - turns) for turns in period]
    judged = nsmallest(
        at_most,
        (
            (
                over[south] + over[east - west],
                over[south] + over[east - west] + over[east] + over[west]
                + over[east - south] + over[south - west],
                -min(period[apart] for apart in (south, east, west, east - west, east - south, south - west)),
                sum(min(step, tables - step) for step in (east, south, west)),
                (east, south, west),
            )
            for east in range(tables)
            for south in range(tables)
            for west in range(east, tables)  # East and West are alike
        ),
    )  # fmt: skip
    return [check_steps(_signed((0, *steps), tables), tables, rounds) for *_, steps in judged]


def _signed(steps: Steps, tables: int) -> Steps:
    """The shorter way round: 11 of 12 tables is one back."""
    north, east, south, west = (step - tables if step > tables // 2 else step for step in steps)
    return north, east, south, west


def draw_fixed_steps(
    entrants: Sequence[int],
    rounds: int,
    *,
    rng: random.Random,
    played: Sequence[DrawnRound] = (),
    steps: Steps | None = None,
) -> Schedule:
    """Rounds by these steps, or by the best there are; the first seats by lot.

    After rounds `played` everybody goes on from there, by the steps taken so far unless others are given. The
    seats of those who left stay empty, and whoever comes takes an empty one.
    Raises EventViolation where a table would have two empty seats, or a newcomer finds none.
    """
    check_entrants(entrants, least=3, most=240, what="movement by steps")
    check_rounds(rounds, MOST_ROUNDS, "movement")
    seats = _filled(played[-1], entrants, rng) if played else _first_seats(entrants, rng)
    chosen = steps or _steps_taken(played) or better_steps(len(seats[0]), rounds, at_most=1)[0].steps
    begun = 1 if played else 0
    return Schedule(
        tuple(
            DrawnRound(len(played) + turn + 1, _moved(seats, chosen, turn + begun)) for turn in range(rounds)
        )
    )


def _moved(seats: Sequence[Sequence[int | None]], steps: Steps, turns: int) -> tuple[DrawnTable, ...]:
    tables = len(seats[0])
    rows = [
        [row[(table - turns * step) % tables] for table in range(tables)]
        for row, step in zip(seats, steps, strict=True)
    ]
    return tuple(DrawnTable(at, *four) for at, four in enumerate(zip(*rows, strict=True), start=1))


def _steps_taken(played: Sequence[DrawnRound]) -> Steps | None:
    """The steps between the last two rounds, to go on by; None where they cannot be read."""
    if len(played) < 2:
        return None
    before, after = (
        [{table.seats[row]: table.table for table in drawn.tables} for row in range(4)]
        for drawn in played[-2:]
    )
    steps = []
    for row in range(4):
        stayed = [entry for entry in before[row] if entry is not None and entry in after[row]]
        if not stayed:
            return None
        steps.append(after[row][stayed[0]] - before[row][stayed[0]])
    north, east, south, west = steps
    return north, east, south, west


def _first_seats(entrants: Sequence[int], rng: random.Random) -> list[list[int | None]]:
    """Rows of N, E, S and W by table; whoever is missing is missing from West."""
    tables = -(-len(entrants) // 4)
    by_lot = sorted(entrants)
    rng.shuffle(by_lot)
    empty = 4 * tables - len(by_lot)
    if empty > tables:
        raise EventViolation(
            "too-few-for-steps",
            f"{len(entrants)} people would leave two seats of one table empty; three can play, two cannot.",
        )
    order: list[int | None] = [*by_lot, *[None] * empty]
    return [order[at : at + tables] for at in range(0, 4 * tables, tables)]


def _filled(last: DrawnRound, entrants: Sequence[int], rng: random.Random) -> list[list[int | None]]:
    """The seats of the last round, without those who left, newcomers in empty ones by lot."""
    tables = sorted(last.tables, key=lambda table: table.table)
    here = set(entrants)
    seats: list[list[int | None]] = [
        [entry if entry in here else None for entry in row]
        for row in zip(*(table.seats for table in tables), strict=True)
    ]
    known = {entry for row in seats for entry in row}
    newcomers = [entry for entry in sorted(entrants) if entry not in known]
    empty = [(row, at) for row in range(4) for at in range(len(tables)) if seats[row][at] is None]
    if len(newcomers) > len(empty):
        raise EventViolation(
            "no-empty-seat",
            f"{len(newcomers)} people come, and {len(empty)} seats are empty; a rotation takes them all.",
        )
    rng.shuffle(empty)
    empty.sort(key=lambda place: -sum(seats[row][place[1]] is None for row in range(4)))
    for entry, (row, at) in zip(newcomers, empty, strict=False):
        seats[row][at] = entry
    return seats
