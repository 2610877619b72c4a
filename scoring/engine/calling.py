"""The calling: both stages, Benny turned up, and what an unknown call still says.

After a call that cannot be, the reading that makes most of the rest sense is taken: a suit named too soon or
though it was turned down is trump all the same; a seat out of turn is read as one slip if the later calls
keep the turn, and else as a seat passed over.
"""

from __future__ import annotations

from scoring.engine.cards import Suit
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import AllPass, DealersPartner, OpenSuits
from scoring.engine.deck import BENNY_NUMBER, CARDS, NO_TRUMP, SUIT_NUMBER
from scoring.engine.records import Call, CallKind
from scoring.engine.verdicts import Section

SUITS = tuple(range(NO_TRUMP))


def read_calls(case: Case) -> None:
    """Read who fixed the trump, in which stage, and whether the upcard is taken."""
    calls = case.record.calls
    if calls is None:
        _without_calls(case)
        return
    benny = case.upcard == BENNY_NUMBER or _may_be_benny(case, calls)
    if case.dealer == UNKNOWN:
        _infer_dealer(case, calls, benny)
    if benny:
        _read_benny(case, calls)
    else:
        _read_stages(case, calls)
    if not case.called and case.maker == UNKNOWN:
        _not_over(case, len(calls))


def _without_calls(case: Case) -> None:
    """Take what follows without a call: a discard shows that the upcard was taken, Benny who made."""
    case.unknown.append("The calling is not known.")
    if case.record.thrown_in:
        _throw_in(case)
        return
    case.trumps = _possible_trumps(case)
    if case.upcard == BENNY_NUMBER:
        case.maker, case.taken, case.is_open, case.trumps = case.dealer, True, False, SUITS
    elif case.record.discard is not None and case.upcard >= 0:
        case.taken, case.is_open, case.trump = True, False, SUIT_NUMBER[CARDS[case.upcard].suit]


def _possible_trumps(case: Case) -> tuple[int, ...]:
    return (*SUITS, NO_TRUMP) if case.rules.no_trump else SUITS


def _may_be_benny(case: Case, calls: tuple[Call, ...]) -> bool:
    """Say whether an upcard that is not known must have been Benny: the dealer made a trump at once."""
    if case.upcard != UNKNOWN or not case.rules.benny or not calls or calls[0].kind is not CallKind.MAKE:
        return False
    seat = _written_place(case, calls[0])
    return seat == UNKNOWN or case.dealer in (UNKNOWN, seat)


def _infer_dealer(case: Case, calls: tuple[Call, ...], benny: bool) -> None:
    """Take the dealer from who spoke first, if that was written down."""
    if calls and calls[0].kind is not CallKind.UNKNOWN:
        place = _written_place(case, calls[0])
        if place >= 0:
            case.dealer = place if benny else (place - 1) % case.terms.players


def _read_stages(case: Case, calls: tuple[Call, ...]) -> None:
    """Go through both stages; `turn` counts who should have spoken, from eldest on."""
    n, place, turn = case.terms.players, case.terms.place, 0
    for index, call in enumerate(calls):
        if case.called or turn >= 2 * n:
            _call_too_many(case, index, call)
            return
        if call.seat is not None and case.dealer >= 0 and call.kind is not CallKind.UNKNOWN:
            at = place.get(call.seat, UNKNOWN)
            if at != (case.dealer + 1 + turn) % n:
                turn = _out_of_turn(case, calls, index, turn)
        speaker = (case.dealer + 1 + turn) % n if case.dealer >= 0 else _written_place(case, call)
        if call.kind is CallKind.PASS:
            _pass(case, index, call, turn, speaker)
        elif call.kind is CallKind.UNKNOWN:
            if index == len(calls) - 1:
                _unknown_call(case, index, call, speaker)
        else:
            _accept_or_make(case, index, call, turn, speaker)
        turn += 1
    if turn >= 2 * n and not case.called and case.maker == UNKNOWN:
        _throw_in(case)


def _written_place(case: Case, call: Call) -> int:
    return UNKNOWN if call.seat is None else case.terms.place.get(call.seat, UNKNOWN)


def _throw_in(case: Case) -> None:
    case.called = case.thrown_in = True
    if case.rules.all_pass == AllPass.DEALER_MUST_MAKE and case.record.calls is None:
        sentence = "The dealer must make; no hand is thrown in."
        case.fault("stuck-dealer-passes", Section.CALLS, 2 * case.terms.players - 1, sentence)


def _call_too_many(case: Case, index: int, call: Call) -> None:
    """Note calls that follow when all has been said: once, however many they are."""
    seat = _written_place(case, call)
    if case.called:
        sentence = "The trump was fixed, and nobody has anything more to call."
        case.fault("call-after-acceptance", Section.CALLS, index, sentence, seat=seat)
    else:
        sentence = "All had passed twice, and the hand was thrown in."
        case.fault("call-after-all-passed", Section.CALLS, index, sentence, seat=seat)
        _throw_in(case)


