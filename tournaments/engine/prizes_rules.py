"""How a pot is shared, as values: what can be won, by how much, and who may win it.

| code | prize | who wins |
|---|---|---|
| places | places | the best of the standings, of everybody or of one category |
| lone | most lone hands | most lone marches, one at least |
| high | high game | most points in one round |
| last | last place | the end of the standings |
| hidden | hidden score | whose points are exactly the score in the envelope |
| nearest | nearest to the hidden score | whose points come nearest to it |
| club | for the club | nobody: hall, food, charity |
| carry | for next time | nobody: it stays in the pot |

Adding a prize is one value in WAYS and its line in the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from tournaments.engine.errors import EventViolation
from tournaments.engine.money import MOST_MONEY

UNITS = (1, 5, 10, 20, 50, 100, 500, 1000)
"""What every prize may be a multiple of, in minor units."""
MOST_PRIZES = 12
MOST_PLACES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One entry as the prizes see it. `rank` as in print (1, 1, 3); `high_game` the most points of one round.

    `present` is false for who left or is not there to receive a prize; `from_round_1` for who came later.
    """

    entry: int
    number: int
    name: str
    rank: int
    points: int = 0
    lone_marches: int = 0
    high_game: int = 0
    categories: frozenset[str] = frozenset()
    present: bool = True
    from_round_1: bool = True


class OnePrize(StrEnum):
    """Whether somebody may win twice. The order of the pots and of their prizes says which prize he keeps."""

    OFF = "off"
    NEXT = "next"
    LEFT = "left"


class Unclaimed(StrEnum):
    """Where money goes that nobody can claim: prizes without a winner, and what no rounded prize takes up."""

    CARRY = "carry"
    FIRST = "first"


