"""Who plays alone: what was declared, whether it may be, and what the play itself shows.

The play is the stronger witness. Where it shows that others play than was declared, the hand goes on with
those who play; that it was declared otherwise is one fault, at the first card that cannot be.
"""

from __future__ import annotations

from scoring.engine.calling import must_play_alone
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import LoneBy, LoneDefender, LoneSaid
from scoring.engine.records import Call, CallKind
from scoring.engine.verdicts import Section


def read_alone(case: Case) -> None:
    """Read who plays alone, and note declarations that cannot be."""
    declared = case.record.alone
    if case.thrown_in or case.terms.players < 4:
        _read_at_small_table(case)
        return
    call = _deciding_call(case)
    flagged = call is not None and call.alone and case.maker >= 0
    if not declared and not flagged and not must_play_alone(case):
        case.lone_known = declared is not None or (call is not None and _nobody_else_may(case))
        return
    places = [case.maker] if flagged else []
    if declared is not None:
        case.lone_known = True
        places = _declared(case, flagged)
    elif call is not None:
        case.lone_known = _nobody_else_may(case)
    admit(case, places, offset=len(places) - len(declared or places))
    if must_play_alone(case) and not case.alone & case.terms.side_bits[case.maker]:
        _must_be_alone(case)


def _read_at_small_table(case: Case) -> None:
    case.lone_known = True
    call = _deciding_call(case)
    if case.terms.players == 2 and call is not None and call.alone:
        sentence = "Nobody can choose to play alone at a table of two."
        case.fault("alone-by-wrong-seat", Section.CALLS, case.call_at, sentence, seat=case.maker)
    if case.terms.players == 3 and case.maker >= 0:
        case.alone = 1 << case.maker
    for index, seat in enumerate(case.record.alone or ()):
        place = case.place_of(seat, Section.ALONE, index)
        if place == UNKNOWN or case.alone >> place & 1:
            continue
        sentence = "Nobody plays alone in a hand that is thrown in." if case.thrown_in else (
            f"{seat} cannot choose to play alone at a table of {case.terms.players}."
        )  # fmt: skip
        case.fault("alone-by-wrong-seat", Section.ALONE, index, sentence, seat=place)


def _deciding_call(case: Case) -> Call | None:
    """Return the call that fixed the trump, if it is known."""
    calls = case.record.calls
    return calls[case.call_at] if calls is not None and case.call_at >= 0 else None


def _nobody_else_may(case: Case) -> bool:
    """Say whether the calls alone tell who plays alone: it is said with the call, and by nobody else."""
    rules = case.rules
    by_call = rules.lone_said == LoneSaid.WITH_THE_CALL and rules.lone_by in (LoneBy.CALLER, LoneBy.NOBODY)
    call = _deciding_call(case)
    known = call is not None and call.kind is not CallKind.UNKNOWN
    return known and (by_call or rules.lone_by == LoneBy.NOBODY) and rules.lone_defender == LoneDefender.NO


def _declared(case: Case, flagged: bool) -> list[int]:
    """Return the places of those declared, a call's own declaration first; UNKNOWN for who is not there."""
    declared = case.record.alone or ()
    places = [case.place_of(seat, Section.ALONE, index) for index, seat in enumerate(declared)]
    if flagged and case.maker not in places:
        sentence = (
            f"{case.name(case.maker)} said “alone” with the call, and is not written among the lone hands."
        )
        case.fault("alone-contradicts-call", Section.ALONE, len(declared), sentence, seat=case.maker)
        places.insert(0, case.maker)
    elif not flagged and case.maker in places:
        _said_late(case, places.index(case.maker))
    return places


def _said_late(case: Case, index: int) -> None:
    call = _deciding_call(case)
    known = call is not None and call.kind is not CallKind.UNKNOWN
    if case.rules.lone_said == LoneSaid.WITH_THE_CALL and known and not must_play_alone(case):
        sentence = (
            f"{case.name(case.maker)} called without a word of playing alone; it is said with the call."
        )
        case.fault("alone-said-late", Section.ALONE, index, sentence, seat=case.maker)


def admit(case: Case, places: list[int], *, offset: int = 0) -> None:
    """Note what is wrong with these declarations, and let those play alone who may."""
    partners = case.terms.side_bits
    makers = partners[case.maker] if case.maker >= 0 else 0
    maker_declares = any(place >= 0 and makers >> place & 1 for place in places)
    seen = 0
    for at, place in enumerate(places):
        index = max(at - offset, 0)
        if place == UNKNOWN:
            continue
        code, sentence = _objection(case, place, seen, maker_declares)
        if code:
            case.fault(code, Section.ALONE, index, sentence, seat=place)
        if code in ("", "alone-at-score"):
            case.alone |= 1 << place
        seen |= 1 << place


def _objection(case: Case, place: int, seen: int, maker_declares: bool) -> tuple[str, str]:
    """Say why this seat may not declare, ("", "") if it may."""
    who, side = case.name(place), case.terms.side_bits[place]
    if seen >> place & 1:
        return "alone-twice", f"{who} had declared already."
    if seen & side:
        return "alone-two-of-a-side", "Two partners cannot both play alone."
    if case.maker >= 0 and side >> case.maker & 1:
        if not _maker_may(case, place):
            return "alone-by-wrong-seat", f"{who} has no right to play alone after this call."
    elif case.maker >= 0:
        defender = case.rules.lone_defender
        if defender == LoneDefender.NO:
            return "alone-defender", f"{who} defends, and no defender may play alone."
        if defender == LoneDefender.AGAINST_LONE_MAKER and not maker_declares:
            return "alone-defender", f"{who} may play alone only against a lone maker."
    return _at_score(case, place)