def _out_of_turn(case: Case, calls: tuple[Call, ...], index: int, turn: int) -> int:
    """Note a seat that spoke out of turn; return the turn that the calls are then taken to be at."""
    seat, n = calls[index].seat, case.terms.players
    assert seat is not None
    speaker = (case.dealer + 1 + turn) % n
    written = case.place_of(seat, Section.CALLS, index)
    if written == UNKNOWN:
        return turn
    sentence = f"{seat} called, though it was {case.name(speaker)}'s turn."
    case.fault("call-out-of-turn", Section.CALLS, index, sentence, seat=seat)
    skipped = turn + (written - speaker) % n
    as_slip = _misfits(case, calls[index + 1 :], turn + 1)
    as_skip = _misfits(case, calls[index + 1 :], skipped + 1)
    if calls[index].kind is CallKind.MAKE and turn < n <= skipped:
        as_slip += 1  # it is no call of the first stage
    return skipped if as_skip < as_slip and skipped < 2 * n else turn


def _misfits(case: Case, calls: tuple[Call, ...], turn: int) -> int:
    """Count the seats that do not fit if these calls begin at this turn."""
    n = case.terms.players
    return sum(
        call.seat is not None and call.seat != case.name((case.dealer + 1 + turn + later) % n)
        for later, call in enumerate(calls)
    )


def _pass(case: Case, index: int, call: Call, turn: int, speaker: int) -> None:
    last = turn == 2 * case.terms.players - 1
    if last and case.rules.all_pass == AllPass.DEALER_MUST_MAKE:
        sentence = "All others have passed twice: the dealer must make a trump."
        case.fault("stuck-dealer-passes", Section.CALLS, index, sentence, seat=speaker)
    if call.alone:
        sentence = "Who passes does not play alone by that call."
        case.fault("alone-without-call", Section.CALLS, index, sentence, seat=speaker)


def _accept_or_make(case: Case, index: int, call: Call, turn: int, speaker: int) -> None:
    written = _written_place(case, call)
    case.called, case.maker, case.call_at = True, written if written >= 0 else speaker, index
    first_stage = turn < case.terms.players
    if call.kind is CallKind.ACCEPT:
        if not first_stage:
            _accept_too_late(case, index, speaker)
            return
        _accept(case, index, call)
        return
    case.is_open, case.taken = True, False
    case.trump = SUIT_NUMBER[call.suit]
    if first_stage:
        sentence = f"{_suit_name(case.trump)} made while the upcard could still be taken."
        case.fault("make-in-first-stage", Section.CALLS, index, sentence, seat=speaker)
        _perhaps_accepted(case)
    elif call.suit is None:
        if not case.rules.no_trump:
            sentence = "Nobody may play without a trump under these rules."
            case.fault("no-trump-named", Section.CALLS, index, sentence, seat=speaker)
    elif _is_turned_down(case, call.suit):
        sentence = f"{_suit_name(case.trump)} were turned down and cannot be made."
        case.fault("named-turned-down-suit", Section.CALLS, index, sentence, seat=speaker)


def _accept(case: Case, index: int, call: Call) -> None:
    """Take the upcard's suit; by a dealer's partner who must play alone, the upcard itself stays out."""
    case.is_open, case.taken = False, True
    if case.upcard == UNKNOWN:
        case.trumps = SUITS if call.suit is None else (SUIT_NUMBER[call.suit],)
        if call.suit is not None:
            case.trump = case.trumps[0]
    else:
        case.trump = SUIT_NUMBER[CARDS[case.upcard].suit]
        if call.suit is not None and SUIT_NUMBER[call.suit] != case.trump:
            sentence = (
                f"{call.suit.name.capitalize()} cannot be accepted: {CARDS[case.upcard]} was turned up."
            )
            case.fault("call-names-wrong-suit", Section.CALLS, index, sentence, seat=case.maker)
    if must_play_alone(case):
        with_dealer = not call.alone and case.name(case.maker) not in (case.record.alone or ())
        case.taken = with_dealer and case.record.discard is not None


def _perhaps_accepted(case: Case) -> None:
    """A suit made too soon, yet the dealer discarded: it was an acceptance, or the discard is wrong."""
    if case.record.discard is None or case.upcard == UNKNOWN:
        return
    upcards = SUIT_NUMBER[CARDS[case.upcard].suit]
    case.is_open, case.taken, case.trumps = False, True, (upcards, case.trump)
    case.trump = UNKNOWN


def must_play_alone(case: Case) -> bool:
    """Say whether this is the dealer's partner's acceptance where he cannot keep the dealer as a partner."""
    return (
        case.rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE
        and case.is_open is False
        and case.dealer >= 0
        and case.maker == case.terms.partner(case.dealer)
        and case.upcard != BENNY_NUMBER
    )


