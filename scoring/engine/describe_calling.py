"""The pack, the deal, the calling and playing alone, in sentences."""

from __future__ import annotations

from scoring.engine.card_names import RANK_NAMES
from scoring.engine.cards import pack
from scoring.engine.choices import (
    AllPass,
    BennyTurnedUp,
    CutForDeal,
    CutPack,
    CutRank,
    DealAgain,
    DealersPartner,
    LoneBy,
    LoneDefender,
    LoneLead,
    LoneSaid,
    OpenSuits,
    Packets,
    UpcardTaken,
)
from scoring.engine.describe_lines import (
    Lines,
    capital,
    eldest,
    idle,
    makers,
    makers_may_be_alone,
    points,
    say,
    somebody_may_be_alone,
)
from scoring.engine.rulesets import Ruleset

_PLAYERS = {
    2: "Two play, one against the other.",
    3: "Three play, each with a separate score.",
    4: "Four play, two against two, and partners sit opposite each other.",
}


def the_table(rules: Ruleset) -> Lines:
    """Who plays, with which cards."""
    yield say(_PLAYERS[rules.players], "players")
    cards = pack(rules)
    ranks = f"the {RANK_NAMES[cards[0].rank]} up to the ace in each suit"
    benny = ", and Benny: the joker, or the two of spades in its place" if rules.benny else ""
    yield say(f"The pack has {len(cards)} cards: {ranks}{benny}.", "lowest_rank", "benny")
    lowest = {7: ", nine, eight, seven", 8: ", nine, eight", 9: ", nine"}[rules.lowest_rank]
    first = "Benny, the right bower" if rules.benny else "the right bower"
    yield say(
        f"The highest trumps are {first} (the jack of trumps) and the left bower (the other jack of the same "
        f"colour, which counts as a trump in every way); then ace, king, queen, ten{lowest}."
    )
    yield say("In the other suits the order is ace, king, queen, jack, ten" + lowest + ".")


_FIRST_DEALER = {
    CutForDeal.LOWEST: "The players cut the pack, and the lowest card deals first; equal cards cut again.",
    CutForDeal.HIGHEST: "The players cut the pack, and the highest card deals first; equal cards cut again.",
    CutForDeal.FIRST_JACK: "Cards are dealt round face up, and whoever gets the first jack deals first.",
    CutForDeal.RANDOM: "Who deals first is left to chance.",
}
_CUT_RANK = {
    CutRank.ACE_LOW: "In the cut the ace is the lowest card.",
    CutRank.ACE_HIGH: "In the cut the ace is the highest card.",
    CutRank.KNAVE_HIGH: "In the cut the jack is the highest card, and the ace comes next.",
}
_PACKETS = {
    Packets.TWO_AND_THREE: (
        "Each player gets five cards, two and then three at a time, or three and then two; "
        "the next card is turned up."
    ),
    Packets.DEALER_VARIES: (
        "Each player gets five cards in two rounds: in the first the dealer gives each two or three at will, "
        "in the second what is wanting to five; the next card is turned up."
    ),
    Packets.ANY: "Each player gets five cards, in packets of any size; the next card is turned up.",
}
_VOID = {
    DealAgain.SAME_DEALER: "the same dealer deals again",
    DealAgain.NEXT_DEALER: "the next dealer deals",
}


def the_deal(rules: Ruleset) -> Lines:
    """Who deals, and how."""
    yield say(_FIRST_DEALER[rules.cut_for_deal], "cut_for_deal")
    ranked = rules.cut_for_deal in (CutForDeal.LOWEST, CutForDeal.HIGHEST)
    yield say(_CUT_RANK[rules.cut_rank], "cut_rank") if ranked else idle("cut_rank")
    bump = " or knocks on it, to have it dealt as it is" if rules.cut_pack == CutPack.CUT_OR_BUMP else ""
    yield say(f"Before the deal {eldest(rules)} cuts the shuffled pack{bump}.", "cut_pack")
    yield say(_PACKETS[rules.packets], "packets")
    again = _VOID[rules.void_hand]
    yield say(f"A misdeal or an exposed card makes the hand void, and {again}.", "void_hand")
    yield say(_poor_hand(rules), "farmers_hand", "going_under")
    yield say("After every hand that was played the deal passes to the left.")


