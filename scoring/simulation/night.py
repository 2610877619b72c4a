"""A night as it goes at its tables, thought out beforehand from a seed: who does what, and when.

Pure: no clock, no network. `Night.round` gives what happens in a round as acts with times, and `score` adds
up what the sheets must come to, by a few lines that know only the usual awards and nothing of the engine.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

SEATS = "NESW"
OTHERS = {"NS": "EW", "EW": "NS"}
FIRST, SECOND = 0, 1
"""The phones at a table."""
LATE = 300.0
"""How many seconds a table that is late has lost already."""

Facts = dict[str, object]


class Does(StrEnum):
    """What somebody does at a table."""

    SEATS = "seats"
    FIRST_DEAL = "first-deal"
    HAND = "hand"
    THROWN_IN = "thrown-in"
    UNDO = "undo"
    CORRECT = "correct"
    LOSE = "lose"
    FIND = "find"
    AGREE = "agree"
    DISPUTE = "dispute"
    RULE = "rule"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One thing that happens, `at` seconds after its round was called.

    `deaf`: the phone never hears the first answer, and sends the same line again.
    """

    at: float
    table: int
    does: Does
    phone: int = FIRST
    hand: int = 0
    facts: Mapping[str, object] | None = None
    deaf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Troubles:
    """How often things go otherwise than planned, in a round."""

    late: int = 2
    lost: int = 2
    second_phones: int = 2
    corrections: int = 3
    undos: int = 2
    disputes: int = 1
    deaf: float = 0.05
    thrown_in: float = 0.04


