"""The cut for deal and the packets of écarté.

Seed S3 lost both laws; that the higher card deals, and the twos and threes, are the same book's euchre.
"""

from __future__ import annotations

from scoring.engine.cards import Rank
from scoring.engine.choices import CutForDeal, Packets
from scoring.engine.ecarte import TRICKS, EcarteCutRank, EcarteRules
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_play import PACK, RANKS
from scoring.engine.records import Cut
from scoring.engine.verdicts import Fault, Section, Step


def read_packets(table: Table) -> list[Fault]:
    """Check the sizes of the packets, eldest's first in each round."""
    sizes = table.record.packets
    if (
        sizes is None
        or sizes in _allowed(table.rules)
        or (table.rules.packets is Packets.ANY and _sound(sizes))
    ):
        return []
    wrong = next((at for at, size in enumerate(sizes) if not 2 <= size <= 3), 0)
    return [fault("packets-wrong", Step(Section.PACKETS, wrong), seat=table.dealer)]


def _allowed(rules: EcarteRules) -> list[tuple[int, ...]]:
    """Return the packets that may be dealt, but for ANY; a dealer who varies may differ from hand to hand."""
    first = [(2, 2), (3, 3)]
    if rules.packets is Packets.DEALER_VARIES:
        first += [(2, 3), (3, 2)]
    return [(mine, yours, TRICKS - mine, TRICKS - yours) for mine, yours in first]


def _sound(sizes: tuple[int, ...]) -> bool:
    """Say whether packets of any sizes, dealt in turn, give five cards to each."""
    return all(size > 0 for size in sizes) and sum(sizes[0::2]) == sum(sizes[1::2]) == TRICKS


_CUT_RANKS: dict[EcarteCutRank, tuple[Rank, ...]] = {
    EcarteCutRank.AS_IN_PLAY: RANKS,
    EcarteCutRank.ACE_HIGH: tuple(rank for rank in Rank if rank in RANKS),
    EcarteCutRank.ACE_LOW: (Rank.ACE, *(rank for rank in Rank if rank in RANKS and rank is not Rank.ACE)),
}


def read_cuts(table: Table) -> list[Fault]:
    """Check the cuts, stage by stage: equal ranks cut again, and the decided cut fixes the dealer."""
    cuts = table.record.cuts or ()
    faults = [
        fault("seat-not-at-table", Step(Section.CUTS, at), seat=cut.seat)
        for at, cut in enumerate(cuts)
        if cut.seat not in table.rules.seats
    ]
    faults += [
        fault("card-not-in-pack", Step(Section.CUTS, at), seat=cut.seat, cards=(cut.card,))
        for at, cut in enumerate(cuts)
        if cut.card not in PACK
    ]
    if faults or table.rules.cut_for_deal is CutForDeal.RANDOM:
        return faults
    decided = False
    for stage in sorted({cut.stage for cut in cuts}):
        found = [(at, cut) for at, cut in enumerate(cuts) if cut.stage == stage]
        if decided:
            at, cut = found[0]
            return [*faults, fault("cut-after-decision", Step(Section.CUTS, at), seat=cut.seat)]
        decided = _read_stage(table, faults, found)
    return faults


def _read_stage(table: Table, faults: list[Fault], found: list[tuple[int, Cut]]) -> bool:
    """Read one round of cutting; return whether it decided who deals."""
    at, last = found[-1]
    step = Step(Section.CUTS, at)
    if len({cut.card for _, cut in found}) < len(found):
        faults.append(fault("cut-card-twice", step, seat=last.seat, cards=(last.card,)))
    ranks = _CUT_RANKS[table.rules.cut_rank]
    by_seat = {cut.seat: ranks.index(cut.card.rank) for _, cut in found}
    if len(by_seat) < 2 or len(set(by_seat.values())) < 2:
        return False
    best = max if table.rules.cut_for_deal is CutForDeal.HIGHEST else min
    dealer = best(by_seat, key=lambda seat: by_seat[seat])
    if dealer != table.dealer:
        faults.append(fault("wrong-dealer", step, seat=table.dealer))
    return True
