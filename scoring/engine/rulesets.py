"""The rules a game is played by, as a value.

Every number or permission in which the sources differ is a field here, and stands nowhere else in the code.
The field defaults are modern club practice (M); what each shipped ruleset changes, and by which source, is in
`catalogue`. A ruleset that makes no sense refuses to exist (`soundness`). Stored snapshots carry a schema
number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cache
from typing import get_type_hints

from scoring.engine import seats
from scoring.engine.choices import (
    AllPass,
    BennyTurnedUp,
    Clock,
    CutForDeal,
    CutPack,
    CutRank,
    DealAgain,
    DealersPartner,
    Defenders,
    EuchrePays,
    LoneBy,
    LoneDefender,
    LoneLead,
    LoneSaid,
    OpenSuits,
    Overshoot,
    Packets,
    PenaltyGoes,
    PenaltyOn,
    Reckoning,
    RevokeCounts,
    UpcardTaken,
)
from scoring.engine.errors import RulesetError, RuleViolation
from scoring.engine.seats import Seat, Side
from scoring.engine.soundness import refuse_nonsense

__all__ = ["SCHEMA", "Ruleset", "RulesetError", "changed", "field_names", "from_dict", "to_dict"]

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One club's rules. Points are whole points; raises RulesetError if the rules contradict each other.

    `lone_march`, `lone_point`, `lone_euchre` and `lone_defender_euchre` may be None: a lone hand is then paid
    as a hand with the partner. At a table of two or three, where nobody chooses to play alone, they must be.
    """

    key: str
    name: str = ""
    # the pack and the table
    players: int = 4
    lowest_rank: int = 9
    benny: bool = False
    # before the play
    cut_for_deal: CutForDeal = CutForDeal.FIRST_JACK
    cut_rank: CutRank = CutRank.ACE_HIGH
    cut_pack: CutPack = CutPack.CUT
    packets: Packets = Packets.ANY
    void_hand: DealAgain = DealAgain.SAME_DEALER
    farmers_hand: bool = False  # a hand of nines and tens may be thrown in and dealt again
    going_under: bool = False  # or three of its cards be exchanged with the stock
    # the calling
    dealers_partner: DealersPartner = DealersPartner.MAY_ASSIST
    open_suits: OpenSuits = OpenSuits.NOT_TURNED_DOWN
    all_pass: AllPass = AllPass.NEXT_DEALER
    thrown_in_counts: bool = False  # among a fixed number of hands
    benny_turned_up: BennyTurnedUp = BennyTurnedUp.NAMES_UNSEEN  # does not arise without Benny
    upcard_taken: UpcardTaken = UpcardTaken.UPCARD_FIRST
    discard_may_be_upcard: bool = True
    natural_trump: bool = False
    no_trump: bool = False
    # playing alone
    lone_by: LoneBy = LoneBy.CALLER
    lone_said: LoneSaid = LoneSaid.WITH_THE_CALL
    lone_defender: LoneDefender = LoneDefender.NO
    lone_lead: LoneLead = LoneLead.ELDEST
    partners_best: bool = False
    no_lone_from: int | None = None  # a side with so many points may not play alone
    lone_must_take_five: bool = False  # else the lone hand is euchred
    # points of a hand
    point: int = 1
    march: int = 2
    euchre: int = 2
    lone_point: int | None = 1
    lone_march: int | None = 4
    lone_euchre: int | None = 2
    lone_defender_euchre: int | None = 4
    euchre_pays: EuchrePays = EuchrePays.OPPONENTS_SCORE
    defenders: Defenders = Defenders.ALLIED
    personal_lone_credit: int = 0  # more than the partner, to the lone player of a lone march
    # the game and the match
    target: int | None = 10
    hands: int | None = None
    clock: Clock = Clock.NONE
    overshoot: Overshoot = Overshoot.KEEP
    laps: bool = False
    lurches: bool = False
    reckoning: Reckoning = Reckoning.BY_GAMES
    rubber: bool = False
    rubber_games: int = 3
    rubber_points: int = 2
    # penalties
    revoke: int = 2
    lone_revoke: int = 4
    revoke_counts: RevokeCounts = RevokeCounts.ADDED
    revokes_cancel: bool = False
    penalty_goes: PenaltyGoes = PenaltyGoes.TO_OTHERS
    penalty_on: PenaltyOn = PenaltyOn.HAND

    def __post_init__(self) -> None:
        refuse_nonsense(self, _kinds())

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in use, clockwise from N."""
        return seats.seats_of(self.players)

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who shares a score: NS and EW at a table of four, else everybody alone."""
        return seats.sides_of(self.players)

    def side_of(self, seat: Seat) -> Side:
        """Return who shares this seat's score. Raises RuleViolation if nobody sits there."""
        try:
            return seats.side_by_seat(self.players)[seat]
        except (KeyError, TypeError):
            sentence = f"Nobody sits at {seat} at a table of {self.players}."
            raise RuleViolation("seat-not-at-table", sentence) from None

    def to_dict(self) -> dict[str, object]:
        """Return the snapshot that `from_dict` reads: JSON types only, with its schema number."""
        return to_dict(self)

    @classmethod
    def from_dict(cls, snapshot: object) -> Ruleset:
        """Read a snapshot; see the function of this name."""
        return from_dict(snapshot)


