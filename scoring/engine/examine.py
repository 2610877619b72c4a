"""Is this record of a hand legal: every fault, what follows, and what remains unknown.

*Complete*, and so *legal* if nothing is wrong, is a record with dealer, upcard, every call, every card dealt
to every seat, the discard where there is one, who plays alone, and the whole play; of a hand that was thrown
in, the same without play. A redeal is complete with its reason, and with the hand that gave the right to it
where one must. Cuts, packets and results are optional, and checked if they are there. Everything else that
shows no fault is *unproven*.

Where cards are hidden the question is always: is there any deal with which this is legal?
"""

from __future__ import annotations

from scoring.engine.calling import read_calls
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.cutting import read_cuts, read_packets, read_redeal
from scoring.engine.dealing import read_deal
from scoring.engine.deck import TRUMPS
from scoring.engine.discards import read_discard, read_exchanges
from scoring.engine.hands import TRICKS
from scoring.engine.lone import read_alone
from scoring.engine.play import Play
from scoring.engine.playing import read_play
from scoring.engine.proof import check_deal_exists, check_natural_trump
from scoring.engine.records import CallKind, HandRecord
from scoring.engine.results import Result, read_result
from scoring.engine.rulesets import Ruleset
from scoring.engine.swift import examine_swiftly
from scoring.engine.verdicts import SECTIONS, Derived, Fault, Status, Verdict

__all__ = ["examine"]

_PLACE_OF = {section: at for at, section in enumerate(SECTIONS)}


def examine(record: HandRecord, rules: Ruleset) -> Verdict:
    """Judge one record under a ruleset: status, every fault in the order of the hand, what follows from it.

    Never raises on anything a HandRecord can hold. Faults stand in the order of their steps (`SECTIONS`, then
    the index); several at one step stand in the order in which they were found.
    """
    return examine_swiftly(record, rules) or _examine_thoroughly(record, rules)


def _examine_thoroughly(record: HandRecord, rules: Ruleset) -> Verdict:
    """Read the record part by part, whatever it holds."""
    case = Case(record, rules)
    if record.cuts is not None:
        read_cuts(case)
    if record.packets is not None:
        read_packets(case)
    if record.redeal:
        return _redealt(case)
    read_deal(case)
    read_calls(case)
    read_discard(case)
    read_alone(case)
    read_exchanges(case)
    play = read_play(case)
    if play is not None:
        check_deal_exists(case, play)
    if rules.natural_trump:
        check_natural_trump(case, play)
    result = read_result(case, play)
    return _verdict(case, play, result)


def _redealt(case: Case) -> Verdict:
    proved = read_redeal(case)
    if case.faults:
        return Verdict(Status.ILLEGAL, _in_order(case.faults), Derived())
    return Verdict(Status.LEGAL if proved else Status.UNPROVEN, (), Derived(), tuple(case.unknown))


def _verdict(case: Case, play: Play | None, result: Result) -> Verdict:
    derived = _derived(case, play, result)
    if case.faults:
        return Verdict(Status.ILLEGAL, _in_order(case.faults), derived, _unknown(case), result.claims)
    _name_what_lacks(case, play)
    status = Status.UNPROVEN if case.unknown else Status.LEGAL
    return Verdict(status, (), derived, _unknown(case), result.claims)


def _unknown(case: Case) -> tuple[str, ...]:
    return tuple(dict.fromkeys(case.unknown))


def _in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    if len(faults) == 1:
        return (faults[0],)
    unique = list(dict.fromkeys(faults))
    return tuple(sorted(unique, key=lambda fault: (_PLACE_OF[fault.step.section], fault.step.index)))


def _derived(case: Case, play: Play | None, result: Result) -> Derived:
    seats, trump = case.terms.seats, case.trump
    alone = None
    if case.lone_known and case.maker >= 0:
        alone = frozenset([seats[place] for place in range(len(seats)) if case.alone >> place & 1])
    leaders: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    if play is not None:
        leaders, winners = _known(play.leaders), _known(play.winners)
    award = result.award
    return Derived(
        seats[case.maker] if case.maker >= 0 else None,
        TRUMPS[trump] if trump >= 0 else None,
        trump >= 0 and TRUMPS[trump] is None,
        alone,
        tuple([seats[place] for place in leaders]),
        tuple([seats[place] for place in winners]),
        result.tricks,
        award.outcome if award is not None else None,
        result.points,
        result.by_seat,
        case.thrown_in,
    )


def _known(places: list[int]) -> tuple[int, ...]:
    """Return the places as far as they are known without a gap."""
    return tuple(places[: places.index(UNKNOWN)] if UNKNOWN in places else places)


# --- what the record lacks


def _name_what_lacks(case: Case, play: Play | None) -> None:
    """Say everything that keeps a faultless record from being proved."""
    record, unknown = case.record, case.unknown
    if case.dealer == UNKNOWN:
        unknown.append("The dealer is not known.")
    if case.upcard == UNKNOWN:
        unknown.append("The upcard is not known.")
    if any(case.blanks):
        hidden = [str(case.name(place)) for place, blank in enumerate(case.blanks) if blank]
        unknown.append(f"Not every card dealt to {', '.join(hidden)} is known.")
    if record.calls and record.calls[-1].kind is CallKind.UNKNOWN and not unknown:
        unknown.append("Not every call is known.")
    if case.discard_due and case.discard == UNKNOWN:
        unknown.append("The discard is not known.")
    if case.thrown_in:
        return
    if not case.lone_known:
        unknown.append("Whether anybody played alone is not known.")
    _name_what_lacks_in_play(case, play)


def _name_what_lacks_in_play(case: Case, play: Play | None) -> None:
    if play is None or not play.full:
        case.unknown.append("The play is not known.")
        return
    case.unknown.extend(play.unknown)
    if not play.known:
        case.unknown.append("Not every card played is known.")
    if play.full < TRICKS:
        case.unknown.append(f"Only {play.full} of {TRICKS} tricks were played out.")
    for exchange in case.record.exchanges:
        glimpses = (*exchange.away, *exchange.taken)
        if not exchange.away or any(glimpse.card is None for glimpse in glimpses):
            case.unknown.append("Not every card that was exchanged is known.")
