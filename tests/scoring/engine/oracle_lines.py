"""The oracle's corpus as records: 7,100 hands that an independent engine (OpenSpiel) judged, and 300 more.

The corpus lies compressed beside this file. Its rules: 24 cards; the dealer stuck, and a defender alone
(against one or two), where the line says so; the discard is never the upcard; who plays alone says so after
the call. No code of the judge is in the data.
"""

import json
import lzma
from dataclasses import replace
from functools import cache
from pathlib import Path

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.catalogue import RULESETS
from scoring.engine.records import Call, CallKind, Glimpse, HandRecord, Played, Said, Trick
from scoring.engine.rulesets import changed
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Section, Step

HERE = Path(__file__).parent
NS, EW = frozenset("NS"), frozenset("EW")

SECTION_OF = {
    "hands": Section.DEAL,
    "bids": Section.CALLS,
    "discard": Section.DISCARD,
    "alone": Section.ALONE,
    "plays": Section.PLAY,
    "trick_winners": Section.WINNERS,
    "tricks": Section.TRICKS,
    "points": Section.POINTS,
}


@cache
def lines(name="oracle"):
    with lzma.open(HERE / f"{name}.jsonl.xz", "rt") as corpus:
        return [json.loads(line) for line in corpus]


@cache
def _rules(stick, defend, common):
    return changed(
        RULESETS["north-american"],
        {
            "all_pass": "dealer-must-make" if stick else "next-dealer",
            "lone_defender": "always" if defend else "no",
            "lone_said": "before-the-first-lead",
            "discard_may_be_upcard": common,
        },
    )


def rules_of(line, common=False):
    return _rules(line["rules"]["stick_dealer"], line["rules"]["defend_alone"], common)


def card(text):
    """Read a card; for one of no pack (the corpus has deuces) a seven, which this pack has not either."""
    rank = text[0] if text[0] in set(Rank) else "7"
    return Card(Rank(rank), Suit(text[1]) if text[1] in set(Suit) else Suit.CLUBS)


def record_of(line):
    calls = tuple(call_of(seat, call) for seat, call in line["bids"])
    return HandRecord(
        dealer=Seat(line["dealer"]),
        held={
            Seat(seat): tuple(Glimpse.of(card(one)) for one in held) for seat, held in line["hands"].items()
        },
        upcard=card(line["upcard"]),
        calls=calls,
        discard=Glimpse.of(card(line["discard"])) if line["discard"] else None,
        alone=tuple(Seat(seat) for seat in line["alone"]),
        tricks=tricks_of(line),
        said=said_of(line),
    )


def call_of(seat, call):
    if call == "pass":
        return Call(CallKind.PASS, seat=Seat(seat))
    if call == "order_up":
        return Call(CallKind.ACCEPT, seat=Seat(seat))
    return Call(CallKind.MAKE, Suit(call[-1]), seat=Seat(seat))


def tricks_of(line):
    """Cut the plays into tricks of as many cards as there are players, which a card too many puts out."""
    size = 4 - len({seat in "NS" for seat in line["alone"]})
    plays, winners = line["plays"], line["trick_winners"]
    chunks = [plays[at : at + size] for at in range(0, len(plays), size)]
    chunks += [[]] * (len(winners) - len(chunks))
    winners = [Seat(seat) for seat in winners] + [None] * (len(chunks) - len(winners))
    return tuple(
        Trick(tuple(Played(card(one), Seat(seat)) for seat, one in chunk), None, winner)
        for chunk, winner in zip(chunks, winners, strict=True)
    )


def said_of(line):
    makers = [seat for seat, call in line["bids"] if call != "pass"]
    ours = "NS" if makers and makers[0] in "NS" else "EW"
    theirs = "EW" if ours == "NS" else "NS"
    points = tuple((frozenset(map(Seat, side)), line["points"][side]) for side in ("NS", "EW"))
    return Said(line["tricks"][ours], line["tricks"][theirs], points)


def step_of(line):
    return Step(SECTION_OF[line["where"]], line["at"])


def hide(record, *, hands=False, discard=False):
    """The same record with the deal, the discard or both not written down."""
    if hands:
        record = replace(record, held={})
    if discard and record.discard is not None:
        record = replace(record, discard=Glimpse())
    return record


def cut(record, cards):
    """The same record, written down only as far as so many cards."""
    tricks, left = [], cards
    for trick in record.tricks:
        if left <= 0:
            break
        kept = trick.cards[:left]
        winner = trick.winner if len(kept) == len(trick.cards) else None
        tricks.append(replace(trick, cards=kept, winner=winner))
        left -= len(kept)
    return replace(record, tricks=tuple(tricks), stopped=True, said=Said())
