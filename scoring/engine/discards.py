"""What changes hands between the calling and the first lead: the upcard, the discard, exchanges."""

from __future__ import annotations

from scoring.engine.cards import Rank
from scoring.engine.cases import UNKNOWN, Case, Hands
from scoring.engine.deck import CARDS, NUMBER, bits_of
from scoring.engine.records import Exchange, ExchangeKind, Glimpse
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Section

POOR = bits_of(card for card in CARDS if card.rank in (Rank.NINE, Rank.TEN))
"""What a farmer's hand is made of."""

UNDER = 3
"""Cards exchanged with the stock by who goes under."""


def read_discard(case: Case) -> None:
    """Set out the hands as the play begins, and check the discard."""
    case.hands = Hands(case.held[:], case.blanks[:])
    if case.record.exchanges:
        _exchanges(case, ExchangeKind.GOING_UNDER)
    written = case.record.discard
    if written is not None and case.taken is None and not case.thrown_in:
        case.taken = True  # for nobody else has anything to discard
    case.discard_due = case.taken is True and not case.thrown_in
    if written is not None:
        if case.discard_due:
            case.discard = _discarded(case, written)
        else:
            _not_due(case, written)
    _take_up(case)


def _not_due(case: Case, written: Glimpse) -> None:
    number = NUMBER.get((written.rank, written.suit), UNKNOWN)
    cards = 1 << number if number >= 0 else 0
    sentence = "The upcard was not taken up, so nobody had anything to discard."
    case.fault("discard-not-due", Section.DISCARD, 0, sentence, seat=case.dealer, cards=cards)


def _discarded(case: Case, written: Glimpse) -> int:
    """Return the discard's number, UNKNOWN if it is not known or cannot have been discarded."""
    number = NUMBER.get((written.rank, written.suit), UNKNOWN)
    if number == UNKNOWN:
        return UNKNOWN
    bit = 1 << number
    who = case.name(case.dealer) if case.dealer >= 0 else "The dealer"
    if not case.terms.pack & bit:
        sentence = f"{CARDS[number]} is not in this pack."
        case.fault("card-not-in-pack", Section.DISCARD, 0, sentence, seat=case.dealer, cards=bit)
        return UNKNOWN
    if number == case.upcard:
        if not case.rules.discard_may_be_upcard:
            sentence = f"{who} put out {CARDS[number]}, the card just taken up."
            case.fault("discard-is-upcard", Section.DISCARD, 0, sentence, seat=case.dealer, cards=bit)
        return number
    if case.dealer >= 0 and case.upcard >= 0 and not case.hands.firm[case.dealer] & bit:
        elsewhere = case.hands.known() & bit
        if elsewhere or not case.hands.blank[case.dealer]:
            sentence = f"{who} cannot have put out {CARDS[number]} without holding it."
            case.fault("discard-not-held", Section.DISCARD, 0, sentence, seat=case.dealer, cards=bit)
            return UNKNOWN
    return number


def _take_up(case: Case) -> None:
    """Put the upcard where it goes, and the discard away."""
    hands, dealer = case.hands, case.dealer
    bit = 1 << case.upcard if case.upcard >= 0 else 0
    if case.taken is False or case.thrown_in:
        hands.out |= bit
    elif dealer == UNKNOWN:  # anybody may be the dealer
        for place in range(case.terms.players):
            hands.lose_one(place)
            hands.loose[place] |= bit
            hands.blank[place] += not bit
        return
    elif case.discard >= 0:
        _put_away(case, bit)
    elif case.taken is None or not bit:  # he holds it and is one short, or it was turned down
        hands.lose_one(dealer)
        hands.loose[dealer] |= bit
        hands.blank[dealer] += not bit
    elif case.record.discard is not None and case.discard < 0 and _only_suit_or_rank(case.record.discard):
        hands.lose_one(dealer)
        hands.loose[dealer] |= bit
    else:
        hands.lose_one(dealer)
        if case.rules.discard_may_be_upcard:
            hands.loose[dealer] |= bit
        else:
            hands.firm[dealer] |= bit


def _only_suit_or_rank(glimpse: Glimpse) -> bool:
    return glimpse.rank is not None or glimpse.suit is not None


def _put_away(case: Case, upcard: int) -> None:
    hands, bit = case.hands, 1 << case.discard
    hands.firm[case.dealer] |= upcard
    held = hands.remove(case.dealer, bit)
    hands.out |= bit
    if not upcard and held:
        hands.blank[case.dealer] += 1  # the upcard, whatever it was; else it was the upcard he put out


