"""A story of two phones and a director at one table, told at random: nothing is lost, doubled or out of step.

The oracle is a sheet of the test's own: a list of what holds for each hand, scored by a few lines that
know only the usual awards.
"""

from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.test import TestCase as DjangoTestCase
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import Game, LedgerLine
from scoring.selectors.tables import table_state
from scoring.services.lines import NewLine, Recorded, Status, record_line
from scoring.services.matches import open_match
from scoring.services.rebuild import rebuild_event
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Match, PublishedStandings, Standing, Tally
from tournaments.services.standings import publish_standings

numbers = count(1)
makers, tricks = st.sampled_from("NESW"), st.integers(0, 5)
HANDS = 8


def usual_award(maker: str, alone: bool, taken: int) -> dict[str, int]:
    """The usual awards, written out a second time."""
    ours, theirs = ("NS", "EW") if maker in "NS" else ("EW", "NS")
    if taken < 3:
        return {theirs: 2, ours: 0}
    if taken < 5:
        return {ours: 1, theirs: 0}
    return {ours: 4 if alone else 2, theirs: 0}


class TwoPhones(RuleBasedStateMachine):
    """Each phone sends, loses answers, sends again; a director mends; now and then everything is rebuilt."""

    def __init__(self) -> None:
        super().__init__()
        club = factories.make_club(f"Club {next(numbers)}")
        self.event = factories.make_event(club)
        entries = factories.make_entries(self.event, factories.make_players(club, 4))
        drawn = factories.make_match(factories.make_round(self.event), 1, entries)
        self.match = Match.objects.select_related("round__event__club").get(pk=drawn.pk)
        self.game: Game = open_match(match=self.match)
        self.phones = [Actor(code=f"link:{at}", link=None) for at in (1, 2)]
        self.director = Actor(code="user:9", user_id=9, roles={club.pk: "director"})
        self.holds: list[tuple[str, bool, int]] = []
        self.ids: list[UUID] = []
        self.undone: dict[int, UUID] = {}
        self.ruled: set[UUID] = set()  # lines of the director's, which no phone may change
        self.sent: list[NewLine] = []

    def send(self, line: NewLine, actor: Actor) -> Recorded:
        with DjangoTestCase.captureOnCommitCallbacks(execute=True):
            recorded = record_line(game_id=self.game.pk, new=line, actor=actor)
        self.sent.append(line)
        return recorded

    def line(
        self, number: int, hand: tuple[str, bool, int], replaces: UUID | None, reason: str = ""
    ) -> NewLine:
        maker, alone, taken = hand
        facts: dict[str, Any] = {"maker": maker, "alone": [maker] if alone else [], "tricks": taken}
        return NewLine(
            id=uuid4(), kind="hand", hand_number=number, facts=facts, replaces=replaces, reason=reason
        )

    @precondition(lambda self: len(self.holds) < HANDS)
    @rule(phone=st.integers(0, 1), maker=makers, alone=st.booleans(), taken=tricks)
    def a_phone_records_the_next_hand(self, phone: int, maker: str, alone: bool, taken: int) -> None:
        hand = (maker, alone, taken)
        number = len(self.holds) + 1
        line = self.line(number, hand, self.undone.pop(number, None))
        assert self.send(line, self.phones[phone]).status == Status.RECORDED
        self.holds.append(hand)
        self.ids.append(line.id)

    @precondition(lambda self: self.holds)
    @rule(phone=st.integers(0, 1))
    def the_other_phone_records_the_same_hand(self, phone: int) -> None:
        before = LedgerLine.objects.filter(game=self.game).count()
        held = LedgerLine.objects.get(pk=self.ids[-1])
        line = self.line(len(self.holds), self.holds[-1], held.replaces_id)
        recorded = self.send(line, self.phones[phone])
        assert recorded.status == Status.HELD
        assert recorded.line.pk == self.ids[-1]
        assert LedgerLine.objects.filter(game=self.game).count() == before
        self.sent.pop()  # it is not on the sheet under its own id

    @precondition(lambda self: self.holds)
    @rule(phone=st.integers(0, 1), maker=makers, taken=tricks)
    def a_phone_that_heard_nothing_of_the_last_hand_is_told(self, phone: int, maker: str, taken: int) -> None:
        hand = (maker, False, taken)
        if hand == self.holds[-1]:
            return
        held = LedgerLine.objects.get(pk=self.ids[-1])
        try:
            self.send(self.line(len(self.holds), hand, held.replaces_id), self.phones[phone])
        except LineConflict as met:
            assert met.code in {"hand-taken", "replaced-already"}
            assert met.held == held
        else:
            raise AssertionError("two figures for one hand were both taken")

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), phone=st.integers(0, 1))
    def a_lost_answer_makes_a_phone_send_again(self, data: st.DataObject, phone: int) -> None:
        line = data.draw(st.sampled_from(self.sent))
        assert self.send(line, self.phones[phone]).status == Status.KNOWN
        self.sent.pop()

    @precondition(lambda self: self.holds)
    @rule(phone=st.integers(0, 1))
    def a_phone_takes_the_last_hand_back(self, phone: int) -> None:
        line = NewLine(id=uuid4(), kind="retraction", hand_number=len(self.holds), replaces=self.ids[-1])
        if self.ids[-1] in self.ruled:
            self.is_refused(line, "directors-word")
            return
        self.send(line, self.phones[phone])
        self.undone[len(self.holds)] = line.id
        self.holds.pop()
        self.ids.pop()

    @precondition(lambda self: self.holds)
    @rule(data=st.data(), maker=makers, alone=st.booleans(), taken=tricks, by_director=st.booleans())
    def a_hand_is_corrected(
        self, data: st.DataObject, maker: str, alone: bool, taken: int, by_director: bool
    ) -> None:
        at = data.draw(st.integers(0, len(self.holds) - 1))
        line = self.line(at + 1, (maker, alone, taken), self.ids[at], "misread")
        if not by_director and self.ids[at] in self.ruled:
            self.is_refused(line, "directors-word")
            return
        self.send(line, self.director if by_director else self.phones[0])
        if by_director:
            self.ruled.add(line.id)
        self.holds[at] = (maker, alone, taken)
        self.ids[at] = line.id

    @rule(taken=st.sampled_from([-1, 6, 40]))
    def an_impossible_hand_is_refused(self, taken: int) -> None:
        self.is_refused(self.line(len(self.holds) + 1, ("N", False, taken), None), "tricks-out-of-range")

    def is_refused(self, line: NewLine, code: str) -> None:
        try:
            self.send(line, self.phones[0])
        except RuleViolation as met:
            assert met.code == code
        else:
            raise AssertionError(f"taken, and not {code}")

    @rule()
    def everything_is_rebuilt_and_equals_what_was_there(self) -> None:
        before = self.projections()
        rebuild_event(event=self.event)
        assert self.projections() == before

    @invariant()
    def the_score_is_the_sum_of_the_hands_that_hold(self) -> None:
        due = {"NS": 0, "EW": 0}
        for maker, alone, taken in self.holds:
            for side, points in usual_award(maker, alone, taken).items():
                due[side] += points
        state = table_state(self.match).as_dict()
        assert state["score"] == due
        assert state["over"] == (len(self.holds) == HANDS)

    @invariant()
    def standings_show_the_newest_revision(self) -> None:
        publish_standings(event_id=self.event.pk)
        assert PublishedStandings.objects.get(event=self.event).revision == self.revision()

    def revision(self) -> int:
        self.event.revision_row.refresh_from_db()
        return self.event.revision_row.number

    def projections(self) -> tuple[list[Any], list[Any]]:
        publish_standings(event_id=self.event.pk)
        tallies = Tally.objects.filter(round__event=self.event).order_by("player_id").values_list()
        standings = Standing.objects.filter(event=self.event).order_by("place").values_list()
        return [row[1:] for row in tallies], [row[1:] for row in standings]


class TestTwoPhones(TestCase):
    """Runs on whichever database the session uses."""

    def test_two_phones_and_a_director(self) -> None:
        run_state_machine_as_test(
            TwoPhones,
            settings=settings(
                max_examples=12,
                stateful_step_count=25,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
