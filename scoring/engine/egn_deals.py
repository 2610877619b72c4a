"""One deal of a file of games, read into a hand.

The file holds who dealt, the calls in turn from the dealer's left, and the cards in the order of play; it
never says who made the trump, who played a card or who took a trick. All that is worked out here. The players
of a file sit clockwise: player 0 is N, 1 is E, 2 is S, 3 is W, so that 0 and 2 are partners.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.cards import BENNY, Card, Rank, Suit, winning_place
from scoring.engine.egn_cards import is_unknown, read_card, suit_of
from scoring.engine.egn_fields import COMMENTARY, Fields
from scoring.engine.egn_text import Node, Notes, quoted
from scoring.engine.hands import TRICKS, HandFacts
from scoring.engine.seats import Seat, in_turn_from, left_of, partner_of, seats_of, side_by_seat

Flags = Mapping[str, bool | int | str]
"""The house rules that a file states, by their names in the format."""

SEATS = seats_of(4)
LEFT_OF_LONER = "LEFT_OF_LONER"

_DEAL = {"dealNumber", "initialState", "phases", *COMMENTARY}
_STATE = {"dealer", "upCard", "kitty", "playerCards"}
_BIDDING = {"phaseNumber", "type", "calls", "isAlone", "aloneDefender", "discard", *COMMENTARY}
_PLAY = {"phaseNumber", "type", "initialLead", "tricks", *COMMENTARY}
_PHASES = {"EUCHRE_BIDDING": _BIDDING, "TRICK_PLAY": _PLAY}
_CALLS = {"pass": "pass", "order": "order", "n": "N", **{suit.casefold(): str(suit) for suit in Suit}}
_LOWEST = {Rank.SEVEN: 7, Rank.EIGHT: 8}


@dataclass(frozen=True, slots=True)
class EgnDeal:
    """A deal as it was played. `number` counts the file's deals from 1, those that were not read included.

    `hand` is None if all passed twice; `trump` is None then too, and where the hand was played without trump.
    """

    number: int
    dealer: Seat
    hand: HandFacts | None
    trump: Suit | None
    winners: tuple[Seat, ...]
    """Who took each trick, in order."""
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Called:
    """What the calling came to; `maker` is None if all passed twice."""

    maker: Seat | None
    trump: Suit | None
    alone: frozenset[Seat]


def read_deal(node: Node, number: int, *, last: bool, flags: Flags, notes: Notes) -> EgnDeal | None:
    """Read one deal; None if anything it needs is wrong, or if it is the last and was not played out."""
    return _DealReader(number, last, flags, notes).read(node)


class _DealReader:
    def __init__(self, number: int, last: bool, flags: Flags, notes: Notes) -> None:
        self.number = number
        self.last = last
        self.flags = flags
        self.notes = notes
        self.unfinished: Node | None = None

    def read(self, node: Node) -> EgnDeal | None:
        before = self.notes.errors
        fields = Fields(node, self.notes, _DEAL, self.number)
        dealer, upcard = self._state(fields)
        bidding, play = self._phases(fields)
        called = self._called(bidding, dealer, upcard, node)
        tricks = self._tricks(play, called, node)
        winners = self._winners(play, tricks, dealer, called)
        if self.unfinished is not None:
            self._tell_unfinished(self.unfinished)
        if self.notes.errors > before or self.unfinished is not None or called is None or dealer is None:
            return None
        return self._deal(node, dealer, called, winners)

    def _deal(self, node: Node, dealer: Seat, called: _Called, winners: Sequence[Seat]) -> EgnDeal:
        hand = None
        if called.maker is not None:
            makers = side_by_seat(4)[called.maker]
            hand = HandFacts(called.maker, called.alone, sum(seat in makers for seat in winners))
        place = self.notes.place(node.at)
        return EgnDeal(self.number, dealer, hand, called.trump, tuple(winners), *place)

    def _note(self, code: str, sentence: str, at: int, *, warning: bool = False) -> None:
        self.notes.note(code, sentence, at, deal=self.number, warning=warning)

    def _tell_unfinished(self, node: Node) -> None:
        if self.last:
            sentence = "The last deal was not played out; it was skipped."
            self._note("deal-unfinished", sentence, node.at, warning=True)
        else:
            self._note("tricks-not-five", "This deal was not played out, yet others follow.", node.at)

    # --- before the play

    def _state(self, fields: Fields) -> tuple[Seat | None, Node | None]:
        """Who deals, and the card turned up."""
        node = fields.object_of("initialState")
        if node is None:
            fields.missing("initialState")
            return None, None
        state = Fields(node, self.notes, _STATE, self.number)
        self._look_at_dealt(state)
        upcard = state.node_of("upCard")
        if upcard is not None:
            self._look_at_card(upcard)
        state.missing("dealer")
        return self._seat_of(state, "dealer", "dealer-wrong"), upcard

    def _seat_of(self, fields: Fields, name: str, code: str) -> Seat | None:
        """The seat of a player's index; None if the field is absent or no such player sits here."""
        index = fields.number(name)
        if index is None:
            return None
        if not 0 <= index < len(SEATS):
            node = fields.node_of(name)
            assert node is not None
            self._note(code, f"“{name}” is the number of a player, 0 to 3, not {index}.", node.at)
            return None
        return SEATS[index]

    def _look_at_dealt(self, state: Fields) -> None:
        """Point at dealt cards that cannot be; no result depends on them."""
        dealt = state.listed("playerCards")
        if dealt is not None:
            sound = len(dealt.items) == len(SEATS) and all(
                isinstance(held.value, list) and len(held.items) in {0, TRICKS} for held in dealt.items
            )
            if not sound:
                sentence = "Each of four players was dealt five cards, or none are written; it was skipped."
                self._note("cards-wrong-number", sentence, dealt.at, warning=True)
            for held in dealt.items:
                for card in held.items:
                    self._look_at_card(card)
        kitty = state.listed("kitty")
        for card in kitty.items if kitty is not None else ():
            self._look_at_card(card)

    def _look_at_card(self, node: Node) -> None:
        if not is_unknown(node.value) and read_card(node.value, Suit.CLUBS) is None:
            self._note("card-unknown", f"{_no_card(node)}.", node.at, warning=True)

    def _phases(self, fields: Fields) -> tuple[Fields | None, Fields | None]:
        """The calling and the play."""
        found: dict[str, Fields] = {}
        listed = fields.listed("phases")
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
                found[name] = Fields(node, self.notes, _PHASES[name], self.number)
        return found.get("EUCHRE_BIDDING"), found.get("TRICK_PLAY")

    # --- the calling

    def _called(
        self, bidding: Fields | None, dealer: Seat | None, upcard: Node | None, node: Node
    ) -> _Called | None:
        calls = bidding.listed("calls") if bidding is not None else None
        if bidding is None or calls is None:
            self.unfinished = node
            return None
        discard = bidding.node_of("discard")
        if discard is not None:
            self._look_at_card(discard)
        before = self.notes.errors
        accepted = self._accepted(calls)
        if self.notes.errors > before:
            return None
        if accepted is None:
            return self._thrown_in(bidding, calls)
        place, said = accepted
        trump = self._trump(place, said, calls.items[place], upcard)
        if dealer is None or self.notes.errors > before:
            return None
        maker = in_turn_from(left_of(dealer, SEATS), SEATS)[place % 4]
        return _Called(maker, trump, self._alone(bidding, maker))

    def _accepted(self, calls: Node) -> tuple[int, str] | None:
        """Which call fixed the trump, counted from 0, and what it was."""
        accepted: tuple[int, str] | None = None
        for place, node in enumerate(calls.items):
            said = _CALLS.get(node.value.casefold()) if isinstance(node.value, str) else None
            if said is None and node.value == "x":
                self._note("trump-unknown", "The file does not say which suit was made.", node.at)
            elif said is None:
                self._note("call-unknown", f"There is no call {quoted(node.value)}.", node.at)
            elif accepted is not None:
                sentence = "Nobody calls once the trump is fixed."
                self._note("calls-conflict", sentence, node.at)
                break
            elif place >= 8:
                self._note("calls-conflict", "Everybody calls twice at most.", node.at)
                break
            elif said != "pass":
                accepted = place, said
                self._check_stage(place, said, node)
        return accepted

    def _check_stage(self, place: int, said: str, node: Node) -> None:
        if (said == "order") != (place < 4):
            sentence = (
                "A suit is named only once all have passed the upcard."
                if place < 4
                else "The upcard is turned down; a suit must be named."
            )
            self._note("calls-conflict", sentence, node.at)

    def _thrown_in(self, bidding: Fields, calls: Node) -> _Called | None:
        if len(calls.items) < 8:
            self.unfinished = calls
            return None
        if bidding.flag("isAlone"):
            self._note("alone-wrong", "All passed, so nobody plays alone.", calls.at)
        return _Called(None, None, frozenset())

    def _trump(self, place: int, said: str, call: Node, upcard: Node | None) -> Suit | None:
        turned = suit_of(upcard.value if upcard is not None else None)
        if said == "order":
            if turned is None:
                self._note("trump-unknown", "The upcard was ordered up, but is not known.", call.at)
            return turned
        if turned is not None and said == turned:
            sentence = "The suit that was turned down is named."
            self._note("suit-turned-down", sentence, call.at, warning=True)
        return None if said == "N" else Suit(said)

    def _alone(self, bidding: Fields, maker: Seat) -> frozenset[Seat]:
        """Who plays alone, on either side."""
        alone = {maker} if bidding.flag("isAlone") else set()
        if bidding.number("aloneDefender") not in {None, -1}:
            defender = self._seat_of(bidding, "aloneDefender", "alone-wrong")
            if defender is not None and (not alone or defender in side_by_seat(4)[maker]):
                node = bidding.node_of("aloneDefender")
                assert node is not None
                sentence = "Only an opponent of a lone maker defends alone."
                self._note("alone-wrong", sentence, node.at)
            elif defender is not None:
                alone.add(defender)
        return frozenset(alone)

    # --- the play

    def _tricks(self, play: Fields | None, called: _Called | None, node: Node) -> list[list[Card]]:
        """The cards of each trick in the order of play; none unless all five are there and readable."""
        listed = play.listed("tricks") if play is not None else None
        tricks = listed.items if listed is not None else []
        if called is not None and called.maker is None:
            if tricks:
                self._note("calls-conflict", "All passed, yet tricks were played.", tricks[0].at)
            return []
        sitting = 4 - len(called.alone) if called is not None else None
        read = [self._trick(one, called, sitting, last=one is tricks[-1]) for one in tricks]
        self._check_once([card for trick in tricks for card in trick.items], called)
        if len(tricks) > TRICKS:
            sentence = f"A hand has five tricks, not {len(tricks)}."
            self._note("tricks-not-five", sentence, tricks[TRICKS].at)
        elif len(tricks) < TRICKS and self.unfinished is None:
            self.unfinished = listed or node
        return read

    def _trick(self, node: Node, called: _Called | None, sitting: int | None, *, last: bool) -> list[Card]:
        if not isinstance(node.value, list):
            self._note("wrong-shape", f"A trick is a list of cards, not {quoted(node.value)}.", node.at)
            return []
        number = len(node.items)
        if sitting is not None and number != sitting:
            if last and self.last and number < sitting:
                self.unfinished = node
            else:
                sentence = f"This trick has {number} cards where {sitting} players sit."
                self._note("cards-wrong-number", sentence, node.at)
        trump = called.trump if called is not None else None
        cards = [(card, read_card(card.value, trump)) for card in node.items]
        for card, read in cards:
            self._check_card(card, read)
        return [read for _, read in cards if read is not None]

    def _check_card(self, node: Node, card: Card | None) -> None:
        if card is None:
            told = (
                "A card is not known" if is_unknown(node.value) else f"There is no card {quoted(node.value)}"
            )
            sentence = f"{told}; who took the trick cannot be said."
            self._note("card-unknown", sentence, node.at)
            return
        lowest = self.flags.get("min_rank", 9)
        joker = self.flags.get("joker") or self.flags.get("jokers")
        outside = _LOWEST.get(card.rank, 9) < (lowest if isinstance(lowest, int) else 9)
        if outside or (card == BENNY and not joker):
            self._note("card-not-in-pack", f"The file's pack has no {card}.", node.at)

    def _check_once(self, played: Sequence[Node], called: _Called | None) -> None:
        trump = called.trump if called is not None else None
        seen: set[Card] = set()
        for node in played:
            card = read_card(node.value, trump)
            if card in seen:
                self._note("card-twice", f"The {card} was played already.", node.at)
            if card is not None:
                seen.add(card)

    def _winners(
        self,
        play: Fields | None,
        tricks: Sequence[Sequence[Card]],
        dealer: Seat | None,
        called: _Called | None,
    ) -> list[Seat]:
        """Who took each trick; nobody unless all five can be told."""
        if play is None or dealer is None or called is None or called.maker is None:
            return []
        active = tuple(seat for seat in SEATS if partner_of(seat, SEATS) not in called.alone)
        lead = self._lead(play, dealer, called, active)
        winners: list[Seat] = []
        for cards in tricks:
            if lead is None or len(cards) != len(active):
                return []
            lead = in_turn_from(lead, active)[winning_place(cards, called.trump)]
            winners.append(lead)
        return winners

    def _lead(self, play: Fields, dealer: Seat, called: _Called, active: tuple[Seat, ...]) -> Seat | None:
        """Who leads first: as written, else the first to play on the left of the dealer or the loner."""
        by_loner = bool(called.alone) and self.flags.get("loner_lead") == LEFT_OF_LONER
        after = called.maker if by_loner and called.maker is not None else dealer
        due = next(seat for seat in in_turn_from(left_of(after, SEATS), SEATS) if seat in active)
        written = play.node_of("initialLead")
        if written is None:
            return due
        lead = self._seat_of(play, "initialLead", "lead-wrong")
        if lead is not None and lead not in active:
            self._note("lead-wrong", "Who leads here sits out.", written.at)
            return None
        if lead is not None and lead != due:
            sentence = f"{due} should lead here, not {lead}; it was read as written."
            self._note("lead-differs", sentence, written.at, warning=True)
        return lead


def _no_card(node: Node) -> str:
    return f"There is no card {quoted(node.value)}"
