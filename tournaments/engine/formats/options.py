"""What a club chooses of a format, and the stages of an event as they are planned.

Both are kept in the event's policy as plain JSON and read back here, where nonsense is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.bracket import Seeding
from tournaments.engine.formats.wishes import Spare

MOST_POOLS = 32
MOST_STAGES = 6
PLAYERS, PAIRS = "players", "pairs"
"""Who enters an event: people one by one, or two by two."""
DRAFT = "draft"
"""The stage in which single players become pairs; no format of the catalogue, since nobody meets anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Every choice there is; a format reads those that concern it.

    `spare` and `mixed` (the category whose members partner the others) are a rotation's, `steps` (tables a
    seat moves, N E S W; empty: the best there are) those of fixed steps. `pools` and `each` (how many of each
    pool go on) are a round robin's. The rest are a bracket's. `seeding` says how its order, or that of the
    pools, is found.
    """

    spare: str = Spare.SIT_OUT.value
    mixed: str = ""
    steps: tuple[int, ...] = ()
    pools: int = 1
    each: int = 2
    seeding: str = Seeding.LIST.value
    third_place: bool = False
    plate: bool = False
    second_final: bool = True
    best_of: int = 1
    final_best_of: int = 0

    def __post_init__(self) -> None:
        if self.spare not in {one.value for one in Spare}:
            raise EventViolation(
                "spare-unknown", f"There is no way called {self.spare!r} to seat who is over."
            )
        if self.seeding not in {one.value for one in Seeding}:
            raise EventViolation("seeding-unknown", f"There is no seeding called {self.seeding!r}.")
        if self.steps and len(self.steps) != 4:
            raise EventViolation("steps-out-of-range", "Give four steps: for North, East, South and West.")
        if any(abs(step) > 50 for step in self.steps):
            raise EventViolation("steps-out-of-range", "A seat moves at most 50 tables.")
        if not 1 <= self.pools <= MOST_POOLS:
            raise EventViolation(
                "pools-out-of-range", f"There are 1 to {MOST_POOLS} pools, not {self.pools}."
            )
        if not 1 <= self.each <= 16:
            raise EventViolation("each-out-of-range", "Of each pool 1 to 16 go on.")
        for games in (self.best_of, self.final_best_of or self.best_of):
            if not 1 <= games <= 9 or games % 2 == 0:
                raise EventViolation("games-out-of-range", f"Best of 1, 3, 5, 7 or 9 games, not of {games}.")

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Options":
        """Options from JSON; what is not said is as usual. Raises EventViolation for what makes no sense."""
        known = {one.name for one in fields(cls)}
        if unknown := given.keys() - known:
            raise EventViolation("option-unknown", f"There is no option called {sorted(unknown)[0]!r}.")
        usual = cls()
        chosen = dict(given)
        if "steps" in chosen:
            chosen["steps"] = tuple(chosen["steps"])
        for name, value in chosen.items():
            if type(value) is not type(getattr(usual, name)):
                raise EventViolation("option-unknown", f"{value!r} makes no sense for {name!r}.")
        return cls(**chosen)

    def to_dict(self) -> dict[str, Any]:
        """Whatever is not as usual, in JSON types."""
        usual = Options()
        chosen = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in chosen.items()
            if value != getattr(usual, name)
        }


AS_USUAL = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTerms:
    """One stage as planned. `rounds` 0 lets the format say how many; `go_on` None lets everybody go on.

    `chain` are the measures by which it ranks; empty: the event's.
    """

    format: str
    name: str = ""
    rounds: int = 0
    go_on: int | None = None
    options: Options = AS_USUAL
    chain: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """In JSON types."""
        own = {"chain": list(self.chain)} if self.chain else {}
        return {
            "name": self.name,
            "format": self.format,
            "rounds": self.rounds,
            "go_on": self.go_on,
            "options": self.options.to_dict(),
            **own,
        }


def stages_planned(movement: Mapping[str, Any]) -> tuple[StageTerms, ...]:
    """The stages that a policy's `movement` plans, the first one included; see `EventPolicy`."""
    first = StageTerms(
        format=str(movement["format"]),
        name=str(movement.get("name", "")),
        rounds=int(movement["rounds"]),
        go_on=movement.get("go_on"),
        options=Options.of(movement.get("options", {})),
        chain=tuple(movement.get("chain", ())),
    )
    return (first, *(_stage(one) for one in movement.get("then", [])))


def movement_of(stages: Sequence[StageTerms], *, entrants: str) -> dict[str, Any]:
    """The `movement` of a policy: the first stage's terms, who enters, and the stages after it."""
    first, *then = stages
    usual: dict[str, Any] = {"name": "", "go_on": None, "options": {}, "entrants": PLAYERS, "then": []}
    said = first.to_dict() | {"entrants": entrants, "then": [one.to_dict() for one in then]}
    return {name: value for name, value in said.items() if name not in usual or value != usual[name]}


def _stage(given: Mapping[str, Any]) -> StageTerms:
    return StageTerms(
        format=str(given["format"]),
        name=str(given.get("name", "")),
        rounds=int(given.get("rounds", 0)),
        go_on=given.get("go_on"),
        options=Options.of(given.get("options", {})),
        chain=tuple(given.get("chain", ())),
    )
