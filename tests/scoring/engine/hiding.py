"""Records with things left out: what was true stays true, so that nothing may be called wrong."""

from dataclasses import replace

from scoring.engine.records import Call, CallKind, Glimpse, Played, Said


def hide_some(record, rng):
    """The same hand, with some of what a person may not have written down left out."""
    for hide in rng.sample(HIDES, rng.randint(1, 4)):
        record = hide(record, rng)
    return record


def _some_hands(record, rng):
    kept = {seat: held for seat, held in record.held.items() if rng.random() < 0.5}
    return replace(record, held=kept)


def _all_hands(record, rng):
    return replace(record, held={})


def _some_cards(record, rng):
    held = {seat: tuple(_glimpse(card, rng) for card in cards) for seat, cards in record.held.items()}
    return replace(record, held=held)


def _glimpse(card, rng):
    chance = rng.random()
    if chance < 0.5 or card.suit is None:
        return card if chance < 0.5 else Glimpse()
    rank, suit = rng.choice([(None, None), (card.rank, None), (None, card.suit)])
    return Glimpse(rank, suit)


def _discard(record, rng):
    if record.discard is None:
        return record
    return replace(record, discard=rng.choice([None, Glimpse(), _glimpse(record.discard, rng)]))


def _upcard(record, rng):
    return replace(record, upcard=None)


def _dealer(record, rng):
    return replace(record, dealer=None)


def _alone(record, rng):
    return replace(record, alone=None)


def _calls(record, rng):
    return replace(record, calls=None)


def _last_call(record, rng):
    """Only who made what is known, as of a result that was written down afterwards."""
    last = record.calls[-1] if record.calls else None
    if last is None or last.kind not in (CallKind.ACCEPT, CallKind.MAKE):
        return record
    suit = last.suit if last.kind is CallKind.MAKE else record.upcard.suit if record.upcard else None
    known = Call(CallKind.UNKNOWN, suit, last.alone, last.seat)
    return replace(record, calls=(*record.calls[:-1], known) if rng.random() < 0.5 else (known,))


def _a_pass(record, rng):
    if record.calls is None or len(record.calls) < 2:
        return record
    at = rng.randrange(len(record.calls) - 1)
    hidden = Call(CallKind.UNKNOWN, seat=record.calls[at].seat)
    return replace(record, calls=(*record.calls[:at], hidden, *record.calls[at + 1 :]))


def _seats_of_calls(record, rng):
    if record.calls is None:
        return record
    calls = tuple(
        call if call.kind is CallKind.UNKNOWN else replace(call, seat=None) for call in record.calls
    )
    return replace(record, calls=calls)


def _seats_of_cards(record, rng):
    return _with_cards(record, lambda played: replace(played, seat=None))


def _some_played(record, rng):
    return _with_cards(record, lambda one: Played(None, one.seat) if rng.random() < 0.15 else one)


def _with_cards(record, change):
    tricks = tuple(
        replace(trick, cards=tuple(change(played) for played in trick.cards)) for trick in record.tricks or ()
    )
    return replace(record, tricks=tricks if record.tricks is not None else None)


def _winners(record, rng):
    if record.tricks is None:
        return record
    return replace(record, tricks=tuple(replace(trick, winner=None) for trick in record.tricks))


def _play(record, rng):
    return replace(record, tricks=None)


def _rest(record, rng):
    """The play is written down only so far."""
    left = rng.randrange(21)
    tricks = []
    for trick in record.tricks or ():
        if left <= 0:
            break
        cards = trick.cards[:left]
        tricks.append(replace(trick, cards=cards, winner=trick.winner if cards == trick.cards else None))
        left -= len(cards)
    return replace(record, tricks=tuple(tricks), stopped=True)


def _result(record, rng):
    said = record.said
    return replace(
        record,
        said=rng.choice(
            [Said(), Said(said.makers_tricks), Said(None, said.others_tricks), Said(points=said.points)]
        ),
    )


def _scores(record, rng):
    return replace(record, scores=None)


HIDES = [
    _some_hands, _all_hands, _some_cards, _discard, _upcard, _dealer, _alone, _calls, _last_call, _a_pass,
    _seats_of_calls, _seats_of_cards, _some_played, _winners, _play, _rest, _result, _scores,
]  # fmt: skip
