"""Is there any deal with which this play is legal?

Every hand is five places, each of which takes certain cards: the one that is known to be there, or any card
not seen elsewhere that is of no suit its holder has shown to lack. The deal exists if all places can be
filled at once (a matching of places to cards), the cards played among them. What is not dealt is the stock,
and the stock takes anything, so that only the hands need to be filled.

Two matchings suffice: one that fills every place, one that houses every card that must be in the hand. By the
theorem of Mendelsohn and Dulmage there is then one that does both.
"""

from __future__ import annotations

from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import AllPass
from scoring.engine.dealing import fitting
from scoring.engine.deck import ALL_CARDS, BENNY_NUMBER, CARDS, IN_SUIT, NO_TRUMP, PRINTED, numbers_in
from scoring.engine.play import Play
from scoring.engine.verdicts import Section, Step


def check_deal_exists(case: Case, play: Play) -> None:
    """Note it if no deal fits, at the first card after which none does."""
    if case.faults or not _is_hidden(case) or case.trump == UNKNOWN or deal_exists(case, play):
        return
    for index, place, number in sorted(play.laid):
        if not deal_exists(case, play, upto=index):
            sentence = (
                f"With {CARDS[number]} no deal is left with which everybody followed suit "
                "and had every card that was played."
            )
            case.fault("no-deal-fits", Section.PLAY, index, sentence, seat=place, cards=1 << number)
            return


def _is_hidden(case: Case) -> bool:
    return any(case.blanks) or (case.discard_due and case.discard == UNKNOWN)


def deal_exists(case: Case, play: Play, *, upto: int = 1 << 30) -> bool:
    """Say whether any deal fits what was played up to this index; True wherever that cannot be asked."""
    hidden_before = case.record.exchanges or case.dealer == UNKNOWN or case.taken is None
    if hidden_before or not play.known or play.lost or case.upcard == UNKNOWN:
        return True
    return _Deal(case, play, upto).exists()


class _Deal:
    """The places to fill, and the cards there are for them."""

    def __init__(self, case: Case, play: Play, upto: int) -> None:
        self.case, self.play = case, play
        n = case.terms.players
        self.played, self.lacks = [0] * n, [0] * n
        for index, place, number in play.laid:
            if index <= upto:
                self.played[place] |= 1 << number
        for index, place, suit in play.voids:
            if index <= upto:
                self.lacks[place] |= IN_SUIT[play.trump][suit]
        seen = 1 << case.upcard
        if case.discard >= 0:
            seen |= 1 << case.discard
        for place in range(n):
            seen |= self.played[place] | case.held[place]
        self.unseen = case.terms.pack & ~seen

    def exists(self) -> bool:
        """Try every discard the dealer may have made, until one leaves a deal."""
        if not self.case.discard_due:
            return self._fills(0, 0)
        return any(self._with_discard(number) for number in self._discards())

    def _discards(self) -> list[int]:
        case = self.case
        if case.discard >= 0:
            return [case.discard]
        dealer = case.dealer
        choice = self.unseen | case.held[dealer] & ~self.played[dealer]
        if case.rules.discard_may_be_upcard and not self.played[dealer] >> case.upcard & 1:
            choice |= 1 << case.upcard
        if case.record.discard is not None:
            choice &= fitting(case.record.discard)
        # likeliest first: what he has shown to lack, so that it costs no card he needs
        likely = choice & self.lacks[dealer]
        return numbers_in(likely) + numbers_in(choice & ~likely)

    def _with_discard(self, number: int) -> bool:
        upcard = 1 << self.case.upcard
        if 1 << number == upcard:
            return self._fills(0, 0)
        dealer = self.case.dealer
        kept = not self.played[dealer] & upcard
        if kept and self.lacks[dealer] & upcard:
            return False
        return self._fills(1 << number, upcard)

    def _fills(self, discard: int, upcard: int) -> bool:
        """Say whether all hands can be filled, the dealer's with the discard, and without the upcard."""
        places: list[int] = []
        must = 0
        for place in range(self.case.terms.players):
            dealt = self.played[place]
            if place == self.case.dealer:
                dealt = (dealt & ~upcard) | discard
            if not self.case.held[place] and dealt.bit_count() == len(self._glimpses(place)):
                continue  # all five cards have been seen, and any hand takes any five
            must |= dealt
            own = self.case.held[place] | dealt | (self.unseen & ~self.lacks[place] & ~discard)
            places += [glimpse & own for glimpse in self._glimpses(place)]
        return _all_placed(places) and _all_housed(places, must)

    def _glimpses(self, place: int) -> list[int]:
        """Return for each of the five cards of a hand what it may be."""
        written = self.case.record.held.get(self.case.name(place), ())
        known = [fitting(glimpse) for glimpse in written[:5]]
        return known + [ALL_CARDS] * (5 - len(known))


def _all_placed(places: list[int]) -> bool:
    """Say whether every place can have a card of its own."""
    holder: dict[int, int] = {}
    return all(_place(at, places, holder, set()) for at in range(len(places)))


def _place(at: int, places: list[int], holder: dict[int, int], tried: set[int]) -> bool:
    for number in numbers_in(places[at]):
        if number not in tried:
            tried.add(number)
            if number not in holder or _place(holder[number], places, holder, tried):
                holder[number] = at
                return True
    return False


def _all_housed(places: list[int], must: int) -> bool:
    """Say whether every card that must be in a hand has a place of its own."""
    cards = numbers_in(must)
    homes = [sum(1 << at for at, takes in enumerate(places) if takes >> number & 1) for number in cards]
    return _all_placed(homes)


# --- natural trump


def check_natural_trump(case: Case, play: Play | None) -> None:
    """Note a caller who held no card of the trump suit itself, wherever his hand can be known."""
    if case.trump in (UNKNOWN, NO_TRUMP) or case.maker == UNKNOWN or _is_forced(case):
        return
    held, proved = case.held[case.maker], None
    if case.blanks[case.maker]:
        seen = _hand_by_play(case, play)
        if seen is None:
            case.unknown.append("Whether the caller held a natural trump is not known.")
            return
        held, last = seen
        proved = Step(Section.PLAY, last)
    if not held & PRINTED[case.trump]:
        sentence = f"{case.name(case.maker)} called without a natural trump."
        case.fault(
            "no-natural-trump", Section.CALLS, max(case.call_at, 0), sentence,
            seat=case.maker, cards=held, proved_at=proved,
        )  # fmt: skip


def _is_forced(case: Case) -> bool:
    """Say whether the dealer had to call, whatever was held."""
    stuck = case.rules.all_pass == AllPass.DEALER_MUST_MAKE and case.maker == case.dealer
    return case.upcard == BENNY_NUMBER or (stuck and case.is_open is True)


def _hand_by_play(case: Case, play: Play | None) -> tuple[int, int] | None:
    """Return the five cards the maker was dealt, as the play shows them, and the last index that does."""
    if play is None or case.record.exchanges:
        return None
    mine = [(index, number) for index, place, number in play.laid if place == case.maker]
    if len(mine) != 5 or (case.taken is not False and case.maker == case.dealer and case.discard == UNKNOWN):
        return None
    held = sum(1 << number for _, number in mine)
    if case.taken and case.maker == case.dealer:
        held = (held | 1 << case.discard) & ~(1 << case.upcard) if case.upcard >= 0 else held
        if case.discard == case.upcard:
            held = sum(1 << number for _, number in mine)
    return held, max(index for index, _ in mine)
