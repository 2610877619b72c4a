"""Rulesets nobody ships, for the choices that the shipped ones leave unused."""

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed

PLAIN = RULESETS["north-american"]


def _changed(base, key, **changes):
    return changed(base, {"key": key, **changes})


UNUSUAL = [
    _changed(PLAIN, "natural", natural_trump=True),
    _changed(PLAIN, "without-trump", no_trump=True),
    _changed(PLAIN, "against-lone", lone_defender="against-a-lone-maker", lone_by="caller-or-partner"),
    _changed(PLAIN, "by-call-stuck", lone_by="by-call", all_pass="dealer-must-make"),
    _changed(
        PLAIN, "lone-takes-five", lone_must_take_five=True, lone_euchre=4, open_suits="any",
        discard_may_be_upcard=False,
    ),
    _changed(PLAIN, "barred-at-eight", no_lone_from=8, dealers_partner="must-play-alone"),
    _changed(
        PLAIN, "thirty-three", lone_lead="left-of-the-lone-player", benny=True, lowest_rank=7,
        lone_said="before-the-first-lead",
    ),
    _changed(RULESETS["two-handed"], "two-with-benny", benny=True, lowest_rank=8),
    _changed(
        RULESETS["cut-throat"], "three-with-benny", benny=True, euchre_pays="each-defender-scores",
        all_pass="dealer-must-make",
    ),
]  # fmt: skip