Groups = list[list[Contender]]
"""Best first; those of one group are level and share what their places are worth."""


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of prize. `line` explains it; `groups` is None where no person wins it."""

    code: str
    name: str
    line: str
    groups: Callable[[Sequence[Contender], int], Groups] | None = None


def _by(key: Callable[[Contender], int], people: Iterable[Contender]) -> Groups:
    ordered = sorted(people, key=lambda one: (key(one), one.rank, one.number))
    return [list(group) for _, group in groupby(ordered, key=key)]


_ALL = (
    Way(
        "places",
        "Places",
        "The best of the standings; level places are added up and split.",
        lambda people, hidden: _by(lambda one: one.rank, people),
    ),
    Way(
        "lone",
        "Most lone hands",
        "Most lone hands that took all five tricks.",
        lambda people, hidden: _by(lambda one: -one.lone_marches, [x for x in people if x.lone_marches]),
    ),
    Way(
        "high",
        "High game",
        "Most points in one round.",
        lambda people, hidden: _by(lambda one: -one.high_game, [x for x in people if x.high_game > 0]),
    ),
    Way(
        "last",
        "Last place",
        "The end of the standings.",
        lambda people, hidden: _by(lambda one: -one.rank, people),
    ),
    Way(
        "hidden",
        "Hidden score",
        "Whose points are exactly the score in the envelope.",
        lambda people, hidden: _by(lambda one: 0, [x for x in people if x.points == hidden]),
    ),
    Way(
        "nearest",
        "Nearest to the hidden score",
        "Whose points come nearest to the score in the envelope.",
        lambda people, hidden: _by(lambda one: abs(one.points - hidden), people),
    ),
    Way("club", "For the club", "Hall, food or a good cause; nobody wins it."),
    Way("carry", "For next time", "It stays in the pot."),
)
WAYS: dict[str, Way] = {way.code: way for way in _ALL}
NEED_HIDDEN = frozenset({"hidden", "nearest"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One line of a plan: `amounts` for the first, second, third ... of a way, all shares or all money.

    Money is minor units and taken off the pot first; shares part what is left, in proportion to all shares of
    the pot. `category` leaves the prize to one kind of entry; `hidden` is the score in the envelope.
    """

    by: str
    amounts: tuple[int, ...]
    money: bool = False
    category: str = ""
    hidden: int | None = None

    def __post_init__(self) -> None:
        if self.by not in WAYS:
            raise EventViolation("prize-unknown", f"There is no prize called {self.by!r}.")
        if not 1 <= len(self.amounts) <= MOST_PLACES:
            raise EventViolation("prize-empty", f"{self.way.name}: give 1 to {MOST_PLACES} amounts.")
        if not all(0 < amount <= MOST_MONEY for amount in self.amounts):
            raise EventViolation("prize-amount", f"{self.way.name}: every amount must be more than nothing.")
        if self.way.groups is None and len(self.amounts) > 1:
            raise EventViolation("prize-amounts", f"{self.way.name}: give one amount.")
        if (self.by in NEED_HIDDEN) != (self.hidden is not None):
            raise EventViolation(
                "hidden-score", f"{self.way.name}: a hidden score belongs to a prize for it, and to no other."
            )

    @property
    def way(self) -> Way:
        """Its value in WAYS."""
        return WAYS[self.by]

    @property
    def name(self) -> str:
        """As printed: "Most lone hands", "Places (ladies)"."""
        return f"{self.way.name} ({self.category})" if self.category else self.way.name


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRules:
    """How one pot is shared. Refuses to exist if it makes no sense.

    Every prize is a multiple of `unit`. Under a one-prize rule whoever has won in this pot or in an earlier
    one with such a rule is passed over: what is freed goes to the next (`NEXT`) or counts as unclaimed
    (`LEFT`). `present`, `from_round_1` and `paid` say who may win at all; who may not is as if not there.
    """

    prizes: tuple[Prize, ...]
    unit: int = 1
    one_prize: OnePrize = OnePrize.OFF
    unclaimed: Unclaimed = Unclaimed.CARRY
    present: bool = False
    from_round_1: bool = False
    paid: bool = False

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise EventViolation("prize-unit", "Prizes cannot be rounded to that.")
        if not 1 <= len(self.prizes) <= MOST_PRIZES:
            raise EventViolation("prizes-missing", f"A pot has 1 to {MOST_PRIZES} kinds of prizes.")
        broken = [one.name for one in self.prizes if one.money and any(x % self.unit for x in one.amounts)]
        if broken:
            raise EventViolation(
                "prize-not-round", f"{broken[0]}: the amount is no multiple of what prizes are rounded to."
            )

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON; `from_dict` reads it back."""
        return {
            "prizes": [
                {
                    "by": one.by,
                    "amounts": list(one.amounts),
                    "money": one.money,
                    "category": one.category,
                    "hidden": one.hidden,
                }
                for one in self.prizes
            ],
            "unit": self.unit,
            "one_prize": self.one_prize.value,
            "unclaimed": self.unclaimed.value,
            "present": self.present,
            "from_round_1": self.from_round_1,
            "paid": self.paid,
        }

    @classmethod
    def from_dict(cls, written: Mapping[str, Any]) -> "PotRules":
        """The rules of `to_dict`; EventViolation for what is none."""
        try:
            return cls(
                prizes=tuple(_prize(one) for one in written["prizes"]),
                unit=int(written.get("unit", 1)),
                one_prize=OnePrize(written.get("one_prize", OnePrize.OFF)),
                unclaimed=Unclaimed(written.get("unclaimed", Unclaimed.CARRY)),
                present=bool(written.get("present")),
                from_round_1=bool(written.get("from_round_1")),
                paid=bool(written.get("paid")),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise EventViolation("prize-plan-unreadable", "This plan of prizes cannot be read.") from None


def _prize(written: Mapping[str, Any]) -> Prize:
    return Prize(
        by=str(written["by"]),
        amounts=tuple(int(amount) for amount in written["amounts"]),
        money=bool(written.get("money")),
        category=str(written.get("category") or ""),
        hidden=None if written.get("hidden") is None else int(written["hidden"]),
    )


PLANS: dict[str, tuple[str, PotRules]] = {
    "three": ("Three places, 50 30 20", PotRules(prizes=(Prize(by="places", amounts=(50, 30, 20)),))),
    "two": ("Two places, 60 40", PotRules(prizes=(Prize(by="places", amounts=(60, 40)),))),
    "winner": ("The winner takes it", PotRules(prizes=(Prize(by="places", amounts=(1,)),))),
    "club": (
        "Three places, lone hands, last place",
        PotRules(
            prizes=(
                Prize(by="places", amounts=(40, 25, 15)),
                Prize(by="lone", amounts=(15,)),
                Prize(by="last", amounts=(5,)),
            ),
            one_prize=OnePrize.NEXT,
            present=True,
            paid=True,
        ),
    ),
    "lone": (
        "All for the most lone hands",
        PotRules(prizes=(Prize(by="lone", amounts=(1,)),), paid=True),
    ),
}
"""Usual ways to share a pot: code → name and rules, to begin a plan from."""
