"""Fewer repeats for rounds already drawn: simulated annealing over exchanges inside one round.

Chance is compared by multiplication only, never by logarithms or powers: those differ between machines in the
last place, and a seed has to mean one draw everywhere. Moves are counted, never timed, for the same reason.
"""

import random
from collections.abc import Sequence

from tournaments.engine.formats._sketch import Sketch, copied, meetings_of
from tournaments.engine.formats.wishes import NO_WISHES, Spare, Wishes
from tournaments.engine.seating import DrawnRound, couple

MOVES = 300_000
"""Exchanges tried for a first answer."""
STAGES = 60
"""The heat falls that often."""
HOT, WARM, COLD = 8.0, 4.0, 1.0
"""Heat to begin from nothing in particular, from a good beginning, and to end with."""

PARTNERS_AGAIN, MEET_AGAIN, OPPOSE_AGAIN, AGAINST_A_WISH = 100, 8, 2, 2000
"""What one more repeat costs, for each time before. Partners weigh so much that they are hardly traded."""

_PARTNER_STEP = PARTNERS_AGAIN + MEET_AGAIN
_OPPONENT_STEP = OPPOSE_AGAIN + MEET_AGAIN
WHOLE_PAIRS = 3
"""Tenths of the proposals that move two partners together."""

Prices = list[list[int]]


class Memory:
    """What it costs, by numbers in `order`, that two partner or oppose once more; begins with `played`.

    A repeat costs as much again for each time before, so a price is linear in the times, and two tables of
    prices are all there is to know. A wish is a price from the start.
    """

    def __init__(
        self, order: Sequence[int], played: Sequence[DrawnRound] = (), wishes: Wishes = NO_WISHES
    ) -> None:
        self.people = len(order)
        self.ghosts = wishes.spare is Spare.GHOST
        self.partnering: Prices = [[0] * self.people for _ in order]
        self.opposing: Prices = [[0] * self.people for _ in order]
        if wishes.apart or wishes.never_partners or wishes.mixed:
            self._wish(order, wishes)
        number = {entry: person for person, entry in enumerate(order)}
        for drawn in played:
            for table in drawn.tables:
                self._remember(table.sides, number)

    def meet(self, one: int, other: int, partners: bool) -> int:
        """Let two meet; what that cost."""
        cost = (self.partnering if partners else self.opposing)[one][other]
        self.change(one, other, *((_PARTNER_STEP, MEET_AGAIN) if partners else (MEET_AGAIN, _OPPONENT_STEP)))
        return cost

    def part(self, one: int, other: int, partners: bool) -> int:
        """Undo a meeting; what that saved."""
        self.change(
            one, other, *((-_PARTNER_STEP, -MEET_AGAIN) if partners else (-MEET_AGAIN, -_OPPONENT_STEP))
        )
        return (self.partnering if partners else self.opposing)[one][other]

    def change(self, one: int, other: int, partnering: int, opposing: int) -> None:
        """Change both prices between two."""
        self.partnering[one][other] += partnering
        self.partnering[other][one] += partnering
        self.opposing[one][other] += opposing
        self.opposing[other][one] += opposing

    def add(self, sketches: Sequence[Sketch]) -> int:
        """Remember rounds; what all their meetings cost."""
        return sum(self.meet(*met) for one in sketches for met in meetings_of(one, self.ghosts))

    def drop(self, sketches: Sequence[Sketch]) -> int:
        """Forget rounds remembered before; what that saved."""
        return sum(self.part(*met) for one in sketches for met in meetings_of(one, self.ghosts))

    def price(self, sketches: Sequence[Sketch]) -> int:
        """What rounds would cost."""
        cost = self.add(sketches)
        self.drop(sketches)
        return cost

    def _wish(self, order: Sequence[int], wishes: Wishes) -> None:
        for one, entry in enumerate(order):
            for other, with_whom in enumerate(order[:one]):
                two = couple(entry, with_whom)
                apart = AGAINST_A_WISH if two in wishes.apart else 0
                never = two in wishes.never_partners or wishes.alike(*two)
                self.change(one, other, apart + (AGAINST_A_WISH if never else 0), apart)

    def _remember(self, sides: Sequence[Sequence[int]], number: dict[int, int]) -> None:
        seats = [(number[entry], at) for at, side in enumerate(sides) for entry in side if entry in number]
        for at, (one, side) in enumerate(seats):
            for other, other_side in seats[:at]:
                self.meet(one, other, side == other_side)