def _at_score(case: Case, place: int) -> tuple[str, str]:
    barred = case.rules.no_lone_from
    if barred is None:
        return "", ""
    score = dict(case.record.scores or ()).get(case.terms.side_at[place])
    if score is None:
        case.unknown.append("Whether the score lets anybody play alone is not known.")
    elif score >= barred:
        return "alone-at-score", f"With {score} points {case.name(place)}'s side may not play alone."
    return "", ""


def _maker_may(case: Case, place: int) -> bool:
    """Say whether this seat of the makers may play alone after the call that was made."""
    by, caller = case.rules.lone_by, place == case.maker
    if by == LoneBy.CALLER:
        return caller
    if by in (LoneBy.CALLER_OR_PARTNER, LoneBy.ANY_PLAYER):
        return True
    if by == LoneBy.CALLER_OR_UNPASSED_PARTNER:
        return caller or not _has_passed(case, place)
    if by == LoneBy.BY_CALL:
        if case.is_open is None:
            return True
        if case.is_open or case.dealer == UNKNOWN:
            return caller or case.dealer == UNKNOWN
        dealers = case.terms.side_bits[case.dealer] >> case.maker & 1
        return place == case.dealer if dealers else True
    return False


def _has_passed(case: Case, place: int) -> bool:
    """Say whether this seat has passed in this hand; in the second stage everybody has."""
    if case.is_open is None or case.dealer == UNKNOWN or case.record.upcard is None:
        return False
    if case.is_open:
        return True
    n = case.terms.players
    spoken = (case.maker - case.dealer - 1) % n
    return (place - case.dealer - 1) % n < spoken and case.call_at > 0


def _must_be_alone(case: Case) -> None:
    """The dealer's partner accepts alone: a fault if the record says otherwise, else it follows."""
    call = _deciding_call(case)
    silent = call is not None and call.kind is CallKind.ACCEPT and not call.alone
    silent = silent and case.rules.lone_said == LoneSaid.WITH_THE_CALL
    silent = silent and seats_that_play(case) != case.terms.everybody & ~(1 << case.dealer)
    if case.record.alone is not None or silent:
        sentence = f"{case.name(case.maker)}, the dealer's partner, accepts only to play alone."
        case.fault("must-play-alone", Section.CALLS, max(case.call_at, 0), sentence, seat=case.maker)
    else:
        case.alone |= 1 << case.maker
        case.lone_known = case.lone_known or case.rules.lone_defender == LoneDefender.NO


# --- what the play shows

_NONE_OR_ONE_A_SIDE = tuple(ours | theirs for ours in (0, 1, 4) for theirs in (0, 2, 8))


def seats_that_play(case: Case) -> int:
    """Return who plays, as far as the seats written beside the cards of full tricks show it, or 0."""
    tricks = [trick for trick in case.record.tricks or () if trick.cards]
    if tricks and len(tricks[-1].cards) < max(len(trick.cards) for trick in tricks):
        tricks.pop()  # it may have stopped short
    elif len(tricks) == 1:
        return 0
    counts = [0] * case.terms.players
    for trick in tricks:
        for played in trick.cards:
            place = case.terms.place.get(played.seat, UNKNOWN) if played.seat is not None else UNKNOWN
            if place == UNKNOWN:
                return 0
            counts[place] += 1
    bits = sum(1 << place for place, count in enumerate(counts) if count * 2 > len(tricks))
    return bits if bits.bit_count() >= 2 else 0


def cards_to_a_trick(case: Case) -> int:
    """Return how many cards a full trick has, as far as the tricks written show it; 0 if they do not."""
    sizes = [len(trick.cards) for trick in (case.record.tricks or ())[:-1] if trick.cards]
    return max(set(sizes), key=lambda size: (sizes.count(size), -size)) if sizes else 0


def choices_of_alone(case: Case) -> list[int]:
    """Return every choice of who plays alone that fits the play, those who sit out being their partners."""
    terms = case.terms
    if terms.players != 4:
        return [case.alone]
    playing, size = seats_that_play(case), cards_to_a_trick(case)
    found = [case.alone]
    for alone in _NONE_OR_ONE_A_SIDE:
        active = terms.everybody & ~terms.sitting_out(alone)
        if playing in (0, active) and (playing or size in (0, active.bit_count())):
            found.append(alone)
    return list(dict.fromkeys(found))


def perhaps_alone(case: Case) -> list[int]:
    """Return every choice of who plays alone that leaves in play whoever is written beside a card."""
    terms = case.terms
    if terms.players != 4:
        return []
    seen = 0
    for trick in case.record.tricks or ():
        for played in trick.cards:
            if played.seat is not None and played.seat in terms.place:
                seen |= 1 << terms.place[played.seat]
    return [alone for alone in _NONE_OR_ONE_A_SIDE if not seen & terms.sitting_out(alone)]
