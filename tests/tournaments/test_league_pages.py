"""The pages of a league: what anybody reads, and a season run from the secretary's desk."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from tests import factories, leagues
from tests.leagues import draw, make_division, make_season, make_squads, pairs_of, play
from tests.tournaments.looking import signed_in, text_of
from tournaments.models import Club, Division, Fixture, MatchCard, Membership, Season, Team, Venue
from tournaments.services.fixtures import move_fixture, postpone_fixture
from tournaments.services.leagues import withdraw_team
from tournaments.services.leagues_cards import name_pairs

pytestmark = pytest.mark.django_db
XSS = "<script>alert(1)</script>"


@pytest.fixture
def division(club: Club) -> Division:
    """Four teams with squads, their fixtures made and three matches played."""
    made = make_division(make_season(club))
    make_squads(made)
    for one in draw(made)[:3]:
        play(one, 5)
    return made


def at(where: Season | Division, name: str, **more: Any) -> str:
    season = where if isinstance(where, Season) else where.season
    if isinstance(where, Division) and name.startswith(
        ("division", "fixtures_", "teams_", "points_", "decider")
    ):
        more["division"] = where.pk
    return reverse(f"tournaments:{name}", kwargs={"club": season.club.slug, "season": season.slug, **more})


def pages(division: Division) -> dict[str, str]:
    one = division.fixtures.first()
    assert one is not None
    return {
        "season": at(division, "season"),
        "division": at(division, "division"),
        "team": at(division, "team", team=one.home_id),
        "fixture": at(division, "fixture", fixture=one.pk),
        "division_calendar": at(division, "division_calendar"),
        "team_calendar": at(division, "team_calendar", team=one.home_id),
    }


def test_anybody_reads_a_league_and_sees_no_button_of_the_secretary(division):
    for name, there in pages(division).items():
        page = Client().get(there)
        assert page.status_code == 200, name
        assert b"<form" not in page.content, name


def test_the_table_says_its_figures_and_why_each_place_is_what_it_is(division):
    told = text_of(Client().get(at(division, "season")))
    assert "The Anchor shares 3rd with The Globe: level on league points (0) and games won (4)" in told
    assert "1st, The Ship: 4 league points." in told
    assert "5–4" in text_of(Client().get(at(division, "division")))


@pytest.mark.parametrize("name", ["season", "division", "team", "fixture"])
def test_pages_take_the_same_queries_whatever_the_size(division, name, django_assert_max_num_queries):
    most = {"season": 9, "division": 9, "team": 6, "fixture": 6}[name]
    for played in (3, 12):
        for one in division.fixtures.all()[:played]:
            play(one, 6)
        there = pages(division)[name]
        with django_assert_max_num_queries(most):
            Client().get(there)


def test_a_bye_is_told(club):
    division = make_division(make_season(club), ["A", "B", "C"])
    draw(division)
    assert "Bye: A" in text_of(Client().get(at(division, "division")))


def test_what_is_not_there_is_not_found(division):
    other = make_division(make_season(factories.make_club("Elsewhere")))
    for name, more in (("division", {}), ("team", {"team": other.teams.first().pk})):
        season = {"club": division.season.club.slug, "season": division.season.slug}
        if name == "division":
            more = {"division": other.pk}
        assert Client().get(reverse(f"tournaments:{name}", kwargs=season | more)).status_code == 404
    assert Client().get(at(division, "fixture", fixture=10**9)).status_code == 404
    assert Client().get(reverse("tournaments:season", args=["bude-euchre-club", "none"])).status_code == 404


def test_the_club_page_leads_to_its_seasons(division):
    page = Client().get(reverse("tournaments:club", args=[division.season.club.slug]))
    assert at(division, "season") in page.content.decode()


# --- calendars ---


def events(response) -> dict[str, Any]:
    calendar = Calendar.from_ical(response.content)
    return {str(event["uid"]): event for event in calendar.walk("VEVENT")}


def test_a_calendar_is_read_back_and_a_moved_match_keeps_its_name_and_says_so(division):
    there = at(division, "division_calendar")
    before = events(Client().get(there))
    assert len(before) == 12
    one, other = division.fixtures.filter(state="due")[:2]
    move_fixture(fixture=one, day=leagues.later(one))
    postpone_fixture(fixture=other)
    after = events(Client().get(there))
    assert set(after) == set(before)
    changed = {uid for uid in after if after[uid]["sequence"] > before[uid]["sequence"]}
    moved = next(uid for uid in changed if uid.startswith(f"fixture-{one.pk}."))
    assert changed == {moved, next(uid for uid in after if uid.startswith(f"fixture-{other.pk}."))}
    assert after[moved]["dtstart"].dt == leagues.later(one)
    assert after[moved]["dtend"].dt == leagues.later(one) + timedelta(days=1)
    assert sorted(str(event["status"]) for event in after.values()) == ["CONFIRMED"] * 11 + ["TENTATIVE"]


def test_a_withdrawn_teams_matches_are_told_as_cancelled(division):
    team = division.teams.get(name="The Bell")
    withdraw_team(team=team, day=leagues.STARTS, removed=False)
    response = Client().get(at(division, "team_calendar", team=team.pk))
    assert response["Content-Type"].startswith("text/calendar")
    statuses = [str(event["status"]) for event in events(response).values()]
    assert (
        len(statuses) == 6
        and statuses.count("CANCELLED")
        == 6
        - team.home_fixtures.filter(state="played").count()
        - team.visiting_fixtures.filter(state="played").count()
    )


def test_with_an_hour_the_calendar_says_it_in_the_clubs_own_time(club):
    from datetime import UTC, datetime, time

    division = make_division(make_season(club, play_at=time(20, 15)))
    draw(division)
    told = events(Client().get(at(division, "division_calendar"))).values()
    first = [one for one in told if str(one["description"]).startswith("Week 1,")]
    assert {one["dtstart"].dt for one in first} == {datetime(2026, 9, 3, 19, 15, tzinfo=UTC)}, "summer time"
    assert {str(one["location"]) for one in first} == {"The Bell", "The Ship"}


def test_the_page_offers_a_subscription(division):
    page = Client().get(at(division, "division")).content.decode()
    assert f'href="webcal://testserver{at(division, "division_calendar")}"' in page


# --- the secretary ---


def test_a_season_is_run_from_the_desk(club):
    dora = signed_in("dora")
    made = dora.post(
        reverse("tournaments:season_new", args=[club.slug]),
        {"name": "Winter", "starts_on": "2026-09-03", "ends_on": "2027-03-25", "play_at": "20:15"},
    )
    season = Season.objects.get()
    assert made["Location"] == at(season, "season_desk")
    terms = {"name": "First", "league": "st-austell", "legs": 2, "ups": 0, "downs": 1, "ruleset": "pub-21"}
    dora.post(at(season, "season_desk"), terms)
    division = Division.objects.get()
    dora.post(at(division, "teams_add"), {"text": "The Anchor\nThe Ship, Anchor\nThe Globe\nThe Bell"})
    assert division.teams.count() == 4
    anchor, house = division.teams.get(name="The Anchor"), Venue.objects.get(name="Anchor")
    dora.post(at(season, "venue_room", venue=house.pk), {"room": "2"})
    sent = {
        "name": "The Anchor",
        "venue": "The Anchor",
        "nights_off": "24 December 2026, 31/12/2026",
        "closed": "",
    }
    assert dora.post(at(season, "team_change", team=anchor.pk), sent).status_code == 302
    anchor.refresh_from_db()
    assert anchor.nights_off == ["2026-12-24", "2026-12-31"]
    nights = {"first": "2026-09-03", "every": "7", "leave_out": "", "seed": "a"}
    assert dora.post(at(division, "fixtures_propose"), nights).status_code == 302
    seen = dora.get(at(division, "fixtures_draw"))
    assert "Accept these fixtures" in seen.content.decode() and "Week 6" in text_of(seen)
    assert dora.post(at(division, "fixtures_accept"), {"seed": "b"}).status_code == 422
    assert dora.post(at(division, "fixtures_accept"), {"seed": "a"}).status_code == 302
    assert Fixture.objects.count() == 12
    assert dora.post(at(season, "season_state"), {"change": "start"}).status_code == 302
    season.refresh_from_db()
    assert season.state == "running"


def test_names_are_looked_at_before_a_squad_is_registered(division):
    dora, team = signed_in("dora"), division.teams.get(name="The Bell")
    team.squad.all().delete()
    text = "Rowe, Ann\nAnn Bell"
    page = dora.post(at(division, "squad_check", team=team.pk), {"text": text})
    assert "2 names read, 1 to look at" in text_of(page)
    assert not team.squad.exists()
    known = team.division.season.club.players.get(name="Ann Bell")
    refused = dora.post(at(division, "squad_enter", team=team.pk), {"text": text, "line-1-who": "new"})
    assert refused.status_code == 422
    sent = {"text": text, "line-1-who": "new", "line-2-who": str(known.pk)}
    assert dora.post(at(division, "squad_enter", team=team.pk), sent).status_code == 302
    assert [str(one.player) for one in team.squad.all()] == ["Ann Bell", "Ann Rowe"]
    member = team.squad.get(player=known)
    dora.post(at(division, "squad_member", team=team.pk, member=member.pk), {"change": "captain"})
    dora.post(at(division, "squad_member", team=team.pk, member=member.pk), {"change": "leave"})
    member = team.squad.filter(player=known).first()
    assert member is None or member.left_on is not None


def test_a_card_is_typed_signed_disputed_and_decided(division):
    dora = signed_in("dora")
    one = division.fixtures.filter(state="due").first()
    there = {"fixture": one.pk}
    people = pairs_of(one.home, 3)
    named = {f"pair_{at}_{seat}": people[at - 1][seat - 1] for at in (1, 2, 3) for seat in (1, 2)}
    assert dora.post(at(division, "fixture_pairs", **there), {"side": "home", **named}).status_code == 302
    typed = {f"home_{number}": "21" for number in range(1, 9)} | {
        f"visitor_{number}": "9" for number in range(1, 9)
    }
    wrong = dora.post(at(division, "fixture_card", **there), typed | {"home_9": "21"})
    assert wrong.status_code == 422 and "points of one side only" in text_of(wrong)
    assert (
        dora.post(at(division, "fixture_card", **there), typed | {"winner_9": "visitor"}).status_code == 302
    )
    told = text_of(dora.get(at(division, "fixture", **there)))
    assert "Points 168 to 72" in told and "has not signed yet" in told
    assert str(one.home.squad.first().player) in told
    dora.post(at(division, "fixture_sign", **there), {"side": "home", "word": "sign"})
    dora.post(
        at(division, "fixture_sign", **there), {"side": "visitor", "word": "dispute", "reason": f"No. {XSS}"}
    )
    told = dora.get(at(division, "fixture", **there)).content.decode()
    assert "has signed" in told and "disputes it" in told and XSS not in told
    assert "1 card disputed" in text_of(Client().get(at(division, "season")))
    dora.post(at(division, "fixture_change", **there), {"change": "decide", "reason": "It stands."})
    assert not MatchCard.objects.get(fixture=one).disputed


def test_a_club_takes_a_league_and_changes_its_figures(club):
    dora, season = signed_in("dora"), make_season(club)
    sent = {"name": "First", "league": "falmouth", "legs": 2, "ups": 0, "downs": 0, "ruleset": "pub-21"}
    own = {"late_card": "3", "most_borrowed": "4", "measure_1": "LP", "measure_2": "AVG"}
    assert dora.post(at(season, "season_desk"), sent | own).status_code == 302
    division = Division.objects.get()
    league = division.league
    assert (league.late_card, league.eligibility.most_borrowed, league.chain) == (3, 4, ("LP", "AVG"))
    assert (league.forfeit, league.eligibility.least_squad) == (5, 7), "the rest as it was"
    form = dora.get(at(division, "division_terms")).context["form"]
    assert {name: form[name].value() for name in own} == {
        "late_card": 3, "most_borrowed": 4, "measure_1": "LP", "measure_2": "AVG"
    }  # fmt: skip
    assert form["forfeit"].value() is None
    again = dora.post(at(division, "division_terms"), sent | {"late_card": "0"})
    assert again.status_code == 302
    division.refresh_from_db()
    assert (division.league.late_card, division.league.chain) == (0, ("LP", "MW", "HEAD", "PLAYOFF"))
    make_division(season, name="Other")
    other = season.divisions.get(name="Other")
    play(draw(other)[0], 5)
    refused = dora.post(at(other, "division_terms"), sent)
    assert refused.status_code == 422 and "A match has been played" in text_of(refused)


@pytest.mark.parametrize(
    ("sent", "state"),
    [
        ({"change": "postpone", "reason": "Snow"}, "postponed"),
        ({"change": "forfeit", "absent": "visitor"}, "forfeited"),
        ({"change": "move", "day": "2028-09-07"}, "due"),
    ],
)
def test_the_secretary_changes_a_match(division, sent, state):
    one = division.fixtures.filter(state="due").first()
    assert signed_in("dora").post(at(division, "fixture_change", fixture=one.pk), sent).status_code == 302
    one.refresh_from_db()
    assert one.state == state


@pytest.mark.parametrize(
    "sent",
    [{}, {"change": "x"}, {"change": "move"}, {"change": "forfeit", "absent": "x"}, {"change": "reopen"}],
)
def test_a_change_that_makes_no_sense_is_refused_in_a_sentence(division, sent):
    one = division.fixtures.filter(state="due").first()
    page = signed_in("dora").post(at(division, "fixture_change", fixture=one.pk), sent)
    assert page.status_code == 422 and "Back to the match" in text_of(page)


def test_points_are_taken_off_shown_and_given_back(division):
    dora, team = signed_in("dora"), division.teams.get(name="The Bell")
    dora.post(at(division, "points_off"), {"team": team.pk, "points": "2", "reason": "Card lost."})
    assert "2 points off: Card lost." in text_of(Client().get(at(division, "division")))
    one = team.deductions.get()
    dora.post(at(division, "points_back", deduction=one.pk))
    assert not team.deductions.exists()


def test_the_next_season_is_proposed_and_decided(division):
    dora = signed_in("dora")
    second = make_division(division.season, ["The Tin", "The Oak", "The Elm"], name="Division 2", ups=1)
    draw(second)
    page = dora.get(at(division, "season_next"))
    assert page.status_code == 200
    assert "share place 1, across the line" in text_of(page)
    sent = {"name": "Next", "starts_on": "2027-09-02", "ends_on": "2028-03-30", "squads": "on"}
    places = {f"team_{team.pk}": division.pk for team in Team.objects.exclude(name="The Elm")}
    assert dora.post(at(division, "season_next"), sent | places).status_code == 302
    made = Season.objects.get(name="Next")
    assert [one.teams.count() for one in made.divisions.all()] == [6, 0]
    assert dora.post(at(division, "season_next"), sent | places).status_code == 422


def test_a_captain_finds_the_own_card_and_nothing_of_the_others(division):
    one = division.fixtures.filter(state="due").first()
    captain = one.visitor.squad.get(captain=True).player
    factories.make_account("cap", division.season.club, Membership.Role.MEMBER, captain)
    page = signed_in("cap").get(at(division, "fixture", fixture=one.pk)).content.decode()
    assert f"Pairs of {one.visitor.name}" in page
    assert f"Pairs of {one.home.name}" not in page and "Enter the results" not in page
    assert "The secretary" not in page
    assert User.objects.filter(username="cap").exists()


def test_a_borrowed_person_is_marked_on_the_teams_page(division):
    one = division.fixtures.filter(state="due").first()
    lent = one.visitor.squad.first().player
    own = pairs_of(one.home, 3)
    name_pairs(fixture=one, side=leagues.HOME, pairs=[own[0], own[1], (own[2][0], lent.pk)])
    play(one, 9)
    told = text_of(Client().get(at(division, "team", team=one.home_id)))
    assert f"{lent} borrowed" in told
    assert "also 3 games for others, 3 won" in text_of(
        Client().get(at(division, "team", team=one.visitor_id))
    )
