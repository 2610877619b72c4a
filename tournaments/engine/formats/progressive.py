"""Progressive play: results decide who moves, and to which table.

Each table sends two couples somewhere and gets two. Where they go is a value, `Movement`; then partners part,
if the movement says so, and each joins one of the other couple: whom they have partnered least, then by entry
number. Points always go with the person; a level or missing table is settled for movement only.

People who sit out do so evenly, from the foot: whoever has sat out takes the seat of whoever goes. Newcomers
fill empty seats first, and when enough people come or go a table is added or taken away at the foot.
"""

import enum
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, needs_results
from tournaments.engine.formats._refill import refilled
from tournaments.engine.formats._scores import Winners, table_winners
from tournaments.engine.results import Result
from tournaments.engine.seating import Couple, DrawnRound, DrawnTable, Schedule, contacts, couple


class Tie(enum.Enum):
    """What settles a level table, for movement only. What the engine cannot see comes in as `settled`."""

    EXTRA_HAND = "extra-hand"
    LONE_HANDS = "lone-hands"  # the side with more lone marches; still level: an extra hand
    CUT = "cut"  # here by lot


class Partners(enum.Enum):
    """What becomes of a couple that has moved or stayed."""

    PART = "part"
    STAY = "stay"
    PART_MIXED = "part-mixed"  # as PART; ladies sit North and East, and partner gentlemen


class Fixed(enum.Enum):
    """Which end keeps people: winners at the head, losers at the foot, both, or neither (a ring)."""

    HEAD = "head"
    FOOT = "foot"
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Movement:
    """Winners move `winners` tables towards the head, losers `losers` tables towards the foot.

    With `fixed` HEAD the losers of the first tables go round to the foot when winners alone move (Keller);
    with FOOT the winners of the last tables go round to the head when losers alone move. With BOTH, winners
    at the head and losers at the foot stay. `by_role` is the whist drive: losing ladies (North and East) go
    up `losers` tables in number, losing gentlemen down as many, in a ring, and winners stay.
    Refuses to exist where tables would not come out even.
    """

    code: str
    name: str
    sentence: str
    source: str
    winners: int = 1
    losers: int = 0
    fixed: Fixed = Fixed.HEAD
    partners: Partners = Partners.PART
    tie: Tie = Tie.EXTRA_HAND
    by_role: bool = False

    def __post_init__(self) -> None:
        if self.winners < 0 or self.losers < 0 or not (self.winners or self.losers):
            raise EventViolation("nobody-moves", "Somebody has to move, and by one table or more.")
        both = self.winners > 0 and self.losers > 0
        allowed = (
            {Fixed.BOTH, Fixed.NEITHER}
            if both
            else {Fixed.HEAD, Fixed.NEITHER}
            if self.winners
            else {Fixed.FOOT, Fixed.NEITHER}
        )
        if not self.by_role and self.fixed not in allowed:
            raise EventViolation(
                "tables-uneven", "With this end fixed some tables would get too many people."
            )
        if self.by_role and (self.winners or self.losers != 1 or self.fixed is not Fixed.NEITHER):
            raise EventViolation(
                "tables-uneven", "In a whist drive the losers alone move, by one, in a ring."
            )


KELLER = Movement(
    "keller",
    "Winners move up",
    "Winners go to the next table up and losers stay; at the head winners stay and losers go to the foot.",
    "Keller 1887; usual at American club nights.",
)
UP_AND_DOWN = Movement(
    "up-and-down",
    "Winners up, losers down",
    "Winners go one table up, losers one down; winners at the head and losers at the foot stay.",
    "euchre-2lz.pages.dev/variations/progressive-euchre.",
    losers=1,
    fixed=Fixed.BOTH,
)
WHIST_DRIVE = Movement(
    "whist-drive",
    "Whist drive, partners change",
    "Losing ladies go a table up, losing gentlemen one down; the winning gentleman changes sides.",
    "whistdrive.wordpress.com.",
    winners=0,
    losers=1,
    fixed=Fixed.NEITHER,
    by_role=True,
)
SEMI_PARTNER = Movement(
    "semi-partner",
    "Whist drive, winners stay partners",
    "Losing ladies go a table up, losing gentlemen one down; the winners stay as partners.",
    "whistdrive.wordpress.com.",
    winners=0,
    losers=1,
    fixed=Fixed.NEITHER,
    partners=Partners.STAY,
    by_role=True,
)
MOVEMENTS = {one.code: one for one in (KELLER, UP_AND_DOWN, WHIST_DRIVE, SEMI_PARTNER)}