def _poor_hand(rules: Ruleset) -> str:
    if rules.farmers_hand:
        return "A player with nothing but nines and tens may have the cards dealt again."
    if rules.going_under:
        return "A player with nothing but nines and tens may exchange three of them for cards not dealt."
    return "Nobody may refuse or exchange a poor hand: it is played as it was dealt."


_FIRST_STAGE = {
    2: "The non-dealer may order up the card turned up, or pass; the dealer takes it up or turns it down.",
    3: (
        "From the dealer's left each may order up the card turned up, or pass; last the dealer takes it up "
        "or turns it down."
    ),
    4: (
        "From the dealer's left each may accept the suit of the card turned up as trump, or pass; the "
        "dealer's opponents do so by ordering it up, and last the dealer takes it up or turns it down."
    ),
}
_ALL_PASS = {
    AllPass.NEXT_DEALER: "If all pass again, the hand is thrown in and the next dealer deals.",
    AllPass.SAME_DEALER: "If all pass again, the hand is thrown in and the same dealer deals again.",
    AllPass.DEALER_MUST_MAKE: "If all the others pass again, the dealer must make a trump.",
}


def the_calling(rules: Ruleset) -> Lines:
    """How the trump is fixed."""
    yield say(_FIRST_STAGE[rules.players])
    yield from _dealers_partner(rules)
    yield from _upcard(rules)
    yield from _benny_turned_up(rules)
    any_suit = rules.open_suits == OpenSuits.ANY
    which = "any suit, the one turned down included" if any_suit else "any suit but the one turned down"
    yield say(f"If all pass, a second stage opens, and each in turn may make {which}, or pass.", "open_suits")
    if rules.no_trump:
        yield say(
            "In the second stage one may also choose no trump, and then there are no bowers.", "no_trump"
        )
    else:
        yield say("No hand is played without trump.", "no_trump")
    yield say(_ALL_PASS[rules.all_pass], "all_pass")
    yield from _thrown_in(rules)
    if rules.natural_trump:
        needed = "Whoever calls a suit must hold a card of it; the left bower alone is not enough."
    else:
        needed = "Any suit may be called, whether the caller holds a card of it or not."
    yield say(needed, "natural_trump")


def _dealers_partner(rules: Ruleset) -> Lines:
    if rules.players != 4:
        yield idle("dealers_partner")
    elif rules.dealers_partner == DealersPartner.MAY_ASSIST:
        yield say(
            "The dealer's partner may assist, and does not have to play alone for it.", "dealers_partner"
        )
    else:
        yield say(
            "The dealer's partner may accept the suit of the card turned up only by playing alone; the "
            "dealer's cards then lie face down, and the card turned up is not taken up.",
            "dealers_partner",
        )


def _upcard(rules: Ruleset) -> Lines:
    if rules.upcard_taken == UpcardTaken.DISCARD_FIRST:
        yield say(
            "When the suit is accepted the dealer first puts out a card, face down; then the card turned up "
            "belongs to the dealer, and may lie on the pack until it is played.",
            "upcard_taken",
        )
    else:
        yield say(
            "When the suit is accepted the dealer takes the card turned up in hand, and then puts out a "
            "card, face down.",
            "upcard_taken",
        )
    word = "may" if rules.discard_may_be_upcard else "may not"
    yield say(f"The card put out {word} be the one turned up.", "discard_may_be_upcard")


def _benny_turned_up(rules: Ruleset) -> Lines:
    if not rules.benny:
        yield idle("benny_turned_up")
        return
    when = "before" if rules.benny_turned_up == BennyTurnedUp.NAMES_UNSEEN else "after"
    whose = "the dealer's side are the makers" if rules.players == 4 else "the dealer is the maker"
    yield say(
        f"If Benny is turned up nobody passes and {whose}: the dealer names the trump {when} looking at the "
        "cards dealt, takes Benny and puts out a card.",
        "benny_turned_up",
    )


def _thrown_in(rules: Ruleset) -> Lines:
    if rules.hands is None or rules.all_pass == AllPass.DEALER_MUST_MAKE:
        yield idle("thrown_in_counts")
    else:
        word = "is" if rules.thrown_in_counts else "is not"
        yield say(f"A hand thrown in {word} counted among the hands of a game.", "thrown_in_counts")


