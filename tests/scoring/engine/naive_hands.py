"""Whole hands as plain facts: drawn at random and legal, changed in one fact, and judged anew.

`draw_hand` plays at random whatever `naive_euchre` allows; `is_legal` asks the same of facts somebody else
wrote; neither calls the engine's rules. `record_of` writes facts down as the engine reads them.
"""

from collections import Counter
from copy import deepcopy

from scoring.engine.cards import Card, Suit
from scoring.engine.records import Call, CallKind, Glimpse, HandRecord, Played, Said, Trick
from scoring.engine.seats import Seat
from tests.scoring.engine.naive_euchre import SEATS, Table, after, may_play, pack, taker

KINDS = {"pass": CallKind.PASS, "accept": CallKind.ACCEPT, "make": CallKind.MAKE}


def draw_hand(rules, rng, eager=0.3):
    """Facts of a legal hand: random deal, calls, lone hands, discard and play."""
    seats = SEATS[rules.players]
    cards = pack(rules.lowest_rank, rules.benny)
    rng.shuffle(cards)
    hands = {seat: cards[5 * at : 5 * at + 5] for at, seat in enumerate(seats)}
    facts = {
        "dealer": rng.choice(seats), "hands": hands, "upcard": cards[5 * len(seats)], "calls": [],
        "discard": None, "alone": [], "tricks": [], "winners": [],
        "scores": {seat: rng.randrange(rules.target or 10) for seat in seats},
    }  # fmt: skip
    for seat in seats[2:]:  # partners have one score
        facts["scores"][seat] = facts["scores"][seats[seats.index(seat) - 2]] if len(seats) == 4 else 0
    table = Table(rules, facts["dealer"], facts["upcard"], hands)
    _call(facts, table, rng, eager)
    if facts["calls"] and facts["calls"][-1][1] != "pass":
        _play(facts, table, rng)
    _score(facts, table)
    return facts


def _call(facts, table, rng, eager):
    for turn in range(2 * len(table.seats)):
        may = table.may_call(turn)
        what, suit = rng.choice(may) if may[0][0] != "pass" or rng.random() < eager else may[0]
        maker = table.caller(turn)
        alone, chosen = False, None
        if what != "pass":
            may_alone = sorted(table.lone_makers(what, maker, turn, facts["scores"]))
            must = table.must_be_alone(what, maker)
            if must and maker not in may_alone:
                what, suit = ("pass", None)  # he could accept only alone, and may not
            elif must or (may_alone and rng.random() < 0.3):
                chosen = maker if must else rng.choice(may_alone)
                facts["alone"].append(chosen)
                alone = chosen == maker and table.rules.lone_said == "with-the-call"
            if what != "pass":
                may_defend = sorted(table.lone_defenders(maker, chosen is not None, facts["scores"]))
                if may_defend and rng.random() < 0.4:
                    facts["alone"].append(rng.choice(may_defend))
        facts["calls"].append((maker, what, suit, alone))
        if what != "pass":
            return


def _play(facts, table, rng):
    maker, what, suit, _ = facts["calls"][-1]
    hands, trump = {seat: list(held) for seat, held in table.hands.items()}, table.trump(what, suit)
    if table.is_taken(what, maker):
        facts["discard"] = rng.choice(table.discards())
        hands = table.after_discard(facts["discard"])
    playing = table.playing(facts["alone"])
    leader = table.first_leader(maker, facts["alone"])
    for _ in range(5):
        trick = []
        for step in range(len(playing)):
            seat = after(playing, leader, step)
            card = rng.choice(may_play(hands[seat], trick[0][1] if trick else None, trump))
            hands[seat].remove(card)
            trick.append((seat, card))
        leader = taker(trick, trump)
        facts["tricks"].append(trick)
        facts["winners"].append(leader)


def _score(facts, table):
    facts["tricks_said"], facts["points"] = _result(facts, table, facts["winners"])


def _result(facts, table, winners):
    sides = {"".join(sorted(table.side(seat))) for seat in table.seats}
    if not winners:
        return None, dict.fromkeys(sides, 0)
    maker, taken = facts["calls"][-1][0], Counter(winners)
    ours = sum(taken[seat] for seat in table.side(maker))
    return [ours, 5 - ours], table.points(maker, facts["alone"], taken)


# --- judged