class _Couple(NamedTuple):
    """Two partners, the one from North or East (the lady, where roles count) first; one may be gone."""

    lady: int | None
    gentleman: int | None


def draw_first(
    entrants: Sequence[int],
    *,
    rng: random.Random,
    number: int = 1,
    ladies: Sequence[int] = (),
) -> DrawnRound:
    """The first round, by lot. With `ladies`, North and East are drawn from them, the others from the rest.

    Who is over sits out. Raises EventViolation for under 4, or where ladies and gentlemen are not as many.
    """
    check_entrants(entrants, least=4, most=240, what="progressive night")
    order = sorted(entrants)
    rng.shuffle(order)
    sitting = order[len(order) - len(order) % 4 :]
    order = order[: len(order) - len(sitting)]
    if ladies:
        chosen = set(ladies)
        order, sitting = _by_roles(order + sitting, chosen)
    tables = tuple(
        DrawnTable(at // 4 + 1, order[at], order[at + 1], order[at + 2], order[at + 3])
        for at in range(0, len(order), 4)
    )
    return DrawnRound(number, tables, tuple(sorted(sitting)))


def _by_roles(order: Sequence[int], ladies: set[int]) -> tuple[list[int], list[int]]:
    bags = [entry for entry in order if entry in ladies], [entry for entry in order if entry not in ladies]
    tables = min(len(bags[0]), len(bags[1])) // 2
    if len(bags[0]) - 2 * tables > 1 or len(bags[1]) - 2 * tables > 1:
        raise EventViolation(
            "roles-uneven", f"{len(bags[0])} ladies and {len(bags[1])} gentlemen do not make couples."
        )
    seated = [
        entry
        for at in range(0, 2 * tables, 2)
        for entry in (bags[0][at], bags[0][at + 1], bags[1][at], bags[1][at + 1])
    ]
    return seated, bags[0][2 * tables :] + bags[1][2 * tables :]


def draw_by_movement(
    movement: Movement,
    entrants: Sequence[int],
    *,
    rng: random.Random,
    played: Sequence[DrawnRound],
    results: Sequence[Result] = (),
    settled: Mapping[int, int] | None = None,
) -> DrawnRound:
    """The round after those `played`, from the results of the last.

    `settled` names the side (0 for North and South) that moves as winner of a table, where no result does or
    the director says so. Raises EventViolation `results-missing` naming tables without a winner.
    """
    check_entrants(entrants, least=4, most=240, what="progressive night")
    if not played:
        return draw_first(entrants, rng=rng)
    last = played[-1]
    known = _cut(last, results, settled or {}, rng) if movement.tie is Tie.CUT else settled
    winners = table_winners(last, results, settled=known, lone_hands=movement.tie is Tie.LONE_HANDS)
    moved = move_by_role(last, winners, movement) if movement.by_role else move(last, winners, movement)
    places = [[first.lady, other.lady, first.gentleman, other.gentleman] for first, other in moved]
    seats = refilled(places, entrants, played, rng)
    if movement.partners is not Partners.STAY and not movement.by_role:
        met = contacts(played).partners
        seats = [_parted(table, met, movement.partners is Partners.PART_MIXED) for table in seats]
    tables = tuple(DrawnTable(at, *table) for at, table in enumerate(seats, start=1))
    sitting = set(entrants).difference(*seats)
    return DrawnRound(last.number + 1, tables, tuple(sorted(sitting)))


def _cut(
    last: DrawnRound, results: Sequence[Result], settled: Mapping[int, int], rng: random.Random
) -> dict[int, int]:
    """The cards cut at every table, taken where the two sides have played and are level."""
    told = {result.tally.entry for result in results if result.round == last.number}
    cut = {table.table: rng.randrange(2) for table in last.tables}
    found = dict(settled)
    for table in last.tables:
        if table.table in found or not told.issuperset(table.seated):
            continue
        try:
            table_winners(DrawnRound(last.number, (table,)), results)
        except EventViolation:
            found[table.table] = cut[table.table]
    return found


def move(drawn: DrawnRound, winners: Winners, movement: Movement) -> list[list[_Couple]]:
    """Couples by table, from the head: stayers and arrivals, partners still together."""
    tables = sorted(drawn.tables, key=lambda table: table.table)
    count = len(tables)
    going: list[tuple[int, int, int, _Couple]] = []
    for at, table in enumerate(tables):
        won, lost = _couples(table, winners[table.table])
        up, down = _targets(at, count, movement)
        going += [(up, 0, at, won), (down, 1, at, lost)]
    going.sort(key=lambda one: one[:3])
    return [[one[3] for one in going[2 * at : 2 * at + 2]] for at in range(count)]


def _targets(at: int, count: int, movement: Movement) -> tuple[int, int]:
    """Where winners and losers of a table go, tables counted from 0; places over are filled in this order."""
    up, down = at - movement.winners, at + movement.losers
    if movement.fixed is Fixed.NEITHER:
        return up % count, down % count
    if movement.fixed is Fixed.HEAD:
        return (up, at) if up >= 0 else (at, up % count)
    if movement.fixed is Fixed.FOOT:
        return (at, down) if down < count else (down % count, at)
    return max(0, up), min(count - 1, down)


def _couples(table: DrawnTable, won: int) -> tuple[_Couple, _Couple]:
    """Winners, then losers."""
    couples = _Couple(table.north, table.south), _Couple(table.east, table.west)
    return couples[won], couples[1 - won]


def move_by_role(drawn: DrawnRound, winners: Winners, movement: Movement) -> list[list[_Couple]]:
    """The whist drive: who wins stays; ladies and gentlemen who lost part, and come from either side."""
    tables = sorted(drawn.tables, key=lambda table: table.table)
    count = len(tables)
    parted = [_couples(table, winners[table.table]) for table in tables]
    seats = []
    for at, (won, _) in enumerate(parted):
        lady = parted[(at - 1) % count][1].lady
        gentleman = parted[(at + 1) % count][1].gentleman
        if movement.partners is Partners.STAY:
            seats.append([won, _Couple(lady, gentleman)])
        else:
            seats.append([_Couple(won.lady, gentleman), _Couple(lady, won.gentleman)])
    return seats


def _parted(seats: Sequence[int], met: Mapping[Couple, int], mixed: bool) -> list[int]:
    """Two couples made two new ones: who partnered least, then the lowest entry with the lower of the others.

    Mixed there is one way only, each lady with the other gentleman.
    """
    north, east, south, west = seats
    ways = [[north, east, west, south]]
    if not mixed:
        ways.append([north, south, east, west])

    def had(way: Sequence[int]) -> tuple[int, int, list[Couple]]:
        couples = couple(way[0], way[2]), couple(way[1], way[3])
        times = [met.get(two, 0) for two in couples]
        return sum(times), max(times), sorted(couples)

    return min(ways, key=had)


def draw_progressive(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The first round of a progressive night, by lot. Later rounds follow results."""
    needs_results(rounds, played)
    return Schedule((draw_first(entrants, rng=rng),))


@dataclass(frozen=True, slots=True)
class DrawNextByMovement:
    """`draw_by_movement` with the movement chosen: what the catalogue of formats holds."""

    movement: Movement

    def __call__(
        self,
        entrants: Sequence[int],
        *,
        rng: random.Random,
        played: Sequence[DrawnRound],
        results: Sequence[Result],
        settled: Mapping[int, int] | None = None,
    ) -> DrawnRound:
        """The round after those played."""
        return draw_by_movement(
            self.movement, entrants, rng=rng, played=played, results=results, settled=settled
        )
