"""One line of the native form, read into a hand: `number. dealer upcard | deal | calls | play | outcome`.

After the upcard may stand `at NS+4 EW+9` the scores before the hand, `cut N7C E9D / N8C EKD` the cut for
deal, a stroke before each round in which equal cards cut again, and `packets 2 2 2 2 3 3 3 3`. A number, a
dealer or an upcard that is not known is `-`, `-` and `--`. The sections of a line are read one after the
other, each by its own file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.cards import Card, Suit
from scoring.engine.notation_calls import alone_of, declared, read_calls, read_glimpses, trump_of, write_calls
from scoring.engine.notation_cards import CARDS, GLIMPSES, SEATS, card_named, glimpses_text
from scoring.engine.notation_outcome import (
    Points,
    point_named,
    points_words,
    read_outcome,
    seat_text,
    write_outcome,
)
from scoring.engine.notation_play import read_play, write_play
from scoring.engine.notation_text import Line, number_in
from scoring.engine.records import MOST_HELD, Cut, Glimpse, HandRecord
from scoring.engine.seats import Seat

MOST_CUTS = 64
MOST_PACKETS = 32
MOST_SCORES = 8
SECTIONS = 5

_HEAD = re.compile(r"\s*(-|-?[0-9]{1,18})\s*\.\s*(\S*)\s*(\S*)")
_WORD = re.compile(r"\S+")
_CUT = re.compile(r"([NESWnesw])(\S+)")
_STAGE = re.compile(r"/(-?[0-9]{1,9})?")
_SEAT = re.compile(r"([NESWnesw])\s*:")
_STARTS = {f"{seat}:": seat for seat in Seat}
_NO_SEAT: dict[str, Seat | None] = {**SEATS, "-": None}
_NO_CARD: dict[str, Card | None] = {**CARDS, "--": None}

Held = dict[Seat, tuple[Glimpse, ...]]


@dataclass(slots=True)
class Head:
    """What stands before the deal."""

    number: int | None = None
    dealer: Seat | None = None
    upcard: Card | None = None
    scores: Points | None = None
    cuts: tuple[Cut, ...] | None = None
    packets: tuple[int, ...] | None = None


def looks_like_a_hand(text: str) -> bool:
    """Say whether a line begins as a hand does, with a number and a stop."""
    return _HEAD.match(text) is not None


def read_hand(line: Line, seats: tuple[Seat, ...]) -> HandRecord:
    """Read a line that begins as a hand does; what cannot be read is noted and left unknown."""
    ends = section_ends(line)
    head = read_head(line, ends[0])
    calling = read_calls(line, ends[1] + 1, ends[2])
    trump = trump_of(calling.calls, head.upcard)
    play = read_play(line, ends[2] + 1, ends[3], trump)
    outcome = read_outcome(line, ends[3] + 1, ends[4])
    alone = None
    if calling.lone is not None:
        alone = alone_of(calling, declared(calling.calls, head.dealer, head.upcard, seats))
    return HandRecord(
        number=head.number,
        dealer=head.dealer,
        cuts=head.cuts,
        packets=head.packets,
        held=read_deal(line, ends[0] + 1, ends[1], trump),
        upcard=head.upcard,
        calls=calling.calls,
        discard=calling.discard,
        alone=alone,
        exchanges=calling.exchanges,
        tricks=play.tricks,
        stopped=play.stopped,
        claims=play.claims,
        said=outcome.said,
        thrown_in=outcome.thrown_in,
        redeal=outcome.redeal,
        penalties=outcome.penalties,
        scores=head.scores,
    )


def section_ends(line: Line) -> list[int]:
    """Return where each of the five sections ends; those that are missing are read as unknown."""
    text = line.text
    ends: list[int] = []
    at = text.find("|")
    while at >= 0 and len(ends) < SECTIONS:
        ends.append(at)
        at = text.find("|", at + 1)
    if len(ends) == SECTIONS - 1:
        return [*ends, len(text)]
    if len(ends) >= SECTIONS:
        line.note("too-many-sections", f"A hand has {SECTIONS} sections; the rest was skipped.", ends[4])
        return ends[:SECTIONS]
    sentence = f"A hand has {SECTIONS} sections, parted by |; those missing here are taken as unknown."
    line.note("sections-missing", sentence, len(text), warning=True)
    ends.append(len(text))
    while len(ends) < SECTIONS:
        line.text += "|?"
        ends.append(len(line.text))
    return ends


# --- before the deal


def read_head(line: Line, end: int) -> Head:
    """Read number, dealer, upcard and what may follow them."""
    words = line.text[:end].split()
    if len(words) == 3 and words[1] in _NO_SEAT and words[2] in _NO_CARD and words[0][-1] == ".":
        number = number_in(words[0][:-1])
        if number is not None or words[0] == "-.":
            return Head(number, _NO_SEAT[words[1]], _NO_CARD[words[2]])
    return _loose_head(line, end)


def _loose_head(line: Line, end: int) -> Head:
    found = _HEAD.match(line.text, 0, end)
    if found is None:
        return Head()
    head = Head(number_in(found[1]))
    if found[2] in _NO_SEAT:
        head.dealer = _NO_SEAT[found[2]]
    elif found[2]:
        line.note("dealer-unknown", f"There is no seat “{found[2][:20]}”.", found.start(2))
    head.upcard = card_named(found[3])
    if head.upcard is None and found[3] not in {"--", "-", "?", ""}:
        line.note("card-unknown", f"There is no card “{found[3][:20]}”.", found.start(3))
    _read_marks(line, found.end(), end, head)
    return head


def _read_marks(line: Line, start: int, end: int, head: Head) -> None:
    """Read scores, cuts and packets, each after its word."""
    mark = ""
    stage = 1
    for found in _WORD.finditer(line.text, start, end):
        word, at = found[0], found.start()
        if word.lower() in {"at", "cut", "packets"}:
            mark = word.lower()
            head.scores = head.scores or () if mark == "at" else head.scores
            head.cuts = head.cuts or () if mark == "cut" else head.cuts
            head.packets = head.packets or () if mark == "packets" else head.packets
        elif mark == "cut" and (again := _STAGE.fullmatch(word)):
            stage = int(again[1]) if again[1] else stage + 1
        elif not _read_mark(word, mark, stage, head):
            line.unread(word, at, "before the deal")


def _read_mark(word: str, mark: str, stage: int, head: Head) -> bool:
    """Take one word after a mark; false if it says nothing there, or too much."""
    if mark == "at" and (point := point_named(word)) and len(head.scores or ()) < MOST_SCORES:
        head.scores = (*(head.scores or ()), point)
    elif mark == "cut" and (cut := cut_named(word, stage)) and len(head.cuts or ()) < MOST_CUTS:
        head.cuts = (*(head.cuts or ()), cut)
    elif (
        mark == "packets" and (size := number_in(word)) is not None and len(head.packets or ()) < MOST_PACKETS
    ):
        head.packets = (*(head.packets or ()), size)
    else:
        return False
    return True


def cut_named(word: str, stage: int) -> Cut | None:
    """Read one card cut, `N7C`."""
    found = _CUT.fullmatch(word)
    card = card_named(found[2]) if found else None
    return Cut(SEATS[found[1]], card, stage) if found and card else None


def cuts_text(cuts: tuple[Cut, ...]) -> str:
    """Write cards cut, a stroke before each new round of cutting."""
    words = []
    stage = 1
    for cut in cuts:
        if cut.stage != stage:
            words.append("/" if cut.stage == stage + 1 else f"/{cut.stage}")
            stage = cut.stage
        words.append(f"{cut.seat}{cut.card}")
    return " ".join(words)


def read_deal(line: Line, start: int, end: int, trump: Suit | None) -> Held:
    """Read the cards dealt, seat by seat."""
    held: Held = {}
    try:
        for word in line.text[start:end].split():
            seat, cards = _STARTS[word[:2]], word[2:]
            if seat in held or len(cards) > 2 * MOST_HELD:
                raise KeyError
            held[seat] = _five(cards) if len(cards) == 10 else tuple([GLIMPSES[two] for two in _twos(cards)])
    except KeyError:
        return _loose_deal(line, start, end, trump)
    return held


def _five(cards: str) -> tuple[Glimpse, ...]:
    """Read the five cards that a hand mostly has; spelled out, this is twice as fast as going round."""
    one, two, three, four, five = cards[:2], cards[2:4], cards[4:6], cards[6:8], cards[8:]
    return GLIMPSES[one], GLIMPSES[two], GLIMPSES[three], GLIMPSES[four], GLIMPSES[five]


def _twos(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def _loose_deal(line: Line, start: int, end: int, trump: Suit | None) -> Held:
    text = line.text
    if text[start:end].strip() == "?":
        return {}
    seats = list(_SEAT.finditer(text, start, end))
    ends = [found.start() for found in seats] + [end]
    if before := text[start : ends[0]].strip():
        line.unread(before, text.index(before, start), "among the cards dealt")
    held: Held = {}
    for found, stop in zip(seats, ends[1:], strict=True):
        seat = SEATS[found[1]]
        if seat in held:
            line.note("seat-twice", f"The cards of {seat} stand here twice; the first count.", found.start())
            continue
        cards: tuple[Glimpse, ...] = ()
        for word in _WORD.finditer(text, found.end(), stop):
            cards += read_glimpses(line, word[0], word.start(), trump)
            if len(cards) > MOST_HELD:
                sentence = f"Nobody holds more than {MOST_HELD} cards."
                line.note("too-many-cards", sentence, word.start())
                break
        held[seat] = cards[:MOST_HELD]
    return held


# --- written


def write_hand(hand: HandRecord, seats: tuple[Seat, ...]) -> str:
    """Write one hand on one line."""
    with_calls = declared(hand.calls, hand.dealer, hand.upcard, seats) if hand.alone is not None else ()
    sections = (
        write_head(hand.number, hand.dealer, hand.upcard, hand.scores, hand.cuts, hand.packets),
        write_deal(hand.held),
        write_calls(hand.calls, hand.discard, hand.alone, with_calls, hand.exchanges),
        write_play(hand.tricks, hand.claims, hand.stopped),
        write_outcome(hand.said, hand.thrown_in, hand.redeal, hand.penalties),
    )
    return " | ".join(sections).rstrip()


def write_head(
    number: int | None,
    dealer: Seat | None,
    upcard: Card | None,
    scores: Points | None,
    cuts: tuple[Cut, ...] | None,
    packets: tuple[int, ...] | None,
) -> str:
    """Write what stands before the deal."""
    words = ["-." if number is None else f"{number}.", seat_text(dealer), str(upcard) if upcard else "--"]
    if scores is not None:
        words += ["at", *(points_words(scores) if scores else ())]
    if cuts is not None:
        words.append(f"cut {cuts_text(cuts)}".rstrip())
    if packets is not None:
        words += ["packets", *map(str, packets)]
    return " ".join(words)


def write_deal(held: Mapping[Seat, tuple[Glimpse, ...]]) -> str:
    """Write the cards dealt, seat by seat clockwise from N."""
    return " ".join([f"{seat}:{glimpses_text(held[seat])}" for seat in Seat if seat in held]) or "?"
