"""Who is there, who still has a seat, and whole nights of coming and going: accepted rounds stay."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tests.tournaments.nights import DIRECTOR, Drawn, drawn, new, night_of, written
from tournaments.models import (
    Entry,
    Event,
    Match,
    Round,
    Seating,
)
from tournaments.selectors.attendance import attendance_of
from tournaments.selectors.entrants import entries_listed
from tournaments.services.attendance import (
    add_filler,
    bring_back,
    late_entry,
    withdraw,
)
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.undo import take_back

pytestmark = pytest.mark.django_db


def test_who_has_left_and_still_has_a_seat_is_named_with_the_table() -> None:
    event = drawn(night_of(8, rounds=3), upto=3)
    entry = event.entries.get(number=3)
    withdraw(entry=entry, after=1, actor=DIRECTOR)
    found = attendance_of(event, entries_listed(event)).still_seated
    seated = Match.objects.filter(seatings__entry=entry, round__number__gt=1)
    assert [(one.entry.pk, one.round, one.tables) for one in found] == sorted(
        (entry.pk, one.round.number, [one.table]) for one in seated.select_related("round")
    )
    Seating.objects.create(
        match=seated.get(round__number=2),
        seat=Seating.objects.get(match__in=seated, entry=entry, match__round__number=2).seat,
        entry=entry,
        player=factories.make_player(event.club, "Sub Stitute"),
        recorded_by="user:1",
    )
    factories.make_result(seated.get(round__number=3), 8, 6)
    assert attendance_of(event, entries_listed(event)).still_seated == []


def test_who_is_in_none_of_the_rounds_to_come_is_named_and_which_rounds_those_are() -> None:
    event = drawn(night_of(8, rounds=4), upto=4)
    late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR)
    first, second = (event.rounds.get(number=number) for number in (1, 2))
    for match in first.matches.all():
        factories.make_result(match, 8, 6)
    found = attendance_of(event, entries_listed(event))
    assert [str(one) for one in found.unplaced] == ["Zoe Late"]
    assert (found.first, found.last, found.last_begun, found.last_accepted) == (2, 4, 1, 4)
    Round.objects.filter(pk=second.pk).update(state=Round.State.CLOSED)
    assert attendance_of(event, entries_listed(event)).first == 3
    event.rounds.filter(number=4).update(state=Round.State.PROPOSED)
    assert attendance_of(event, entries_listed(event)).unplaced == [], "a round is still to be drawn anew"


def test_a_proposal_that_was_made_for_other_people_is_found_out() -> None:
    event = drawn(night_of(8, rounds=3), upto=3)
    late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR)
    assert not attendance_of(event, entries_listed(event)).outdated
    take_back(event=event, from_number=2, actor=DIRECTOR)
    assert attendance_of(event, entries_listed(event)).outdated
    propose_draw(event=event, actor=DIRECTOR)
    assert not attendance_of(event, entries_listed(event)).outdated


def test_the_attendance_of_a_large_night_takes_few_queries(django_assert_max_num_queries) -> None:
    event = factories.make_night(factories.make_club(), players=120, played=2)
    Entry.objects.filter(event=event, number__lt=20).update(withdrawn_after=1)
    entries = entries_listed(event)
    with django_assert_max_num_queries(10):
        found = attendance_of(event, entries)
    assert found.last_begun == 3


ACTIONS = ["late", "leave", "leave with results", "return", "accept", "filler", "propose"]
STORY = st.lists(st.sampled_from(ACTIONS), min_size=3, max_size=8)


class Stories(TestCase):
    """Nights on which people come and go as they please."""

    @settings(max_examples=12, deadline=None)
    @given(STORY, st.integers(6, 11), st.randoms(use_true_random=False))
    def test_redraw_after_changes_never_touches_accepted_rounds(self, story, players, rng) -> None:
        self.live(night_of(players, rounds=4, movement={"format": "by-lot"}), story, rng)

    @pytest.mark.long
    @settings(max_examples=40, deadline=None)
    @given(STORY, st.integers(6, 23), st.randoms(use_true_random=False))
    def test_nor_does_it_on_a_rotation_night(self, story, players, rng) -> None:
        self.live(night_of(players, rounds=5), story, rng)

    def live(self, event: Event, story: list[str], rng) -> None:
        accepted: dict[int, tuple[Drawn, list[tuple[int, str, int]]]] = {}
        for at, what in enumerate(["propose", *story]):
            self.do(event, what, at, rng)
            now = binding(event)
            for number, round in accepted.items():
                assert now[number] == round, f"round {number} changed by {what}"
            accepted = now
            self.check(event, accepted)

    def do(self, event: Event, what: str, at: int, rng) -> None:
        here = list(event.entries.filter(withdrawn_after__isnull=True))
        gone = list(event.entries.filter(withdrawn_after__isnull=False))
        proposed = event.rounds.filter(state=Round.State.PROPOSED).order_by("number").first()
        if what == "late":
            late_entry(event=event, entrants=[new(f"Late Comer{at}")], actor=DIRECTOR)
        elif what.startswith("leave") and len(here) > 4:
            results = "removed" if what.endswith("results") else "stand"
            withdraw(entry=rng.choice(here), results=results, actor=DIRECTOR)
        elif what == "return" and gone:
            bring_back(entry=rng.choice(gone), actor=DIRECTOR)
        elif what == "filler":
            add_filler(event=event, name="Extra Hand", actor=DIRECTOR)
        elif what == "accept" and proposed is not None:
            accept_draw(event=event, seed=proposed.seed, upto=proposed.number, actor=DIRECTOR)
        elif what == "propose" and not self.all_accepted(event):
            propose_draw(event=event, actor=DIRECTOR)

    def all_accepted(self, event: Event) -> bool:
        planned = event.policies.get().movement["rounds"]
        return event.rounds.exclude(state=Round.State.PROPOSED).count() == planned

    def check(self, event: Event, accepted: Mapping[int, object]) -> None:
        """Numbers without a gap; whoever is here, and nobody else, is once in each proposed round."""
        proposed = written(event, Round.State.PROPOSED)
        assert [*accepted, *proposed] == list(range(1, len(accepted) + len(proposed) + 1))
        here = sorted(event.entries.filter(withdrawn_after__isnull=True).values_list("pk", flat=True))
        for tables, sitting in proposed.values():
            assert sorted([*sitting, *(one for table in tables for one in table if one)]) == here


def binding(event: Event) -> dict[int, tuple[Drawn, list[tuple[int, str, int]]]]:
    """Accepted rounds as written, and who sits at which table and seat."""
    seats: dict[int, list[tuple[int, str, int]]] = {}
    facts = Seating.objects.filter(match__round__event=event).select_related("match__round").order_by("pk")
    for one in facts:
        seats.setdefault(one.match.round.number, []).append((one.match.table, one.seat, one.entry_id))
    return {
        number: (draw, seats.get(number, [])) for number, draw in written(event, Round.State.ACCEPTED).items()
    }
