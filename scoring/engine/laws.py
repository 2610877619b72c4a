"""Which rule each fault breaks, and in whose words that rule stands.

A rule is a field of the ruleset, so that its source is the field's, or one of the plain words below, for what
every euchre has in common. A club's own ruleset has no printed source: its fields are modern club practice.
"""

from __future__ import annotations

from functools import lru_cache

from scoring.engine.catalogue import SOURCES
from scoring.engine.rulesets import Ruleset
from scoring.engine.verdicts import Law

CUT, DEAL, CALLING, PLAY, SCORE = "cut", "deal", "calling", "play", "score"
COMMON = frozenset({CUT, DEAL, CALLING, PLAY, SCORE})
"""Rules that are no field: a pack holds each card once, everybody speaks in turn, suit is followed."""

RULE_OF: dict[str, str] = {
    # before the play
    "seat-not-at-table": DEAL,
    "card-not-in-pack": DEAL,
    "cut-twice": CUT,
    "cut-by-other": CUT,
    "cut-missing": CUT,
    "cut-after-the-jack": "cut_for_deal",
    "wrong-dealer": "cut_for_deal",
    "wrong-packet": "packets",
    "farmers-hand-not-played": "farmers_hand",
    "farmers-hand-not-held": "farmers_hand",
    "void-hand-scored": "void_hand",
    "dealt-twice": DEAL,
    "not-five-cards": DEAL,
    # the calling
    "call-out-of-turn": CALLING,
    "call-after-acceptance": CALLING,
    "call-after-all-passed": CALLING,
    "call-missing": CALLING,
    "make-in-first-stage": CALLING,
    "accept-in-second-stage": CALLING,
    "named-turned-down-suit": "open_suits",
    "no-trump-named": "no_trump",
    "stuck-dealer-passes": "all_pass",
    "not-thrown-in": CALLING,
    "benny-turned-up": "benny_turned_up",
    "call-names-wrong-suit": CALLING,
    "no-natural-trump": "natural_trump",
    "discard-not-due": CALLING,
    "discard-not-held": CALLING,
    "discard-is-upcard": "discard_may_be_upcard",
    # playing alone
    "alone-without-call": CALLING,
    "alone-twice": CALLING,
    "alone-contradicts-call": "lone_said",
    "alone-said-late": "lone_said",
    "alone-by-wrong-seat": "lone_by",
    "alone-defender": "lone_defender",
    "alone-two-of-a-side": "lone_by",
    "alone-at-score": "no_lone_from",
    "must-play-alone": "dealers_partner",
    "alone-not-kept": "lone_by",
    "sat-out-unannounced": "lone_by",
    # exchanges
    "partners-best-not-played": "partners_best",
    "going-under-not-played": "going_under",
    "exchange-by-wrong-seat": "partners_best",
    "exchange-of-wrong-size": "partners_best",
    "exchange-not-held": "partners_best",
    "going-under-without-poor-hand": "going_under",
    # the play
    "play-without-trump": PLAY,
    "wrong-leader": PLAY,
    "wrong-first-leader": "lone_lead",
    "out-of-turn": PLAY,
    "sitting-out-plays": PLAY,
    "plays-twice-in-trick": PLAY,
    "card-missing": PLAY,
    "play-after-end": PLAY,
    "played-twice": PLAY,
    "play-turned-down": PLAY,
    "play-discarded": PLAY,
    "not-held-other-seat": PLAY,
    "not-held-sitting-out": PLAY,
    "not-held-undealt": PLAY,
    "revoke": PLAY,
    "no-deal-fits": PLAY,
    # after it
    "claim-impossible": PLAY,
    "claim-misplaced": PLAY,
    "wrong-trick-winner": PLAY,
    "wrong-tricks": SCORE,
    "tricks-out-of-range": SCORE,
    "tricks-do-not-add-up": SCORE,
    "wrong-points": SCORE,
    "side-not-at-table": SCORE,
    "penalty-without-revoke": "revoke",
    "wrong-penalty": "revoke",
}
"""Every code that `examine` can give, in the order of a hand, and the rule it stands under."""


@lru_cache(maxsize=2048)
def law_of(code: str, rules: Ruleset) -> Law:
    """Return the rule that a fault of this code breaks, and its source under the ruleset."""
    rule = RULE_OF[code]
    if rule not in COMMON:
        source, _ = SOURCES.get(rules.key, {}).get(rule, ("M", ""))
        return Law(rule, source)
    if rule in (CUT, DEAL) and not rules.benny:
        return Law(rule, "S1")
    return Law(rule, "S2" if rules.players == 4 else "S1")
