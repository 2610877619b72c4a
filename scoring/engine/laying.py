"""Cards laid down one by one: could each be there, did it follow, what does it show of those before it.

The card that was written stands. Of a hand out of which a card cannot have come one card is gone, and which
does not show, so that no revoke is found where there was none.
"""

from __future__ import annotations

from scoring.engine.cases import UNKNOWN, Case, Written, make_fault
from scoring.engine.deck import CARDS, FOLLOWS, IN_SUIT, OWN_SUIT, numbers_in
from scoring.engine.hands import TRICKS
from scoring.engine.play import Play
from scoring.engine.records import Trick
from scoring.engine.verdicts import Section, Step

Card = tuple[int, int, int, int]
"""Index, place, number (UNKNOWN for an unknown card), and the written trick."""

_SUITS = ("clubs", "diamonds", "hearts", "spades", "trumps", "Benny's")

_NOT_THERE = {
    "card-not-in-pack": "{card} is not in this pack.",
    "played-twice": "{card} had been played already.",
    "play-turned-down": "{card} was the upcard and was not taken up; nobody can play it.",
    "play-discarded": "{card} lies in the discard.",
    "not-held-other-seat": "{card} was in another hand than {who}'s.",
    "not-held-sitting-out": "{card} is in the hand that sits out.",
    "not-held-undealt": "{who} did not hold {card}.",
}


