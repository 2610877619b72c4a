"""Small games in Euchre Game Notation, made by hand for these tests."""

import json
from copy import deepcopy
from typing import Any

Json = dict[str, Any]

NAMES = ["Ann Trewin", "Bob Pascoe", "Cora Penrose", "Dan Nance"]

# Hearts are trump; who leads takes all five, the second with the left bower.
MARCH = [
    ["Jh", "9h", "9c", "9s"],
    ["Jd", "Th", "Tc", "Ts"],
    ["Ah", "Qh", "Qc", "Qs"],
    ["Kh", "9d", "Kc", "Ks"],
    ["As", "Td", "Jc", "Js"],
]
# Spades are trump; who leads takes four (the left bower beats the ace of trumps), the next the last.
FOUR = [
    ["Js", "9s", "Ts", "Qs"],
    ["Jc", "Th", "As", "Jh"],
    ["Ks", "9c", "Kc", "9d"],
    ["Ac", "Qc", "Ad", "Tc"],
    ["9h", "Ah", "Qh", "Kh"],
]


def deal(number: int = 0, *, dealer: int = 0, calls: list[str] | None = None, **terms: Any) -> Json:
    """A deal in which all pass, unless told otherwise. `alone`, `tricks`, `upcard`; others go to the play."""
    alone, tricks, upcard = terms.pop("alone", False), terms.pop("tricks", None), terms.pop("upcard", "Qd")
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls or ["Pass"] * 8, "isAlone": alone}
    phases: list[Json] = [bidding]
    if tricks is not None:
        phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": deepcopy(tricks), **terms})
    return {"dealNumber": number, "initialState": {"dealer": dealer, "upCard": upcard}, "phases": phases}


def march(number: int = 0, *, dealer: int = 0, alone: bool = False) -> Json:
    """The player left of the dealer names hearts and takes all five: 2 points, alone 4."""
    tricks = [one[:3] if alone else one for one in MARCH]
    return deal(number, dealer=dealer, calls=["Pass"] * 4 + ["h"], alone=alone, tricks=tricks)


def four(number: int = 0, *, dealer: int = 0) -> Json:
    """The player left of the dealer names spades, and his side takes four tricks: 1 point."""
    return deal(number, dealer=dealer, calls=["Pass"] * 4 + ["s"], tricks=FOUR)


def marches(count: int, *, dealer: int = 0, alone: bool = False) -> list[Json]:
    """So many marches, each side's in turn; with dealer 0 the first is E/W's."""
    return [march(at, dealer=(dealer + at) % 4, alone=alone) for at in range(count)]


def game(
    deals: list[Any] | None = None, *, players: list[Any] | None = None, version: str = "1.4", **metadata: Any
) -> Json:
    """A file of one game; one march unless told otherwise."""
    return {
        "fileType": "Euchre Game Notation",
        "version": version,
        "metadata": {"players": list(players or NAMES), "initialScore": [0, 0], **metadata},
        "deals": [march()] if deals is None else deals,
    }


def text(file: object) -> str:
    """The file as a text in which each value has a line of its own."""
    return json.dumps(file, indent=1)
