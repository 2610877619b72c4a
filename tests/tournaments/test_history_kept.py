"""What is kept of finished nights, and the club's records, against counting it all from the tallies."""

from datetime import date

import pytest

from tests import factories as make
from tests.tournaments.history import season
from tournaments.actors import Actor
from tournaments.models import ClubRecord, Event, Forfeit, KeptNight, Match, PersonNight, Tally
from tournaments.services.history import rebuild_history, refresh_history, refresh_stale_histories
from tournaments.services.people_merged import merge_players
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import publish_standings

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def nights(club):
    return season(club, make.make_players(club, 9), 4)


def republished(event: Event) -> None:
    raise_revisions(event.pk, event.club_id)
    publish_standings(event_id=event.pk)
    refresh_history(club_id=event.club_id)


def won_in_a_row(club) -> dict[int, list[tuple[int, int]]]:
    """Event id → (longest run so far that was reached there, player), walked through tally by tally."""
    running: dict[int, int] = {}
    reached: dict[int, list[tuple[int, int]]] = {}
    tallies = Tally.objects.filter(round__event__club=club, match__isnull=False)
    order = ("round__event__plays_on", "round__event", "round__number", "match__table")
    for one in tallies.select_related("round").order_by(*order):
        other = tallies.filter(match=one.match_id).exclude(side=one.side)[0]
        person = one.player_id or 0
        won = one.half_games_won > other.half_games_won
        running[person] = running.get(person, 0) + 1 if won else 0
        reached.setdefault(one.round.event_id, []).append((running[person], person))
    return reached


def records(kind: str) -> list[tuple[int, int, set[object]]]:
    found: dict[int, tuple[int, int, set[object]]] = {}
    for one in ClubRecord.objects.filter(kind=kind).order_by("number"):
        holder = one.entry.player_id if one.entry else one.player_id
        known = found.setdefault(one.number, (one.event_id, one.figure, set()))
        known[2].update({holder, one.partner_id} - {None})
    return [found[number] for number in sorted(found)]


def naive_falls(club, figures) -> list[tuple[int, int, set[object]]]:
    fallen, best = [], 0
    for event in club.events.order_by("plays_on", "pk"):
        told = figures(event)
        top = max((figure for figure, _ in told), default=0)
        if top > best:
            best = top
            fallen.append((event.pk, top, {who for figure, who in told if figure == top}))
    return fallen


def test_a_night_of_a_person_is_the_sum_of_the_tallies(club, nights):
    assert refresh_history(club_id=club.pk) == 4
    assert KeptNight.objects.count() == 4
    for one in PersonNight.objects.all():
        own = Tally.objects.filter(round__event=one.event_id, player=one.player_id)
        assert one.points == sum(each.points for each in own)
        assert one.rounds == len({each.round_id for each in own})
        assert one.half_games_won == sum(each.half_games_won for each in own)
        assert one.lone_marched == sum(each.lone_marched for each in own)
    met = {(one.round.event_id, one.player_id) for one in Tally.objects.select_related("round")}
    assert met == set(PersonNight.objects.values_list("event_id", "player_id"))


def test_records_fall_on_the_nights_that_beat_all_before(club, nights):
    refresh_history(club_id=club.pk)

    def points(event):
        return [(one.points, one.entry.player_id) for one in event.standings.select_related("entry")]

    def lone(event):
        sums: dict[int, int] = {}
        for one in Tally.objects.filter(round__event=event):
            sums[one.player_id] = sums.get(one.player_id, 0) + one.lone_marched
        return [(count, who) for who, count in sums.items()]

    assert records("night") == naive_falls(club, points)
    assert records("lone") == naive_falls(club, lone)
    reached = won_in_a_row(club)
    assert records("run") == naive_falls(club, lambda event: reached.get(event.pk, []))
    best = max(Tally.objects.all(), key=lambda one: one.points).points
    event_id, figure, holders = records("game")[-1]
    assert figure == best
    first = Tally.objects.filter(points=best).order_by(
        "round__event__plays_on", "round__event", "round__number", "match__table"
    )[0]
    pair = Tally.objects.filter(match=first.match_id, side=first.side).values_list("player_id", flat=True)
    assert (event_id, holders) == (first.round.event_id, set(pair))


def test_nothing_is_written_where_nothing_changed(club, nights, django_assert_num_queries):
    refresh_history(club_id=club.pk)
    with django_assert_num_queries(3):
        assert refresh_history(club_id=club.pk) == 0


