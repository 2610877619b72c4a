"""A record under examination: what was read of it so far, and what was found.

Seats are places counted clockwise from N, cards numbers and sets of cards bits (`deck`). UNKNOWN stands for
a seat, a card or a trump that does not follow from the record.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.engine.deck import CARDS, NUMBER, cards_in
from scoring.engine.records import HandRecord, Trick
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.engine.terms import Terms, terms_of
from scoring.engine.verdicts import Fault, Section, Step

UNKNOWN = -1


class Hands:
    """What each place holds as the play begins, as far as it is known.

    `firm` are cards surely held, `loose` cards of which some may be gone: of `loose` and the `blank` (not
    known) cards together exactly `gone` are not there any more, and which of them does not show. `out` are
    cards that lie face down for the whole hand.
    """

    __slots__ = ("blank", "firm", "gone", "loose", "out")

    def __init__(self, firm: list[int], blank: list[int]) -> None:
        self.firm = firm
        self.blank = blank
        self.loose = [0] * len(firm)
        self.gone = [0] * len(firm)
        self.out = 0

    def copy(self) -> Hands:
        """Return hands that can be played from without changing these."""
        other = Hands(self.firm[:], self.blank[:])
        other.loose, other.gone, other.out = self.loose[:], self.gone[:], self.out
        return other

    def lose_one(self, place: int) -> None:
        """One of this place's cards is gone, and which does not show."""
        self.loose[place] |= self.firm[place]
        self.firm[place] = 0
        self.gone[place] += 1

    def remove(self, place: int, bit: int) -> bool:
        """Take a card away; False if it cannot have been there."""
        if self.firm[place] & bit:
            self.firm[place] ^= bit
        elif self.loose[place] & bit:
            self.loose[place] ^= bit
        elif self.blank[place] > 0 and not self.known() & bit:
            self.blank[place] -= 1
        else:
            return False
        return True

    def known(self) -> int:
        """Return every card whose whereabouts are known."""
        bits = self.out
        for firm, loose in zip(self.firm, self.loose, strict=True):
            bits |= firm | loose
        return bits

    def surely(self, place: int, cards: int) -> int:
        """Return those of these cards which the place holds, 0 if it may hold none of them."""
        loose = self.loose[place] & cards
        if self.firm[place] & cards or loose.bit_count() > self.gone[place]:
            return (self.firm[place] | loose) & cards
        return 0


class Written:
    """The play as it was written down, which is the same whatever reading of it is tried."""

    __slots__ = ("ends", "flat", "sizes", "strangers")

    def __init__(self, tricks: tuple[Trick, ...], place_of: dict[Seat, int]) -> None:
        self.flat: list[tuple[int, int, int]] = []  # place, number and written trick, of every card
        self.ends: list[int] = []
        self.strangers: list[tuple[int, Seat]] = []  # index and seat, where nobody sits there
        self.sizes = [len(trick.cards) for trick in tricks]
        for at, trick in enumerate(tricks):
            seat = trick.leader
            for played in trick.cards:
                seat, place = played.seat or seat, UNKNOWN
                if seat is not None:
                    place = place_of.get(seat, UNKNOWN)
                    if place == UNKNOWN:
                        self.strangers.append((len(self.flat), seat))
                card, seat = played.card, None
                number = UNKNOWN if card is None else NUMBER[card.rank, card.suit]
                self.flat.append((place, number, at))
            self.ends.append(len(self.flat))


class Case:
    """Everything the parts of the examination tell each other."""

    __slots__ = (
        "alone",
        "blanks",
        "call_at",
        "called",
        "dealer",
        "discard",
        "discard_due",
        "faults",
        "hands",
        "held",
        "is_open",
        "lone_known",
        "maker",
        "record",
        "rules",
        "taken",
        "terms",
        "thrown_in",
        "trump",
        "trumps",
        "unknown",
        "upcard",
        "written",
    )  # fmt: skip

    def __init__(self, record: HandRecord, rules: Ruleset) -> None:
        self.record = record
        self.rules = rules
        self.terms: Terms = terms_of(rules)
        self.faults: list[Fault] = []
        self.unknown: list[str] = []
        self.dealer = UNKNOWN
        self.upcard = UNKNOWN
        # the deal: cards known to be dealt to each place, and how many more it was dealt
        self.held: list[int] = [0] * self.terms.players
        self.blanks: list[int] = [0] * self.terms.players
        # the calling
        self.called = False  # the calling is over
        self.maker = UNKNOWN
        self.call_at = UNKNOWN  # which call fixed the trump
        self.trump = UNKNOWN
        self.trumps: tuple[int, ...] = ()  # what it may be, where it is not known
        self.taken: bool | None = None  # the dealer takes the upcard; None: not known
        self.is_open: bool | None = None  # made in the second stage
        self.thrown_in = False
        # what follows it
        self.discard = UNKNOWN
        self.discard_due = False
        self.alone = 0
        self.lone_known = False  # nobody else can have played alone
        self.hands = Hands([], [])
        self.written: Written | None = None  # the play, once it was asked for

    def fault(
        self,
        code: str,
        section: Section,
        index: int,
        sentence: str,
        *,
        seat: int | Seat = UNKNOWN,
        cards: int | Iterable[int] = 0,
        proved_at: Step | None = None,
    ) -> None:
        """Note one thing that cannot be or was not allowed; `cards` are bits, or numbers in their order."""
        self.faults.append(
            make_fault(
                self.terms, code, Step(section, index), sentence, seat=seat, cards=cards, proved_at=proved_at
            )
        )

    def name(self, place: int) -> Seat:
        """Return the seat at a place."""
        return self.terms.seats[place]

    def place_of(self, seat: Seat | None, section: Section, index: int) -> int:
        """Return the place of a seat that was written down; a fault, and UNKNOWN, if nobody sits there."""
        if seat is None:
            return UNKNOWN
        place = self.terms.place.get(seat, UNKNOWN)
        if place == UNKNOWN:
            sentence = f"Nobody sits at {seat} at a table of {self.terms.players}."
            self.fault("seat-not-at-table", section, index, sentence, seat=seat)
        return place


def make_fault(
    terms: Terms,
    code: str,
    step: Step,
    sentence: str,
    *,
    seat: int | Seat = UNKNOWN,
    cards: int | Iterable[int] = 0,
    proved_at: Step | None = None,
) -> Fault:
    """Write a fault down, with the law it breaks."""
    if isinstance(seat, Seat):
        who: Seat | None = seat
    else:
        who = terms.seats[seat] if seat >= 0 else None
    shown = cards_in(cards) if isinstance(cards, int) else tuple(CARDS[number] for number in cards)
    return Fault(code, who, step, proved_at or step, shown, terms.law(code), sentence)
