"""Claims and concessions in écarté: what a player is sure to make, what he can make, and what was agreed.

With both hands known every line of play is looked at. Otherwise a player is sure of a trick for every trump
that nothing unseen can beat, since each of them takes the trick in which it is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.ecarte import TRICKS, EcarteRules
from scoring.engine.ecarte_cards import Whereabouts
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_play import RANKS, beats, legal_plays
from scoring.engine.ecarte_trace import Trace
from scoring.engine.records import Claim
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step

Hands = Mapping[Seat, frozenset[Card] | None]


@dataclass(slots=True)
class Claimed:
    """What the claims settle: `tricks`, each seat's in the whole hand, None if nothing was agreed.

    `agreed` says that this is sure: accepted, or certain to be made.
    """

    faults: list[Fault] = field(default_factory=list)
    tricks: dict[Seat, int] | None = None
    agreed: bool = False


def read_claims(table: Table, trace: Trace, where: Whereabouts, hands: Hands) -> Claimed:
    """Check the claims in the order written; the last one at the end of the play settles it."""
    claimed = Claimed()
    at_the_end: list[tuple[Claim, tuple[int, int]]] = []
    for index, claim in enumerate(table.record.claims):
        step = Step(Section.CLAIMS, index)
        code = _misplaced(table, trace, claim)
        if code:
            claimed.faults.append(fault(code, step, seat=claim.seat))
            continue
        span = _span_of(table, trace, where, hands, claim)
        if claim.accepted is not False and not claim.conceded and claim.tricks > span[1]:
            claimed.faults.append(fault("claim-impossible", step, seat=claim.seat))
            continue
        if table.record.tricks is None or _laid_by(claim) == len(trace.laid):
            at_the_end.append((claim, span))
        elif claim.accepted:
            claimed.faults.append(fault("played-after-claim", trace.laid[_laid_by(claim)].step))
    _settle(table, trace, claimed, at_the_end)
    return claimed


def _laid_by(claim: Claim) -> int:
    """Return how many cards had been played when the claim was made."""
    return 2 * claim.after + claim.cards


def _misplaced(table: Table, trace: Trace, claim: Claim) -> str:
    if claim.seat not in table.rules.seats:
        return "seat-not-at-table"
    if not 0 <= claim.after <= TRICKS or claim.cards not in (0, 1) or claim.tricks < 0:
        return "claim-out-of-place"
    if table.record.tricks is not None and _laid_by(claim) > len(trace.laid):
        return "claim-out-of-place"
    return ""


def _settle(
    table: Table, trace: Trace, claimed: Claimed, at_the_end: Sequence[tuple[Claim, tuple[int, int]]]
) -> None:
    standing = [(claim, span) for claim, span in at_the_end if claim.accepted is not False]
    claims = [found for found in standing if not found[0].conceded]
    if not standing or table.record.tricks is None or None in trace.winners:
        return
    claim, (least, _) = (claims or standing)[-1]
    left = TRICKS - len(trace.winners)
    theirs = table.rules.other(claim.seat)
    won = 0 if claim.conceded else claim.tricks
    claimed.tricks = {
        claim.seat: trace.made_by(claim.seat) + won,
        theirs: trace.made_by(theirs) + left - won,
    }
    yielded = any(other.conceded and other.seat == theirs for other, _ in standing)
    claimed.agreed = bool(claim.accepted) or claim.conceded or yielded or least >= claim.tricks


def _span_of(table: Table, trace: Trace, where: Whereabouts, hands: Hands, claim: Claim) -> tuple[int, int]:
    """Return how many further tricks the claimant was sure of and could make, as far as is known."""
    left = TRICKS - claim.after
    laid = trace.laid[: _laid_by(claim)]
    if len(laid) < _laid_by(claim) or any(card.card is None for card in laid):
        return 0, left
    gone = frozenset(card.card for card in laid if card.card)
    mine, theirs = (_left(hands[seat], gone) for seat in (claim.seat, table.rules.other(claim.seat)))
    leader = table.eldest if claim.after == 0 else trace.winners[claim.after - 1]
    led = laid[-1].card if claim.cards else None
    if mine is not None and theirs is not None and leader is not None:
        if len(mine) + len(theirs) != 2 * left - claim.cards:
            return 0, left
        both = {claim.seat: mine, table.rules.other(claim.seat): theirs}
        return span(both, leader, led, claim.seat, table.trump, table.rules)
    least = 0 if mine is None else _masters(mine, table.trump, gone | _out(where))
    lost = 0 if theirs is None else _masters(theirs, table.trump, gone | _out(where))
    return least, left - lost


def _left(hand: frozenset[Card] | None, gone: frozenset[Card]) -> frozenset[Card] | None:
    return None if hand is None else hand - gone


def _out(where: Whereabouts) -> frozenset[Card]:
    """Return the cards known to be in no hand: the upcard and what was laid aside by name."""
    turned = {card for card, seat in where.came_to.items() if seat is None}
    return frozenset(turned | set(where.laid_aside))


def _masters(hand: frozenset[Card], trump: Suit, out: frozenset[Card]) -> int:
    """Count the trumps of a hand above which every trump is in it or out of play."""
    sure = 0
    for rank in reversed(RANKS):
        card = Card(Rank(rank), trump)
        if card in hand:
            sure += 1
        elif card not in out:
            break
    return sure


def span(
    hands: Mapping[Seat, frozenset[Card]],
    leader: Seat,
    led: Card | None,
    seat: Seat,
    trump: Suit,
    rules: EcarteRules,
) -> tuple[int, int]:
    """Return the tricks that a seat is sure to make against any play, and the most it can make.

    `led` is a card already on the table, from `leader`'s hand.
    """
    (other,) = (player for player in hands if player != leader)
    if led is not None:
        return _answered(hands, leader, other, led, seat, trump, rules)
    if not hands[leader]:
        return 0, 0
    spans = [
        _answered({**hands, leader: hands[leader] - {card}}, leader, other, card, seat, trump, rules)
        for card in hands[leader]
    ]
    return _chosen(spans, leader == seat)


def _answered(
    hands: Mapping[Seat, frozenset[Card]],
    leader: Seat,
    other: Seat,
    led: Card,
    seat: Seat,
    trump: Suit,
    rules: EcarteRules,
) -> tuple[int, int]:
    spans = []
    for card in legal_plays(hands[other], led, trump, rules):
        winner = other if beats(card, led, trump) else leader
        rest = span({**hands, other: hands[other] - {card}}, winner, None, seat, trump, rules)
        spans.append((rest[0] + (winner == seat), rest[1] + (winner == seat)))
    return _chosen(spans, other == seat) if spans else (0, 0)


def _chosen(spans: Sequence[tuple[int, int]], own_choice: bool) -> tuple[int, int]:
    """Return the best that the chooser can do: one's own choice, or the worst that the other can do."""
    least = [at_least for at_least, _ in spans]
    return (max(least) if own_choice else min(least)), max(most for _, most in spans)
