"""A sheet's lines in their stored form: plain facts in, the engine's values out, and nothing guessed.

Whatever a device or a grid sends is read here. Facts that make no line raise RuleViolation with a code of
this list: `facts-malformed` (not the shape), or a code of `hands.check_hand` (not possible under the
ruleset).
"""

from collections.abc import Mapping

from scoring.engine.errors import RuleViolation
from scoring.engine.games import (
    Adjustment,
    CardTotal,
    Concession,
    Penalty,
    PenaltyKind,
    Played,
    SheetItem,
    ThrownIn,
    TimeCalled,
    VoidHand,
    check_item,
)
from scoring.engine.hand_texts import tidy_record
from scoring.engine.hands import HandFacts, check_hand
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, side_code, side_from_code

DEALS = frozenset({"hand", "thrown-in", "void"})
"""Kinds that take a hand number of their own."""

MOST_POINTS = 999
TRUMPS = frozenset("CDHSN")
VOID_REASONS = {
    "misdeal": "misdeal",
    "exposed": "a card was exposed",
    "wrong-deal": "wrong deal",
    "redeal": "redeal",
}
SEATS_SAID = {"right": "sit here as drawn", "wrong": "others sit here"}
PENALTIES = {str(kind): "" for kind in PenaltyKind}

Facts = Mapping[str, object]


def tidy_facts(kind: str, facts: Facts, rules: Ruleset) -> dict[str, object]:
    """The canonical form of a line's facts, JSON-safe: equal facts are equal dicts. Raises RuleViolation."""
    tidy = _tidied(kind, facts, rules)
    item = item_of(kind, 1, tidy, rules)
    if item is not None:
        check_item(item, rules)
    return tidy


def _tidied(kind: str, facts: Facts, rules: Ruleset) -> dict[str, object]:
    match kind:
        case "hand":
            return _tidy_hand(facts, rules)
        case "first-deal":
            _only(facts, {"dealer"})
            return {"dealer": str(_seat(facts.get("dealer"), rules))}
        case "thrown-in" | "retraction":
            _only(facts, set())
            return {}
        case "void":
            _only(facts, {"why"})
            return {"why": _choice(facts.get("why", "misdeal"), VOID_REASONS, "why")}
        case "time":
            _only(facts, {"hand_in_play"})
            return {"hand_in_play": bool(facts.get("hand_in_play"))}
        case "card":
            return _tidy_card(facts, rules)
        case "penalty":
            return _tidy_penalty(facts, rules)
        case "adjustment":
            _only(facts, {"side", "points"})
            return {
                "side": _side(facts.get("side"), rules),
                "points": _points(facts.get("points"), -MOST_POINTS),
            }
        case "concession":
            _only(facts, {"side"})
            return {"side": _side(facts.get("side"), rules)}
        case "confirmation":
            return _tidy_confirmation(facts, rules)
    raise RuleViolation("kind-unknown", f"There is no line of the kind {kind[:20]!r}.")


def item_of(
    kind: str, number: int | None, facts: Facts, rules: Ruleset, reason: str = ""
) -> SheetItem | None:
    """The engine's item for stored facts; None where a line changes no score (first deal, confirmation)."""
    match kind:
        case "hand":
            return Played(_numbered(number), hand_of(facts))
        case "thrown-in":
            return ThrownIn(_numbered(number))
        case "void":
            return VoidHand(_numbered(number), str(facts["why"]))
        case "card":
            return CardTotal(_by_side(facts["points"], rules), _by_side(facts["lone"], rules))
        case "penalty":
            return _penalty(facts, rules)
        case "time":
            return TimeCalled(bool(facts["hand_in_play"]))
        case "adjustment":
            return Adjustment(side_from_code(facts["side"], rules.players), _whole(facts["points"]), reason)
        case "concession":
            return Concession(side_from_code(facts["side"], rules.players))
    return None


def hand_of(facts: Facts) -> HandFacts:
    """A hand from facts that `tidy_facts` has passed."""
    alone, taken = facts["alone"], facts.get("taken", {})
    assert isinstance(alone, list)
    assert isinstance(taken, dict)
    by_seat = tuple((Seat(seat), _whole(tricks)) for seat, tricks in sorted(taken.items()))
    return HandFacts(
        Seat(str(facts["maker"])), frozenset(Seat(one) for one in alone), _whole(facts["tricks"]), by_seat
    )


def _tidy_hand(facts: Facts, rules: Ruleset) -> dict[str, object]:
    _only(facts, {"maker", "alone", "tricks", "trump", "taken", "record"})
    maker = _seat(facts.get("maker"), rules)
    alone = facts.get("alone", [])
    if not isinstance(alone, list) or len(alone) > rules.players:
        raise RuleViolation("facts-malformed", "“Alone” is a list of seats.")
    lone = frozenset(_seat(one, rules, "alone-not-at-table") for one in alone)
    tricks = facts.get("tricks")
    if type(tricks) is not int:
        raise RuleViolation("tricks-out-of-range", "Tricks are a whole number from 0 to 5.")
    tidy: dict[str, object] = {"maker": str(maker), "alone": list(side_code(lone)), "tricks": tricks}
    if facts.get("trump") is not None:
        tidy["trump"] = _choice(facts["trump"], dict.fromkeys(TRUMPS, ""), "trump")
    if facts.get("taken"):
        tidy["taken"] = _tidy_taken(facts["taken"], rules)
    check_hand(hand_of(tidy), rules)
    if facts.get("record"):
        tidy["record"] = tidy_record(facts["record"], hand_of(tidy), rules)
    return tidy


