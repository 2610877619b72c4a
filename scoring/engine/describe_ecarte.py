"""Écarté in plain English, as `describe` does it for euchre: every field in one sentence, with its law."""

from __future__ import annotations

from collections.abc import Callable

from scoring.engine.choices import CutForDeal, DealAgain, Packets
from scoring.engine.describe import Basis, Description, Part, Sentence, Standing
from scoring.engine.describe_lines import Line, Lines, idle, points, say
from scoring.engine.ecarte import (
    ECARTE,
    ECARTE_OPTIONS,
    ECARTE_SOURCES,
    LAWS,
    EcarteCutRank,
    EcarteRules,
    Proposals,
)
from scoring.engine.sources import STATED


def describe_ecarte(rules: EcarteRules) -> Description:
    """Tell a set of écarté rules in words."""
    told = [(heading, tuple(lines(rules))) for heading, lines in _PARTS]
    parts = tuple(
        Part(heading, tuple(_with_bases(line, rules) for line in lines if line.text))
        for heading, lines in told
    )
    unsaid = tuple(name for _, lines in told for line in lines if not line.text for name in line.fields)
    return Description(rules.name or rules.key, summary_of_ecarte(rules), parts, unsaid)


def summary_of_ecarte(rules: EcarteRules) -> str:
    """Tell the game in one line."""
    return f"Two players, 32 cards, game {rules.target} up; the king of trumps scores {rules.king}."


def _with_bases(line: Line, rules: EcarteRules) -> Sentence:
    found = (_basis_of(rules, name) for name in line.fields)
    return Sentence(line.text, line.fields, tuple(dict.fromkeys(basis for basis in found if basis)))


def _basis_of(rules: EcarteRules, field: str) -> Basis | None:
    if rules.key != ECARTE.key:
        return None
    code, standing = ECARTE_SOURCES[field]
    law = LAWS.get(field, "")
    if getattr(rules, field) == getattr(ECARTE, field):
        return Basis(Standing.STATED if standing == STATED else Standing.INFERRED, code, law)
    if getattr(rules, field) in ECARTE_OPTIONS.get(field, ()):
        return Basis(Standing.BY_AGREEMENT, code, law)
    return Basis(Standing.OWN)


_FIRST_DEALER = {
    CutForDeal.LOWEST: "The players cut the pack, and the lower card deals first.",
    CutForDeal.HIGHEST: "The players cut the pack, and the higher card deals first.",
    CutForDeal.RANDOM: "Who deals first is left to chance.",
}
_CUT_RANK = {
    EcarteCutRank.AS_IN_PLAY: "In the cut the cards rank as in play, the king above all.",
    EcarteCutRank.ACE_HIGH: "In the cut the ace is the highest card.",
    EcarteCutRank.ACE_LOW: "In the cut the ace is the lowest card.",
}
_PACKETS = {
    Packets.TWO_AND_THREE: "two and then three at a time, or three and then two",
    Packets.DEALER_VARIES: "two or three at a time at the dealer's will",
    Packets.ANY: "in packets of any size",
}


def _the_deal(rules: EcarteRules) -> Lines:
    yield say("Two play with 32 cards, the seven up to the ace in each suit.")
    yield say(
        "The cards rank king, queen, jack, ace, ten, nine, eight, seven in every suit; there are no bowers."
    )
    yield say(_FIRST_DEALER[rules.cut_for_deal], "cut_for_deal")
    cut = rules.cut_for_deal != CutForDeal.RANDOM
    yield say(_CUT_RANK[rules.cut_rank], "cut_rank") if cut else idle("cut_rank")
    yield say(f"Each player gets five cards, {_PACKETS[rules.packets]}.", "packets")
    yield say("The eleventh card is turned up, and its suit is trump.")
    again = (
        "the same dealer deals again"
        if rules.void_hand == DealAgain.SAME_DEALER
        else "the other player deals"
    )
    wrong = "A wrong deal, a play out of turn or a faced card makes the hand void"
    yield say(f"{wrong}, and {again}.", "void_hand")


def _proposing(rules: EcarteRules) -> Lines:
    yield say(
        "The non-dealer plays at once, or proposes, and then the dealer accepts or refuses; on acceptance "
        "both put out any number of cards, face down, and draw as many."
    )
    if rules.proposals == Proposals.ONE:
        yield say("There is one proposal in a hand.", "proposals")
    else:
        yield say("The non-dealer may propose again and again while the stock lasts.", "proposals")
    yield say("A proposal, an acceptance or a refusal cannot be taken back.")


def _the_play(rules: EcarteRules) -> Lines:
    yield say("The non-dealer leads first, and whoever wins a trick leads to the next.")
    yield say("The suit led must be followed if possible.")
    win = "must" if rules.must_win else "need not"
    yield say(f"Who follows suit {win} win the trick if able.", "must_win")
    trump = "must" if rules.must_trump else "need not"
    yield say(f"Who cannot follow suit {trump} trump if able.", "must_trump")


def _points(rules: EcarteRules) -> Lines:
    yield say(
        f"The king of trumps scores {points(rules.king)} for the dealer who turns it up, or for the holder "
        "who announces it in time.",
        "king",
    )
    yield say(
        "It is announced before its holder's first card, or, if it is that card, before it is played to; "
        "later the right is lost."
    )
    yield say(f"Three or four tricks score {points(rules.point)} (the point).", "point")
    yield say(f"All five tricks score {points(rules.vole)} (the vole).", "vole")
    yield say(
        "If the non-dealer plays without proposing and fails to take three tricks, the dealer scores "
        f"{points(rules.unproposed)}.",
        "unproposed",
    )
    yield say(
        "If the dealer refuses the first proposal and fails to take three tricks, the non-dealer scores "
        f"{points(rules.refused)}.",
        "refused",
    )


def _the_game(rules: EcarteRules) -> Lines:
    yield say(f"Game is {rules.target} up: the first player with {points(rules.target)} wins.", "target")
    when = "may be mended until the next deal" if rules.amendable else "stands as it is"
    yield say(f"A score marked too high or too low {when}.", "amendable")


_PARTS: tuple[tuple[str, Callable[[EcarteRules], Lines]], ...] = (
    ("The deal", _the_deal),
    ("Proposing", _proposing),
    ("The play", _the_play),
    ("Points", _points),
    ("The game", _the_game),
)