class Laying:
    """The cards as they were written down, the hands they come out of, and what was found of both."""

    lead_at = 0

    def __init__(self, case: Case, trump: int, alone: int, leader: int) -> None:
        self.case, self.terms = case, case.terms
        self.trump, self.leader = trump, leader
        self.play = Play(trump, alone)
        self.sitting_out = self.terms.sitting_out(alone)
        self.orders = self.terms.orders(self.sitting_out)
        self.k = self.terms.players - self.sitting_out.bit_count()
        self.hands = case.hands.copy()
        self.laid = 0  # cards soundly played, as bits
        self.open: list[dict[int, list[int]]] = [{} for _ in range(self.terms.players)]
        self.across = False
        self.doubtful = False
        self.tricks: tuple[Trick, ...] = case.record.tricks or ()
        if case.written is None:
            case.written = Written(self.tricks, self.terms.place)
        written = case.written
        self.flat, self.ends = written.flat, written.ends
        for index, seat in written.strangers:
            self._no_such_seat(index, str(seat))
        self.surplus = len(self.flat) > TRICKS * self.k or max(written.sizes, default=0) > self.k
        if 2 * written.sizes[:-1].count(self.k) < len(written.sizes) - 1:  # cut up by one who counted others
            self.across = all(place >= 0 for place, _, _ in self.flat)

    def _no_such_seat(self, index: int, seat: str) -> None:
        self._note("seat-not-at-table", index, UNKNOWN, f"Nobody sits at {seat} at this table.")

    def _note(
        self, code: str, index: int, place: int, sentence: str, cards: int = 0, proved: int = UNKNOWN
    ) -> None:
        step = Step(Section.PLAY, index)
        proved_at = Step(Section.PLAY, proved) if proved >= 0 else None
        self.play.faults.append(
            make_fault(self.terms, code, step, sentence, seat=place, cards=cards, proved_at=proved_at)
        )

    def _name(self, place: int) -> str:
        return str(self.terms.seats[place]) if place >= 0 else "Somebody"

    def _lay_all(self, cards: list[Card]) -> None:
        led, sound = UNKNOWN, True
        for at in (self.lead_at, *(i for i in range(len(cards)) if i != self.lead_at)):
            index, place, number, _ = cards[at]
            here = self._lay(index, place, number)
            sound = sound and here
            if at == self.lead_at:
                led = FOLLOWS[self.trump][number] if here and number >= 0 else UNKNOWN
            elif here and led >= 0 and number >= 0:
                self._follow(index, place, number, led)
        self.doubtful = self.doubtful or not sound

    def _breaks(self, cards: list[Card], lead_at: int) -> int:
        """Count those who would not have followed, had this card been led."""
        lead = cards[lead_at][2]
        if lead == UNKNOWN:
            return 0
        following = IN_SUIT[self.trump][FOLLOWS[self.trump][lead]]
        return sum(
            number >= 0 and not following >> number & 1 and bool(self.hands.surely(place, following))
            for _, place, number, _ in cards
        )

    def _lay(self, index: int, place: int, number: int) -> bool:
        """Play a card out of a hand; False, with the fault noted, if it cannot have been there."""
        if number == UNKNOWN:
            self.hands.lose_one(place)
            self.play.known = False
            return True
        code = self._why_not(place, 1 << number)
        if code:
            sentence = _NOT_THERE[code].format(who=self._name(place), card=CARDS[number])
            self._note(code, index, place, sentence, 1 << number)
            self.hands.lose_one(place)
            return False
        self.laid |= 1 << number
        self.play.laid.append((index, place, number))
        self._shows(index, place, number)
        self._upcard_put_out(index, place)
        return True

    def _why_not(self, place: int, bit: int) -> str:
        """Play the card if it can be there and return "", or say why it cannot."""
        hands = self.hands
        if not self.terms.pack & bit:
            return "card-not-in-pack"
        if self.laid & bit:
            return "played-twice"
        if hands.remove(place, bit):
            return ""
        if hands.out & bit:
            if self.case.upcard >= 0 and bit == 1 << self.case.upcard and self.case.taken is not True:
                return "play-turned-down"
            return "play-discarded" if bit == 1 << max(self.case.discard, 0) else "not-held-undealt"
        for other in range(self.terms.players):
            if (hands.firm[other] | hands.loose[other]) & bit and other != place:
                return "not-held-sitting-out" if self.sitting_out >> other & 1 else "not-held-other-seat"
        return "not-held-undealt"

    def _upcard_put_out(self, index: int, place: int) -> None:
        """See whether the dealer has now played all five cards he was dealt, and so put out the upcard."""
        hands = self.hands
        if hands.loose[place].bit_count() + hands.blank[place] >= hands.gone[place]:
            return
        hands.gone[place] -= 1
        if place == self.case.dealer and hands.firm[place] == 1 << max(self.case.upcard, 0):
            step, proved = Step(Section.DISCARD, 0), Step(Section.PLAY, index)
            sentence = f"{self._name(place)} never held another card to put out than the one just taken up."
            fault = make_fault(
                self.terms, "discard-is-upcard", step, sentence, seat=place, cards=hands.firm[place],
                proved_at=proved,
            )  # fmt: skip
            self.play.faults.append(fault)
            hands.loose[place], hands.firm[place], hands.gone[place] = hands.firm[place], 0, 1

    def _follow(self, index: int, place: int, number: int, led: int) -> None:
        if FOLLOWS[self.trump][number] == led:
            return
        held = self.hands.surely(place, IN_SUIT[self.trump][led])
        if held:
            self._revoke(index, place, led, held, UNKNOWN)
            return
        self.open[place].setdefault(led, []).append(index)
        self.play.voids.append((index, place, led))

    def _shows(self, index: int, place: int, number: int) -> None:
        """A card of a suit that was not followed proves every revoke in it."""
        suit = FOLLOWS[self.trump][number]
        for earlier in self.open[place].pop(suit, ()):
            self._revoke(earlier, place, suit, 1 << number, index)
            self.play.voids.remove((earlier, place, suit))

    def _revoke(self, index: int, place: int, led: int, held: int, proved: int) -> None:
        trick = self._trick_of(index)
        self.play.revokes.append((trick, place))
        shown = " ".join(str(CARDS[number]) for number in numbers_in(held))
        how = f"holding {shown}" if proved < 0 else f"{shown} came later"
        suit = _SUITS[5 if led == OWN_SUIT else 4 if led == self.trump else led]
        sentence = f"{self._name(place)} did not follow {suit} in trick {trick + 1}: {how}."
        self._note("revoke", index, place, sentence, held, proved)

    def _trick_of(self, index: int) -> int:
        return index // self.k if self.across else self.flat[index][2]

    def _rest(self, at: int) -> None:
        """Where nobody knows whose card is whose, a card can still be wrong in itself."""
        for index in range(at, len(self.flat)):
            place, number, _ = self.flat[index]
            if number == UNKNOWN:
                self.play.known = False
            elif not self.terms.pack >> number & 1:
                self._note("card-not-in-pack", index, place, f"{CARDS[number]} is not in this pack.")
            elif self.laid >> number & 1:
                sentence = f"{CARDS[number]} had been played already."
                self._note("played-twice", index, place, sentence, 1 << number)
            else:
                self.laid |= 1 << number
