"""The play of a hand, card by card, whatever was written down: whose card, could he have it, did he follow.

The card that was written stands, and play goes on from it. Only where a card cannot have been played as
written (twice, not held, not in the pack) is its trick *doubtful*: the winner that was written, or who led
next, is then believed, and nobody is held to follow a lead that cannot have been. Of the hand it did not come
out of, one card is gone, and which does not show, so that no revoke is found where there was none.
A leader out of turn keeps the lead; whether his trick was only written in the wrong order is decided by who
would have revoked.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.engine.cases import UNKNOWN, make_fault
from scoring.engine.deck import FOLLOWS, IN_SUIT, POWER, numbers_in
from scoring.engine.hands import TRICKS
from scoring.engine.laying import Card, Laying
from scoring.engine.play import Play
from scoring.engine.turns import Fit, fit
from scoring.engine.verdicts import Section, Step

_SLIPS = {
    "wrong-first-leader": "{who} led to the first trick; {due} had to lead.",
    "wrong-leader": "{who} led, though {due} had taken the trick before.",
    "out-of-turn": "{who} played out of turn.",
    "sitting-out-plays": "{who} sits out this hand and has no card to play.",
    "plays-twice-in-trick": "{who} plays once more to a trick already played to.",
    "card-missing": "{who} did not play to trick {trick}.",
}


class Reader(Laying):
    """Reads the play under one trump and one choice of who plays alone."""

    def read(self, enough: Callable[[Play], bool] | None = None) -> Play:
        """Read all there is, or until between two tricks it is enough."""
        at = 0
        for number in range(len(self.tricks) + 1):
            if self.play.full == TRICKS or self.play.lost or (enough and enough(self.play)):
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
        sentence = _SLIPS[code].format(who=who, due=self._name(order[0]), trick=self.play.full + 1)
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