def test_a_correction_of_an_old_night_is_followed(club, nights):
    refresh_history(club_id=club.pk)
    Tally.objects.filter(round__event=nights[0], round__number=1).update(points=40)
    republished(nights[0])
    best = max(one.points for one in nights[0].standings.all())
    assert best > 40
    assert {(one.figure, one.event_id) for one in ClubRecord.objects.filter(kind="night", number=1)} == {
        (best, nights[0].pk)
    }
    kept = list(ClubRecord.objects.values_list("kind", "number", "figure", "event"))
    rebuild_history(club_id=club.pk)
    assert sorted(ClubRecord.objects.values_list("kind", "number", "figure", "event")) == sorted(kept)


@pytest.mark.parametrize("change", [{"public": False}, {"state": Event.State.RUNNING}])
def test_what_is_hidden_or_goes_on_leaves_the_history(club, nights, change):
    refresh_history(club_id=club.pk)
    Event.objects.filter(pk=nights[-1].pk).update(**change)
    assert refresh_stale_histories() == 1
    assert not PersonNight.objects.filter(event=nights[-1]).exists()
    assert not ClubRecord.objects.filter(event=nights[-1]).exists()
    assert KeptNight.objects.count() == 3


def test_a_night_that_is_gone_takes_its_records_along(club, nights):
    refresh_history(club_id=club.pk)
    holders = ClubRecord.objects.filter(kind="night", number=1).first()
    assert holders.event_id == nights[0].pk
    Tally.objects.filter(round__event=nights[0]).delete()
    Match.objects.filter(round__event=nights[0]).delete()
    nights[0].standings.all().delete()
    nights[0].rounds.all().delete()
    nights[0].entries.all().delete()
    Event.objects.filter(pk=nights[0].pk).delete()
    refresh_history(club_id=club.pk)
    assert ClubRecord.objects.get(kind="night", number=1, pk__gt=0).event_id == nights[1].pk


def test_fillers_removed_results_and_forfeits_do_not_count(club):
    people = make.make_players(club, 8)
    event = make.make_night(
        club, people=people, played=3, state=Event.State.FINISHED, plays_on=date(2025, 5, 1)
    )
    filler, removed = event.entries.order_by("number")[:2]
    type(filler).objects.filter(pk=filler.pk).update(filler=True)
    type(removed).objects.filter(pk=removed.pk).update(results_removed=True)
    given_up = Match.objects.filter(round__event=event, round__number=1, table=2).get()
    Forfeit.objects.create(match=given_up, absent="NS", points=8, recorded_by="command:tests")
    republished(event)
    kept = {one.player_id: one for one in PersonNight.objects.filter(event=event)}
    assert filler.player_id not in kept and removed.player_id not in kept
    for player, one in kept.items():
        own = Tally.objects.filter(round__event=event, player=player).exclude(match=given_up)
        assert (one.points, one.rounds) == (sum(each.points for each in own), own.count())
    assert not ClubRecord.objects.filter(player__in=[filler.player_id, removed.player_id]).exists()


def test_standings_that_are_published_bring_the_history_up(club, nights, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        raise_revisions(nights[0].pk, club.pk)
        publish_standings(event_id=nights[0].pk)
    assert KeptNight.objects.count() == 4


def told() -> list[object]:
    """All that is kept, without the rows' own ids."""
    people = PersonNight.objects.order_by("event", "player").values_list(
        "event", "player", "points", "run_best"
    )
    records = ClubRecord.objects.values_list(
        "kind", "number", "figure", "event", "entry", "player", "partner"
    )
    return [
        list(people),
        sorted(records, key=str),
        list(KeptNight.objects.values_list("event", "game_people")),
    ]


def test_two_records_made_one_leave_the_history_as_if_there_had_been_one(
    club, django_capture_on_commit_callbacks
):
    people = make.make_players(club, 8)
    ann, misspelled = people[0], make.make_player(club, "Ann Trewinn")
    season(club, people, 3)
    there = [misspelled, *people[1:]]
    make.make_night(
        club, people=there, name="Misspelled", state=Event.State.FINISHED, plays_on=date(2025, 2, 6)
    )
    refresh_history(club_id=club.pk)
    with django_capture_on_commit_callbacks(execute=True):
        merge_players(kept=ann, gone=misspelled, actor=Actor.of_command("tests"))
    assert PersonNight.objects.filter(player=ann).count() == 4
    kept = told()
    rebuild_history(club_id=club.pk)
    assert kept == told()