def _accept_too_late(case: Case, index: int, speaker: int) -> None:
    """Note it; what was meant does not show, unless the dealer discarded."""
    sentence = "The upcard was turned down; a suit must be named now."
    case.fault("accept-in-second-stage", Section.CALLS, index, sentence, seat=speaker)
    if case.record.discard is not None:
        case.is_open, case.taken = False, True
        if case.upcard >= 0:
            case.trump = SUIT_NUMBER[CARDS[case.upcard].suit]
            return
    else:
        case.is_open, case.taken = True, None
    case.trumps = _possible_trumps(case)


def _is_turned_down(case: Case, suit: Suit) -> bool:
    turned_down = case.upcard >= 0 and CARDS[case.upcard].suit == suit
    return turned_down and case.rules.open_suits == OpenSuits.NOT_TURNED_DOWN


def _suit_name(trump: int) -> str:
    return "No trump" if trump == NO_TRUMP else tuple(Suit)[trump].name.capitalize()


def _unknown_call(case: Case, index: int, call: Call, speaker: int) -> None:
    """Read what is still known of the call that ended the calling: its seat, its suit, and so its stage."""
    case.unknown.append("Not every call is known.")
    case.call_at = index
    case.called = call.seat is not None or call.suit is not None
    case.maker = case.terms.place.get(call.seat, UNKNOWN) if call.seat is not None else UNKNOWN
    case.trumps = _possible_trumps(case)
    if call.suit is None:
        return
    case.trump = SUIT_NUMBER[call.suit]
    if case.upcard == UNKNOWN:
        return
    if CARDS[case.upcard].suit != call.suit:
        case.is_open, case.taken = True, False
    elif case.rules.open_suits == OpenSuits.NOT_TURNED_DOWN or case.record.discard is not None:
        case.is_open, case.taken = False, True
        case.taken = not must_play_alone(case)


def _not_over(case: Case, spoken: int) -> None:
    """Say that the calling is not over; a fault, if the hand went on, or ended, all the same."""
    case.trumps = case.trumps or _possible_trumps(case)
    unknown = case.record.calls and case.record.calls[-1].kind is CallKind.UNKNOWN
    if unknown:
        return
    played = any(trick.cards for trick in case.record.tricks or ())
    ended = case.record.thrown_in or case.record.said.points is not None
    if played or ended or case.record.said.makers_tricks:
        sentence = "The calls are not all there: nobody fixed a trump, and not all passed twice."
        case.fault("call-missing", Section.CALLS, spoken, sentence)
    else:
        case.unknown.append("The calling is not over.")


# --- Benny turned up


def _read_benny(case: Case, calls: tuple[Call, ...]) -> None:
    """Read the one call there is: the dealer's side are the makers, and the dealer names the suit."""
    noted = False
    for index, call in enumerate(calls):
        if case.called:
            _call_too_many(case, index, call)
            return
        written = _written_place(case, call)
        if call.kind is CallKind.UNKNOWN:
            _benny_unknown(case, index, call)
        elif call.kind is CallKind.MAKE and written in (UNKNOWN, case.dealer):
            _benny_named(case, index, call)
        else:
            if not noted:
                sentence = "Benny was turned up: nobody passes or takes it up, the dealer names the suit."
                case.fault("benny-turned-up", Section.CALLS, index, sentence, seat=written)
            noted = True
            if call.kind is CallKind.MAKE:
                _benny_named(case, index, call)
            elif call.kind is CallKind.ACCEPT:
                _benny_accepted(case, index, call)
    if not case.called and noted:
        case.maker, case.taken, case.is_open = case.dealer, True, False


def _benny_named(case: Case, index: int, call: Call) -> None:
    case.called, case.call_at = True, index
    case.maker, case.taken, case.is_open = case.dealer, True, False
    case.trump = SUIT_NUMBER[call.suit]
    if call.suit is None:
        sentence = "The dealer who turns Benny up names a suit."
        case.fault("no-trump-named", Section.CALLS, index, sentence, seat=case.dealer)


def _benny_accepted(case: Case, index: int, call: Call) -> None:
    case.called, case.call_at = True, index
    case.maker, case.taken, case.is_open = case.dealer, True, False
    case.trumps = SUITS if call.suit is None else (SUIT_NUMBER[call.suit],)


def _benny_unknown(case: Case, index: int, call: Call) -> None:
    case.unknown.append("Not every call is known.")
    case.call_at, case.maker, case.taken, case.is_open = index, case.dealer, True, False
    case.called = call.suit is not None
    case.trumps = SUITS
    if call.suit is not None:
        case.trump = SUIT_NUMBER[call.suit]
    written = _written_place(case, call)
    if written >= 0 and case.dealer >= 0 and written != case.dealer:
        sentence = "Benny was turned up: the dealer names the suit."
        case.fault("benny-turned-up", Section.CALLS, index, sentence, seat=written)
