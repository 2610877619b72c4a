"""One deal of an EGN file, read into a record of a hand as it was written.

Player 0 is N, 1 E, 2 S, 3 W. A card of which the rank or the suit is left open (`Xh`, `Jx`) is so kept
where a record can; an upcard of which only the suit is known leaves it to the call that took it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.egn_cards import is_unknown, read_card, suit_of
from scoring.engine.egn_deals import SEATS
from scoring.engine.egn_fields import COMMENTARY, Fields
from scoring.engine.egn_text import Node, Notes, quoted
from scoring.engine.notation_calls import declared, trump_of
from scoring.engine.records import (
    MOST_CALLS,
    MOST_HELD,
    MOST_IN_A_TRICK,
    MOST_TRICKS,
    Call,
    CallKind,
    Exchange,
    ExchangeKind,
    Glimpse,
    HandRecord,
    Played,
    Trick,
)
from scoring.engine.seats import Seat

TRICKS = 5

_DEAL = {"dealNumber", "initialState", "phases", *COMMENTARY}
_STATE = {"dealer", "upCard", "kitty", "playerCards"}
_BIDDING = {"phaseNumber", "type", "calls", "isAlone", "aloneDefender", "discard", *COMMENTARY}
_PLAY = {"phaseNumber", "type", "initialLead", "tricks", *COMMENTARY}
_PHASES = {"EUCHRE_BIDDING": _BIDDING, "TRICK_PLAY": _PLAY}
_EXCHANGE = {"sender", "receiver", "cards"}
_SKIPPED = COMMENTARY - {"cardExchanges"}
_CALLS = {
    "pass": Call(CallKind.PASS),
    "order": Call(CallKind.ACCEPT),
    "n": Call(CallKind.MAKE),
    "x": Call(CallKind.UNKNOWN),
    **{suit.casefold(): Call(CallKind.MAKE, suit) for suit in Suit},
}


def read_deal_record(node: Node, number: int, notes: Notes, *, may_defend: bool) -> HandRecord | None:
    """Read one deal, the file's `number`th; None if it is no object, or packed into a text.

    `may_defend` says that the file tells of every lone defender, so that where it names none there is none.
    """
    if isinstance(node.value, str):
        sentence = "This deal is packed into a text; unpack the file first."
        notes.note("deal-packed", sentence, node.at, deal=number)
        return None
    if not isinstance(node.value, dict):
        notes.note("wrong-shape", f"A deal is an object, not {quoted(node.value)}.", node.at, deal=number)
        return None
    return _Reader(number, notes, may_defend).read(node)


class _Reader:
    """Reads one deal; `trump` is known once the calls are read."""

    def __init__(self, number: int, notes: Notes, may_defend: bool) -> None:
        self.number = number
        self.notes = notes
        self.may_defend = may_defend
        self.trump: Suit | None = None

    def read(self, node: Node) -> HandRecord:
        fields = self._fields(node, _DEAL)
        place = fields.number("dealNumber")
        state = fields.object_of("initialState", partly=True)
        stated = self._fields(state, _STATE) if state is not None else None
        if stated is None:
            fields.missing("initialState")
        bidding, play = self._phases(fields)
        dealer = self._seat(stated, "dealer") if stated is not None else None
        upcard, suit = self._upcard(stated)
        calls = self._calls(bidding, suit)
        self.trump = trump_of(calls, upcard)
        defender = self._seat(bidding, "aloneDefender") if bidding is not None else None
        alone = (*declared(calls, dealer, upcard, SEATS), *([defender] if defender is not None else ()))
        tricks = self._tricks(play)
        passed = bool(calls) and all(call.kind is CallKind.PASS for call in calls or ())
        thrown_in = passed and len(calls or ()) >= 2 * len(SEATS)
        return HandRecord(
            number=self.number if place is None else place + 1,
            dealer=dealer,
            held=self._held(stated),
            upcard=upcard,
            calls=calls,
            discard=self._glimpse(bidding.node_of("discard")) if bidding is not None else None,
            alone=alone if defender is not None or (alone and self.may_defend) else None,
            exchanges=self._exchanges(bidding),
            tricks=() if tricks is None and thrown_in else tricks,
            stopped=tricks is not None and breaks_off(tricks, len(alone)),
            thrown_in=thrown_in,
        )

    def _note(self, code: str, sentence: str, at: int, *, warning: bool = False) -> None:
        self.notes.note(code, sentence, at, deal=self.number, warning=warning)

    def _fields(self, node: Node, known: set[str]) -> Fields:
        return Fields(node, self.notes, known, self.number, _SKIPPED)

    def _seat(self, fields: Fields, name: str) -> Seat | None:
        index = fields.number(name)
        if index is None or (name == "aloneDefender" and index == -1):
            return None
        if 0 <= index < len(SEATS):
            return SEATS[index]
        node = fields.node_of(name)
        assert node is not None
        self._note("seat-unknown", f"“{name}” is the number of a player, 0 to 3, not {index}.", node.at)
        return None

    # --- cards

    def _upcard(self, state: Fields | None) -> tuple[Card | None, Suit | None]:
        """Return the upcard if it is known, else its suit if that is."""
        node = state.node_of("upCard") if state is not None else None
        if node is None:
            return None, None
        card = read_card(node.value, None)
        if card is None:
            glimpse = self._glimpse(node)
            if glimpse is not None and glimpse.rank is not None:
                self._note("card-in-part", "Of this upcard only a rank is known; it was left out.", node.at)
        return card, suit_of(node.value) if card is None else None

    def _glimpse(self, node: Node | None) -> Glimpse | None:
        """A card or what is known of it; None, and noted, if it is neither."""
        if node is None:
            return None
        card = read_card(node.value, self.trump)
        if card is not None:
            return Glimpse.of(card)
        if not is_unknown(node.value):
            self._note("card-unknown", f"There is no card {quoted(node.value)}.", node.at)
            return None
        written = str(node.value).upper()
        rank = next((rank for rank in Rank if rank is not Rank.BENNY and rank == written[:1]), None)
        return Glimpse(rank, suit_of(written))

    def _glimpses(self, node: Node) -> tuple[Glimpse, ...]:
        if not isinstance(node.value, list):
            self._note("wrong-shape", f"Cards stand in a list; this is {quoted(node.value)}.", node.at)
        read = tuple(self._glimpse(card) for card in self._bounded(node, MOST_HELD))
        return tuple(card for card in read if card is not None)

    def _bounded(self, node: Node, most: int) -> list[Node]:
        if len(node.items) > most:
            self._note("too-many", f"More than {most} stand in this list.", node.items[most].at)
        return node.items[:most]

    def _held(self, state: Fields | None) -> dict[Seat, tuple[Glimpse, ...]]:
        if state is None:
            return {}
        kitty = state.listed("kitty")
        if kitty is not None and any(not is_unknown(card.value) for card in kitty.items):
            sentence = "A record holds no cards of the stock; they were left out."
            self._note("kitty-left-out", sentence, kitty.at, warning=True)
        listed = state.listed("playerCards")
        if listed is None:
            return {}
        cards = zip(SEATS, self._bounded(listed, len(SEATS)), strict=False)
        return {seat: self._glimpses(node) for seat, node in cards if node.value != []}

    # --- the calling

    def _phases(self, fields: Fields) -> tuple[Fields | None, Fields | None]:
        found: dict[str, Fields] = {}
        listed = fields.listed("phases", partly=True)
        if listed is None:
            fields.missing("phases")
        for node in listed.items if listed is not None else ():
            kind = node.members.get("type")
            name = kind.value if kind is not None and isinstance(kind.value, str) else ""
            if name not in _PHASES:
                shown = quoted(name) if name else "without a type"
                self._note("phase-unknown", f"A phase {shown} is not known.", node.at)
            elif name in found:
                self._note("phase-twice", f"This deal has {quoted(name)} twice.", node.at)
            else:
                found[name] = self._fields(node, _PHASES[name])
        return found.get("EUCHRE_BIDDING"), found.get("TRICK_PLAY")

    def _calls(self, bidding: Fields | None, turned: Suit | None) -> tuple[Call, ...] | None:
        """The calls; `turned` is the suit of an upcard of which no more is known."""
        listed = bidding.listed("calls", partly=True) if bidding is not None else None
        if bidding is None or listed is None:
            return None
        calls: list[Call] = []
        for node in self._bounded(listed, MOST_CALLS):
            call = _CALLS.get(node.value.casefold()) if isinstance(node.value, str) else None
            if call is None:
                self._note("call-unknown", f"There is no call {quoted(node.value)}.", node.at)
            elif call.kind is CallKind.ACCEPT and turned is not None:
                calls.append(replace(call, suit=turned))
            else:
                calls.append(call)
        if bidding.flag("isAlone"):
            self._mark_alone(calls, listed)
        return tuple(calls)

    def _mark_alone(self, calls: list[Call], listed: Node) -> None:
        for place in reversed(range(len(calls))):
            if calls[place].kind is not CallKind.PASS:
                calls[place] = replace(calls[place], alone=True)
                return
        self._note("alone-wrong", "All passed, so nobody plays alone.", listed.at)

    def _exchanges(self, bidding: Fields | None) -> tuple[Exchange, ...]:
        listed = bidding.listed("cardExchanges") if bidding is not None else None
        if listed is None:
            return ()
        read = (self._exchange(node) for node in self._bounded(listed, len(SEATS)))
        return tuple(exchange for exchange in read if exchange is not None)

    def _exchange(self, node: Node) -> Exchange | None:
        """Cards that a player was passed: by the partner, or without a sender from the stock."""
        fields = self._fields(node, _EXCHANGE)
        receiver = self._seat(fields, "receiver")
        listed = fields.listed("cards")
        if receiver is None or listed is None:
            self._note("exchange-unclear", "An exchange says who was passed which cards.", node.at)
            return None
        sender = self._seat(fields, "sender")
        kind = ExchangeKind.GOING_UNDER if sender is None else ExchangeKind.PARTNERS_BEST
        return Exchange(kind, receiver, sender, (), self._glimpses(listed))

    # --- the play

    def _tricks(self, play: Fields | None) -> tuple[Trick, ...] | None:
        listed = play.listed("tricks", partly=True) if play is not None else None
        if play is None or listed is None:
            return None
        leader = self._seat(play, "initialLead")
        tricks = [Trick(self._played(node)) for node in self._bounded(listed, MOST_TRICKS)]
        if leader is not None and tricks:
            tricks[0] = replace(tricks[0], leader=leader)
        return tuple(tricks)

    def _played(self, node: Node) -> tuple[Played, ...]:
        if not isinstance(node.value, list):
            self._note("wrong-shape", f"A trick is a list of cards, not {quoted(node.value)}.", node.at)
        return tuple(self._card(card) for card in self._bounded(node, MOST_IN_A_TRICK))

    def _card(self, node: Node) -> Played:
        card = read_card(node.value, self.trump)
        if card is None and not is_unknown(node.value):
            self._note("card-unknown", f"There is no card {quoted(node.value)}.", node.at)
        elif card is None and self._glimpse(node) != Glimpse():
            self._note(
                "card-in-part", "A card played is known whole or not; this one was left open.", node.at
            )
        return Played(card)


def breaks_off(tricks: Sequence[Trick], alone: int) -> bool:
    """Say whether a play is not written to its end: a trick or a card of the last one is missing."""
    return len(tricks) < TRICKS or len(tricks[-1].cards) < len(SEATS) - alone
