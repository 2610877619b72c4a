"""Écarté: the rules of the second game beside euchre, as a value, and the one set of them that is shipped.

Two play with 32 cards, K Q J A 10 9 8 7 in every suit, without bowers. Seed S3 gives laws vi to xv; it begins
in the middle of law v, so that the ranks, the deal, the duty to win and the target are inferred. Law xiii
prints "two tricks" where law xiv has "two points": points are meant, and so the value of `unproposed` is
shown as inferred.

Every number and permission is a field, and stands nowhere else in the code. Rules that make no sense refuse
to exist. To change some, use `changed`; what `to_dict` writes is stored, with a schema number and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from scoring.engine import seats
from scoring.engine.choices import CutForDeal, DealAgain, Packets
from scoring.engine.errors import RulesetError, RuleViolation
from scoring.engine.seats import Seat, Side
from scoring.engine.sources import INFERRED, STATED, Source

__all__ = [
    "ECARTE",
    "ECARTE_OPTIONS",
    "ECARTE_SOURCES",
    "LAWS",
    "EcarteRules",
    "changed",
    "from_dict",
    "to_dict",
]

GAME = "ecarte"
SCHEMA = 1
PLAYERS = 2
TRICKS = 5
"""Tricks of a hand, and cards that each player holds."""
NEEDED = 3
"""Tricks that make the point (law xiv)."""
STOCK = 21
"""Cards left after ten were dealt and the eleventh turned up (law vii)."""


class Proposals(StrEnum):
    """How often eldest may propose in one hand."""

    ONE = "one"
    WHILE_STOCK_LASTS = "while-the-stock-lasts"


class EcarteCutRank(StrEnum):
    """How cards rank in the cut for deal."""

    AS_IN_PLAY = "as-in-play"
    ACE_HIGH = "ace-high"
    ACE_LOW = "ace-low"


BOUNDS: dict[str, tuple[int, int]] = {
    "king": (1, 100),
    "point": (1, 100),
    "vole": (1, 100),
    "unproposed": (1, 100),
    "refused": (1, 100),
    "target": (1, 1000),
}
"""Least and greatest of every number, both included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EcarteRules:
    """One club's écarté. Points are whole points; raises RulesetError if the rules contradict each other.

    `unproposed` is what the dealer scores when eldest played without proposing and failed to win the point,
    `refused` what eldest scores when the dealer refused the first proposal and failed: in place of what the
    tricks would earn, even when all five were taken.
    """

    key: str
    name: str = ""
    # before the play
    cut_for_deal: CutForDeal = CutForDeal.HIGHEST
    cut_rank: EcarteCutRank = EcarteCutRank.AS_IN_PLAY
    packets: Packets = Packets.TWO_AND_THREE
    void_hand: DealAgain = DealAgain.SAME_DEALER  # a wrong deal, a play out of turn, a faced card
    proposals: Proposals = Proposals.ONE
    # the play
    must_win: bool = True  # who follows suit wins the trick if able
    must_trump: bool = True  # who cannot follow suit trumps if able
    # points of a hand
    king: int = 1
    point: int = 1
    vole: int = 2
    unproposed: int = 2
    refused: int = 2
    # the game
    target: int = 5
    amendable: bool = True  # a score marked wrong, before the next deal

    def __post_init__(self) -> None:
        for name, kind in _kinds().items():
            _refuse_wrong_value(name, getattr(self, name), kind)
        for code, sentence in _contradictions(self):
            raise RulesetError(code, sentence)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The two seats, N and S."""
        return seats.seats_of(PLAYERS)

    @property
    def sides(self) -> tuple[Side, ...]:
        """Everybody alone, in the order of the seats."""
        return seats.sides_of(PLAYERS)

    def other(self, seat: Seat) -> Seat:
        """Return who sits across. Raises RuleViolation if nobody sits at `seat`."""
        return seats.left_of(seat, self.seats)

    def side_of(self, seat: Seat) -> Side:
        """Return the side of one seat. Raises RuleViolation if nobody sits there."""
        if seat not in self.seats:
            raise RuleViolation("seat-not-at-table", f"Nobody sits at {seat} at a table of two.")
        return frozenset({seat})


@cache
def _kinds() -> dict[str, Any]:
    """Each field's declared type, in the order of the fields."""
    hints = get_type_hints(EcarteRules)
    return {field.name: hints[field.name] for field in fields(EcarteRules)}


def field_names() -> tuple[str, ...]:
    """Return the names of all fields, in the order in which people read them."""
    return tuple(_kinds())


