"""The rulesets that are shipped: values, each with where it comes from (`sources`).

To add one, write it here and say in `sources` where its values are from; a test asks for both. No number of
any ruleset stands anywhere else. A club copies one of these and changes fields (`rulesets.changed`).
"""

from __future__ import annotations

from scoring.engine.choices import (
    AllPass,
    CutForDeal,
    CutPack,
    CutRank,
    DealersPartner,
    Defenders,
    EuchrePays,
    LoneBy,
    LoneDefender,
    LoneLead,
    LoneSaid,
    OpenSuits,
    Overshoot,
    Packets,
    RevokeCounts,
    UpcardTaken,
)
from scoring.engine.rulesets import Ruleset, changed
from scoring.engine.sources import SOURCE_NAMES, SOURCES

__all__ = ["OPTIONS", "RULESETS", "SOURCES", "SOURCE_NAMES"]

_TWO_HANDED = Ruleset(
    key="two-handed",
    name="Two-handed",
    players=2,
    lowest_rank=7,
    cut_for_deal=CutForDeal.LOWEST,
    cut_rank=CutRank.ACE_LOW,
    packets=Packets.TWO_AND_THREE,
    upcard_taken=UpcardTaken.DISCARD_FIRST,
    discard_may_be_upcard=False,
    lone_by=LoneBy.NOBODY,
    lone_point=None,
    lone_march=None,
    lone_euchre=None,
    lone_defender_euchre=None,
    target=5,
)

_CUT_THROAT = changed(
    _TWO_HANDED,
    {
        "key": "cut-throat",
        "name": "Cut-throat, three-handed",
        "players": 3,
        "lone_by": LoneBy.MAKER_ALWAYS,
        "euchre_pays": EuchrePays.MAKERS_SET_BACK,
    },
)

_FOUR_HANDED_1880 = Ruleset(
    key="four-handed-1880",
    name="Four-handed, as about 1880",
    lowest_rank=7,
    cut_for_deal=CutForDeal.LOWEST,
    cut_rank=CutRank.ACE_LOW,
    packets=Packets.TWO_AND_THREE,
    upcard_taken=UpcardTaken.DISCARD_FIRST,
    discard_may_be_upcard=False,
    lone_by=LoneBy.BY_CALL,
    lone_defender_euchre=None,
    target=5,
)

_SOMERSET_1888 = changed(
    _FOUR_HANDED_1880,
    {
        "key": "somerset-1888",
        "name": "Laws of the Somerset club, 1888",
        "cut_rank": CutRank.KNAVE_HIGH,
        "lone_by": LoneBy.CALLER_OR_UNPASSED_PARTNER,
        "lone_euchre": 4,
        "laps": True,
        "lurches": True,
        "rubber": True,
        "revoke": 3,
        "lone_revoke": 5,
        "revoke_counts": RevokeCounts.INSTEAD,
        "revokes_cancel": True,
    },
)

_BENNY = Ruleset(
    key="benny",
    name="Euchre with Benny",
    benny=True,
    cut_for_deal=CutForDeal.RANDOM,
    cut_pack=CutPack.CUT_OR_BUMP,
    packets=Packets.DEALER_VARIES,
    dealers_partner=DealersPartner.MUST_PLAY_ALONE,
    open_suits=OpenSuits.ANY,
    lone_by=LoneBy.ANY_PLAYER,
    lone_said=LoneSaid.BEFORE_THE_LEAD,
    lone_defender=LoneDefender.ALWAYS,
    lone_lead=LoneLead.LEFT_OF_LONE,
    target=11,
)

_IN_ORDER = (
    _TWO_HANDED,
    changed(
        _TWO_HANDED,
        {
            "key": "two-handed-higher-deals",
            "name": "Two-handed, the higher card deals",
            "cut_for_deal": CutForDeal.HIGHEST,
            "cut_rank": CutRank.ACE_HIGH,
        },
    ),
    _CUT_THROAT,
    changed(
        _CUT_THROAT,
        {
            "key": "independent",
            "name": "Independent, three-handed",
            "defenders": Defenders.EACH_FOR_HIMSELF,
        },
    ),
    _FOUR_HANDED_1880,
    _SOMERSET_1888,
    _BENNY,
    Ruleset(key="north-american", name="North American, to ten"),
    Ruleset(key="stick-the-dealer", name="Stick the dealer", all_pass=AllPass.DEALER_MUST_MAKE),
    Ruleset(
        key="canadian",
        name="Canadian: the dealer's partner plays alone",
        dealers_partner=DealersPartner.MUST_PLAY_ALONE,
    ),
    Ruleset(
        key="progressive-eight-hands",
        name="Progressive, eight hands",
        all_pass=AllPass.SAME_DEALER,
        target=None,
        hands=8,
    ),
    Ruleset(key="pub-21", name="Pub game with Benny, to 21", benny=True, target=21),
    Ruleset(key="frame-15", name="Frame to 15", overshoot=Overshoot.CAP, target=15),
)

RULESETS: dict[str, Ruleset] = {rules.key: rules for rules in _IN_ORDER}

OPTIONS: dict[str, dict[str, tuple[object, ...]]] = {
    "two-handed": {"laps": (False, True), "lurches": (False, True), "reckoning": ("by-games", "by-points")},
    "benny": {"target": (10, 11, 15)},
    "north-american": {"target": (5, 7, 10, 11, 13, 15, 21), "lone_euchre": (2, 3, 4)},
}
"""Other values that the source of a ruleset itself allows ("by agreement", "not uncommon"), by field."""
