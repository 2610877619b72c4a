"""Rulesets, hands and sheets as hypothesis draws them, and the seats the tests speak of."""

from __future__ import annotations

from hypothesis import strategies as st

from scoring.engine.choices import (
    AllPass,
    Clock,
    DealAgain,
    Defenders,
    EuchrePays,
    LoneBy,
    LoneDefender,
    Overshoot,
    PenaltyGoes,
    PenaltyOn,
    RevokeCounts,
)
from scoring.engine.hands import HandFacts, possible_hands
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W
NS, EW = frozenset({N, S}), frozenset({E, W})
NOBODY: frozenset[Seat] = frozenset()

small = st.integers(1, 6)


def a_hand(maker: Seat, tricks: int, *alone: Seat) -> HandFacts:
    """A hand in as few words as at the table."""
    return HandFacts(maker, frozenset(alone), tricks)


@st.composite
def awards_of_a_hand(draw: st.DrawFn, players: int) -> dict[str, object]:
    """The points of a hand: more tricks never earn less, a lone hand never less than a pair."""
    point = draw(small)
    march = point + draw(st.integers(0, 3))
    fields: dict[str, object] = {"point": point, "march": march, "euchre": draw(small)}
    lone = dict.fromkeys(("lone_point", "lone_march", "lone_euchre", "lone_defender_euchre"))
    if players < 4:
        return fields | lone
    lone_march = march + draw(st.integers(0, 3))
    return fields | {
        "lone_march": draw(st.sampled_from([None, lone_march])),
        "lone_point": draw(st.one_of(st.none(), st.integers(1, march))),
        "lone_euchre": draw(st.one_of(st.none(), small)),
        "lone_defender_euchre": draw(st.one_of(st.none(), small)),
    }


@st.composite
def lone_play(draw: st.DrawFn, players: int) -> dict[str, object]:
    """Who may play alone."""
    if players < 4:
        return {"lone_by": LoneBy.NOBODY if players == 2 else LoneBy.MAKER_ALWAYS}
    by = draw(st.sampled_from([by for by in LoneBy if by not in (LoneBy.MAKER_ALWAYS,)]))
    defending = list(LoneDefender)
    if by == LoneBy.NOBODY:
        defending.remove(LoneDefender.AGAINST_LONE_MAKER)
    if by == LoneBy.ANY_PLAYER:
        defending.remove(LoneDefender.NO)
    fields: dict[str, object] = {"lone_by": by, "lone_defender": draw(st.sampled_from(defending))}
    if by != LoneBy.NOBODY:
        fields["lone_must_take_five"] = draw(st.booleans())
        fields["personal_lone_credit"] = draw(st.integers(0, 2))
    return fields


@st.composite
def ends(draw: st.DrawFn) -> dict[str, object]:
    """A race or a fixed number of hands, with or without a bell."""
    clock = draw(st.sampled_from(Clock))
    if draw(st.booleans()):
        counts = draw(st.booleans())
        again = (
            AllPass.NEXT_DEALER
            if counts
            else draw(st.sampled_from([AllPass.SAME_DEALER, AllPass.NEXT_DEALER]))
        )
        hands = draw(st.integers(1, 8))
        return {"target": None, "hands": hands, "clock": clock, "thrown_in_counts": counts, "all_pass": again}
    overshoot = draw(st.sampled_from(Overshoot))
    laps = overshoot == Overshoot.KEEP and draw(st.booleans())
    return {"target": draw(st.integers(1, 15)), "clock": clock, "overshoot": overshoot, "laps": laps}


@st.composite
def rulesets(draw: st.DrawFn, players: int | None = None) -> Ruleset:
    """Any ruleset that makes sense, as far as it bears on points and games."""
    sitting = players or draw(st.sampled_from([2, 3, 4]))
    pays = [EuchrePays.MAKERS_SET_BACK]
    pays.append(EuchrePays.EACH_DEFENDER_SCORES if sitting == 3 else EuchrePays.OPPONENTS_SCORE)
    fields = draw(awards_of_a_hand(sitting)) | draw(lone_play(sitting)) | draw(ends())
    return Ruleset(
        key="drawn",
        players=sitting,
        euchre_pays=draw(st.sampled_from(pays)),
        defenders=draw(st.sampled_from(Defenders)) if sitting == 3 else Defenders.ALLIED,
        lurches=draw(st.booleans()),
        void_hand=draw(st.sampled_from(DealAgain)),
        revoke_counts=draw(st.sampled_from(RevokeCounts)),
        revokes_cancel=draw(st.booleans()),
        penalty_goes=draw(st.sampled_from(PenaltyGoes)),
        penalty_on=draw(st.sampled_from(PenaltyOn)),
        **fields,  # type: ignore[arg-type]
    )


@st.composite
def rules_and_hand(draw: st.DrawFn, players: int | None = None) -> tuple[Ruleset, HandFacts]:
    """A ruleset and one hand that it allows."""
    rules = draw(rulesets(players))
    return rules, draw(st.sampled_from(list(possible_hands(rules))))
