"""Reading a sheet line by line: the running score, the deal, the end, as `games` lays down."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.engine.choices import AllPass, Clock, DealAgain, Overshoot, PenaltyOn
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import Award, award_checked
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, left_of
from scoring.engine.sheets import (
    Adjustment,
    CardTotal,
    Concession,
    Deal,
    Penalty,
    Played,
    SheetItem,
    ThrownIn,
    TimeCalled,
    VoidHand,
    check_item,
    replaces_the_hand,
    standing_penalties,
)
from scoring.engine.states import Ending, GameState, Result, Row
from scoring.engine.tallies import Tally, count_hand

SeatedAt = Callable[[int], Collection[Seat]]
"""The seats in which somebody sits, at a hand: a table of four may want a player."""


class Reading:
    """A sheet being read. Not a value: it is made, read into and turned into a GameState once."""

    def __init__(
        self,
        rules: Ruleset,
        first_dealer: Seat | None,
        start: Mapping[Side, int],
        seated: SeatedAt | None = None,
    ) -> None:
        if first_dealer is not None:
            rules.side_of(first_dealer)  # raises if nobody sits there
        if not set(start) <= set(rules.sides):
            raise RuleViolation("side-not-at-table", "Only a side of this table can bring points in.")
        self.rules = rules
        self.seated = seated
        self.dealer = first_dealer
        self.start = {side: start.get(side, 0) for side in rules.sides}
        self.score = dict(self.start)
        self.points = dict.fromkeys(rules.seats, 0)
        self.tallies = {seat: Tally() for seat in rules.seats}
        self.on_the_total = dict.fromkeys(rules.sides, 0)
        self.on_the_round = dict.fromkeys(rules.sides, 0)
        self.rows: list[Row] = []
        self.after: list[int] = []
        self.counted = 0
        self.last_number: int | None = None
        self.highest_number = 0
        self.time_called = False
        self.ended_by: Ending | None = None
        self.race_winner: Side | None = None
        self.conceded: Side | None = None
        self.card_differs = False

    def read(self, items: Sequence[SheetItem]) -> None:
        """Read the whole sheet. Raises RuleViolation for a line that can stand on no sheet."""
        deals = {item.number for item in items if isinstance(item, Played | ThrownIn | VoidHand)}
        with_deal: dict[int, list[Penalty]] = {}
        for item in items:
            check_item(item, self.rules)
            if isinstance(item, Penalty) and item.number in deals and item.number is not None:
                with_deal.setdefault(item.number, []).append(item)
        for item in items:
            if isinstance(item, Played | ThrownIn | VoidHand):
                self._read_deal(item, with_deal.get(item.number, []))
            elif not isinstance(item, Penalty) or item.number not in deals:
                self._read_other(item)

    def _read_deal(self, deal: Deal, penalties: list[Penalty]) -> None:
        self.highest_number = max(self.highest_number, deal.number)
        if self.ended_by is not None:
            self.after.append(deal.number)
            for line in (deal, *penalties):
                self._write(line, None, after_the_end=True)
            return
        self.last_number = deal.number
        standing = standing_penalties(penalties, self.rules)
        earned = self._play(deal, standing) if isinstance(deal, Played) else None
        self._write(deal, earned, replaced=earned is not None and replaces_the_hand(standing, self.rules))
        for penalty in penalties:
            if penalty in standing:
                standing.remove(penalty)
                self._penalise(penalty)
            self._write(penalty, None)
        self._pass_the_deal(deal)
        self._judge(after_deal=True)

    def _play(self, deal: Played, standing: list[Penalty]) -> Award:
        earned = award_checked(deal.hand, self.rules)
        paid = not replaces_the_hand(standing, self.rules)
        count_hand(self.tallies, deal.hand, earned, self.rules, paid=paid)
        if paid:
            for side, points in earned.by_side.items():
                self.score[side] += points
            for seat, points in earned.by_seat.items():
                self.points[seat] += points
        return earned

    def _pass_the_deal(self, deal: Deal) -> None:
        """Count the deal, and move the deal to the left unless the same dealer deals again."""
        if isinstance(deal, Played):
            again = False
            self.counted += 1
        elif isinstance(deal, ThrownIn):
            again = self.rules.all_pass == AllPass.SAME_DEALER
            self.counted += self.rules.thrown_in_counts
        else:
            again = self.rules.void_hand == DealAgain.SAME_DEALER
        if self.dealer is not None and not again:
            self.dealer = self._next_dealer(self.dealer, deal.number + 1)

    def _next_dealer(self, dealer: Seat, hand: int) -> Seat:
        """Whoever sits next on the left: the deal passes over a seat that nobody has."""
        there = self.seated(hand) if self.seated is not None else self.rules.seats
        after = left_of(dealer, self.rules.seats)
        while after not in there and after != dealer:
            after = left_of(after, self.rules.seats)
        return after

    def _read_other(self, item: SheetItem) -> None:
        if isinstance(item, Penalty):
            self._penalise(item)
        elif isinstance(item, Adjustment):
            self._give(item.side, item.points)
        elif isinstance(item, CardTotal):
            self._read_card(item)
        elif self.ended_by is not None:
            self._write(item, None, after_the_end=True)
            return
        elif isinstance(item, Concession):
            self.conceded = item.side
            self._end(Ending.CONCESSION)
        elif isinstance(item, TimeCalled):
            self.time_called = True
            if not item.hand_in_play or self.rules.clock == Clock.STOP_AT_ONCE:
                self._end(Ending.TIME)
        self._write(item, None)
        self._judge(after_deal=False)

    def _read_card(self, card: CardTotal) -> None:
        """Take the card's figures for the score; beside hands that ended the game it is only compared."""
        self.card_differs = self.last_number is not None and dict(card.points) != self.score
        if self.ended_by is not None:
            return
        for side, total in card.points.items():
            self.score[side] = total
            for seat in side:
                self.points[seat] = total - self.start[side] + self.tallies[seat].credit
        self._end(Ending.CARD)

    def _penalise(self, penalty: Penalty) -> None:
        for side in self.rules.sides:
            points = penalty.points if penalty.to is not None and side <= penalty.to else 0
            if penalty.off == side:
                points -= penalty.points
            if self.rules.penalty_on == PenaltyOn.HAND:
                self._give(side, points)
            elif self.rules.penalty_on == PenaltyOn.ROUND:
                self.on_the_round[side] += points
            else:
                self.on_the_total[side] += points

    def _give(self, side: Side, points: int) -> None:
        self.score[side] += points
        for seat in side:
            self.points[seat] += points

    def _write(
        self, item: SheetItem, earned: Award | None, *, replaced: bool = False, after_the_end: bool = False
    ) -> None:
        is_deal = isinstance(item, Played | ThrownIn | VoidHand)
        number = item.number if isinstance(item, Played | ThrownIn | VoidHand | Penalty) else None
        dealer = self.dealer if is_deal and not after_the_end else None
        score = dict(self.score)
        self.rows.append(Row(item, number, dealer, earned, score, self.rules, replaced, after_the_end))

    def _judge(self, *, after_deal: bool) -> None:
        """End the game if the lines so far do."""
        if self.ended_by is not None:
            return
        if self.rules.target is not None:
            top = max(self.score.values())
            ahead = [side for side, points in self.score.items() if points == top]
            if top >= self.rules.target and len(ahead) == 1:
                self.race_winner = ahead[0]
                self._end(Ending.TARGET)
                return
        if self.rules.hands is not None and self.counted >= self.rules.hands:
            self._end(Ending.HANDS)
        elif self.time_called and after_deal:
            self._end(Ending.TIME)

    def _end(self, ending: Ending) -> None:
        self.ended_by = ending
        target = self.rules.target
        if ending is not Ending.TARGET or target is None or self.rules.overshoot == Overshoot.KEEP:
            return
        for side, points in self.score.items():
            if points > target:
                self._give(side, target - points)
        self.rows[-1] = replace(self.rows[-1], score=dict(self.score))

    def state(self, *, last_game: bool) -> GameState:
        """Turn what was read into a value; called once, when all is read."""
        for side, points in self.on_the_round.items():
            self._give(side, points)
        for seat, tally in self.tallies.items():
            tally.points = self.points[seat]
        over = self.ended_by is not None
        left = None if self.rules.hands is None else max(0, self.rules.hands - self.counted)
        return GameState(
            score=self.score,
            points=self.points,
            dealer=self.dealer,
            next_number=self.highest_number + 1,
            hands_counted=self.counted,
            hands_left=0 if over and left is not None else left,
            last_hand=not over and (left == 1 or self.time_called),
            ended_at=self.last_number if over else None,
            result=self._result(last_game=last_game),
            after_the_end=tuple(self.after),
            rows=tuple(self.rows),
            tallies=self.tallies,
            on_the_total=self.on_the_total,
            card_differs=self.card_differs,
        )

    def _result(self, *, last_game: bool) -> Result | None:
        if self.ended_by is None:
            return None
        ahead = [self.race_winner] if self.race_winner is not None else self._ahead()
        winner = ahead[0] if len(ahead) == 1 else None
        lap = 0 if last_game or winner is None else self._lap(winner)
        lurched = frozenset() if winner is None else self._lurched(winner)
        won = dict.fromkeys(self.rules.sides, Fraction(0))
        for side in ahead:
            won[side] = Fraction(len(won) - 1 + len(lurched)) if winner else Fraction(1, len(ahead))
        return Result(self.ended_by, winner, lap, lurched, won)

    def _ahead(self) -> list[Side]:
        """Whoever is highest on the final figures, a conceding side left out."""
        staying = {side: points for side, points in self.score.items() if side != self.conceded}
        top = max(staying.values())
        return [side for side, points in staying.items() if points == top]

    def _lap(self, winner: Side) -> int:
        if not self.rules.laps or self.rules.target is None:
            return 0
        return max(0, self.score[winner] - self.rules.target)

    def _lurched(self, winner: Side) -> frozenset[Side]:
        """The losers with nothing or less; a game cut short by the bell or given up is no lurch."""
        if not self.rules.lurches or self.ended_by in (Ending.TIME, Ending.CONCESSION):
            return frozenset()
        return frozenset(side for side, points in self.score.items() if side != winner and points <= 0)