def mend(
    sketches: Sequence[Sketch],
    memory: Memory,
    rng: random.Random,
    *,
    heat: float = HOT,
    moves: int | None = None,
    least: int = 0,
    pairs: int = WHOLE_PAIRS,
) -> list[Sketch]:
    """The cheapest rounds met with while people change seats inside their rounds; never dearer than these.

    Stops early at the cost `least`, below which nothing can be. With `pairs` at 10 partners stay partners.
    """
    here, best = copied(sketches), copied(sketches)
    cost = lowest = memory.add(here)
    seats = [one.seats for one in here]
    stage_moves = (MOVES if moves is None else moves) // STAGES
    cooling = _cooling(heat)
    for stage in range(STAGES):
        picks = _troubled(seats, memory) if stage % 2 or stage > STAGES * 2 // 3 else _everybody(seats)
        if lowest <= least or not picks:
            break
        cost += _stage(seats, picks, memory, rng, heat, stage_moves, pairs)
        heat *= cooling
        if cost < lowest:
            lowest, best = cost, copied(here)
    memory.drop(here)
    return best


def _cooling(heat: float) -> float:
    """What is left of the heat after a stage, so that COLD is reached in the end: found by trial."""
    cooling = 1.0
    for hundredth in range(1, 200):
        left = heat
        cooling = 1 - hundredth / 1000
        for _ in range(STAGES):
            left *= cooling
        if left <= COLD:
            break
    return cooling


def _patience() -> list[float]:
    """How much dearer a move may be, in units of the heat, by lot: as if by the logarithm, but multiplied."""
    lots, share, steps = [], 1.0, 0
    for lot in range(1024):
        while share > 1 - (lot + 0.5) / 1024:
            share *= 0.995
            steps += 1
        lots.append(steps * 0.005)
    return lots


_PATIENCE = _patience()


def _everybody(seats: Sequence[Sequence[int]]) -> list[int]:
    return list(range(sum(map(len, seats))))


def _troubled(seats: Sequence[Sequence[int]], memory: Memory) -> list[int]:
    """Seats, counted through all rounds, of people whose table costs something."""
    picks, each = [], len(seats[0]) if seats else 0
    for number, here in enumerate(seats):
        for at, person in enumerate(here):
            opposing = memory.opposing[person]
            if (
                memory.partnering[person][here[at ^ 2]] > _PARTNER_STEP
                or opposing[here[at ^ 1]] > _OPPONENT_STEP
                or opposing[here[at ^ 3]] > _OPPONENT_STEP
            ):
                picks.append(number * each + at)
    return picks


def _stage(
    rounds: Sequence[list[int]],
    picks: Sequence[int],
    memory: Memory,
    rng: random.Random,
    heat: float,
    moves: int,
    pairs: int,
) -> int:
    """Try so many exchanges at one heat; how much dearer (or cheaper, below 0) all became."""
    chance, each = rng.random, len(rounds[0])
    span, dearer = len(picks) * each, 0
    for _ in range(moves):
        pick, other = divmod(int(chance() * span), each)
        number, seat = divmod(picks[pick], each)
        kind, lot = divmod(int(chance() * 10240), 1024)
        here = rounds[number]
        if seat >> 2 == other >> 2:
            if pairs == 10:
                continue
            price, move, other = _price_of_turn, _turn, seat ^ 1
        elif kind < pairs:
            price, move = _price_of_pairs, _exchange_pairs
        else:
            price, move = _price_of_people, _exchange_people
        more = price(memory, here, seat, other)
        if more < heat * _PATIENCE[lot]:
            move(memory, here, seat, other)
            dearer += more
    return dearer


def _price_of_turn(memory: Memory, seats: list[int], seat: int, other: int) -> int:
    """Two opponents change places: all four have new partners, and nobody meets anybody new."""
    one, two, across, beyond = seats[seat], seats[other], seats[seat ^ 2], seats[other ^ 2]
    first, second = memory.partnering[one], memory.partnering[two]
    third, fourth = memory.opposing[one], memory.opposing[two]
    together = first[beyond] + second[across] - first[across] - second[beyond]
    return together + third[across] + fourth[beyond] - third[beyond] - fourth[across] + _TURN


