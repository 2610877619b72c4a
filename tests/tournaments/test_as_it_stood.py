"""An event as it stood after each round, against adding up the tallies until then."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.bracket_events import DIRECTOR, drawn_bracket, report
from tests.tournaments.history import FIRST
from tests.tournaments.looking import signed_in, text_of
from tournaments.models import Entry, Event, SitOut, Tally
from tournaments.selectors.as_it_stood import as_it_stood
from tournaments.selectors.events import event_at
from tournaments.services.bracket_calls import call_matches
from tournaments.services.history import refresh_history
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import publish_standings

pytestmark = [pytest.mark.django_db, pytest.mark.db]


def stood(event: Event, after: int | None = None):
    found = event_at(event.club.slug, event.slug)
    assert found is not None
    return as_it_stood(found, after)


def points_until(event: Event, after: int) -> dict[int, int]:
    sums = {one.pk: 0 for one in event.entries.all()}
    for rows in (Tally.objects, SitOut.objects):
        for entry, points in rows.filter(round__event=event, round__number__lte=after).values_list(
            "entry_id", "points"
        ):
            sums[entry] += points
    return sums


@pytest.fixture
def over(club) -> Event:
    return make.make_night(club, players=10, played=5, state=Event.State.FINISHED)


@pytest.mark.parametrize("after", range(1, 6))
def test_the_points_are_those_of_the_rounds_until_then(over, after):
    sums = points_until(over, after)
    shown = stood(over, after)
    assert {one.entry_id: one.points for one in shown.lines} == sums
    assert [one.points for one in shown.lines] == sorted(sums.values(), reverse=True)
    before = points_until(over, after - 1)
    assert {one.entry_id: one.gained for one in shown.lines} == {
        entry: sums[entry] - before[entry] for entry in sums
    }


def test_who_moved_is_told_by_the_ranks_of_the_round_before(over):
    earlier = {one.entry_id: int(one.rank.strip("=")) for one in stood(over, 2).lines}
    for one in stood(over, 3).lines:
        assert one.moved == earlier[one.entry_id] - int(one.rank.strip("="))
    assert all(one.moved is None for one in stood(over, 1).lines)


def test_after_the_last_round_it_stands_as_it_is_published(over):
    raise_revisions(over.pk, over.club_id)
    publish_standings(event_id=over.pk)
    published = [(one.entry_id, one.points) for one in over.standings.order_by("place")]
    assert [(one.entry_id, one.points) for one in stood(over).lines] == published


def test_who_came_late_is_not_in_the_table_before(over):
    late = make.make_entry(over, make.make_player(over.club, "Zoe Late"))
    make.make_sit_out(over.rounds.get(number=4), late, 3)
    raise_revisions(over.pk, over.club_id)
    assert late.pk not in {one.entry_id for one in stood(over, 3).lines}
    assert {one.entry_id: one.moved for one in stood(over, 4).lines}[late.pk] is None


def test_fillers_and_removed_results_are_never_in_it(over):
    filler, removed = over.entries.all()[:2]
    Entry.objects.filter(pk=filler.pk).update(filler=True)
    Entry.objects.filter(pk=removed.pk).update(results_removed=True)
    raise_revisions(over.pk, over.club_id)
    assert {filler.pk, removed.pk}.isdisjoint(one.entry_id for one in stood(over, 2).lines)


def test_a_bracket_is_told_round_by_round(club):
    stage = drawn_bracket(4, club=club)
    event = stage.event
    for _ in range(2):
        called = call_matches(event=event, tables=[1, 2], actor=DIRECTOR)
        for match in called:
            report(match, min(one.entry_id for one in match.seatings.all()))
    last, first = stood(event), stood(event, 1)
    winner, *_ = event.entries.order_by("number")
    assert [one.rank for one in first.lines] == ["1=", "1=", "3=", "3="]
    assert [one.rank for one in last.lines] == ["1", "2", "3=", "3="]
    assert last.lines[0].entry_id == winner.pk
    assert first.rounds == [1, 2]


# --- the page ---


def page(event: Event, **more: object) -> str:
    return reverse("tournaments:event_history", args=[event.club.slug, event.slug])


def test_the_page_works_by_plain_links_and_a_form(client, over):
    body = client.get(page(over), {"after": "3"}).content.decode()
    assert re.search(r'href="\?after=3" aria-current="page"', body)
    assert 'type="range"' in body and 'value="3"' in body
    assert not re.search(r"\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", body)
    part = client.get(page(over), {"after": "2"}, headers={"HX-Request": "true"})
    assert part.content.lstrip().startswith(b'<div id="stood"') and "After round 2" in text_of(part)


@pytest.mark.parametrize(
    ("asked", "shown"), [("0", 1), ("99", 5), ("x", 5), ("٣", 5), ("", 5), ("9" * 400, 5)]
)
def test_a_round_that_is_not_there_is_the_nearest(client, over, asked, shown):
    assert f"After round {shown} " in text_of(client.get(page(over), {"after": asked})) + " "


def test_before_the_first_result_it_says_what_will_be_here(client, club):
    event = make.make_event(club, state=Event.State.SETUP)
    assert "Nothing has been played yet" in text_of(client.get(page(event)))


@pytest.mark.parametrize("players", [8, 40])
def test_the_queries_do_not_grow(client, club, django_assert_num_queries, players):
    event = make.make_night(club, players=players, played=6, state=Event.State.FINISHED, plays_on=FIRST)
    with django_assert_num_queries(13):
        assert client.get(page(event)).status_code == 200
    refresh_history(club_id=club.pk)
    with django_assert_num_queries(3):
        assert client.get(page(event), {"after": "2"}).status_code == 200


def test_what_is_kept_is_forgotten_when_the_event_changes(client, over):
    refresh_history(club_id=over.club_id)
    first = stood(over, 1).lines[0].points
    Tally.objects.filter(round__event=over, round__number=1).update(points=30)
    raise_revisions(over.pk, over.club_id)
    assert first < 30 == stood(over, 1).lines[0].points


def test_a_night_behind_closed_doors_stays_there(club):
    event = make.make_night(club, public=False, plays_on=FIRST + timedelta(days=1))
    codes = {one: signed_in(one).get(page(event)).status_code for one in ("moss", "stan")}
    assert codes == {"moss": 200, "stan": 404}