_LONE_BY = {
    LoneBy.NOBODY: "Neither of the makers may play alone.",
    LoneBy.CALLER: "Whoever fixes the trump may play the hand alone; the partner's cards then lie face down.",
    LoneBy.CALLER_OR_PARTNER: "Whoever fixes the trump may play alone, or the partner may instead.",
    LoneBy.BY_CALL: (
        "When an opponent of the dealer orders up, either partner of that side may play alone; when the "
        "dealer's partner assists or the dealer takes up, only the dealer may; when a suit is made in the "
        "second stage, only its maker."
    ),
    LoneBy.CALLER_OR_UNPASSED_PARTNER: (
        "Whoever fixes the trump may play alone; the partner may take it over and play alone instead, unless "
        "that partner has passed."
    ),
    LoneBy.ANY_PLAYER: "Any player may play alone, whoever fixed the trump.",
    LoneBy.MAKER_ALWAYS: "The maker always plays alone against the other two.",
}
_LONE_DEFENDER = {
    LoneDefender.NO: "A defender may not play alone.",
    LoneDefender.AGAINST_LONE_MAKER: "A defender may play alone only against a maker who plays alone.",
    LoneDefender.ALWAYS: "A defender may play alone too, whether or not a maker does.",
}


def playing_alone(rules: Ruleset) -> Lines:
    """Who may leave the partner out, when, and who leads."""
    two = "With two players there is no partner to play without."
    yield say(two if rules.players == 2 else _LONE_BY[rules.lone_by], "lone_by")
    if rules.players == 4:
        yield say(_LONE_DEFENDER[rules.lone_defender], "lone_defender")
    else:
        yield idle("lone_defender")
    if somebody_may_be_alone(rules):
        with_call = rules.lone_said == LoneSaid.WITH_THE_CALL
        when = "together with the call" if with_call else "before the first card is led"
        yield say(f"A lone hand must be announced {when}.", "lone_said")
    else:
        yield idle("lone_said")
    yield from _lone_lead(rules)
    yield from _lone_options(rules)


def _lone_lead(rules: Ruleset) -> Lines:
    if rules.players == 3:
        return  # told with the play
    if not somebody_may_be_alone(rules):
        yield idle("lone_lead")
    elif rules.lone_lead == LoneLead.ELDEST:
        whose = "the player on the dealer's left, or the next who plays, leads first"
        yield say(f"When somebody plays alone, {whose}.", "lone_lead")
    else:
        two = "; if two play alone, the lone defender leads" if rules.lone_defender != LoneDefender.NO else ""
        whose = "the player on the left of the lone hand leads first"
        yield say(f"When somebody plays alone, {whose}{two}.", "lone_lead")


def _lone_options(rules: Ruleset) -> Lines:
    if not makers_may_be_alone(rules):
        yield idle("partners_best", "no_lone_from", "lone_must_take_five")
        return
    if rules.partners_best:
        yield say("A lone maker gets the partner's best card and puts out another for it.", "partners_best")
    else:
        yield say("A lone maker gets no card from the partner.", "partners_best")
    if rules.no_lone_from is None:
        yield say("A side may play alone whatever its score.", "no_lone_from")
    else:
        barred = f"A side that has {points(rules.no_lone_from)} or more may not play alone"
        yield say(f"{barred} when it makes.", "no_lone_from")
    if rules.lone_must_take_five:
        yield say("A lone maker who takes fewer than five tricks is euchred.", "lone_must_take_five")
    else:
        yield say("A lone maker needs three tricks, as two partners do.", "lone_must_take_five")


def the_play(rules: Ruleset) -> Lines:
    """What is the same in every euchre: told so that the page can be read by somebody new to the game."""
    then = "leads to the first trick, and whoever wins a trick leads to the next"
    if rules.players == 3:
        whose = "dealer" if rules.lone_lead == LoneLead.ELDEST else "maker"
        yield say(f"The player on the {whose}'s left {then}.", "lone_lead")
    else:
        yield say(f"{capital(eldest(rules))} {then}.")
    yield say("The suit led must be followed if possible; who cannot follow may play any card.")
    yield say("The highest trump wins a trick; without a trump, the highest card of the suit led does.")
    yield say(f"A hand has five tricks, and {makers(rules)} must take three or more.")