_TURN = 2 * PARTNERS_AGAIN + 2 * OPPOSE_AGAIN


def _turn(memory: Memory, seats: list[int], seat: int, other: int) -> None:
    one, two, across, beyond = seats[seat], seats[other], seats[seat ^ 2], seats[other ^ 2]
    memory.change(one, across, -PARTNERS_AGAIN, OPPOSE_AGAIN)
    memory.change(two, beyond, -PARTNERS_AGAIN, OPPOSE_AGAIN)
    memory.change(one, beyond, PARTNERS_AGAIN, -OPPOSE_AGAIN)
    memory.change(two, across, PARTNERS_AGAIN, -OPPOSE_AGAIN)
    seats[seat], seats[other] = two, one


_PEOPLE = 2 * _PARTNER_STEP + 4 * _OPPONENT_STEP


def _price_of_people(memory: Memory, seats: list[int], seat: int, other: int) -> int:
    """Two people of different tables change places."""
    one, two = seats[seat], seats[other]
    partner, left, right = seats[seat ^ 2], seats[seat ^ 1], seats[seat ^ 3]
    partner_two, left_two, right_two = seats[other ^ 2], seats[other ^ 1], seats[other ^ 3]
    first, second = memory.partnering[one], memory.partnering[two]
    third, fourth = memory.opposing[one], memory.opposing[two]
    return (
        first[partner_two] - first[partner] + second[partner] - second[partner_two]
        + third[left_two] + third[right_two] - third[left] - third[right]
        + fourth[left] + fourth[right] - fourth[left_two] - fourth[right_two]
        + _PEOPLE
    )  # fmt: skip


def _exchange_people(memory: Memory, seats: list[int], seat: int, other: int) -> None:
    for here, there in ((seat, other), (other, seat)):
        person, change = seats[here], memory.change
        change(person, seats[here ^ 2], -_PARTNER_STEP, -MEET_AGAIN)
        change(person, seats[here ^ 1], -MEET_AGAIN, -_OPPONENT_STEP)
        change(person, seats[here ^ 3], -MEET_AGAIN, -_OPPONENT_STEP)
        change(person, seats[there ^ 2], _PARTNER_STEP, MEET_AGAIN)
        change(person, seats[there ^ 1], MEET_AGAIN, _OPPONENT_STEP)
        change(person, seats[there ^ 3], MEET_AGAIN, _OPPONENT_STEP)
    seats[seat], seats[other] = seats[other], seats[seat]


_PAIRS = 8 * _OPPONENT_STEP


def _price_of_pairs(memory: Memory, seats: list[int], seat: int, other: int) -> int:
    """Two partners change places with two partners of another table."""
    left, right, left_two, right_two = seats[seat ^ 1], seats[seat ^ 3], seats[other ^ 1], seats[other ^ 3]
    first, second = memory.opposing[seats[seat]], memory.opposing[seats[seat ^ 2]]
    third, fourth = memory.opposing[seats[other]], memory.opposing[seats[other ^ 2]]
    return (
        first[left_two] + first[right_two] - first[left] - first[right]
        + second[left_two] + second[right_two] - second[left] - second[right]
        + third[left] + third[right] - third[left_two] - third[right_two]
        + fourth[left] + fourth[right] - fourth[left_two] - fourth[right_two]
        + _PAIRS
    )  # fmt: skip


def _exchange_pairs(memory: Memory, seats: list[int], seat: int, other: int) -> None:
    for here, there in ((seat, other), (other, seat)):
        for person in (seats[here], seats[here ^ 2]):
            memory.change(person, seats[here ^ 1], -MEET_AGAIN, -_OPPONENT_STEP)
            memory.change(person, seats[here ^ 3], -MEET_AGAIN, -_OPPONENT_STEP)
            memory.change(person, seats[there ^ 1], MEET_AGAIN, _OPPONENT_STEP)
            memory.change(person, seats[there ^ 3], MEET_AGAIN, _OPPONENT_STEP)
    seats[seat], seats[other] = seats[other], seats[seat]
    seats[seat ^ 2], seats[other ^ 2] = seats[other ^ 2], seats[seat ^ 2]
