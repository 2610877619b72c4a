"""The faults of a record of écarté: their codes, the law each breaks, and the sentence that says so.

A *table* is the record with what it needs to be read by: who dealt, and the trump. Where these were not
written down they are supposed, one after the other, and a fault is one only if no supposition does without.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.engine.cards import Card, Suit
from scoring.engine.ecarte import ECARTE_SOURCES, EcarteRules
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.seats import Seat
from scoring.engine.verdicts import SECTIONS, Fault, Law, Section, Step


@dataclass(frozen=True, slots=True)
class Table:
    """A record as it is read: by these rules, dealt by `dealer`, with `trump`."""

    record: EcarteRecord
    rules: EcarteRules
    dealer: Seat
    trump: Suit

    @property
    def eldest(self) -> Seat:
        """The non-dealer, who speaks and leads first."""
        return self.rules.other(self.dealer)


PLAY = "play"
UPCARD_STEP = Step(Section.DEAL, 10)

CODES: dict[str, tuple[str, str, str]] = {
    "seat-not-at-table": (PLAY, "", "Nobody sits at {seat} at a table of two."),
    "card-not-in-pack": (PLAY, "", "{cards} is not in the pack."),
    "card-twice": (PLAY, "", "{cards} is there twice."),
    "cut-card-twice": ("cut_for_deal", "", "{cards} was cut by both."),
    "cut-after-decision": ("cut_for_deal", "", "The deal was decided, and {seat} cut again."),
    "wrong-dealer": ("cut_for_deal", "", "By the cut, {seat} was not to deal."),
    "packets-wrong": ("packets", "vi", "The cards were not dealt by twos and threes."),
    "hand-size": ("packets", "vi", "{seat} was not dealt five cards."),
    "call-out-of-turn": ("proposals", "", "It was not for {seat} to speak."),
    "call-not-allowed": ("proposals", "", "{seat} could not say this here."),
    "call-after-the-end": ("proposals", "", "{seat} spoke when the play had been settled."),
    "proposal-too-many": ("proposals", "", "{seat} proposed again; one proposal is allowed."),
    "proposal-retracted": (PLAY, "x", "{seat} took a proposal back."),
    "acceptance-retracted": (PLAY, "x", "{seat} took an acceptance back."),
    "stock-spent": ("proposals", "", "{seat} proposed when the stock was spent."),
    "stock-too-short": ("proposals", "", "{seat} drew more cards than the stock held."),
    "exchange-without-acceptance": ("proposals", "", "{seat} changed cards without an acceptance."),
    "exchange-size": ("proposals", "", "{seat} can change none to five cards."),
    "exchange-miscounted": ("proposals", "", "{seat} did not draw as many cards as were laid aside."),
    "discard-not-held": (PLAY, "xi", "{seat} laid aside {cards}, which was not held."),
    "discard-taken-back": (PLAY, "xi", "{seat} had laid {cards} aside before."),
    "upcard-taken": (PLAY, "vii", "{seat} had {cards}, which had been turned up."),
    "card-elsewhere": (PLAY, "", "{seat} had {cards}, which was the other's."),
    "king-marked-twice": ("king", "xii", "{seat} marked the king when it had been marked."),
    "king-not-turned-up": ("king", "viii", "{seat} marked a king turned up, and none was."),
    "king-not-the-dealers": ("king", "viii", "{seat} marked the king turned up, which is the dealer's."),
    "king-turned-too-late": (
        "king",
        "viii",
        "{seat} marked the king when the next trump had been turned up.",
    ),
    "king-too-late": ("king", "ix", "{seat} marked the king too late."),
    "king-not-held": ("king", "ix", "{seat} marked the king of trumps without holding it."),
    "out-of-turn": (PLAY, "vi", "{seat} played out of turn."),
    "card-not-held": (PLAY, "vi", "{seat} played {cards}, which was not held."),
    "revoke": (PLAY, "", "{seat} did not follow suit, holding {cards}."),
    "failed-to-win": ("must_win", "", "{seat} did not win the trick, holding {cards}."),
    "failed-to-trump": ("must_trump", "", "{seat} did not trump, holding {cards}."),
    "trick-too-long": (PLAY, "", "Two cards make a trick."),
    "trick-too-short": (PLAY, "", "A trick of two cards was left short."),
    "too-many-tricks": (PLAY, "", "A hand has five tricks."),
    "played-after-the-game": ("target", "", "The king had ended the game; nothing more was to be played."),
    "played-after-claim": (PLAY, "", "The claim had been accepted; nothing more was to be played."),
    "claim-out-of-place": (PLAY, "", "{seat} claimed at a point that the play never reached."),
    "claim-impossible": (PLAY, "", "{seat} claimed more tricks than can be made."),
    "winner-wrong": (PLAY, "", "{seat} did not win this trick."),
    "tricks-out-of-range": (PLAY, "", "Five tricks are made in a hand, no more and no less."),
    "tricks-wrong": (PLAY, "", "The tricks written down are not those that were made."),
    "points-wrong": ("point", "xii", "The points written down are not those that were earned."),
    "void-but-scored": ("void_hand", "vi", "A void hand scores nothing."),
    "game-over": ("target", "", "The game was over before this hand."),
}
"""Each code with the field of the rules it breaks ("play" for none), the law of S3, and its sentence."""


def fault(
    code: str,
    step: Step,
    *,
    seat: Seat | None = None,
    cards: Sequence[Card] = (),
    proved_at: Step | None = None,
) -> Fault:
    """Build a fault; it is proved where it was done unless said otherwise."""
    rule, law, sentence = CODES[code]
    text = sentence.format(seat=seat or "Somebody", cards=" ".join(map(str, cards)) or "another card")
    source = ECARTE_SOURCES[rule][0] if rule in ECARTE_SOURCES else "S3"
    said = f"{text[:-1]} (law {law})." if law else text
    return Fault(code, seat, step, proved_at or step, tuple(cards), Law(rule, source), said)


def in_order(faults: Collection[Fault]) -> tuple[Fault, ...]:
    """Sort faults by where the wrong was done; each is named once."""
    return tuple(sorted(dict.fromkeys(faults), key=lambda found: place(found.step)))


def place(step: Step) -> tuple[int, int]:
    """Return a step's place in the record, to sort by."""
    return SECTIONS.index(step.section), step.index


def sure_faults(cases: Sequence[Sequence[Fault]]) -> tuple[Fault, ...]:
    """Return what is wrong in every case: nothing if one case is free of faults.

    If each case has faults but none in common, those of the case with the fewest stand for them all.
    """
    if not cases or not all(cases):
        return ()
    common = [found for found in cases[0] if all(_has(found, case) for case in cases[1:])]
    return in_order(common or min(cases, key=len))


def _has(found: Fault, case: Sequence[Fault]) -> bool:
    return any(found.code == other.code and found.step == other.step for other in case)
