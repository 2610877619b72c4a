"""The play of a hand, card by card, whatever was written down: whose card, could he have it, did he follow.

The card that was written stands, and play goes on from it. Only where a card cannot have been played as
written (twice, not held, not in the pack) is its trick *doubtful*: the winner that was written, or who led
next, is then believed, and nobody is held to follow a lead that cannot have been. Of the hand it did not come
out of, one card is gone, and which does not show, so that no revoke is found where there was none.
A leader out of turn keeps the lead; whether his trick was only written in the wrong order is decided by who
would have revoked.
"""

from __future__ import annotations

from scoring.engine.cases import UNKNOWN, Case, make_fault
from scoring.engine.deck import CARDS, FOLLOWS, IN_SUIT, NUMBER, OWN_SUIT, POWER, numbers_in
from scoring.engine.hands import TRICKS
from scoring.engine.play import Play
from scoring.engine.records import Trick
from scoring.engine.turns import Fit, fit
from scoring.engine.verdicts import Section, Step

Card = tuple[int, int, int, int]
"""Index, place, number (UNKNOWN for an unknown card), and the written trick."""

_SUITS = ("clubs", "diamonds", "hearts", "spades", "trumps", "Benny's")


class Reader:
    """Reads the play under one trump and one choice of who plays alone."""

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
        self.flat: list[tuple[int, int, int]] = []  # place, number and written trick, of every card
        self.tricks: tuple[Trick, ...] = case.record.tricks or ()
        self.ends: list[int] = []
        self._flatten()
        sizes = [len(trick.cards) for trick in self.tricks]
        self.surplus = len(self.flat) > TRICKS * self.k or max(sizes, default=0) > self.k
        if 2 * sizes[:-1].count(self.k) < len(sizes) - 1:  # cut up by one who counted other players
            self.across = all(place >= 0 for place, _, _ in self.flat)

    def _flatten(self) -> None:
        place_of = self.terms.place
        for at, trick in enumerate(self.tricks):
            for first, played in enumerate(trick.cards):
                seat = played.seat or (trick.leader if first == 0 else None)
                place = UNKNOWN
                if seat is not None:
                    place = place_of.get(seat, UNKNOWN)
                    if place == UNKNOWN:
                        self._no_such_seat(len(self.flat), str(seat))
                card = played.card
                number = UNKNOWN if card is None else NUMBER[card.rank, card.suit]
                self.flat.append((place, number, at))
            self.ends.append(len(self.flat))

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

    # --- trick by trick

    def read(self) -> Play:
        """Read all there is."""
        at = 0
        for number in range(len(self.tricks) + 1):
            if self.play.full == TRICKS or self.play.lost:
                break
            if not self.across and number < len(self.tricks) and not self.tricks[number].cards:
                self._unseen_trick(number)
                continue
            if at >= len(self.flat):
                break
            at = self._trick(at)
        if self.play.full == TRICKS and at < len(self.flat):
            sentence = "The hand was over after five tricks."
            self._note("play-after-end", at, self.flat[at][0], sentence)
        elif self.play.lost:
            self._rest(at)
        self.play.left = self.hands.firm
        return self.play

    def _unseen_trick(self, number: int) -> None:
        """A trick of which no card is known: everybody has one card less, whoever took it leads."""
        if any(trick.cards or trick.winner for trick in self.tricks[number:]):
            winner = self.tricks[number].winner
            for place in self.orders[self.leader] if self.leader >= 0 else ():
                self.hands.lose_one(place)
            self.play.leaders.append(self.leader)
            self.leader = self.terms.place.get(winner, UNKNOWN) if winner is not None else UNKNOWN
            if self.sitting_out >> max(self.leader, 0) & 1:
                self.leader = UNKNOWN
            self.play.winners.append(self.leader)
            self.play.full += 1
            self.play.known = False

    def _trick(self, at: int) -> int:
        """Read the trick that begins at this card; return where the next one does."""
        lead = self.leader
        if lead == UNKNOWN:
            lead = self.flat[at][0]
        if lead == UNKNOWN or self.sitting_out >> lead & 1:
            self.play.lost = True
            self.play.unknown.append(f"Who led to trick {self.play.full + 1} is not known.")
            return at
        if self._sound_trick(at, self.orders[lead]):
            return at + self.k
        found = self._fitted(at, self.orders[lead])
        for code, offset, place in found.slips:
            self._slip(code, at + offset, place, self.orders[lead])
        cards = [(at + offset, place, *self.flat[at + offset][1:]) for offset, place in found.cards]
        if not cards:  # all that stands here is said to be of people who do not play
            self.play.lost = True
            return at + found.taken
        if not cards:
            self.play.lost = True
            self.play.unknown.append(f"Who played to trick {self.play.full + 1} is not known.")
            return at + found.taken
        self._written_leader(at, cards)
        self.doubtful = len(cards) < self.k and at + found.taken < len(self.flat)
        self.lead_at = self._lead_of(cards, lead, at + found.taken) if found.reordered else 0
        self._lay_all(cards)
        if len(cards) == self.k or self.doubtful:
            self._take(cards, at + found.taken)
        else:
            self.play.leaders.append(cards[0][1])
        return at + found.taken

    def _sound_trick(self, at: int, order: tuple[int, ...]) -> bool:
        """Play a trick in which all is as it should be; False, with nothing played, at the first doubt.

        Whoever plays does so in turn, from what he may hold, and shows no revoke, now or earlier.
        """
        if not self._is_cut_out(at):
            return False
        hands, seen, follows = self.hands, self.laid | ~self.terms.pack, FOLLOWS[self.trump]
        led, best, winner, following, powers = UNKNOWN, -1, UNKNOWN, 0, POWER[self.trump][0]
        fresh, lacking = [], []
        for index, due in enumerate(order, start=at):
            place, number, _ = self.flat[index]
            if number < 0 or (place != due and place != UNKNOWN):
                return False
            bit, gone, firm = 1 << number, hands.gone[due], hands.firm[due]
            loose, blank = hands.loose[due], hands.blank[due]
            if seen & bit or follows[number] in self.open[due]:
                return False
            if not firm & bit:
                if loose & bit:
                    loose ^= bit
                elif blank > 0 and not hands.known() & bit:
                    blank -= 1
                else:
                    return False
            if gone and loose.bit_count() + blank < gone:
                return False
            if led < 0:
                led = follows[number]
                following, powers = IN_SUIT[self.trump][led], POWER[self.trump][led]
            elif follows[number] != led:
                if firm & following or (loose & following).bit_count() > gone:
                    return False
                lacking.append((index, due, led))
            if powers[number] > best:
                best, winner = powers[number], due
            seen |= bit
            fresh.append((index, due, number))
        if self._written_winner(self.play.full if self.across else self.flat[at][2]) not in (UNKNOWN, winner):
            return False
        self._carry_out(fresh, lacking, winner)
        return True

    def _is_cut_out(self, at: int) -> bool:
        """Say whether a whole trick begins at this card, and is written as one if tricks are."""
        if self.across:
            return at + self.k <= len(self.flat)
        trick = self.flat[at][2]
        return self.ends[trick] - at == self.k and self.tricks[trick].leader is None

    def _carry_out(
        self, fresh: list[tuple[int, int, int]], lacking: list[tuple[int, int, int]], winner: int
    ) -> None:
        """Take these cards out of the hands, and go on to the next trick."""
        for _, place, number in fresh:
            self.hands.remove(place, 1 << number)
            self.laid |= 1 << number
        for index, place, suit in lacking:
            self.open[place].setdefault(suit, []).append(index)
        play = self.play
        play.laid += fresh
        play.voids += lacking
        play.leaders.append(fresh[0][1])
        play.winners.append(winner)
        play.full += 1
        self.leader, self.doubtful, self.lead_at = winner, False, 0

    def _fitted(self, at: int, order: tuple[int, ...]) -> Fit:
        """Fit the next cards to seats, within the trick as it was written as long as such tricks can be."""
        written = [place for place, _, _ in self.flat[at : at + self.k + 1]]
        trick = self.flat[at][2]
        end = self.ends[trick]
        last = end == len(self.flat)
        if not self.across and end - at < self.k and not last and not self._runs_on(written, order):
            return self._short(at, end, order)
        found = fit(written, order, first=self.play.full == 0, surplus=self.surplus)
        if found.across or (end - at < self.k and not last):
            self.across = True
        elif not self.across and end - at > self.k:
            found.slips.append(("plays-twice-in-trick", self.k, self.flat[at + self.k][0]))
            found.taken = end - at
        return found

    def _runs_on(self, written: list[int], order: tuple[int, ...]) -> bool:
        """Say whether the seats keep the turn over the end of the trick as written."""
        return tuple(written[: self.k]) == order

    def _short(self, at: int, end: int, order: tuple[int, ...]) -> Fit:
        """A trick that lacks a card and is not the last."""
        places = [place for place, _, _ in self.flat[at:end]]
        missing = [place for place in order if place not in places]
        due = [place for place in order if place in places] if UNKNOWN not in places else list(order)
        offset = next((i for i, place in enumerate(places) if place != order[i]), len(places))
        slips = [("card-missing", offset, missing[0] if UNKNOWN not in places else UNKNOWN)]
        return Fit(list(zip(range(len(places)), due, strict=False)), len(places), slips)

    def _slip(self, code: str, index: int, place: int, order: tuple[int, ...]) -> None:
        who = self._name(place)
        if code == "sitting-out-plays" and place == UNKNOWN:
            return  # a seat that is not at the table has been noted
        sentence = {
            "wrong-first-leader": f"{who} led to the first trick; {self._name(order[0])} had to lead.",
            "wrong-leader": f"{who} led, though {self._name(order[0])} had taken the trick before.",
            "out-of-turn": f"{who} played out of turn.",
            "sitting-out-plays": f"{who} sits out this hand and has no card to play.",
            "plays-twice-in-trick": f"{who} plays once more to a trick already played to.",
            "card-missing": f"{who} did not play to trick {self.play.full + 1}.",
        }[code]
        card = self.flat[index][1] if index < len(self.flat) and code != "card-missing" else UNKNOWN
        self._note(code, index, place, sentence, 1 << card if card >= 0 else 0)

    def _written_leader(self, at: int, cards: list[Card]) -> None:
        leader = self.tricks[self.flat[at][2]].leader
        if leader is None or not cards or self.across:
            return
        if self.terms.place.get(leader) not in (None, cards[0][1], self.flat[at][0]):
            sentence = f"{leader} is written as the leader of trick {self.play.full + 1}, and did not lead."
            self._note("wrong-leader", at, self.terms.place[leader], sentence)

    def _take(self, cards: list[Card], following: int) -> None:
        """Find who takes the trick, and compare it with what was written."""
        written = self._written_winner(self.play.full if self.across else cards[0][3])
        winner = self._winner(cards)
        if self.doubtful or winner == UNKNOWN:
            later = self.flat[following][0] if following < len(self.flat) else UNKNOWN
            believed = [
                place for place in (later, written) if place >= 0 and not self.sitting_out >> place & 1
            ]
            winner = believed[0] if believed else winner
        elif written not in (UNKNOWN, winner):
            sentence = f"{self._name(winner)} took trick {self.play.full + 1}, not {self._name(written)}."
            shown = sum(1 << number for _, _, number, _ in cards)
            step = Step(Section.WINNERS, self.play.full)
            fault = make_fault(
                self.terms, "wrong-trick-winner", step, sentence, seat=written, cards=numbers_in(shown)
            )
            self.play.faults.append(fault)
        self.play.leaders.append(cards[0][1])
        self.play.winners.append(winner)
        self.play.full += 1
        self.leader = winner

    def _written_winner(self, at: int) -> int:
        winner = self.tricks[at].winner if at < len(self.tricks) else None
        return UNKNOWN if winner is None else self.terms.place.get(winner, UNKNOWN)

    def _winner(self, cards: list[Card]) -> int:
        lead = cards[self.lead_at][2]
        if lead == UNKNOWN or any(number == UNKNOWN for _, _, number, _ in cards):
            return UNKNOWN
        powers = POWER[self.trump][FOLLOWS[self.trump][lead]]
        return max(cards, key=lambda card: powers[card[2]])[1]

    # --- card by card

    lead_at = 0

    def _lead_of(self, cards: list[Card], lead: int, following: int) -> int:
        """Return which card of a trick in disorder was led: the first, unless all else speaks for the turn.

        Against each speak those who would not have followed, and the winner that was written or led next.
        """
        later = self.flat[following][0] if following < len(self.flat) else UNKNOWN
        written = self._written_winner(self.play.full if self.across else cards[0][3])
        told = [place for place in (later, written) if place != UNKNOWN]
        against = {}
        for at, card in enumerate(cards):
            if at == 0 or card[1] == lead:
                self.lead_at = at
                winner = self._winner(cards)
                against[at] = self._breaks(cards, at) + sum(winner != place for place in told)
        return min(against, key=lambda at: against[at])

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
            who, card = self._name(place), CARDS[number]
            sentence = {
                "card-not-in-pack": f"{card} is not in this pack.",
                "played-twice": f"{card} had been played already.",
                "play-turned-down": f"{card} was the upcard and was not taken up; nobody can play it.",
                "play-discarded": f"{card} lies in the discard.",
                "not-held-other-seat": f"{card} was in another hand than {who}'s.",
                "not-held-sitting-out": f"{card} is in the hand that sits out.",
                "not-held-undealt": f"{who} did not hold {card}.",
            }[code]
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
