"""The calls of a hand in the native form, and what follows them: discard, lone hands, exchanges.

`p o c d h s n ?` in turn from the dealer's left; `*` alone, `@S` who said it where that is written down, a
capital suit after `p o ?` the suit it concerned. Then `xQH` the discard, `W*` a seat that plays alone,
`S>N:AH:9C` S passes AH to N, who puts 9C away, `E<9C9DTH:ACKDQS` E changes three with the stock. A section
`?` alone is unknown as a whole; a single call of which nothing is known is `?-`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import BENNY, Card, Suit
from scoring.engine.notation_cards import (
    GLIMPSES,
    ONE_CARD,
    SEATS,
    TEXTS,
    glimpse_named,
    glimpses_text,
    suit_named,
)
from scoring.engine.notation_text import Line
from scoring.engine.records import MOST_CALLS, MOST_HELD, Call, CallKind, Exchange, ExchangeKind, Glimpse
from scoring.engine.seats import Seat

_CALL = re.compile(r"([poPO?])([CDHScdhs-]?)(\*?)(?:@([NESWnesw]))?(\*?)")
_MAKE = re.compile(r"([cdhsnCDHSN♣♧♦♢♥♡♠♤])\ufe0f?(\*?)(?:@([NESWnesw]))?(\*?)")
_LONE = re.compile(r"(=?)([NESWew-])\*")
_PASSED = re.compile(r"([NESWnesw-])>([NESWnesw]):([^:]*)(?::([^:]*))?")
_UNDER = re.compile(r"([NESWnesw])<([^:]*):([^:@]*)(?:@([NESWnesw]))?")
_KINDS = {"p": CallKind.PASS, "o": CallKind.ACCEPT, "?": CallKind.UNKNOWN}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_WORDS = {
    **dict.fromkeys(("pass", "passes", "passed"), "p"),
    **dict.fromkeys(
        ("order", "orders", "ordered", "pick", "picks", "take", "takes", "assist", "assists"), "o"
    ),
    **{word: word[0] for word in ("clubs", "diamonds", "hearts", "spades")},
    **dict.fromkeys(("no-trump", "notrump", "nt"), "n"),
}
_WORD = re.compile(r"\S+")
MOST_LONE = 8
MOST_EXCHANGES = 8
_KEPT_TEXTS = 4096
_LONGEST_KEPT = 80


@dataclass(slots=True)
class Calling:
    """What the section holds. `lone` are the seats marked after the calls, None for no such mark."""

    calls: tuple[Call, ...] | None = None
    discard: Glimpse | None = None
    lone: tuple[Seat, ...] | None = None
    lone_exact: bool = False
    exchanges: tuple[Exchange, ...] = ()


_kept: dict[str | tuple[str, str], Calling] = {}
"""Sections by their text without the discard: there are a few thousand different ones at most tables."""


def read_calls(line: Line, start: int, end: int) -> Calling:
    """Read the section between two places of the line."""
    text = line.text[start:end]
    before, mark, after = text.partition("x")
    card = GLIMPSES.get(after[:2]) if mark else None
    key = (before, after[2:]) if card is not None else text
    kept = _kept.get(key)
    if kept is not None:
        return kept if card is None else Calling(kept.calls, card, kept.lone, kept.lone_exact, kept.exchanges)
    told = line.told
    found = _Reader(line, start, end).read()
    if line.told == told and (card is None) == (found.discard is None) and len(text) < _LONGEST_KEPT:
        if len(_kept) >= _KEPT_TEXTS:
            _kept.clear()
        _kept[key] = found
    return found


@dataclass(slots=True)
class _Reader:
    line: Line
    start: int
    end: int
    calls: list[Call] = field(default_factory=list)
    found: Calling = field(default_factory=Calling)
    unknown_at: int = -1

    def read(self) -> Calling:
        for word in _WORD.finditer(self.line.text, self.start, self.end):
            self._take(word[0], word.start())
        whole_unknown = len(self.calls) == 1 and self.unknown_at >= 0
        self.found.calls = None if whole_unknown else tuple(self.calls)
        return self.found

    def _take(self, word: str, at: int) -> None:
        if found := _LONE.fullmatch(word):
            self._lone(found, at)
        elif call := call_named(word):
            self._call(call, at)
            if word == "?":
                self.unknown_at = at
        elif word[0] in "xX":
            self._discard(word, at)
        elif found := _PASSED.fullmatch(word):
            self._exchange(ExchangeKind.PARTNERS_BEST, found, at)
        elif found := _UNDER.fullmatch(word):
            self._exchange(ExchangeKind.GOING_UNDER, found, at)
        elif word.lower() == "alone" and self.calls:
            last = self.calls[-1]
            self.calls[-1] = Call(last.kind, last.suit, True, last.seat)
        elif not (word.lower() in {"up", "it"} and self.calls and self.calls[-1].kind == CallKind.ACCEPT):
            self.line.unread(word, at, "among the calls")

    def _call(self, call: Call, at: int) -> None:
        if len(self.calls) < MOST_CALLS:
            self.calls.append(call)
        else:
            self.line.note("too-many-calls", f"A hand has {MOST_CALLS} calls at most.", at)

    def _discard(self, word: str, at: int) -> None:
        card = glimpse_named(word[1:], trump_of(self.calls, None))
        if card is None:
            self.line.note("card-unknown", f"There is no card “{word[1:][:20]}”.", at + 1)
        elif self.found.discard is not None:
            self.line.note("discard-twice", "One card is discarded; the first one written counts.", at)
        else:
            self.found.discard = card

    def _lone(self, found: re.Match[str], at: int) -> None:
        if self.found.lone is None:
            self.found.lone = ()
            self.found.lone_exact = bool(found[1])
        seat = SEATS.get(found[2])
        if seat is None:
            return
        if len(self.found.lone) < MOST_LONE:
            self.found.lone += (seat,)
        else:
            self.line.note("too-many-alone", "More seats play alone here than sit anywhere.", at)

    def _exchange(self, kind: ExchangeKind, found: re.Match[str], at: int) -> None:
        if kind is ExchangeKind.PARTNERS_BEST:
            other, by, taken, away = SEATS.get(found[1]), SEATS[found[2]], (3, found[3]), (4, found[4] or "")
        else:
            by, away, taken = SEATS[found[1]], (2, found[2]), (3, found[3])
            other = SEATS[found[4]] if found[4] else None
        cards = [read_glimpses(self.line, text, found.start(group) + at) for group, text in (away, taken)]
        if len(self.found.exchanges) < MOST_EXCHANGES:
            self.found.exchanges += (Exchange(kind, by, other, *cards),)
        else:
            self.line.note("too-many-exchanges", "More exchanges are written than can be.", at)


def read_glimpses(line: Line, text: str, at: int, trump: Suit | None = None) -> tuple[Glimpse, ...]:
    """Read cards written without anything between them, in any spelling; `at` is where they begin."""
    cards: list[Glimpse] = []
    place = 0
    while place < len(text):
        found = ONE_CARD.match(text, place)
        card = glimpse_named(found[0], trump) if found else None
        if found is None or card is None:
            line.note("card-unknown", f"There is no card “{text[place : place + 20]}”.", at + place)
            break
        if len(cards) >= MOST_HELD:
            line.note("too-many-cards", f"Nobody holds more than {MOST_HELD} cards.", at + place)
            break
        cards.append(card)
        place = found.end()
    return tuple(cards)


_calls_named: dict[str, Call] = {}


def call_named(word: str) -> Call | None:
    """Read one call, None if it is none."""
    if word in _calls_named:
        return _calls_named[word]
    call = _call_read(_WORDS.get(word.lower(), word))
    if call is not None and len(_calls_named) < _KEPT_TEXTS and len(word) < 12:
        _calls_named[word] = call
    return call


def _call_read(word: str) -> Call | None:
    if found := _CALL.fullmatch(word):
        kind, suit = _KINDS[found[1].lower()], suit_named(found[2])
    elif found := _MAKE.fullmatch(word):
        kind, suit = CallKind.MAKE, suit_named(found[1])
    else:
        return None
    at = 3 if kind is CallKind.MAKE else 4
    seat = SEATS[found[at]] if found[at] else None
    return Call(kind, suit, bool(found[at - 1] or found[at + 1]), seat)


def trump_of(calls: Sequence[Call] | None, upcard: Card | None) -> Suit | None:
    """Return the trump the calls come to, as far as they say; None also if there is none."""
    for call in calls or ():
        if call.kind is CallKind.ACCEPT:
            return call.suit or (upcard.suit if upcard is not None else None)
        if call.kind is CallKind.MAKE or (call.kind is CallKind.UNKNOWN and call.suit is not None):
            return call.suit
    return None


def declared(
    calls: Sequence[Call] | None, dealer: Seat | None, upcard: Card | None, seats: tuple[Seat, ...]
) -> list[Seat]:
    """Return who declared a lone hand with a call, as far as the turn or a written seat tells."""
    found: list[Seat] = []
    for place, call in enumerate(calls or ()):
        if not call.alone:
            continue
        seat = call.seat
        if seat is None and dealer in seats:
            turn = 0 if upcard == BENNY else place + 1
            seat = seats[(seats.index(dealer) + turn) % len(seats)]
        if seat is not None and seat not in found:
            found.append(seat)
    return found


def alone_of(calling: Calling, with_calls: Sequence[Seat]) -> tuple[Seat, ...] | None:
    """Return a record's `alone`: those who said it with a call, then those marked after the calls."""
    if calling.lone is None:
        return None
    if calling.lone_exact:
        return calling.lone
    return (*(seat for seat in with_calls if seat not in calling.lone), *calling.lone)