def _tidy_taken(taken: object, rules: Ruleset) -> dict[str, int]:
    if not isinstance(taken, dict) or len(taken) > rules.players:
        raise RuleViolation("facts-malformed", "“Taken” gives each seat's tricks.")
    return {str(_seat(seat, rules)): _points(tricks, 0, 5) for seat, tricks in sorted(taken.items())}


def _tidy_card(facts: Facts, rules: Ruleset) -> dict[str, object]:
    _only(facts, {"points", "lone"})
    codes = [side_code(side) for side in rules.sides]
    points, lone = facts.get("points"), facts.get("lone", dict.fromkeys(codes, 0))
    if not isinstance(points, dict) or set(points) != set(codes):
        raise RuleViolation("facts-malformed", f"A card gives the points of {' and '.join(codes)}.")
    if not isinstance(lone, dict) or not set(lone) <= set(codes):
        raise RuleViolation("facts-malformed", f"A card gives the lone hands of {' and '.join(codes)}.")
    return {
        "points": {code: _points(points[code], -MOST_POINTS) for code in codes},
        "lone": {code: _points(lone.get(code, 0), 0) for code in codes},
    }


def _tidy_confirmation(facts: Facts, rules: Ruleset) -> dict[str, object]:
    """Whether the seats are right, or a side's word on the score, with its own figures if it has others."""
    if facts.get("seats") is not None:
        _only(facts, {"seats"})
        return {"seats": _choice(facts["seats"], SEATS_SAID, "seats")}
    _only(facts, {"side", "disputed"})
    side = _side(facts.get("side"), rules)
    if facts.get("disputed") is None:
        return {"side": side}
    figures, codes = facts["disputed"], [side_code(one) for one in rules.sides]
    if not isinstance(figures, dict) or set(figures) != set(codes):
        raise RuleViolation("facts-malformed", f"Give the points of {' and '.join(codes)}.")
    return {"side": side, "disputed": {code: _points(figures[code], -MOST_POINTS) for code in codes}}


def _tidy_penalty(facts: Facts, rules: Ruleset) -> dict[str, object]:
    _only(facts, {"hand", "off", "to", "points", "why"})
    tidy: dict[str, object] = {}
    if facts.get("hand") is not None:
        tidy["hand"] = _points(facts["hand"], 1)
    for side in ("off", "to"):
        if facts.get(side) is not None:
            tidy[side] = side_code(_sides(facts[side], rules))
    tidy["points"] = _points(facts.get("points"), 1)
    tidy["why"] = _choice(facts.get("why", "other"), PENALTIES, "why")
    return tidy


def _penalty(facts: Facts, rules: Ruleset) -> Penalty:
    off, to = (_sides(facts[side], rules) if facts.get(side) is not None else None for side in ("off", "to"))
    hand = _whole(facts["hand"]) if "hand" in facts else None
    return Penalty(
        number=hand, off=off, to=to, points=_whole(facts["points"]), kind=PenaltyKind(str(facts["why"]))
    )


def _sides(held: object, rules: Ruleset) -> frozenset[Seat]:
    """One side, or at a table of three the two others together: their seats, written as one code."""
    if not isinstance(held, str) or not held or not set(held) <= {str(seat) for seat in rules.seats}:
        raise RuleViolation("side-not-at-table", f"There is no side {str(held)[:20]!r} at this table.")
    return frozenset(Seat(one) for one in held)


def _by_side(held: object, rules: Ruleset) -> dict[Side, int]:
    assert isinstance(held, dict)
    return {side: _whole(held[side_code(side)]) for side in rules.sides}


def _only(facts: Facts, known: set[str]) -> None:
    if unknown := sorted(str(name)[:20] for name in facts if name not in known):
        raise RuleViolation("facts-malformed", f"This line does not take {', '.join(unknown[:5])}.")


def _seat(held: object, rules: Ruleset, code: str = "maker-not-at-table") -> Seat:
    if not isinstance(held, str) or held not in [str(seat) for seat in rules.seats]:
        raise RuleViolation(code, f"Nobody sits at {str(held)[:20]!r} at this table.")
    return Seat(held)


def _side(held: object, rules: Ruleset) -> str:
    return side_code(side_from_code(held, rules.players))


def _choice(held: object, known: Mapping[str, str], name: str) -> str:
    if not isinstance(held, str) or held not in known:
        raise RuleViolation("facts-malformed", f"“{name}” is one of {', '.join(sorted(known))}.")
    return held


def _points(held: object, least: int, greatest: int = MOST_POINTS) -> int:
    if type(held) is not int or not least <= held <= greatest:
        raise RuleViolation("points-out-of-range", f"Give a whole number from {least} to {greatest}.")
    return held


def _whole(held: object) -> int:
    assert type(held) is int
    return held


def _numbered(number: int | None) -> int:
    assert number is not None
    return number
