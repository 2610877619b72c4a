"""Where every value of the shipped rulesets comes from: a source's code, and whether it is stated there.

*Stated* means that the text says it; *inferred* that the text breaks off or is silent and the value is
taken from its nearest kin or from its time. People are shown the difference. Each ruleset is written as its
own groups laid over a kin's; what is taken over from a kin of another name is only inferred, whatever it
was there.
"""

from __future__ import annotations

STATED = "stated"
INFERRED = "inferred"

SOURCE_NAMES: dict[str, str] = {
    "S1": "An old encyclopaedia's article on euchre (two-, three- and four-handed)",
    "S2": "Euchre with Benny, a modern description",
    "S3": "Laws of écarté and euchre, a Victorian handbook",
    "EB9": "Encyclopaedia Britannica, ninth edition, volume 8, page 655",
    "1888": "Laws of the Somerset club, 1888",
    "M": "Modern club practice",
}

Source = tuple[str, str]
Groups = dict[Source, str]


def _listed(groups: Groups) -> dict[str, Source]:
    """Turn groups of field names into a source for each. Raises ValueError for a field named twice."""
    listed: dict[str, Source] = {}
    for source, names in groups.items():
        for name in names.split():
            if name in listed:
                raise ValueError(f"{name} has two sources")
            listed[name] = source
    return listed


def _after(kin: dict[str, Source], groups: Groups) -> dict[str, Source]:
    """Lay a ruleset's own groups over its kin's sources, which it can only infer."""
    return {name: (code, INFERRED) for name, (code, _) in kin.items()} | _listed(groups)


def _variant(kin: dict[str, Source], groups: Groups) -> dict[str, Source]:
    """Lay a few changes over sources that are this ruleset's own as well."""
    return kin | _listed(groups)


_TWO_HANDED = _listed(
    {
        ("S1", STATED): """
            key name players lowest_rank benny cut_for_deal cut_pack packets open_suits all_pass upcard_taken
            discard_may_be_upcard point march euchre euchre_pays target hands laps lurches reckoning""",
        ("S1", INFERRED): """
            cut_rank dealers_partner benny_turned_up natural_trump no_trump lone_by lone_said lone_defender
            lone_lead partners_best no_lone_from lone_must_take_five lone_point lone_march lone_euchre
            lone_defender_euchre defenders personal_lone_credit thrown_in_counts clock overshoot farmers_hand
            going_under""",
        ("1888", INFERRED): "rubber rubber_games rubber_points",
        ("M", INFERRED): """
            void_hand revoke lone_revoke revoke_counts revokes_cancel penalty_goes penalty_on""",
    }
)

_CUT_THROAT = _variant(
    _TWO_HANDED,
    {
        ("S1", STATED): "players euchre euchre_pays defenders lone_by",
        ("S1", INFERRED): """
            cut_pack packets open_suits all_pass upcard_taken discard_may_be_upcard hands reckoning point
            march laps lurches""",
    },
)

_FOUR_HANDED_1880 = _after(
    _TWO_HANDED,
    {
        ("S1", STATED): "key name players dealers_partner euchre euchre_pays lowest_rank benny",
        ("EB9", STATED): "lone_by lone_march lone_point lone_euchre lone_defender lone_said",
    },
)

_SOMERSET_1888 = _after(
    _FOUR_HANDED_1880,
    {
        ("1888", STATED): """
            key name cut_rank lone_by lone_euchre laps lurches reckoning rubber rubber_games rubber_points
            revoke lone_revoke revoke_counts""",
        ("1888", INFERRED): "target revokes_cancel penalty_goes",
    },
)

_BENNY = _listed(
    {
        ("S2", STATED): """
            key name players lowest_rank benny cut_for_deal cut_pack packets dealers_partner open_suits
            all_pass benny_turned_up upcard_taken lone_by lone_said lone_defender lone_lead point march
            euchre lone_point lone_march lone_euchre lone_defender_euchre euchre_pays defenders target""",
        ("S2", INFERRED): """
            cut_rank discard_may_be_upcard natural_trump no_trump partners_best no_lone_from
            lone_must_take_five hands clock laps lurches farmers_hand going_under personal_lone_credit
            thrown_in_counts""",
        ("1888", INFERRED): "rubber rubber_games rubber_points",
        ("M", INFERRED): """
            void_hand overshoot reckoning revoke lone_revoke revoke_counts revokes_cancel penalty_goes
            penalty_on""",
    }
)

_NORTH_AMERICAN = _listed(
    {
        ("M", STATED): """
            key name players lowest_rank benny cut_for_deal dealers_partner open_suits thrown_in_counts
            discard_may_be_upcard natural_trump no_trump lone_by lone_said lone_defender lone_lead
            partners_best no_lone_from lone_must_take_five point march euchre lone_point lone_march
            lone_euchre lone_defender_euchre euchre_pays target hands revoke lone_revoke""",
        ("M", INFERRED): """
            cut_rank cut_pack packets void_hand farmers_hand going_under all_pass upcard_taken defenders
            personal_lone_credit clock overshoot laps lurches reckoning revoke_counts revokes_cancel
            penalty_goes penalty_on""",
        ("S2", INFERRED): "benny_turned_up",
        ("1888", INFERRED): "rubber rubber_games rubber_points",
    }
)

SOURCES: dict[str, dict[str, Source]] = {
    "two-handed": _TWO_HANDED,
    "two-handed-higher-deals": _after(
        _TWO_HANDED,
        {
            ("S3", STATED): "key name cut_for_deal packets lowest_rank",
            (
                "S3",
                INFERRED,
            ): """
                players benny cut_rank open_suits all_pass discard_may_be_upcard natural_trump no_trump""",
        },
    ),
    "cut-throat": _CUT_THROAT,
    "independent": _variant(_CUT_THROAT, {("S1", STATED): "defenders"}),
    "four-handed-1880": _FOUR_HANDED_1880,
    "somerset-1888": _SOMERSET_1888,
    "benny": _BENNY,
    "north-american": _NORTH_AMERICAN,
    "stick-the-dealer": _variant(_NORTH_AMERICAN, {("M", STATED): "all_pass"}),
    "canadian": _variant(_NORTH_AMERICAN, {("M", STATED): "dealers_partner"}),
    "progressive-eight-hands": _variant(_NORTH_AMERICAN, {("M", STATED): "all_pass hands target"}),
    "pub-21": _variant(_NORTH_AMERICAN, {("M", STATED): "benny target", ("S2", INFERRED): "benny_turned_up"}),
    "frame-15": _variant(_NORTH_AMERICAN, {("M", STATED): "target overshoot"}),
}
"""For every shipped ruleset and every field: the source's code, and "stated" or "inferred"."""
