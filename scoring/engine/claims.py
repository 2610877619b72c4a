"""Claims and concessions: could they be, what are they worth, and what do they settle.

With every hand known a claim is searched out (`best_play`). With hands hidden it is certain if the claimer
holds so many of the highest trumps still out that each of them must take a trick; otherwise it is possible as
long as there are tricks enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.engine.best_play import ClaimIs, Position, claim_is
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import Defenders
from scoring.engine.deck import IN_SUIT, NO_TRUMP, NUMBER, POWER, TRUMPS, cards_in, numbers_in
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import TRICKS
from scoring.engine.play import Play
from scoring.engine.records import Claim
from scoring.engine.seats import Side
from scoring.engine.verdicts import Section


def judge_claims(case: Case, play: Play | None) -> tuple[ClaimIs | None, ...]:
    """Note claims that cannot be, and say what each is worth."""
    claims = [_between_tricks(case, claim) for claim in case.record.claims]
    return tuple(_judge(case, play, index, claim) for index, claim in enumerate(claims))


def _between_tricks(case: Case, claim: Claim) -> Claim:
    """Move a claim made over a full trick behind it."""
    tricks, k = case.record.tricks or (), case.terms.players - case.terms.sitting_out(case.alone).bit_count()
    full = 0 <= claim.after < len(tricks) and claim.cards == len(tricks[claim.after].cards) == k
    return replace(claim, after=claim.after + 1, cards=0) if full else claim


def _judge(case: Case, play: Play | None, index: int, claim: Claim) -> ClaimIs | None:
    place = case.place_of(claim.seat, Section.CLAIMS, index)
    if place == UNKNOWN:
        return None
    if _is_misplaced(case, claim):
        sentence = "The claim stands where the play did not come to."
        case.fault("claim-misplaced", Section.CLAIMS, index, sentence, seat=place)
        return None
    if not 0 <= claim.tricks <= TRICKS - claim.after:
        sentence = f"{claim.seat} claims {claim.tricks} tricks; {TRICKS - claim.after} were left."
        case.fault("claim-impossible", Section.CLAIMS, index, sentence, seat=place)
        return ClaimIs.IMPOSSIBLE
    if claim.conceded or not claim.tricks:
        return ClaimIs.CERTAIN
    worth = _worth(case, play, claim, place)
    if worth is ClaimIs.IMPOSSIBLE:
        sentence = f"However the cards are played, {claim.seat}'s side takes fewer than {claim.tricks} more."
        case.fault("claim-impossible", Section.CLAIMS, index, sentence, seat=place)
    return worth


def _is_misplaced(case: Case, claim: Claim) -> bool:
    tricks = case.record.tricks
    if claim.after < 0 or claim.cards < 0 or claim.after > TRICKS:
        return True
    if tricks is None or claim.after < len(tricks):
        return tricks is not None and claim.cards > len(tricks[claim.after].cards)
    return claim.after > len(tricks) or claim.cards > 0


def _worth(case: Case, play: Play | None, claim: Claim, place: int) -> ClaimIs | None:
    if case.trump == UNKNOWN or case.maker == UNKNOWN or case.dealer == UNKNOWN:
        return ClaimIs.POSSIBLE
    hands, table, known = _hands_at(case, play, claim)
    if len(table) >= case.terms.players - case.terms.sitting_out(case.alone).bit_count():
        return None  # more cards than a trick has
    if not known:
        return _by_top_trumps(case, claim, hands, place, table)
    apart = case.rules.defenders == Defenders.EACH_FOR_HIMSELF
    side: Side | None = frozenset({claim.seat}) if apart and place != case.maker else None
    try:
        return claim_is(_position(case, play, hands, table, claim), claim.seat, claim.tricks, side)
    except RuleViolation:
        return None  # whoever claims sits out, or the play before was no play


def _hands_at(case: Case, play: Play | None, claim: Claim) -> tuple[list[int], list[int], bool]:
    """Return what each place held when the claim was made, the cards on the table, and whether all is known.

    A place whose cards are not all known has what is known of them.
    """
    hands = [firm & ~0 for firm in case.hands.firm]
    tricks = case.record.tricks or ()
    gone, table = 0, []
    for at, trick in enumerate(tricks[: claim.after + 1]):
        for played in trick.cards if at < claim.after else trick.cards[: claim.cards]:
            if played.card is None:
                return hands, [], False
            number = NUMBER[played.card.rank, played.card.suit]
            gone |= 1 << number
            if at == claim.after:
                table.append(number)
    active = [p for p in range(case.terms.players) if not case.terms.sitting_out(case.alone) >> p & 1]
    known = not any(case.hands.blank[p] or case.hands.gone[p] for p in active) and case.lone_known
    known = known and (play is None or not play.faults)
    return [hand & ~gone for hand in hands], table, known


def _position(case: Case, play: Play | None, hands: list[int], table: list[int], claim: Claim) -> Position:
    terms = case.terms
    orders = terms.orders(terms.sitting_out(case.alone))
    if claim.after == 0 or play is None:
        leader = terms.leader(case.dealer, case.maker, case.alone)
    else:
        leader = play.winners[claim.after - 1]
    order = orders[leader]
    winners = play.winners[: claim.after] if play is not None else []
    makers = terms.side_at[case.maker]
    return Position(
        held={terms.seats[place]: frozenset(cards_in(hands[place])) for place in order},
        trump=TRUMPS[case.trump],
        to_play=terms.seats[order[len(table)]],
        makers=makers & frozenset(terms.seats[place] for place in order),
        table=tuple(cards_in(1 << number)[0] for number in table),
        tricks_won=sum(terms.side_at[winner] == makers for winner in winners),
    )


def _by_top_trumps(case: Case, claim: Claim, hands: list[int], place: int, table: list[int]) -> ClaimIs:
    """Count the highest trumps still out that the claimer surely holds: each takes its trick."""
    if case.trump == NO_TRUMP or case.hands.gone[place]:
        return ClaimIs.POSSIBLE
    played = 0
    for trick in (case.record.tricks or ())[: claim.after]:
        for one in trick.cards:
            if one.card is not None:
                played |= 1 << NUMBER[one.card.rank, one.card.suit]
    powers = POWER[case.trump][case.trump]
    out = case.terms.pack & IN_SUIT[case.trump][case.trump] & ~played & ~case.hands.out
    sure = 0
    for number in sorted(numbers_in(out), key=lambda number: -powers[number]):
        if not hands[place] >> number & 1 or number in table:
            break
        sure += 1
    return ClaimIs.CERTAIN if sure >= claim.tricks else ClaimIs.POSSIBLE


def settled_by_claim(case: Case, play: Play | None) -> tuple[Mapping[Side, int] | None, int | None]:
    """Return the tricks by side, and the makers', if a claim that was not refused ended the play."""
    tricks = case.record.tricks or ()
    for claim in [_between_tricks(case, claim) for claim in case.record.claims]:
        end = (len(tricks), 0) if not tricks or play is None or play.full == len(tricks) else (
            len(tricks) - 1, len(tricks[-1].cards)
        )  # fmt: skip
        ends = (claim.after, claim.cards) == end and claim.accepted is not False
        if ends and claim.seat in case.terms.place and 0 <= claim.tricks <= TRICKS - claim.after:
            return _settled(case, play, claim)
    return None, None


def _settled(case: Case, play: Play | None, claim: Claim) -> tuple[Mapping[Side, int] | None, int | None]:
    terms = case.terms
    winners = play.winners[: claim.after] if play is not None else []
    if len(winners) < claim.after or UNKNOWN in winners:
        return None, None
    won = dict.fromkeys(terms.sides, 0)
    for winner in winners:
        won[terms.side_at[winner]] += 1
    claimers, left = _side(case, claim), TRICKS - claim.after
    others = [side for side in terms.sides if side != claimers]
    makers = terms.side_at[case.maker] if case.maker >= 0 else None
    if len(others) == 1:
        won[claimers] += claim.tricks
        won[others[0]] += left - claim.tricks
        return won, won[makers] if makers is not None else None
    if claim.tricks == left:
        won[claimers] += left
        return won, won[makers] if makers is not None else None
    if makers == claimers:
        return None, won[claimers] + claim.tricks
    return None, None


def _side(case: Case, claim: Claim) -> Side:
    """Return the side whose tricks a claim counts."""
    return case.rules.side_of(claim.seat)
