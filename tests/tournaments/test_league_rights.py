"""Who may do what in a league, at every address, and nonsense typed into every form."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories, leagues
from tests.leagues import draw, make_division, make_season, make_squads, play
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.looking import signed_in
from tournaments import urls_leagues
from tournaments.models import Club, Deduction, Division, Fixture, Membership, SquadMember, Team, Venue
from tournaments.services.leagues import deduct_points

pytestmark = pytest.mark.django_db

# Names of what an address has besides club and season; who of the home side's captain may, too.
DIRECTED = {
    "season_desk": (), "season_state": (), "season_next": (), "venue_room": ("venue",),
    "division_desk": ("division",),
    "teams_add": ("division",), "division_terms": ("division",), "points_off": ("division",),
    "points_back": ("division", "deduction"), "decider_add": ("division",), "fixtures_draw": ("division",),
    "fixtures_propose": ("division",), "fixtures_discard": ("division",), "fixtures_accept": ("division",),
    "fixtures_undo": ("division",),
    "team_change": ("team",), "team_withdraw": ("team",), "fixture_change": ("fixture",),
}  # fmt: skip
CAPTAINS = {
    "squad": ("team",), "squad_check": ("team",), "squad_enter": ("team",),
    "squad_member": ("team", "member"),
    "fixture_pairs": ("fixture",), "fixture_card": ("fixture",), "fixture_sign": ("fixture",),
}  # fmt: skip
PUBLIC = {"season", "division", "division_calendar", "team", "team_calendar", "fixture"}
PEOPLE = ("visitor", "stan", "moss", "visiting", "home", "dora")


@pytest.fixture
def division(club: Club) -> Division:
    """A played match, with an account for each side's captain."""
    made = make_division(make_season(club))
    make_squads(made)
    one = play(draw(made)[0], 5)
    for name, team in (("home", one.home), ("visiting", one.visitor)):
        factories.make_account(name, club, Membership.Role.MEMBER, team.squad.get(captain=True).player)
    deduct_points(team=one.home, points=1, reason="Late.", actor=leagues.SECRETARY)
    return made


def there(division: Division, name: str, parts: tuple[str, ...]) -> str:
    one = Fixture.objects.get(state="played")
    known = {
        "division": division.pk,
        "team": one.home_id,
        "fixture": one.pk,
        "member": one.home.squad.order_by("-pk")[0].pk,
        "venue": Venue.objects.order_by("pk")[0].pk,
        "deduction": Deduction.objects.get().pk,
    }
    season = {"club": division.season.club.slug, "season": division.season.slug}
    return reverse(f"tournaments:{name}", kwargs=season | {part: known[part] for part in parts})


def snapshot() -> list[object]:
    models = (Division, Team, Fixture, SquadMember, Deduction, Venue)
    return [list(model.objects.order_by("pk").values()) for model in models]  # type: ignore[attr-defined]


def test_every_address_of_a_league_is_in_a_list():
    named = {one.name for one in urls_leagues.urlpatterns}
    leagues_own = {name for name in named if name and not name.startswith("ladder")}
    assert leagues_own == PUBLIC | DIRECTED.keys() | CAPTAINS.keys() | {"season_new"}


@pytest.mark.parametrize("name", sorted(DIRECTED))
def test_only_a_director_runs_a_league(division, name):
    address = there(division, name, DIRECTED[name])
    before = snapshot()
    for who in PEOPLE[:-1]:
        for method in ("get", "post"):
            code = getattr(signed_in(who), method)(address).status_code
            assert code == 302 if who == "visitor" else code in {403, 405}, (who, method)
    assert snapshot() == before
    assert {getattr(signed_in("dora"), method)(address).status_code for method in ("get", "post")} & {
        200,
        302,
        422,
    }


@pytest.mark.parametrize("name", sorted(CAPTAINS))
def test_a_captain_speaks_for_the_own_team_only(division, name):
    address = there(division, name, CAPTAINS[name])
    before = snapshot()
    for who in ("visitor", "stan", "moss", "visiting"):
        for method in ("get", "post"):
            code = getattr(signed_in(who), method)(address).status_code
            assert code == 302 if who == "visitor" else code in {403, 405}, (who, method)
    assert snapshot() == before
    for who in ("home", "dora"):
        for method in ("get", "post"):
            assert getattr(signed_in(who), method)(address).status_code in {200, 302, 405, 422}, (who, method)


def test_the_visitors_captain_signs_or_disputes_but_does_not_enter(division):
    one, cap = Fixture.objects.get(state="played"), signed_in("visiting")
    sign = there(division, "fixture_sign", ("fixture",))
    assert cap.post(sign, {"side": "visitor", "word": "sign"}).status_code == 302
    assert cap.post(sign, {"side": "home", "word": "sign"}).status_code == 403
    assert cap.get(there(division, "fixture_card", ("fixture",))).status_code == 403
    one.card.refresh_from_db()
    assert (one.card.visitor_signed_by != "", one.card.home_signed_by) == (True, "")


def test_a_card_both_have_signed_is_the_directors_to_change(division):
    sign, card = there(division, "fixture_sign", ("fixture",)), there(division, "fixture_card", ("fixture",))
    assert signed_in("home").get(card).status_code == 200
    for who, side in (("home", "home"), ("visiting", "visitor")):
        signed_in(who).post(sign, {"side": side, "word": "sign"})
    assert signed_in("home").get(card).status_code == 403
    assert signed_in("home").get(there(division, "fixture_pairs", ("fixture",))).status_code == 403
    assert signed_in("dora").get(card).status_code == 200


def test_a_captain_names_no_captains(division):
    member = there(division, "squad_member", ("team", "member"))
    assert signed_in("home").post(member, {"change": "captain"}).status_code == 403
    assert signed_in("dora").post(member, {"change": "captain"}).status_code == 302


@pytest.mark.parametrize("who", ["visitor", "stan", "moss"])
def test_only_a_director_makes_a_season(club, who):
    for name in ("season_new", "ladder_new"):
        code = (
            signed_in(who).post(reverse(f"tournaments:{name}", args=[club.slug]), {"name": "x"}).status_code
        )
        assert code == (302 if who == "visitor" else 403)


@pytest.mark.parametrize("name", sorted(DIRECTED | CAPTAINS))
def test_forms_of_a_league_answer_whatever_is_typed(division, name):
    client: Client = signed_in("dora")
    address, rng = there(division, name, (DIRECTED | CAPTAINS)[name]), Random(name)
    known = ["change", "text", "side", "word", "day", "room", "absent", "results", "seed", "first", "every"]
    fields = sorted({*fields_of(client.get(address, follow=True).content.decode()), *known})
    for _ in range(5):
        assert client.post(address, filled(fields, rng)).status_code < 500
        assert client.get(address, filled(fields, rng)).status_code < 500


def test_the_form_of_a_new_season_answers_whatever_is_typed(club):
    client, rng = signed_in("dora"), Random("season")
    for name in ("season_new", "ladder_new"):
        address = reverse(f"tournaments:{name}", args=[club.slug])
        fields = fields_of(client.get(address).content.decode())
        for _ in range(5):
            assert client.post(address, filled(fields, rng)).status_code < 500