@cache
def _kinds() -> dict[str, object]:
    """Each field's declared type, in the order of the fields."""
    hints = get_type_hints(Ruleset)
    return {field.name: hints[field.name] for field in fields(Ruleset)}


def field_names() -> tuple[str, ...]:
    """Return the names of all fields, in the order in which people read them."""
    return tuple(_kinds())


def to_dict(rules: Ruleset) -> dict[str, object]:
    """Write a ruleset with JSON types only, with its schema number."""
    plain = {name: str(held) if isinstance(held, StrEnum) else held for name, held in asdict(rules).items()}
    return {"schema": SCHEMA, **plain}


def from_dict(snapshot: object) -> Ruleset:
    """Read what `to_dict` wrote: every field, none besides. Raises RulesetError, whatever it is given."""
    if not isinstance(snapshot, Mapping):
        raise RulesetError("ruleset-unreadable", "A ruleset is an object with a value for each field.")
    schema = snapshot.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise RulesetError("schema-unknown", f"This is not a ruleset of schema {SCHEMA}.")
    written = {name: value for name, value in snapshot.items() if name != "schema"}
    _refuse_unknown(written)
    if missing := [name for name in _kinds() if name not in written]:
        raise RulesetError("field-missing", f"The ruleset lacks {', '.join(missing)}.")
    return _build(written)


def changed(rules: Ruleset, changes: Mapping[str, object]) -> Ruleset:
    """Return a ruleset with some fields changed; choices may be given as text. Raises RulesetError."""
    _refuse_unknown(changes)
    kept = {name: getattr(rules, name) for name in _kinds()}
    return _build({**kept, **changes})


def _refuse_unknown(written: Mapping[str, object]) -> None:
    unknown = sorted(repr(name)[:40] for name in written if name not in _kinds())
    if unknown:
        raise RulesetError("field-unknown", f"No rule is called {', '.join(unknown[:5])}.")


def _build(written: Mapping[str, object]) -> Ruleset:
    read = {name: _read(name, written[name], kind) for name, kind in _kinds().items()}
    return Ruleset(**read)  # type: ignore[arg-type]  # `refuse_nonsense` checks each type as it runs


def _read(name: str, value: object, kind: object) -> object:
    """Turn the text of a choice into the choice; leave the rest for the ruleset itself to judge."""
    if not (isinstance(kind, type) and issubclass(kind, StrEnum)) or not isinstance(value, str):
        return value
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(kind)
        raise RulesetError("choice-unknown", f"{name} is one of {known}; it was {value[:40]!r}.") from None