# --- written


def write_calls(
    calls: Sequence[Call] | None,
    discard: Glimpse | None,
    alone: tuple[Seat, ...] | None,
    with_calls: Sequence[Seat],
    exchanges: Sequence[Exchange],
) -> str:
    """Write the section."""
    words = ["?"] if calls is None else [call_text(call) for call in calls]
    if calls is not None and words == ["?"]:
        words = ["?-"]
    if discard is not None:
        words.append("x" + TEXTS[discard])
    if alone is not None:
        words += _lone_words(alone, with_calls)
    words += [_exchange_text(exchange) for exchange in exchanges]
    return " ".join(words)


def call_text(call: Call) -> str:
    """Write one call."""
    if call.kind is CallKind.MAKE:
        said = call.suit.lower() if call.suit is not None else "n"
    else:
        said = _LETTERS[call.kind] + (call.suit or "")
    return said + ("*" if call.alone else "") + (f"@{call.seat}" if call.seat is not None else "")


def _lone_words(alone: tuple[Seat, ...], with_calls: Sequence[Seat]) -> list[str]:
    """Mark who plays alone: besides those who said so with a call if that gives the same, else all."""
    rest = alone[len(with_calls) :] if alone[: len(with_calls)] == tuple(with_calls) else alone
    for marked in (rest, alone) if rest else (alone,):
        if alone_of(Calling(lone=marked), with_calls) == alone:
            return [f"{seat}*" for seat in marked] or ["-*"]
    words = [f"{seat}*" for seat in alone] or ["-*"]
    return ["=" + words[0], *words[1:]]


def _exchange_text(exchange: Exchange) -> str:
    away, taken = glimpses_text(exchange.away), glimpses_text(exchange.taken)
    if exchange.kind is ExchangeKind.PARTNERS_BEST:
        return f"{exchange.with_seat or '-'}>{exchange.by}:{taken}" + (f":{away}" if away else "")
    return f"{exchange.by}<{away}:{taken}" + (f"@{exchange.with_seat}" if exchange.with_seat else "")
