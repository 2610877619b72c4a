"""Before the play: cutting for deal, the packets of the deal, and hands dealt again."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.cards import Rank
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import CutForDeal, CutRank, Packets
from scoring.engine.dealing import fitting
from scoring.engine.deck import number_of
from scoring.engine.discards import POOR
from scoring.engine.records import Cut
from scoring.engine.seats import Seat
from scoring.engine.terms import HELD
from scoring.engine.verdicts import Section

FARMER = "farmer"
"""The reason of a redeal that a poor hand gives a right to."""

_PLAIN = (*(rank for rank in Rank if rank not in (Rank.ACE, Rank.BENNY)), Rank.ACE, Rank.BENNY)
_WITHOUT_KNAVE = tuple(rank for rank in _PLAIN if rank not in (Rank.JACK, Rank.BENNY))
_CUT_ORDER: dict[CutRank, tuple[Rank, ...]] = {
    CutRank.ACE_HIGH: _PLAIN,
    CutRank.ACE_LOW: (Rank.ACE, *(rank for rank in _PLAIN if rank != Rank.ACE)),
    CutRank.KNAVE_HIGH: (*_WITHOUT_KNAVE, Rank.JACK, Rank.BENNY),
}
"""Ranks from the lowest in the cut for deal. No source ranks Benny there; it stands above all."""


def read_cuts(case: Case) -> None:
    """Check who cut what, who cuts again, and so who deals."""
    cuts = case.record.cuts or ()
    for index, cut in enumerate(cuts):
        place = case.place_of(cut.seat, Section.CUTS, index)
        if not case.terms.pack >> number_of(cut.card) & 1:
            sentence = f"{cut.card} is not in this pack."
            bit = 1 << number_of(cut.card)
            case.fault("card-not-in-pack", Section.CUTS, index, sentence, seat=place, cards=bit)
        before = [one.card for one in cuts[:index] if one.stage == cut.stage]
        if cut.card in before:
            sentence = f"{cut.card} had been cut already."
            bit = 1 << number_of(cut.card)
            case.fault("cut-twice", Section.CUTS, index, sentence, seat=place, cards=bit)
    if not cuts or case.faults or case.rules.cut_for_deal == CutForDeal.RANDOM:
        return
    if case.rules.cut_for_deal == CutForDeal.FIRST_JACK:
        _first_jack(case, cuts)
    else:
        _by_rank(case, cuts)


def _first_jack(case: Case, cuts: Sequence[Cut]) -> None:
    """Cards are dealt out face up, in turn; the first knave deals."""
    n, place = case.terms.players, case.terms.place
    for index, cut in enumerate(cuts):
        if index and place[cut.seat] != (place[cuts[index - 1].seat] + 1) % n:
            sentence = f"{cut.seat} was given a card out of turn."
            case.fault("cut-by-other", Section.CUTS, index, sentence, seat=cut.seat)
        if cut.card.rank == Rank.JACK:
            if index + 1 < len(cuts):
                sentence = f"{cut.card} had fallen already, and the deal with it."
                case.fault("cut-after-the-jack", Section.CUTS, index + 1, sentence, seat=cuts[index + 1].seat)
            _dealer_is(case, place[cut.seat], index)
            return
    case.unknown.append("No knave fell, so that who deals was not decided.")


def _by_rank(case: Case, cuts: Sequence[Cut]) -> None:
    """Everybody cuts; those level at the card that decides cut again."""
    order = _CUT_ORDER[case.rules.cut_rank]
    may = set(case.terms.seats)
    stages = sorted({cut.stage for cut in cuts})
    for stage in stages:
        here = [(index, cut) for index, cut in enumerate(cuts) if cut.stage == stage]
        _who_cuts(case, here, may)
        wants = min if case.rules.cut_for_deal == CutForDeal.LOWEST else max
        best = wants(order.index(cut.card.rank) for _, cut in here)
        level = [(index, cut) for index, cut in here if order.index(cut.card.rank) == best]
        may = {cut.seat for _, cut in level}
        if len(may) == 1:
            if stage != stages[-1]:
                later = next(index for index, cut in enumerate(cuts) if cut.stage > stage)
                sentence = f"{level[0][1].seat}'s cut had decided the deal; nobody cuts again."
                case.fault("cut-by-other", Section.CUTS, later, sentence, seat=cuts[later].seat)
            _dealer_is(case, case.terms.place[level[0][1].seat], level[0][0])
            return
    case.unknown.append("The cuts are level, so that who deals was not decided.")


def _who_cuts(case: Case, here: list[tuple[int, Cut]], may: set[Seat]) -> None:
    seen: set[Seat] = set()
    for index, cut in here:
        if cut.seat not in may or cut.seat in seen:
            sentence = f"{cut.seat} had no card to cut here."
            case.fault("cut-by-other", Section.CUTS, index, sentence, seat=cut.seat)
        seen.add(cut.seat)
    if missing := [seat for seat in case.terms.seats if seat in may and seat not in seen]:
        sentence = f"{', '.join(missing)} did not cut."
        case.fault("cut-missing", Section.CUTS, here[-1][0] + 1, sentence, seat=missing[0])


def _dealer_is(case: Case, place: int, index: int) -> None:
    dealer = case.record.dealer
    if dealer is not None and dealer != case.name(place):
        cut = (case.record.cuts or ())[index]
        sentence = f"{case.name(place)} deals, having cut {cut.card}; {dealer} did."
        cards = 1 << number_of(cut.card)
        case.fault("wrong-dealer", Section.CUTS, index, sentence, seat=dealer, cards=cards)


# --- packets


def read_packets(case: Case) -> None:
    """Check the sizes of the packets, in the order in which they were dealt."""
    packets, n = case.record.packets or (), case.terms.players
    rule = case.rules.packets
    two_rounds = rule != Packets.ANY
    for index, size in enumerate(packets):
        before = packets[index % n : index : n]
        if two_rounds and index >= 2 * n:
            reason = "There are two rounds of packets."
        elif index < n and two_rounds:
            even = rule == Packets.DEALER_VARIES or size == packets[0]
            reason = "" if size in (2, 3) and even else "The first round gives two or three to each."
            if size in (2, 3) and not even:
                reason = "Each round gives the same to everybody."
        elif two_rounds:
            reason = "" if sum(before) + size == HELD else "The second round brings everybody to five."
        else:
            reason = "" if size > 0 and sum(before) + size <= HELD else "Everybody is dealt five cards."
        if reason:
            dealer = case.terms.place.get(case.record.dealer, UNKNOWN) if case.record.dealer else UNKNOWN
            who = (dealer + 1 + index) % n if dealer >= 0 else UNKNOWN
            case.fault("wrong-packet", Section.PACKETS, index, reason, seat=who)
            return
    if any(sum(packets[at::n]) < HELD for at in range(n)):
        case.fault("wrong-packet", Section.PACKETS, len(packets), "Not everybody was dealt five cards.")


# --- hands dealt again


def read_redeal(case: Case) -> bool:
    """Check the reason of a hand dealt again, and say whether it is proved."""
    record = case.record
    if record.dealer is not None:
        case.dealer = case.place_of(record.dealer, Section.DEAL, 0)
    else:
        case.unknown.append("The dealer is not known.")
    if record.said.makers_tricks or any(points for _, points in record.said.points or ()):
        case.fault("void-hand-scored", Section.POINTS, 0, "A void hand scores nothing.")
    return _farmers(case) if record.redeal.strip().lower() == FARMER else case.dealer >= 0


def _farmers(case: Case) -> bool:
    """A hand of nines and tens only, where the rules let it be thrown in."""
    if not case.rules.farmers_hand:
        sentence = "A hand of nines and tens is played like any other under these rules."
        case.fault("farmers-hand-not-played", Section.DEAL, 0, sentence)
        return False
    open_still = False
    for seat in case.terms.seats:
        glimpses = case.record.held.get(seat, ())
        poor = all(fitting(glimpse) & POOR for glimpse in glimpses)
        surely = len(glimpses) == HELD and all(not fitting(glimpse) & ~POOR for glimpse in glimpses)
        if surely:
            return case.dealer >= 0
        open_still = open_still or poor
    if not open_still:
        sentence = "Nobody held five nines and tens."
        case.fault("farmers-hand-not-held", Section.DEAL, 0, sentence)
    else:
        case.unknown.append("Whose hand was thrown in is not known.")
    return False