NONE = Troubles(late=0, lost=0, second_phones=0, corrections=0, undos=0, disputes=0, deaf=0, thrown_in=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """What a night is made from; the same seed is the same night.

    `hands` are counted at every table of every round; one takes `pace` seconds, more or less.
    """

    seed: str
    troubles: Troubles = NONE
    hands: int = 8
    pace: float = 75.0

    def round(self, number: int, tables: Sequence[int]) -> list[Act]:
        """Everything that happens in a round at these tables, in order of time."""
        rng = Random(f"{self.seed} round {number}")
        fate = _fates(tables, self.troubles, rng)
        acts = [act for table in tables for act in _Table(self, table, fate, rng).acts()]
        return sorted(acts, key=lambda act: (act.at, act.table))


def score(acts: Iterable[Act]) -> dict[int, dict[str, int]]:
    """What each table's sheet must come to: table → side → points."""
    held: dict[int, dict[int, Mapping[str, object]]] = {}
    for act in acts:
        hands = held.setdefault(act.table, {})
        if act.does in {Does.HAND, Does.CORRECT, Does.RULE} and act.facts is not None:
            if act.phone == FIRST:
                hands[act.hand] = act.facts
        elif act.does == Does.UNDO:
            hands.pop(act.hand, None)
    return {table: _added(hands.values()) for table, hands in sorted(held.items())}


def _added(hands: Iterable[Mapping[str, object]]) -> dict[str, int]:
    points = dict.fromkeys(OTHERS, 0)
    for facts in hands:
        ours = "NS" if str(facts["maker"]) in "NS" else "EW"
        tricks = int(str(facts["tricks"]))
        if tricks < 3:
            points[OTHERS[ours]] += 2
        elif tricks < 5:
            points[ours] += 1
        else:
            points[ours] += 4 if facts["alone"] else 2
    return points


@dataclass(frozen=True, slots=True)
class _Fate:
    """The tables to which something happens."""

    late: frozenset[int]
    lost: frozenset[int]
    second: frozenset[int]
    corrected: tuple[int, ...]
    undone: frozenset[int]
    disputed: frozenset[int]


def _fates(tables: Sequence[int], troubles: Troubles, rng: Random) -> _Fate:
    def some(count: int, of: Sequence[int]) -> frozenset[int]:
        return frozenset(rng.sample(of, min(count, len(of))))

    second = some(troubles.second_phones, tables)
    # Who takes a hand back at a table of two phones has told the other; that needs no rehearsing.
    alone = [table for table in tables if table not in second]
    return _Fate(
        late=some(troubles.late, tables),
        lost=some(troubles.lost, tables),
        second=second,
        corrected=tuple(rng.choices(tables, k=troubles.corrections)) if tables else (),
        undone=some(troubles.undos, alone),
        disputed=some(troubles.disputes, tables),
    )


class _Table:
    """One table's round, written down hand by hand."""

    def __init__(self, night: Night, table: int, fate: _Fate, rng: Random) -> None:
        self.night, self.table, self.fate = night, table, fate
        self.rng = Random(rng.random())
        self.now = self.rng.uniform(0.2, 1.2) * night.pace + (LATE if table in fate.late else 0)
        self.done: list[Act] = []
        self.facts: dict[int, Facts] = {}

    def acts(self) -> list[Act]:
        """From sitting down to the word of both sides."""
        self._add(Does.SEATS)
        self._add(Does.FIRST_DEAL, facts={"dealer": self.rng.choice(SEATS)}, after=0.1)
        self._hands()
        self._end()
        return self.done

    def _add(
        self,
        does: Does,
        *,
        hand: int = 0,
        facts: Facts | None = None,
        phone: int = FIRST,
        after: float = 0.03,
    ) -> None:
        self.now += after * self.night.pace
        deaf = self.rng.random() < self.night.troubles.deaf
        self.done.append(
            Act(at=self.now, table=self.table, does=does, hand=hand, facts=facts, phone=phone, deaf=deaf)
        )

    def _hands(self) -> None:
        counted, deal, rng = 0, 0, self.rng
        away = rng.randint(2, max(2, self.night.hands - 4)) if self.table in self.fate.lost else 0
        mended = {rng.randint(1, self.night.hands - 1) for one in self.fate.corrected if one == self.table}
        undone = rng.randint(1, self.night.hands) if self.table in self.fate.undone else 0
        while counted < self.night.hands:
            deal += 1
            if rng.random() < self.night.troubles.thrown_in:
                self._written(Does.THROWN_IN, deal, None)
                continue
            counted += 1
            self._written(Does.HAND, deal, self._hand())
            if counted == undone:
                self._taken_back(deal)
            if counted - 1 in mended:
                self._mended()
            if away and counted == away:
                self._add(Does.LOSE)
            if away and counted == min(away + 3, self.night.hands):
                self._add(Does.FIND)

    def _written(self, does: Does, deal: int, facts: Facts | None) -> None:
        if facts is not None:
            self.facts[deal] = facts
        self._add(does, hand=deal, facts=facts, after=self.rng.uniform(0.7, 1.1))
        if self.table in self.fate.second:
            self._add(does, hand=deal, facts=facts, phone=SECOND)

    def _taken_back(self, deal: int) -> None:
        self._add(Does.UNDO, hand=deal)
        self._add(Does.HAND, hand=deal, facts=self._other(deal), after=0.1)

    def _mended(self) -> None:
        """The hand before last was written down wrongly, it turns out."""
        deal = sorted(self.facts)[-2]
        self._add(Does.CORRECT, hand=deal, facts=self._other(deal))

    def _end(self) -> None:
        disputed = self.table in self.fate.disputed
        self._add(Does.AGREE, facts={"side": "NS"}, after=0.2)
        if not disputed:
            self._add(Does.AGREE, facts={"side": "EW"}, after=0.1)
            return
        last = max(self.facts)
        right = self._other(last)
        figures = _added([*(facts for deal, facts in self.facts.items() if deal != last), right])
        self.facts[last] = right
        self._add(Does.DISPUTE, facts={"side": "EW", "disputed": figures}, after=0.1)
        self._add(Does.RULE, hand=last, facts=right, after=1.0)
        self._add(Does.AGREE, facts={"side": "NS"}, after=0.2)
        self._add(Does.AGREE, facts={"side": "EW"}, after=0.1)

    def _hand(self) -> Facts:
        """A hand as they fall: makers mostly get their point, and one in eight is played alone."""
        maker = self.rng.choice(SEATS)
        alone = [maker] if self.rng.random() < 0.12 else []
        tricks = self.rng.choices(range(6), weights=[1, 4, 13, 34, 22, 14])[0]
        return {"maker": maker, "alone": alone, "tricks": tricks}

    def _other(self, deal: int) -> Facts:
        """The same hand with another number of tricks, and another award: kept as what holds."""
        facts = self.facts[deal]
        tricks = self.rng.choice([0, 1, 2] if int(str(facts["tricks"])) >= 3 else [3, 4, 5])
        self.facts[deal] = {**facts, "tricks": tricks}
        return self.facts[deal]