# --- exchanges


def read_exchanges(case: Case) -> None:
    """Carry out what partners exchange, once it is known who plays alone."""
    if case.record.exchanges:
        _exchanges(case, ExchangeKind.PARTNERS_BEST)


def _exchanges(case: Case, kind: ExchangeKind) -> None:
    done = False
    for index, exchange in enumerate(case.record.exchanges):
        if exchange.kind is not kind:
            continue
        by = case.place_of(exchange.by, Section.EXCHANGES, index)
        if by == UNKNOWN:
            continue
        check = _check_best if kind is ExchangeKind.PARTNERS_BEST else _check_under
        check(case, index, exchange, by, done)
        _carry_out(case, index, exchange, by)
        done = True


def _check_best(case: Case, index: int, exchange: Exchange, by: int, done: bool) -> None:
    if not case.rules.partners_best:
        sentence = "A partner's best card is not asked for under these rules."
        case.fault("partners-best-not-played", Section.EXCHANGES, index, sentence, seat=by)
        return
    partner = case.terms.partner(by)
    right = partner is not None and exchange.with_seat in (None, case.name(partner))
    if not right or (case.lone_known and not case.alone >> by & 1):
        sentence = f"{exchange.by} does not play alone with a partner to give a card."
        case.fault("exchange-by-wrong-seat", Section.EXCHANGES, index, sentence, seat=by)
    if len(exchange.taken) != 1 or len(exchange.away) > 1:
        sentence = "One card is given by the partner, and one put away for it."
        case.fault("exchange-of-wrong-size", Section.EXCHANGES, index, sentence, seat=by)


def _check_under(case: Case, index: int, exchange: Exchange, by: int, done: bool) -> None:
    if not case.rules.going_under:
        sentence = "Nobody exchanges cards with the stock under these rules."
        case.fault("going-under-not-played", Section.EXCHANGES, index, sentence, seat=by)
        return
    sizes = (len(exchange.away), len(exchange.taken))
    if done or any(size not in (0, UNDER) for size in sizes) or exchange.with_seat is not None:
        sentence = "One poor hand exchanges three cards with the stock."
        case.fault("exchange-of-wrong-size", Section.EXCHANGES, index, sentence, seat=by)
    if case.held[by] & ~POOR:
        sentence = f"{exchange.by} held other cards than nines and tens."
        cards = case.held[by] & ~POOR
        case.fault("going-under-without-poor-hand", Section.EXCHANGES, index, sentence, seat=by, cards=cards)


def _carry_out(case: Case, index: int, exchange: Exchange, by: int) -> None:
    giver = case.terms.place.get(exchange.with_seat, UNKNOWN) if exchange.with_seat else UNKNOWN
    for glimpse in exchange.away:
        _give_away(case, index, glimpse, by)
    if exchange.kind is ExchangeKind.PARTNERS_BEST and not exchange.away:
        case.hands.lose_one(by)
    for glimpse in exchange.taken:
        number = NUMBER.get((glimpse.rank, glimpse.suit), UNKNOWN)
        if number == UNKNOWN or not case.terms.pack >> number & 1:
            case.hands.blank[by] += 1
            continue
        bit = 1 << number
        known = case.hands.known() & bit
        held = case.hands.remove(giver, bit) if giver >= 0 else not known and number != case.upcard
        if not held:
            _not_there(case, index, exchange.with_seat, bit)
            case.hands.blank[by] += 1
        else:
            case.hands.firm[by] |= bit


def _give_away(case: Case, index: int, glimpse: Glimpse, by: int) -> None:
    number = NUMBER.get((glimpse.rank, glimpse.suit), UNKNOWN)
    if number == UNKNOWN:
        case.hands.lose_one(by)
    elif case.hands.remove(by, 1 << number):
        case.hands.out |= 1 << number
    else:
        _not_there(case, index, case.name(by), 1 << number)
        case.hands.lose_one(by)


def _not_there(case: Case, index: int, seat: Seat | None, bit: int) -> None:
    where = f"{seat} did not hold" if seat is not None else "The stock cannot have held"
    sentence = f"{where} {CARDS[bit.bit_length() - 1]}."
    code = "exchange-not-held"
    case.fault(code, Section.EXCHANGES, index, sentence, seat=seat or UNKNOWN, cards=bit)
