"""The native form of a hand of écarté by example: calls, exchanges, kings, results by side."""

from scoring.engine.ecarte import ECARTE
from scoring.engine.ecarte_records import EcarteCallKind, EcarteRecord, KingMark, KingMoment, Swap
from tests.scoring.engine.strategies import N, S
from tests.scoring.engine.test_notation import games_in, glimpses


def test_a_hand_of_ecarte():
    text = (
        '[Ruleset "ecarte"]\n[Rules "proposals=while-the-stock-lasts"]\n'
        "3. N KH | S:ASKSQSJSTS | propose accept 3/2 d<9C9D:ACKD propose refuse K!S@before-first-card "
        "| AS 7S>S / ... | N:2 S:3 S+2\n"
    )
    (game,) = games_in(text)
    assert game.rules.key == "ecarte"
    (hand,) = game.hands
    assert isinstance(hand, EcarteRecord)
    assert [call.kind for call in hand.calls or ()] == [
        EcarteCallKind.PROPOSE,
        EcarteCallKind.ACCEPT,
        EcarteCallKind.PROPOSE,
        EcarteCallKind.REFUSE,
    ]
    accepted = (hand.calls or ())[1]
    assert (accepted.eldest, accepted.dealer) == (
        Swap(3),
        Swap(2, glimpses("9C", "9D"), glimpses("AC", "KD")),
    )
    assert hand.kings == (KingMark(S, KingMoment.BEFORE_FIRST_CARD),)
    assert hand.said.tricks == ((frozenset({N}), 2), (frozenset({S}), 3))
    assert hand.stopped


def test_no_king_and_no_calls_are_something_else_than_none_written_down():
    head = '[Ruleset "ecarte"]\n1. N KH | ? |'
    (game,) = games_in(f"{head} K!- | ? |\n")
    assert isinstance(game.hands[0], EcarteRecord)
    assert (game.hands[0].kings, game.hands[0].calls) == ((), ())
    (game,) = games_in(f"{head} ? | ? |\n")
    assert isinstance(game.hands[0], EcarteRecord)
    assert (game.hands[0].kings, game.hands[0].calls) == (None, None)
    assert game.rules == ECARTE
