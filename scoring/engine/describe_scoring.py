"""The points of a hand, the game, the match and the penalties, in sentences."""

from __future__ import annotations

from scoring.engine.choices import (
    Clock,
    Defenders,
    EuchrePays,
    LoneDefender,
    Overshoot,
    PenaltyGoes,
    PenaltyOn,
    Reckoning,
    RevokeCounts,
)
from scoring.engine.describe_lines import (
    Lines,
    capital,
    counted,
    idle,
    makers,
    makers_may_be_alone,
    party,
    points,
    say,
    somebody_may_be_alone,
    verb,
)
from scoring.engine.rulesets import Ruleset


def points_of_a_hand(rules: Ruleset) -> Lines:
    """What the makers' tricks are worth."""
    who = capital(makers(rules))
    yield say(
        f"{who} {verb(rules, 'score')} {points(rules.point)} for three or four tricks (the point).", "point"
    )
    yield say(f"{who} {verb(rules, 'score')} {points(rules.march)} for all five tricks (a march).", "march")
    less = f"If {makers(rules)} {verb(rules, 'take')} fewer than three tricks, that is a euchre"
    yield say(f"{less}: {_paid(rules, rules.euchre)}.", "euchre", "euchre_pays")
    if rules.players != 3:
        yield idle("defenders")
    elif rules.defenders == Defenders.ALLIED:
        yield say("The two defenders play together and count their tricks together.", "defenders")
    else:
        yield say("The two defenders play each for himself and keep their tricks apart.", "defenders")
    yield from _lone_points(rules)
    yield from _lone_defender_points(rules)


def _paid(rules: Ruleset, count: int) -> str:
    """Who gains or loses the points of a euchre."""
    if rules.euchre_pays == EuchrePays.MAKERS_SET_BACK:
        return f"{makers(rules)} {verb(rules, 'lose')} {points(count)}, if need be below nothing"
    if rules.euchre_pays == EuchrePays.EACH_DEFENDER_SCORES:
        return f"each of the two defenders scores {points(count)}"
    return (
        f"the opponents score {points(count)}"
        if rules.players == 4
        else f"the opponent scores {points(count)}"
    )


def _lone_points(rules: Ruleset) -> Lines:
    if not makers_may_be_alone(rules):
        yield idle("lone_point", "lone_march", "lone_euchre", "personal_lone_credit")
        return
    if rules.lone_must_take_five:
        yield idle("lone_point")
    elif rules.lone_point is None:
        yield say("A lone hand scores for three or four tricks what two partners score.", "lone_point")
    else:
        yield say(f"A lone hand scores {points(rules.lone_point)} for three or four tricks.", "lone_point")
    if rules.lone_march is None:
        yield say("A lone hand scores for all five tricks what two partners score.", "lone_march")
    else:
        yield say(f"A lone hand scores {points(rules.lone_march)} for all five tricks.", "lone_march")
    if rules.lone_euchre is None:
        yield say("A euchre of a lone hand is worth what any other is.", "lone_euchre")
    else:
        yield say(f"If a lone hand is euchred, {_paid(rules, rules.lone_euchre)}.", "lone_euchre")
    more = rules.personal_lone_credit
    told = (
        f"brings the lone player {points(more)} more than the partner"
        if more
        else "counts alike for both partners"
    )
    yield say(f"In personal totals a lone march {told}.", "personal_lone_credit")


def _lone_defender_points(rules: Ruleset) -> Lines:
    if rules.lone_defender == LoneDefender.NO:
        yield idle("lone_defender_euchre")
    elif rules.lone_defender_euchre is None:
        yield say("A defender who euchres alone earns no more than two do.", "lone_defender_euchre")
    else:
        paid = _paid(rules, rules.lone_defender_euchre)
        yield say(f"If a defender plays alone and euchres the makers, {paid}.", "lone_defender_euchre")


def the_game(rules: Ruleset) -> Lines:
    """When a game is over, and what counts at its end."""
    yield from _end_of_a_game(rules)
    yield say(_bell(rules), "clock")
    if rules.target is None:
        yield idle("overshoot", "laps")
    else:
        if rules.overshoot == Overshoot.CAP:
            yield say(f"No score goes beyond {rules.target}: what is over is cut off.", "overshoot")
        else:
            yield say(f"Points beyond {rules.target} stand in the score.", "overshoot")
        yield from _laps(rules)
    if rules.lurches:
        yield say("A game counts double if the loser has no points (a lurch).", "lurches")
    else:
        yield say("A game counts once, however few points the loser has.", "lurches")


