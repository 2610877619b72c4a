"""The hands of the oracle's corpus as records. Its fields are explained in the corpus' own ORACLE.md."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from scoring.engine.cards import Card, Suit
from scoring.engine.records import Call, CallKind, Glimpse, HandRecord, Played, Said, Trick
from scoring.engine.seats import Seat, side_from_code

HOME = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("RIGHT_BOWER_SHARED") or HOME.parent / "shared")
ORACLE = SHARED / "data" / "oracle.jsonl"

Json = dict[str, Any]


def oracle_lines() -> list[Json]:
    """Every line of the corpus."""
    with ORACLE.open() as corpus:
        return [json.loads(line) for line in corpus]


def record_of(line: Json, *, seated: bool = False) -> HandRecord:
    """A line as a record; `seated` writes the seat beside each call and card, as a faulty line needs it.

    Its plays are cut into tricks by the number of players; what is left over is a trick of its own.
    """
    size = 4 - len(line["alone"])
    plays = [Played(Card.parse(card), Seat(seat) if seated else None) for seat, card in line["plays"]]
    winners = [Seat(seat) for seat in line["trick_winners"]]
    cut = [tuple(plays[at : at + size]) for at in range(0, len(plays), size)]
    tricks = [
        Trick(cards, winner=winners[number] if number < len(winners) else None)
        for number, cards in enumerate(cut)
    ]
    return HandRecord(
        dealer=Seat(line["dealer"]),
        held={Seat(seat): tuple(_glimpse(card) for card in held) for seat, held in line["hands"].items()},
        upcard=Card.parse(line["upcard"]),
        calls=tuple(_call(call, Seat(seat) if seated else None) for seat, call in line["bids"]),
        discard=_glimpse(line["discard"]) if line["discard"] else None,
        alone=tuple(Seat(seat) for seat in line["alone"]),
        tricks=tuple(tricks),
        said=_said(line),
        thrown_in=not line["plays"],
    )


def is_of_cards(line: Json) -> bool:
    """Say whether every card of a line is one; some faulty lines hold a two or a three."""
    written = [card for held in line["hands"].values() for card in held] + [card for _, card in line["plays"]]
    return all(card[0] in "789TJQKA" for card in (*written, line["upcard"]))


def _glimpse(card: str) -> Glimpse:
    return Glimpse.of(Card.parse(card))


def _call(call: str, seat: Seat | None) -> Call:
    if call == "pass":
        return Call(CallKind.PASS, seat=seat)
    if call == "order_up":
        return Call(CallKind.ACCEPT, seat=seat)
    return Call(CallKind.MAKE, Suit(call.removeprefix("name:")), seat=seat)


def _said(line: Json) -> Said:
    points = tuple((side_from_code(side, 4), number) for side, number in line["points"].items())
    called = [seat for seat, call in line["bids"] if call != "pass"]
    if not called:
        return Said(points=points)
    makers, others = ("NS", "EW") if called[-1] in "NS" else ("EW", "NS")
    return Said(line["tricks"][makers], line["tricks"][others], points)
