"""What each player of écarté was bound to play, as far as it can be known what he held.

A card is known to be held when it was dealt or drawn by name and not laid aside, when it is a king that was
marked, and when it is played later: so later play betrays a revoke, and a trick that could have been won. A
fault is one only if it is one in every hand that the player may have held (`ecarte_worlds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.ecarte_cards import Whereabouts
from scoring.engine.ecarte_faults import Table, fault, place, sure_faults
from scoring.engine.ecarte_play import beats
from scoring.engine.ecarte_trace import Laid, Trace
from scoring.engine.ecarte_worlds import Holding, World, misfits
from scoring.engine.verdicts import Fault, Step


@dataclass(frozen=True, slots=True)
class Play:
    """What is known of one seat: what it may have held and what it played.

    `untold` are cards about which the record contradicts itself. `king_gone`: the king of trumps was surely
    not held. `king_step` is where this seat marked a king from the hand, None if nowhere.
    """

    table: Table
    holding: Holding
    plays: Sequence[Laid]
    untold: frozenset[Card]
    king_gone: bool = False
    king_step: Step | None = None

    @property
    def king(self) -> Card:
        """The king of trumps."""
        return Card(Rank.KING, self.table.trump)

    @property
    def cards(self) -> list[Card | None]:
        """What was played; None for a card unknown or contradicted."""
        return [None if laid.card in self.untold else laid.card for laid in self.plays]

    def had_king(self, world: World) -> bool:
        """Say whether the king of trumps may have been in this hand."""
        if self.king in self.cards:
            return True
        with_king = [*self.cards, self.king]
        if None in with_king:
            with_king.remove(None)  # it may be the king that was played unseen
        placed = self.holding.placed
        return not self.king_gone and len(misfits(world, with_king, placed)) <= len(
            misfits(world, self.cards, placed)
        )


def play_of(table: Table, holding: Holding, where: Whereabouts, trace: Trace, king_step: Step | None) -> Play:
    """Put together what is known of one seat."""
    king = Card(Rank.KING, table.trump)
    gone = king in where.laid_aside or where.came_to.get(king, holding.seat) != holding.seat
    gone = gone or where.played.get(king) == table.rules.other(holding.seat)
    gone = gone and king not in where.untold
    plays = trace.played_by(holding.seat)
    return Play(table, holding, plays, frozenset(where.untold), gone, king_step)


def seat_faults(play: Play) -> tuple[Fault, ...]:
    """Return what a seat surely did wrong in the play, or in marking the king."""
    return sure_faults([_faults_in(play, world) for world in play.holding.worlds])


def may_have_king(play: Play) -> bool:
    """Say whether a seat may have held the king of trumps when the play began."""
    return any(play.had_king(world) for world in play.holding.worlds)


def _faults_in(hand: Play, world: World) -> list[Fault]:
    seat = hand.holding.seat
    faults = []
    for number in misfits(world, hand.cards, hand.holding.placed):
        laid = hand.plays[number]
        faults.append(fault("card-not-held", laid.step, seat=seat, cards=[laid.card] if laid.card else ()))
    marked = hand.king_step is not None and hand.had_king(world)
    if hand.king_step is not None and not marked:
        faults.append(fault("king-not-held", hand.king_step, seat=seat, cards=(hand.king,)))
    for number, laid in enumerate(hand.plays):
        if not laid.leads:
            faults += _broken_duty(hand, world, number, marked)
    return faults


def _broken_duty(hand: Play, world: World, number: int, marked: bool) -> list[Fault]:
    """Return the duty that the answer to a lead broke, if any: to follow, to win, to trump."""
    rules, trump = hand.table.rules, hand.table.trump
    led, answer = hand.plays[number].led, hand.plays[number].card
    if led is None or answer is None:
        return []
    sure = _surely_held(hand, world, number, marked)
    following = [(card, step) for card, step in sure if card.suit == led.suit]
    if answer.suit == led.suit:
        winning = [(card, step) for card, step in following if beats(card, led, trump)]
        broken = rules.must_win and winning and not beats(answer, led, trump)
        return [_proved(hand, number, "failed-to-win", winning)] if broken else []
    if following or _surely_has_suit(hand, world, number, led.suit):
        return [_proved(hand, number, "revoke", following)]
    trumps = [(card, step) for card, step in sure if card.suit == trump]
    if rules.must_trump and answer.suit != trump and (trumps or _surely_has_suit(hand, world, number, trump)):
        return [_proved(hand, number, "failed-to-trump", trumps)]
    return []


def _surely_held(hand: Play, world: World, number: int, marked: bool) -> list[tuple[Card, Step]]:
    """Return the cards held beside the one played, each with the step that shows it."""
    here = hand.plays[number].step
    before = [laid.card for laid in hand.plays[:number]]
    known: dict[Card, Step] = {}
    for later in reversed(hand.plays[number + 1 :]):
        if later.card is not None:
            known[later.card] = later.step
    if None not in before:
        seen = [at.card for at in world if at.card is not None]
        seen += [hand.king] if marked else []
        known |= {card: here for card in seen if card not in before and card != hand.plays[number].card}
    return list(known.items())


def _surely_has_suit(hand: Play, world: World, number: int, suit: Suit | None) -> bool:
    """Say whether more cards of a suit were dealt or drawn than have gone, though their ranks are unknown."""
    before = [laid.card for laid in hand.plays[:number]]
    gone = sum(1 for card in before if card is None or card.suit == suit)
    return sum(1 for at in world if at.suit == suit) > gone


def _proved(hand: Play, number: int, code: str, proof: Sequence[tuple[Card, Step]]) -> Fault:
    """Build the fault, with the cards that prove it first."""
    here = hand.plays[number].step
    at = min((step for _, step in proof), key=place, default=here)
    cards = sorted((card for card, step in proof if step == at), key=str)
    return fault(code, here, seat=hand.holding.seat, cards=cards, proved_at=at)