def _refuse_wrong_value(name: str, value: object, kind: type) -> None:
    if type(value) is not kind:
        raise RulesetError("value-of-wrong-kind", f"{name} cannot be {str(value)[:40]!r}.")
    if isinstance(value, int) and name in BOUNDS:
        least, greatest = BOUNDS[name]
        if not least <= value <= greatest:
            raise RulesetError("number-out-of-range", f"{name} is a whole number from {least} to {greatest}.")
    if name in ("key", "name") and (len(str(value)) > 120 or not str(value).isprintable()):
        raise RulesetError("name-unreadable", f"The {name} has 120 printable letters at most.")


def _contradictions(rules: EcarteRules) -> Iterator[tuple[str, str]]:
    """More tricks never earn less, and a penalty is never less than what it takes the place of."""
    if not rules.key:
        yield "key-unreadable", "Rules need a key."
    if rules.cut_for_deal == CutForDeal.FIRST_JACK:
        yield "first-jack", "In écarté the cut decides who deals, or chance; nobody deals out knaves."
    if rules.vole < rules.point:
        yield "vole-below-point", "Five tricks are worth no less than three."
    if min(rules.unproposed, rules.refused) < rules.point:
        yield "penalty-below-point", "Who fails after refusing cards gives no less than the point."


def changed(rules: EcarteRules, changes: Mapping[str, object]) -> EcarteRules:
    """Return the rules with some fields changed; choices may be given as text. Raises RulesetError."""
    unknown = sorted(repr(name)[:40] for name in changes if name not in _kinds())
    if unknown:
        raise RulesetError("field-unknown", f"No rule of écarté is called {', '.join(unknown[:5])}.")
    kept = {name: getattr(rules, name) for name in _kinds()} | dict(changes)
    read: dict[str, Any] = {name: _read(kept[name], kind) for name, kind in _kinds().items()}
    return EcarteRules(**read)


def _read(value: object, kind: type) -> object:
    """Turn the text of a choice into the choice; leave the rest for the rules themselves to judge."""
    if not issubclass(kind, StrEnum) or not isinstance(value, str):
        return value
    try:
        return kind(value)
    except ValueError:
        raise RulesetError("choice-unknown", f"{value[:40]!r} is not one of {', '.join(kind)}.") from None


def to_dict(rules: EcarteRules) -> dict[str, object]:
    """Write the rules with JSON types only, with the game's name and the schema number."""
    plain = {name: str(held) if isinstance(held, StrEnum) else held for name, held in asdict(rules).items()}
    return {"game": GAME, "schema": SCHEMA, **plain}


def from_dict(snapshot: object) -> EcarteRules:
    """Read what `to_dict` wrote: every field, none besides. Raises RulesetError, whatever it is given."""
    if not isinstance(snapshot, Mapping) or snapshot.get("game") != GAME:
        raise RulesetError("ruleset-unreadable", "These are no rules of écarté.")
    if type(snapshot.get("schema")) is not int or snapshot["schema"] != SCHEMA:
        raise RulesetError("schema-unknown", f"These are no rules of schema {SCHEMA}.")
    written = {name: value for name, value in snapshot.items() if name not in ("game", "schema")}
    if missing := [name for name in _kinds() if name not in written]:
        raise RulesetError("field-missing", f"The rules lack {', '.join(missing)}.")
    return changed(ECARTE, written)


ECARTE = EcarteRules(key=GAME, name="Écarté")

ECARTE_OPTIONS: dict[str, tuple[object, ...]] = {"proposals": tuple(Proposals)}
"""Other values that players may agree on; law xiv speaks of a *first* proposal, so there were more."""

_LAWS: dict[str, tuple[str, str]] = {
    "key": (STATED, ""),
    "name": (STATED, ""),
    "cut_for_deal": (INFERRED, ""),  # from the same book's euchre, law i
    "cut_rank": (INFERRED, ""),
    "packets": (INFERRED, ""),  # from the same book's euchre, law ii
    "void_hand": (INFERRED, "vi"),  # a new deal is stated, by whom is not
    "proposals": (INFERRED, "xiv"),
    "must_win": (INFERRED, ""),
    "must_trump": (INFERRED, ""),
    "king": (STATED, "xii"),
    "point": (STATED, "xii"),
    "vole": (STATED, "xii"),
    "unproposed": (INFERRED, "xiii"),  # printed "two tricks"
    "refused": (STATED, "xiv"),
    "target": (INFERRED, ""),
    "amendable": (STATED, "xv"),
}

ECARTE_SOURCES: dict[str, Source] = {name: ("S3", how) for name, (how, _) in _LAWS.items()}
"""For every field: the source's code, and "stated" or "inferred"."""

LAWS: dict[str, str] = {name: law for name, (_, law) in _LAWS.items() if law}
"""The law of S3 that a field follows, by its numeral, where there is one."""