def _end_of_a_game(rules: Ruleset) -> Lines:
    who = party(rules)
    most = "more" if rules.players != 3 else "the most"
    if rules.target is not None:
        reached = f"the first {who} with {points(rules.target)} wins"
        yield say(f"Game is {rules.target} up: {reached}.", "target")
        yield say("A game may take any number of hands.", "hands")
    elif rules.hands is not None:
        hands = counted(rules.hands, "hand")
        yield say(f"A game is {hands}, and the {who} with {most} points wins.", "hands")
        yield say("No number of points ends a game.", "target")
    else:
        yield say(f"A game lasts until the bell, and the {who} with {most} points wins.", "target", "hands")


def _bell(rules: Ruleset) -> str:
    if rules.clock == Clock.NONE:
        return "No bell ends a game."
    if rules.clock == Clock.FINISH_THE_HAND:
        return "When the bell goes the game is over, but a hand in play is finished and counts."
    return "When the bell goes the game is over at once, and a hand in play does not count."


def _laps(rules: Ruleset) -> Lines:
    if rules.laps:
        yield say(
            "What the winner has beyond the target (a lap) is carried into the next game of the match.",
            "laps",
        )
    else:
        yield say("No points are carried over: every game begins at nothing.", "laps")


def the_match(rules: Ruleset) -> Lines:
    """What games are worth to each other."""
    if rules.reckoning == Reckoning.BY_GAMES:
        yield say("A match is reckoned by games won, whatever the losers' scores.", "reckoning")
    else:
        loser = "each loser" if rules.players == 3 else "the loser"
        double = ", and twice as many for a lurch" if rules.lurches else ""
        yield say(
            f"A match is reckoned by points: the winner of a game gets from {loser} as many points as "
            f"that player still wants of the target{double}.",
            "reckoning",
        )
    if not rules.rubber:
        yield say("Games are not joined into rubbers.", "rubber")
        yield idle("rubber_games", "rubber_points")
        return
    more = ", and one more if the last of them leaves a lap" if rules.laps else ""
    games = counted(rules.rubber_games, "game")
    yield say(f"A rubber is {games}, always played out{more}.", "rubber", "rubber_games")
    what = points(rules.rubber_points)
    yield say(f"The rubber brings its winner {what} beside those for the games won.", "rubber_points")


_OTHERS = {2: "the other player", 3: "each of the other two", 4: "the other side"}
_ON = {
    PenaltyOn.HAND: "Penalties count in the score of the game at once.",
    PenaltyOn.ROUND: "Penalties count in the total of the round, and do not help to end a game.",
    PenaltyOn.FINAL: "Penalties count only in the final total.",
}


def the_penalties(rules: Ruleset) -> Lines:
    """What breaking the rules costs."""
    yield say(f"A revoke (not following suit though able to) costs {points(rules.revoke)}.", "revoke")
    if somebody_may_be_alone(rules):
        yield say(
            f"In a hand that somebody plays alone a revoke costs {points(rules.lone_revoke)}.", "lone_revoke"
        )
    else:
        yield idle("lone_revoke")
    if rules.revoke_counts == RevokeCounts.ADDED:
        yield say("The penalty for a revoke is added to what the hand earns.", "revoke_counts")
    else:
        yield say("The penalty for a revoke takes the place of what the hand earns.", "revoke_counts")
    cancel = "cancel each other" if rules.revokes_cancel else "are each penalised"
    yield say(f"Equal revokes of different {party(rules)}s in one hand {cancel}.", "revokes_cancel")
    others, off = _OTHERS[rules.players], f"taken off the score of the {party(rules)} at fault"
    goes = {
        PenaltyGoes.TO_OTHERS: f"scored by {others}",
        PenaltyGoes.OFF_OFFENDERS: off,
        PenaltyGoes.BOTH: f"{off}, and scored by {others} as well",
    }
    yield say(f"A penalty is {goes[rules.penalty_goes]}.", "penalty_goes")
    yield say(_ON[rules.penalty_on], "penalty_on")
