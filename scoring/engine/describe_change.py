"""What changes from one ruleset to another, in sentences that name both values.

A field may differ and decide nothing: how Benny is taken, where neither pack has one. Such a change is told
too, for two rulesets without a difference are to be the same in all but name, but it is marked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.engine.card_names import RANK_NAMES
from scoring.engine.cards import Rank
from scoring.engine.choices import (
    AllPass,
    BennyTurnedUp,
    Clock,
    CutForDeal,
    CutPack,
    CutRank,
    DealAgain,
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
    PenaltyGoes,
    PenaltyOn,
    Reckoning,
    RevokeCounts,
    UpcardTaken,
)
from scoring.engine.describe import TITLE_FIELDS, describe
from scoring.engine.describe_lines import capital, counted, number, points
from scoring.engine.rulesets import Ruleset, field_names


@dataclass(frozen=True, slots=True)
class Change:
    """One field's change in a sentence; whether the field decided anything before, and does now."""

    field: str
    text: str
    before: bool
    after: bool


Words = Callable[[object], str]


def _of(words: Mapping[object, str]) -> Words:
    return words.__getitem__


def _yes(yes: str, no: str) -> Words:
    return _of({True: yes, False: no})


def _number(say: Callable[[int], str], absent: str = "") -> Words:
    return lambda value: say(value) if isinstance(value, int) else absent


_POINTS = _number(points)

