"""Any past of two records, made one and parted again, counted by hand before, between and after."""

from datetime import date, timedelta
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories as make
from tests.desk import DIRECTOR
from tests.tournaments.test_people_merged import pointing_at, recount, shown
from tournaments.models import Club, Entry, Pair, Player
from tournaments.services.people_merged import merge_players, undo_merge

pytestmark = pytest.mark.django_db

NUMBERS = count()
ONE, OTHER, NEITHER = "one", "other", "neither"
WEEKS = st.lists(
    st.tuples(st.sampled_from((ONE, OTHER, NEITHER)), st.integers(1, 8), st.booleans()),
    min_size=1,
    max_size=4,
)
"""For each week: which record was entered, its place in the list, whether pairs entered."""


def played(club: Club, week: int, people: list[Player], *, pairs: bool) -> None:
    """A night of everybody given; as pairs nothing is played, and two by two are entered."""
    day = date(2026, 1, 1) + timedelta(weeks=week)
    if not pairs:
        make.make_night(club, people=people, played=1, plays_on=day, state="finished")
        return
    event = make.make_event(club, plays_on=day, state="finished")
    for number, at in enumerate(range(0, len(people) - 1, 2), start=1):
        first, second = sorted(people[at : at + 2], key=lambda one: one.pk)
        pair, _ = Pair.objects.get_or_create(club=club, first=first, second=second)
        Entry.objects.create(event=event, number=number, pair=pair)


class Stories(TestCase):
    @settings(max_examples=8, deadline=None)
    @given(WEEKS)
    def test_nothing_is_lost_and_everything_comes_back(self, weeks) -> None:
        club = make.make_club(f"Club {next(NUMBERS)}")
        people = make.make_players(club, 9)
        one, other, rest = people[0], make.make_player(club, "Annie Trewin"), people[1:8]
        for week, (who, at, pairs) in enumerate(weeks):
            there = {ONE: [one], OTHER: [other], NEITHER: []}[who]
            played(club, week, [*rest[: at - 1], *there, *rest[at - 1 :]], pairs=pairs)
        apart = recount(one.pk), recount(other.pk)
        together = recount(one.pk, other.pk)
        merged = merge_players(kept=one, gone=other, actor=DIRECTOR)
        assert pointing_at(other.pk or merged.gone_id) == []
        assert recount(one.pk) == together
        if together["nights"]:
            assert shown(one) == together
        undo_merge(merge=merged, actor=DIRECTOR)
        assert (recount(one.pk), recount(merged.gone_id)) == apart
