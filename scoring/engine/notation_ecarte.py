"""Hands of écarté in the native form: as hands of euchre, with calls, kings and results of their own.

    3. N KH | S:ASKSQSJSTS | propose accept 3/2 d<9C9D:ACKD refuse K!S@before-first-card | ... | N:3 S:2 N+1

`propose`, `accept 3/2` with the cards eldest and the dealer changed (`?` not known), `refuse`, `play`, `?`
unknown, `@S` who said it. `e<away:taken` and `d<away:taken` are the cards that eldest and the dealer laid
aside and drew, `?` where none of them is known. `K!N` N marked the king of trumps, `@` when; `K!-` nobody
did. The result is tricks by side (`N:3`, or `3-2` with N first), then points.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from scoring.engine.ecarte_records import (
    EcarteCall,
    EcarteCallKind,
    EcarteRecord,
    EcarteSaid,
    KingMark,
    KingMoment,
    Swap,
)
from scoring.engine.notation_calls import read_glimpses
from scoring.engine.notation_cards import SEATS, glimpses_text, side_named, side_text
from scoring.engine.notation_hands import read_deal, read_head, section_ends, write_deal, write_head
from scoring.engine.notation_outcome import read_outcome, write_outcome
from scoring.engine.notation_play import read_play, write_play
from scoring.engine.notation_text import Line
from scoring.engine.records import MOST_CALLS, Glimpse, Said
from scoring.engine.seats import Seat, Side

MOST_KINGS = 16
MOST_TRICKS_BY_SIDE = 8

Cards = tuple[Glimpse, ...] | None

_WORD = re.compile(r"\S+")
_CALL = re.compile(r"(propose|accept|refuse|play|\?-?)(?:@([NESW]))?", re.IGNORECASE | re.ASCII)
_COUNTS = re.compile(r"(-?\d{1,9}|\?)/(-?\d{1,9}|\?)", re.ASCII)
_CARDS = re.compile(r"([ed])<([^:]*):(.*)", re.IGNORECASE)
_KING = re.compile(r"K!([NESW-])(?:@([a-z-]+))?", re.IGNORECASE | re.ASCII)
_TRICKS = re.compile(r"(?<![^\s~])(?:(-|[NESW]{1,8}):(-?\d{1,9})|:-)(?!\S)", re.IGNORECASE | re.ASCII)
_BY_WORD = {str(kind): kind for kind in EcarteCallKind if kind is not EcarteCallKind.UNKNOWN}


def read_ecarte_hand(line: Line) -> EcarteRecord:
    """Read a line that begins as a hand does; what cannot be read is noted and left unknown."""
    ends = section_ends(line)
    head = read_head(line, ends[0])
    calling = _Calling(line).read(ends[1] + 1, ends[2])
    play = read_play(line, ends[2] + 1, ends[3], None)
    tricks = _read_tricks(line, ends[3] + 1)
    outcome = read_outcome(line, ends[3] + 1, ends[4])
    if outcome.thrown_in or outcome.penalties:
        line.note("not-ecarte", "No hand of écarté is passed out or holds a penalty.", ends[3] + 1)
    said = outcome.said
    if tricks is None and said.makers_tricks is not None and said.others_tricks is not None:
        tricks = ((frozenset({Seat.N}), said.makers_tricks), (frozenset({Seat.S}), said.others_tricks))
    return EcarteRecord(
        number=head.number,
        dealer=head.dealer,
        cuts=head.cuts,
        packets=head.packets,
        held=read_deal(line, ends[0] + 1, ends[1], None),
        upcard=head.upcard,
        calls=calling.whole,
        kings=calling.kings,
        tricks=play.tricks,
        stopped=play.stopped,
        claims=play.claims,
        said=EcarteSaid(tricks, said.points, said.reported),
        redeal=outcome.redeal,
        scores=head.scores,
    )


@dataclass(slots=True)
class _Calling:
    """Reads the calls and the kings."""

    line: Line
    calls: list[EcarteCall] = field(default_factory=list)
    kings: tuple[KingMark, ...] | None = None
    unknown: bool = False

    @property
    def whole(self) -> tuple[EcarteCall, ...] | None:
        """The calls; None if `?` says that nothing of them is known."""
        if self.unknown and self.calls == [EcarteCall(EcarteCallKind.UNKNOWN)]:
            return None
        return tuple(self.calls)

    def read(self, start: int, end: int) -> _Calling:
        for word in _WORD.finditer(self.line.text, start, end):
            self._take(word[0], word.start())
        return self

    def _take(self, word: str, at: int) -> None:
        if found := _CALL.fullmatch(word):
            self._call(found, at)
        elif found := _KING.fullmatch(word):
            self._king(found, at)
        elif self.calls and (found := _COUNTS.fullmatch(word)):
            last, counts = self.calls[-1], [None if one == "?" else int(one) for one in found.groups()]
            eldest, dealer = replace(last.eldest, count=counts[0]), replace(last.dealer, count=counts[1])
            self.calls[-1] = replace(last, eldest=eldest, dealer=dealer)
        elif self.calls and (found := _CARDS.fullmatch(word)):
            self._cards(found, at)
        else:
            self.line.unread(word, at, "among the calls")

    def _call(self, found: re.Match[str], at: int) -> None:
        if len(self.calls) >= MOST_CALLS:
            self.line.note("too-many-calls", f"A hand has {MOST_CALLS} calls at most.", at)
            return
        kind = _BY_WORD.get(found[1].lower(), EcarteCallKind.UNKNOWN)
        self.unknown = self.unknown or found[0] == "?"
        self.calls.append(EcarteCall(kind, SEATS[found[2]] if found[2] else None))

    def _cards(self, found: re.Match[str], at: int) -> None:
        last = self.calls[-1]
        away, taken = (self._read_cards(found[group], at + found.start(group)) for group in (2, 3))
        if found[1].lower() == "e":
            self.calls[-1] = replace(last, eldest=Swap(last.eldest.count, away, taken))
        else:
            self.calls[-1] = replace(last, dealer=Swap(last.dealer.count, away, taken))

    def _read_cards(self, text: str, at: int) -> Cards:
        return None if text == "?" else read_glimpses(self.line, text, at)

    def _king(self, found: re.Match[str], at: int) -> None:
        self.kings = self.kings or ()
        moment = next((one for one in KingMoment if one == (found[2] or "").lower()), None)
        if found[2] and moment is None:
            self.line.note("moment-unknown", f"A king is marked {', '.join(KingMoment)}.", at)
        if len(self.kings) >= MOST_KINGS:
            self.line.note("too-many-kings", f"A hand has {MOST_KINGS} marks of a king at most.", at)
        elif found[1] != "-":
            self.kings = (*self.kings, KingMark(SEATS[found[1]], moment))


def _read_tricks(line: Line, start: int) -> tuple[tuple[Side, int], ...] | None:
    """Take the tricks by side out of the outcome and blank them, so that the rest reads as in euchre."""
    tricks: list[tuple[Side, int]] | None = None
    for number, found in enumerate(list(_TRICKS.finditer(line.text, start))):
        tricks = tricks or []
        if number >= MOST_TRICKS_BY_SIDE:
            line.note("too-many-tricks", "More sides have tricks here than sit anywhere.", found.start())
            break
        if found[1]:
            tricks.append((side_named(found[1]), int(found[2])))
        line.text = line.text[: found.start()] + " " * len(found[0]) + line.text[found.end() :]
    return tuple(tricks) if tricks is not None else None


# --- written


def write_ecarte_hand(hand: EcarteRecord) -> str:
    """Write one hand on one line."""
    sections = (
        write_head(hand.number, hand.dealer, hand.upcard, hand.scores, hand.cuts, hand.packets),
        write_deal(hand.held),
        " ".join([*_calls_words(hand.calls), *_kings_words(hand.kings)]),
        write_play(hand.tricks, hand.claims, hand.stopped),
        _outcome_text(hand),
    )
    return " | ".join(sections).rstrip()


def _calls_words(calls: tuple[EcarteCall, ...] | None) -> list[str]:
    if calls is None:
        return ["?"]
    words: list[str] = []
    for call in calls:
        said = "?" if call.kind is EcarteCallKind.UNKNOWN else str(call.kind)
        words.append(said + (f"@{call.seat}" if call.seat is not None else ""))
        counts = (call.eldest.count, call.dealer.count)
        if counts != (None, None):
            words.append("/".join(["?" if count is None else str(count) for count in counts]))
        words += _swap_words("e", call.eldest) + _swap_words("d", call.dealer)
    return ["?-"] if words == ["?"] else words


def _swap_words(who: str, swap: Swap) -> list[str]:
    if swap.away is None and swap.taken is None:
        return []
    away, taken = ("?" if cards is None else glimpses_text(cards) for cards in (swap.away, swap.taken))
    return [f"{who}<{away}:{taken}"]


def _kings_words(kings: tuple[KingMark, ...] | None) -> list[str]:
    if kings is None:
        return []
    return [f"K!{mark.seat}" + (f"@{mark.moment}" if mark.moment else "") for mark in kings] or ["K!-"]


def _outcome_text(hand: EcarteRecord) -> str:
    said = hand.said
    words: list[str] = []
    if said.tricks is not None:
        words += [f"{side_text(side)}:{number}" for side, number in said.tricks] or [":-"]
    if said.reported:
        words[:1] = ["~" + "".join(words[:1])]
    return " ".join([*words, write_outcome(Said(points=said.points), False, hand.redeal, ())]).strip()
