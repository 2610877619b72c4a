"""The choices a ruleset makes: every value a field may have that is neither a number nor yes or no.

The text of each value is what is stored, shown in the API and written in a notation's `Rules` tag: it never
changes.
"""

from __future__ import annotations

from enum import StrEnum


class CutForDeal(StrEnum):
    """Who deals first."""

    LOWEST = "lowest-deals"
    HIGHEST = "highest-deals"
    FIRST_JACK = "first-jack-deals"
    RANDOM = "at-random"


class CutRank(StrEnum):
    """How cards rank in the cut for deal, where rank decides it."""

    ACE_LOW = "ace-low"
    ACE_HIGH = "ace-high"
    KNAVE_HIGH = "knave-high"


class CutPack(StrEnum):
    """What is done to the shuffled pack before the deal, by eldest (two-handed: the non-dealer)."""

    CUT = "cut"
    CUT_OR_BUMP = "cut-or-bump"


class Packets(StrEnum):
    """How the five cards are given out."""

    TWO_AND_THREE = "two-and-three"
    DEALER_VARIES = "dealer-varies"
    ANY = "any"


class DealAgain(StrEnum):
    """Who deals after a hand that was void."""

    SAME_DEALER = "same-dealer"
    NEXT_DEALER = "next-dealer"


class DealersPartner(StrEnum):
    """What the dealer's partner may say to the upcard, besides passing."""

    MAY_ASSIST = "may-assist"
    MUST_PLAY_ALONE = "must-play-alone"


class OpenSuits(StrEnum):
    """What may be made trump in the second stage."""

    NOT_TURNED_DOWN = "not-the-turned-down"
    ANY = "any"


class AllPass(StrEnum):
    """What happens when all pass twice."""

    NEXT_DEALER = "next-dealer"
    SAME_DEALER = "same-dealer"
    DEALER_MUST_MAKE = "dealer-must-make"


class BennyTurnedUp(StrEnum):
    """What a dealer who turns Benny up does; the dealer's side are then the makers, and nobody passes."""

    NAMES_UNSEEN = "dealer-names-unseen"
    NAMES_SEEN = "dealer-names-seen"


class UpcardTaken(StrEnum):
    """In which order the dealer takes the upcard and discards."""

    DISCARD_FIRST = "discard-first"
    UPCARD_FIRST = "upcard-first"


class LoneBy(StrEnum):
    """Which of the makers may play alone."""

    NOBODY = "nobody"
    CALLER = "caller"
    CALLER_OR_PARTNER = "caller-or-partner"
    BY_CALL = "by-call"
    CALLER_OR_UNPASSED_PARTNER = "caller-or-unpassed-partner"
    ANY_PLAYER = "any-player"
    MAKER_ALWAYS = "maker-always"


class LoneSaid(StrEnum):
    """When a lone hand must be announced."""

    WITH_THE_CALL = "with-the-call"
    BEFORE_THE_LEAD = "before-the-first-lead"


class LoneDefender(StrEnum):
    """Whether a defender may play alone."""

    NO = "no"
    AGAINST_LONE_MAKER = "against-a-lone-maker"
    ALWAYS = "always"


class LoneLead(StrEnum):
    """Who leads to the first trick when somebody plays alone."""

    ELDEST = "eldest"
    LEFT_OF_LONE = "left-of-the-lone-player"


class EuchrePays(StrEnum):
    """Who gains or loses the points of a euchre."""

    OPPONENTS_SCORE = "opponents-score"
    MAKERS_SET_BACK = "makers-set-back"
    EACH_DEFENDER_SCORES = "each-defender-scores"


class Defenders(StrEnum):
    """Whether the defenders keep their tricks together."""

    ALLIED = "allied"
    EACH_FOR_HIMSELF = "each-for-himself"


class Clock(StrEnum):
    """What the bell does to a hand in play."""

    NONE = "none"
    FINISH_THE_HAND = "finish-the-hand"
    STOP_AT_ONCE = "stop-at-once"


class Reckoning(StrEnum):
    """What a game is worth in the match."""

    BY_GAMES = "by-games"
    BY_POINTS = "by-points"


class Overshoot(StrEnum):
    """What becomes of points beyond the target."""

    KEEP = "keep"
    CAP = "cap"


class RevokeCounts(StrEnum):
    """How a revoke's penalty stands to the points of the hand it was made in."""

    ADDED = "added"
    INSTEAD = "instead-of-the-hand"


class PenaltyGoes(StrEnum):
    """Where the points of a penalty go."""

    TO_OTHERS = "to-the-others"
    OFF_OFFENDERS = "off-the-offenders"
    BOTH = "both"


class PenaltyOn(StrEnum):
    """Which score a penalty touches."""

    HAND = "hand"
    ROUND = "round"
    FINAL = "final-total"