def is_legal(facts, rules):
    """Say whether these facts are a whole hand that kept every rule."""
    dealt = [card for held in facts["hands"].values() for card in held] + [facts["upcard"]]
    cards = pack(rules.lowest_rank, rules.benny)
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(cards):
        return False
    table = Table(rules, facts["dealer"], facts["upcard"], facts["hands"])
    turn = _calls_kept(facts, table)
    if turn is None:
        return False
    if turn < 0:  # thrown in
        nothing = facts["discard"] is None and not facts["alone"] and not facts["tricks"]
        return nothing and not any(facts["points"].values()) and not any(facts["tricks_said"] or [])
    if not _alone_kept(facts, table, turn) or not _discard_kept(facts, table):
        return False
    winners = _play_kept(facts, table)
    return winners == facts["winners"] and _result(facts, table, winners) == (
        facts["tricks_said"], facts["points"],
    )  # fmt: skip


def _calls_kept(facts, table):
    """Return the turn of the call that fixed the trump, -1 if all passed, None if a call was wrong."""
    last = len(facts["calls"]) - 1
    for turn, (seat, what, suit, alone) in enumerate(facts["calls"]):
        if turn >= 2 * len(table.seats) or seat != table.caller(turn):
            return None
        if (what, suit) not in table.may_call(turn) or (what == "pass" and alone):
            return None
        if what != "pass":
            return turn if turn == last else None
    return -1 if last == 2 * len(table.seats) - 1 else None


def _alone_kept(facts, table, turn):
    maker, what, _, flagged = facts["calls"][turn]
    alone = facts["alone"]
    if len(set(alone)) != len(alone):
        return False
    if len(table.seats) == 3:
        return alone in ([], [maker])  # as he always is, said or unsaid
    ours = [seat for seat in alone if seat in table.side(maker)]
    theirs = [seat for seat in alone if seat not in table.side(maker)]
    if len(ours) > 1 or len(theirs) > 1 or (flagged and maker not in ours):
        return False
    if table.must_be_alone(what, maker):
        if ours != [maker]:
            return False
    elif table.rules.lone_said == "with-the-call" and (maker in ours) != flagged:
        return False
    if not set(ours) <= table.lone_makers(what, maker, turn, facts["scores"]):
        return False
    return set(theirs) <= table.lone_defenders(maker, bool(ours), facts["scores"])


def _discard_kept(facts, table):
    maker, what, _, _ = facts["calls"][-1]
    if not table.is_taken(what, maker):
        return facts["discard"] is None
    return facts["discard"] in table.discards()


def _play_kept(facts, table):
    """Return the winners if every card was legal and in turn, None if not."""
    maker, what, suit, _ = facts["calls"][-1]
    trump = table.trump(what, suit)
    hands = {seat: list(held) for seat, held in table.hands.items()}
    if facts["discard"] is not None:
        hands = table.after_discard(facts["discard"])
    playing, winners = table.playing(facts["alone"]), []
    leader = table.first_leader(maker, facts["alone"])
    if len(facts["tricks"]) != 5:
        return None
    for trick in facts["tricks"]:
        if [seat for seat, _ in trick] != [after(playing, leader, step) for step in range(len(playing))]:
            return None
        for seat, card in trick:
            led = None if card is trick[0][1] and seat == leader else trick[0][1]
            if card not in hands[seat] or card not in may_play(hands[seat], led, trump):
                return None
            hands[seat].remove(card)
        leader = taker(trick, trump)
        winners.append(leader)
    return winners


# --- one fact changed


def change_one_fact(facts, rules, rng):
    """The same hand with one fact written down otherwise."""
    changed = deepcopy(facts)
    rng.choice(_CHANGES)(changed, rules, rng)
    return changed


def _other(rng, chosen, choices):
    return rng.choice([one for one in choices if one != chosen])


def _card(facts, rules, rng):
    seat, at = rng.choice(list(facts["hands"])), rng.randrange(5)
    facts["hands"][seat][at] = _other(rng, facts["hands"][seat][at], pack(rules.lowest_rank, rules.benny))


def _upcard(facts, rules, rng):
    facts["upcard"] = _other(rng, facts["upcard"], pack(rules.lowest_rank, rules.benny))


def _dealer(facts, rules, rng):
    facts["dealer"] = _other(rng, facts["dealer"], SEATS[rules.players])