_WORDS: dict[str, tuple[str, Words]] = {
    "players": ("{} play instead of {}.", _number(number)),
    "lowest_rank": (
        "The pack begins at the {} instead of the {}.",
        _number(lambda rank: RANK_NAMES[Rank(str(rank))]),
    ),
    "benny": ("The pack has {} instead of {}.", _yes("a Benny", "no Benny")),
    "cut_for_deal": (
        "The first deal goes to {} instead of {}.",
        _of({
            CutForDeal.LOWEST: "the lowest card cut",
            CutForDeal.HIGHEST: "the highest card cut",
            CutForDeal.FIRST_JACK: "the first jack dealt",
            CutForDeal.RANDOM: "a player chosen at random",
        }),
    ),
    "cut_rank": (
        "In the cut the highest card is {} instead of {}.",
        _of({
            CutRank.ACE_LOW: "the king (the ace is low)",
            CutRank.ACE_HIGH: "the ace",
            CutRank.KNAVE_HIGH: "the jack",
        }),
    ),
    "cut_pack": (
        "The shuffled pack is {} instead of {}.",
        _of({CutPack.CUT: "always cut", CutPack.CUT_OR_BUMP: "cut or knocked on"}),
    ),
    "packets": (
        "The cards are dealt {} instead of {}.",
        _of({
            Packets.TWO_AND_THREE: "two and three at a time",
            Packets.DEALER_VARIES: "two or three at a time as the dealer likes",
            Packets.ANY: "in packets of any size",
        }),
    ),
    "void_hand": (
        "After a void hand the deal is {} instead of {}.",
        _of({DealAgain.SAME_DEALER: "the same dealer's", DealAgain.NEXT_DEALER: "the next dealer's"}),
    ),
    "farmers_hand": (
        "A hand of nines and tens is {} instead of {}.",
        _yes("dealt again on request", "not dealt again"),
    ),
    "going_under": (
        "A hand of nines and tens may exchange {} instead of {}.",
        _yes("three cards", "no cards"),
    ),
    "dealers_partner": (
        "The dealer's partner accepts the suit turned up {} instead of {}.",
        _of({
            DealersPartner.MAY_ASSIST: "by assisting",
            DealersPartner.MUST_PLAY_ALONE: "only by playing alone",
        }),
    ),
    "open_suits": (
        "In the second stage one may make {} instead of {}.",
        _of({
            OpenSuits.NOT_TURNED_DOWN: "any suit but the one turned down",
            OpenSuits.ANY: "any suit at all",
        }),
    ),
    "all_pass": (
        "When all pass twice there is {} instead of {}.",
        _of({
            AllPass.NEXT_DEALER: "a deal by the next dealer",
            AllPass.SAME_DEALER: "another deal by the same dealer",
            AllPass.DEALER_MUST_MAKE: "a trump that the dealer must make",
        }),
    ),
    "thrown_in_counts": (
        "Among the hands of a game, one that is thrown in is {} instead of {}.",
        _yes("counted", "left out"),
    ),
    "benny_turned_up": (
        "When Benny is turned up the dealer names the trump {} instead of {} the cards dealt.",
        _of({
            BennyTurnedUp.NAMES_UNSEEN: "before looking at",
            BennyTurnedUp.NAMES_SEEN: "after looking at",
        }),
    ),
    "upcard_taken": (
        "The dealer puts out a card {} instead of {} taking the one turned up.",
        _of({UpcardTaken.DISCARD_FIRST: "before", UpcardTaken.UPCARD_FIRST: "after"}),
    ),
    "discard_may_be_upcard": (
        "The dealer may put out {} instead of {}.",
        _yes("any card", "any card but the one turned up"),
    ),
    "natural_trump": (
        "To call a suit one needs {} instead of {}.",
        _yes("a card of it, other than the left bower", "no card of it"),
    ),
    "no_trump": (
        "In the second stage one may choose {} instead of {}.",
        _yes("a suit or no trump", "a suit only"),
    ),
    "lone_by": (
        "Of the makers, playing alone is open to {} instead of {}.",
        _of({
            LoneBy.NOBODY: "nobody",
            LoneBy.CALLER: "the caller only",
            LoneBy.CALLER_OR_PARTNER: "the caller or the partner",
            LoneBy.BY_CALL: "either partner after an order, else the dealer or the maker",
            LoneBy.CALLER_OR_UNPASSED_PARTNER: "the caller or a partner who has not passed",
            LoneBy.ANY_PLAYER: "any player",
            LoneBy.MAKER_ALWAYS: "the maker, always",
        }),
    ),
    "lone_said": (
        "A lone hand is announced {} instead of {}.",
        _of({LoneSaid.WITH_THE_CALL: "with the call", LoneSaid.BEFORE_THE_LEAD: "before the first lead"}),
    ),
    "lone_defender": (
        "A defender may play alone {} instead of {}.",
        _of({
            LoneDefender.NO: "never",
            LoneDefender.AGAINST_LONE_MAKER: "only against a lone maker",
            LoneDefender.ALWAYS: "against any makers",
        }),
    ),
    "lone_lead": (
        "To a lone hand the first lead comes from the player on the left of {} instead of {}.",
        _of({LoneLead.ELDEST: "the dealer", LoneLead.LEFT_OF_LONE: "the lone player"}),
    ),
    "partners_best": (
        "A lone maker gets {} instead of {}.",
        _yes("the partner's best card", "no card from the partner"),
    ),
    "no_lone_from": (
        "Playing alone is barred {} instead of {}.",
        _number(lambda n: f"from {points(n)} on", "at no score"),
    ),
    "lone_must_take_five": ("A lone maker needs {} tricks instead of {}.", _yes("five", "three")),
    "point": ("Three or four tricks (the point) score {} instead of {}.", _POINTS),
    "march": ("A march scores {} instead of {}.", _POINTS),
    "euchre": ("A euchre is worth {} instead of {}.", _POINTS),
    "lone_point": (
        "A lone hand scores {} instead of {} for three or four tricks.",
        _number(points, "as much as two partners"),
    ),
    "lone_march": (
        "A lone hand scores {} instead of {} for all five tricks.",
        _number(points, "as much as two partners"),
    ),
    "lone_euchre": (
        "The euchre of a lone hand is worth {} instead of {}.",
        _number(points, "as much as any other"),
    ),
    "lone_defender_euchre": (
        "A euchre by a lone defender is worth {} instead of {}.",
        _number(points, "as much as any other"),
    ),
    "euchre_pays": (
        "The points of a euchre are {} instead of {}.",
        _of({
            EuchrePays.OPPONENTS_SCORE: "scored by the opponents",
            EuchrePays.MAKERS_SET_BACK: "taken off the makers",
            EuchrePays.EACH_DEFENDER_SCORES: "scored by each defender",
        }),
    ),
    "defenders": (
        "The two defenders play {} instead of {}.",
        _of({Defenders.ALLIED: "together", Defenders.EACH_FOR_HIMSELF: "each for himself"}),
    ),
    "personal_lone_credit": (
        "In personal totals a lone march brings the lone player {} instead of {} more than the partner.",
        _POINTS,
    ),
    "target": ("Game is {} instead of {}.", _number(lambda n: f"{n} up", "without a target")),
    "hands": (
        "A game has {} instead of {}.",
        _number(lambda n: counted(n, "hand"), "no fixed number of hands"),
    ),
    "clock": (
        "A game may end {} instead of {}.",
        _of({
            Clock.NONE: "by no bell",
            Clock.FINISH_THE_HAND: "by a bell after which the hand in play is finished",
            Clock.STOP_AT_ONCE: "by a bell that stops the hand in play",
        }),
    ),
    "overshoot": (
        "Points beyond the target are {} instead of {}.",
        _of({Overshoot.KEEP: "kept", Overshoot.CAP: "cut off"}),
    ),
    "laps": (
        "The winner's points beyond the target are {} instead of {}.",
        _yes("carried into the next game", "not carried over"),
    ),
    "lurches": (
        "A game whose loser has no points counts {} instead of {}.",
        _yes("double", "once"),
    ),
    "reckoning": (
        "A match is reckoned {} instead of {}.",
        _of({Reckoning.BY_GAMES: "by games", Reckoning.BY_POINTS: "by points"}),
    ),
    "rubber": ("Games are played {} instead of {}.", _yes("in rubbers", "without rubbers")),
    "rubber_games": ("A rubber has {} instead of {}.", _number(lambda n: counted(n, "game"))),
    "rubber_points": ("The rubber brings its winner {} instead of {}.", _POINTS),
    "revoke": ("A revoke costs {} instead of {}.", _POINTS),
    "lone_revoke": ("In a lone hand a revoke costs {} instead of {}.", _POINTS),
    "revoke_counts": (
        "The penalty for a revoke counts {} instead of {} the hand's points.",
        _of({RevokeCounts.ADDED: "beside", RevokeCounts.INSTEAD: "in place of"}),
    ),
    "revokes_cancel": (
        "Equal revokes of different sides are {} instead of {}.",
        _yes("cancelled", "each penalised"),
    ),
    "penalty_goes": (
        "A penalty is {} instead of {}.",
        _of({
            PenaltyGoes.TO_OTHERS: "scored by the others",
            PenaltyGoes.OFF_OFFENDERS: "taken off the offenders",
            PenaltyGoes.BOTH: "both taken off the offenders and scored by the others",
        }),
    ),
    "penalty_on": (
        "Penalties count in {} instead of {}.",
        _of({
            PenaltyOn.HAND: "the score of the game",
            PenaltyOn.ROUND: "the total of the round",
            PenaltyOn.FINAL: "the final total",
        }),
    ),
}  # fmt: skip
"""For each field, a sentence with places for the new value and the old, and the words for a value."""


_COUNTED = r"(?!(no|by) )\S+ (points?|hands?|games?|up)"


def value_in_words(rules: Ruleset, field: str) -> str:
    """Say a field's value as the sentence of its change does."""
    return _WORDS[field][1](getattr(rules, field))


def words_for(field: str, value: object) -> str:
    """Say any value of a field as the sentence of a change does, for who chooses among them."""
    return _WORDS[field][1](value)


def difference(before: Ruleset, after: Ruleset) -> list[Change]:
    """Tell what changes, in the order of the fields; nothing if the two differ in key and name only.

    "Game is 11 up instead of 10."
    """
    idle = (frozenset(describe(before).idle), frozenset(describe(after).idle))
    names = (name for name in field_names() if name not in TITLE_FIELDS)
    return [
        Change(name, _sentence(before, after, name), name not in idle[0], name not in idle[1])
        for name in names
        if getattr(before, name) != getattr(after, name)
    ]


def _sentence(before: Ruleset, after: Ruleset, field: str) -> str:
    new, old = value_in_words(after, field), value_in_words(before, field)
    if all(re.fullmatch(_COUNTED, words) for words in (new, old)):
        old = old.partition(" ")[0]  # the unit was named with the new value
    return capital(_WORDS[field][0].format(new, old))


def told_difference(before: Ruleset, after: Ruleset) -> list[str]:
    """Tell what changes for somebody who plays: only what decides something now.

    What decided nothing before, and who plays alone at another number of players, is told as it stands now.
    """
    now = {name: sentence.text for sentence in describe(after).sentences for name in sentence.fields}
    changes = [change for change in difference(before, after) if change.after]
    anew = {change.field for change in changes if not change.before}
    if before.players != after.players:
        anew.add("lone_by")
    return list(dict.fromkeys(now[one.field] if one.field in anew else one.text for one in changes))