def _one_call(facts, rules, rng):
    if not facts["calls"]:
        return
    at = rng.randrange(len(facts["calls"]))
    seat, what, suit, alone = facts["calls"][at]
    part = rng.choice(["seat", "what", "suit", "alone", "lost", "again"])
    if part == "seat":
        seat = _other(rng, seat, SEATS[rules.players])
    elif part == "what":
        what, suit = rng.choice([("pass", None), ("accept", None), ("make", rng.choice("CDHS"))])
    elif part == "suit" and what == "make":
        suit = _other(rng, suit, "CDHS")
    elif part == "alone":
        alone = not alone
    facts["calls"][at] = (seat, what, suit, alone and (what != "pass" or part == "alone"))
    if part == "lost":
        del facts["calls"][at]
    elif part == "again":
        facts["calls"].append((after(SEATS[rules.players], facts["calls"][-1][0]), "pass", None, False))


def _discard(facts, rules, rng):
    if facts["discard"] is not None or rng.random() < 0.3:
        facts["discard"] = _other(rng, facts["discard"], pack(rules.lowest_rank, rules.benny))


def _alone(facts, rules, rng):
    if facts["alone"] and rng.random() < 0.5:
        facts["alone"].pop(rng.randrange(len(facts["alone"])))
    else:
        facts["alone"].append(rng.choice(SEATS[rules.players]))


def _play_of(facts, rules, rng):
    if not facts["tricks"]:
        return
    trick = rng.choice(facts["tricks"])
    at = rng.randrange(len(trick))
    seat, card = trick[at]
    part = rng.choice(["card", "seat", "swap", "exchange"])
    if part == "card":
        trick[at] = (seat, _other(rng, card, pack(rules.lowest_rank, rules.benny)))
    elif part == "seat":
        trick[at] = (_other(rng, seat, SEATS[rules.players]), card)
    elif part == "swap":
        other = rng.randrange(len(trick))
        trick[at], trick[other] = trick[other], trick[at]
    else:
        later = rng.choice(facts["tricks"])
        for place, (who, what) in enumerate(later):
            if who == seat:
                later[place], trick[at] = (seat, card), (seat, what)


def _winner(facts, rules, rng):
    if facts["winners"]:
        at = rng.randrange(len(facts["winners"]))
        facts["winners"][at] = _other(rng, facts["winners"][at], SEATS[rules.players])


def _tricks_said(facts, rules, rng):
    if facts["tricks_said"]:
        facts["tricks_said"][rng.randrange(2)] = rng.randrange(6)


def _points(facts, rules, rng):
    side = rng.choice(sorted(facts["points"]))
    facts["points"][side] = rng.randrange(-2, 6)


_CHANGES = [
    _card, _upcard, _dealer, _one_call, _one_call, _discard, _alone, _play_of, _play_of, _winner,
    _tricks_said, _points,
]  # fmt: skip


# --- as the engine reads it


def record_of(facts):
    """Write facts down."""
    tricks = [
        Trick(
            tuple(Played(Card.parse(card), Seat(seat)) for seat, card in trick),
            None,
            Seat(winner) if winner else None,
        )
        for trick, winner in zip(facts["tricks"], facts["winners"], strict=True)
    ]
    ours, theirs = facts["tricks_said"] or (None, None)
    points = tuple((frozenset(map(Seat, side)), points) for side, points in facts["points"].items())
    return HandRecord(
        dealer=Seat(facts["dealer"]),
        held={
            Seat(seat): tuple(Glimpse.of(Card.parse(card)) for card in held)
            for seat, held in facts["hands"].items()
        },
        upcard=Card.parse(facts["upcard"]),
        calls=tuple(_call_of(*call) for call in facts["calls"]),
        discard=Glimpse.of(Card.parse(facts["discard"])) if facts["discard"] else None,
        alone=tuple(Seat(seat) for seat in facts["alone"]),
        tricks=tuple(tricks),
        said=Said(ours, theirs, points),
        scores=tuple(_scores(facts).items()),
    )


def _scores(facts):
    seats = "".join(facts["hands"])
    sides = [frozenset(map(Seat, seats[at::2])) for at in (0, 1)] if len(seats) == 4 else [
        frozenset({Seat(seat)}) for seat in seats
    ]  # fmt: skip
    return {side: facts["scores"][min(side)] for side in sides}


def _call_of(seat, what, suit, alone):
    return Call(KINDS[what], Suit(suit) if suit else None, alone, Seat(seat))
