"""Every address of the service, asked by everybody: who is let in, and who learns nothing.

A new address fails the first test until it is put into one of the two lists.
"""

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scoring.services.matches import open_match
from tests import factories
from tests.tournaments.api.routes import API
from tournaments.models import Event, Match, Round

pytestmark = pytest.mark.django_db

# Reading: anybody for a public event, the club's people for a private one.
READ = {
    "tournaments:event": [],
    "tournaments:standings": [],
    "tournaments:standings_why": [],
    "tournaments:round": ["number"],
    "tournaments:sit": [],
    "tournaments:wall": [],
    "tournaments:event_history": [],
    "tournaments:bracket": [],
    "scoring:event_rules": [],
    "tournaments:prize_list": [],
}
# The director's: everybody else is turned away, by any method.
DIRECTED = {
    "scoring:imports": None,
    "tournaments:exports": None,
    "tournaments:club_people": None,
    "tournaments:club_invite": None,
    "tournaments:event_new": None,
    "tournaments:tokens": None,
    "tournaments:event_again": None,
    "tournaments:club_rules": None,
    "tournaments:club_ruleset_new": None,
    "tournaments:presets": None,
    "tournaments:preset_new": None,
    "tournaments:club_settings": None,
    "tournaments:series_new": None,
    "tournaments:trophies_desk": None,
    "tournaments:partnerships": None,
    "tournaments:venues": None,
    "tournaments:seasons": None,
    "tournaments:players": None,
    "tournaments:player_new": None,
    "tournaments:merges": None,
    "tournaments:terms": [],
    "tournaments:chain": [],
    "tournaments:chain_lot": [],
    "tournaments:chain_game": [],
    "tournaments:entrants": [],
    "tournaments:entrants_check": [],
    "tournaments:entrants_enter": [],
    "tournaments:entrants_tick": [],
    "tournaments:entrants_two": [],
    "tournaments:filler_add": [],
    "tournaments:entrant_withdraw": ["entry"],
    "tournaments:entrant_return": ["entry"],
    "tournaments:entrant_categories": ["entry"],
    "tournaments:entrant_remove": ["entry"],
    "tournaments:partners": [],
    "tournaments:partners_draw": [],
    "tournaments:partners_accept": [],
    "tournaments:partners_undo": [],
    "tournaments:bracket_desk": [],
    "tournaments:bracket_propose": [],
    "tournaments:bracket_accept": [],
    "tournaments:bracket_undo": [],
    "tournaments:bracket_tables": [],
    "tournaments:bracket_call": [],
    "tournaments:bracket_match": ["number"],
    "tournaments:bracket_match_change": ["number", "change"],
    "tournaments:seats": ["number"],
    "tournaments:take_back": ["number"],
    "tournaments:stages": [],
    "tournaments:stage_next": [],
    "tournaments:stage_drop": [],
    "tournaments:draw": [],
    "tournaments:draw_propose": [],
    "tournaments:draw_discard": [],
    "tournaments:draw_accept": [],
    "tournaments:draw_better": [],
    "tournaments:draw_correct": [],
    "tournaments:draw_steps": [],
    "tournaments:matrix": [],
    "tournaments:wishes": [],
    "tournaments:wish_remove": ["wish"],
    "tournaments:paper": [],
    "tournaments:paper_sheet": ["sheet"],
    "tournaments:desk": [],
    "tournaments:round_close": ["number"],
    "tournaments:round_clock": ["number"],
    "tournaments:round_call": ["number"],
    "tournaments:event_message": [],
    "tournaments:find": [],
    "tournaments:event_state": [],
    "tournaments:cash": [],
    "tournaments:cash_take": [],
    "tournaments:cash_pots": [],
    "tournaments:cash_person": ["player"],
    "tournaments:prizes": [],
    "tournaments:prize_plan": [],
    "tournaments:prizes_accept": [],
    "tournaments:prizes_change": [],
    "tournaments:envelopes": [],
    "tournaments:audit": None,
    "tournaments:club_privacy": None,
    "scoring:table_links": [],
    "scoring:table_cards": [],
    "scoring:table_links_revoke": [],
    "scoring:card_grid": [],
    "scoring:round_grid": ["number"],
    "scoring:table_sheet": ["number", "table"],
    "scoring:dispute": ["match"],
    "scoring:take_over": ["match"],
    "scoring:sheet": ["game"],
    "scoring:sheet_line": ["game", "change"],
    "scoring:extra_hand": ["game"],
}
# Rights of their own, told in the test that is named.
OTHERS = {
    "admin-sign-in": "anybody, and leads to `login`: test_sign_in_pages",
    "tournaments:second_step": "who gave a password: test_two_steps_pages",
    "tournaments:sign_in_link": "anybody, and told nothing: test_mailed_keys",
    "tournaments:forgotten": "anybody, and told nothing: test_mailed_keys",
    "tournaments:sign_up": "anybody, and told nothing: test_mailed_keys",
    "tournaments:key": "by token: test_mailed_keys",
    "tournaments:invitation": "by token: test_invitations",
    "tournaments:me": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:me_name": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:me_password": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:me_address": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:me_sessions": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:two_steps": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:me_leave": "any account, its own: test_sign_in_pages, test_club_people",
    "tournaments:club_two_steps": "directors, and owners where a role is theirs to give: test_club_people",
    "tournaments:club_invitation": "directors, and owners where a role is theirs to give: test_club_people",
    "tournaments:club_claim": "directors, and owners where a role is theirs to give: test_club_people",
    "tournaments:club_member": "directors, and owners where a role is theirs to give: test_club_people",
    "scoring:score_tables": "scorers and directors: test_scorer_pages",
    "scoring:score_match": "scorers and directors: test_scorer_pages",
    "tournaments:player_claim": "any account that sees the person: test_club_people",
    "scoring:import_columns": "directors of the file's club: test_old_seasons_pages",
    "scoring:import_people": "directors of the file's club: test_old_seasons_pages",
    "scoring:import_preview": "directors of the file's club: test_old_seasons_pages",
    "scoring:import_drop": "directors of the file's club: test_old_seasons_pages",
    "tournaments:export_file": "the club's directors: test_exports",
    "tournaments:results_feed": "public events only: test_exports",
    "login": "Django's",
    "health": "anybody, one word: test_operator",
    "ready": "anybody, a word for each part: test_operator",
    "metrics": "the operator's address or token: test_operator",
    "logout": "Django's",
    "tournaments:home": "lists public events only: test_public_pages",
    "tournaments:club": "lists public events only: test_public_pages",
    "tournaments:club_new": "any account: test_director_pages",
    "tournaments:audit_undo": "directors: test_audit",
    "tournaments:mail_ask": "anybody, as the club's page: test_mail",
    "tournaments:mail_confirm": "by signed link: test_mail",
    "tournaments:mail_stop": "by signed link: test_mail",
    "tournaments:my_data": "any account, about itself: test_privacy",
    "tournaments:person_data": "directors and the person: test_privacy",
    "tournaments:person_erase": "directors: test_privacy",
    "tournaments:person_privacy": "directors and the person: test_privacy",
    "tournaments:ratings": "made from public events only: test_ratings_pages",
    "tournaments:rating": "made from public events only: test_ratings_pages",
    "tournaments:player": "shows public events only: test_public_pages",
    "tournaments:partnership": "shows public events only: test_history_people",
    "tournaments:head_to_head": "shows public events only: test_history_people",
    "tournaments:club_history": "shows public events only: test_club_history",
    "tournaments:trophy": "public, like the club: test_club_history",
    "tournaments:series": "counts public events only: test_series",
    "tournaments:series_desk": "the director's: test_series",
    "tournaments:trophy_desk": "the director's: test_trophies",
    "tournaments:yearbook": "the director's: test_yearbook",
    "scoring:rules": "the same for everybody: test_rules_pages",
    "scoring:ruleset": "the same for everybody: test_rules_pages",
    "scoring:examine-hands": "anybody, and nothing is kept: test_hands_api",
    "scoring:hands": "anybody, and nothing is kept: test_hands_page",
    "scoring:hand_entry": "anybody, and nothing is kept: test_hands_page",
    "scoring:hall": "directors in a hall: test_hall",
    "scoring:hall_backup": "directors in a hall: test_hall",
    "scoring:hall_ping": "anybody in the hall: test_hall",
    "scoring:join": "by code: test_table_page",
    "scoring:table": "by token: test_table_page",
    "scoring:hand-cards": "by token: test_hand_cards",
    "scoring:table-start": "the page of `join` again: test_installed",
    "scoring:service-worker": "the same for everybody: test_installed",
    "scoring:manifest": "the same for everybody: test_installed",
    "scoring:ledger-line": "by token: below",
    "scoring:game-table": "below",
    "schema": "the text of the API",
    "tournaments:token_revoke": "directors: api/test_tokens_page",
    "changes": "directors: api/test_changes",
    "event-standings": "below",
    "event-draw": "test_draw_api",
    "propose-draw": "directors: test_draw_api",
    "accept-draw": "directors: test_draw_api",
    "discard-draw": "directors: test_draw_api",
    "event-bracket": "as the bracket's page: test_bracket_pages",
    "tournaments:season_new": "the director's and captains': test_league_rights",
    "tournaments:ladder_new": "the director's and those on it: test_ladder_pages",
    "tournaments:season": "public, like the club: test_league_pages",
    "tournaments:division": "public, like the club: test_league_pages",
    "tournaments:division_calendar": "public, like the club: test_league_pages",
    "tournaments:team": "public, like the club: test_league_pages",
    "tournaments:team_calendar": "public, like the club: test_league_pages",
    "tournaments:fixture": "public, like the club: test_league_pages",
    "tournaments:squad": "the director's and captains': test_league_rights",
    "tournaments:squad_check": "the director's and captains': test_league_rights",
    "tournaments:squad_enter": "the director's and captains': test_league_rights",
    "tournaments:squad_member": "the director's and captains': test_league_rights",
    "tournaments:fixture_pairs": "the director's and captains': test_league_rights",
    "tournaments:fixture_card": "the director's and captains': test_league_rights",
    "tournaments:fixture_sign": "the director's and captains': test_league_rights",
    "tournaments:fixture_change": "the director's and captains': test_league_rights",
    "tournaments:season_desk": "the director's and captains': test_league_rights",
    "tournaments:season_state": "the director's and captains': test_league_rights",
    "tournaments:season_next": "the director's and captains': test_league_rights",
    "tournaments:venue_room": "the director's and captains': test_league_rights",
    "tournaments:division_desk": "the director's and captains': test_league_rights",
    "tournaments:teams_add": "the director's and captains': test_league_rights",
    "tournaments:division_terms": "the director's and captains': test_league_rights",
    "tournaments:points_off": "the director's and captains': test_league_rights",
    "tournaments:points_back": "the director's and captains': test_league_rights",
    "tournaments:decider_add": "the director's and captains': test_league_rights",
    "tournaments:fixtures_draw": "the director's and captains': test_league_rights",
    "tournaments:fixtures_propose": "the director's and captains': test_league_rights",
    "tournaments:fixtures_discard": "the director's and captains': test_league_rights",
    "tournaments:fixtures_undo": "the director's and captains': test_league_rights",
    "tournaments:fixtures_accept": "the director's and captains': test_league_rights",
    "tournaments:team_change": "the director's and captains': test_league_rights",
    "tournaments:team_withdraw": "the director's and captains': test_league_rights",
    "tournaments:club_ruleset": "the director's: test_club_rights",
    "tournaments:club_ruleset_change": "the director's: test_club_rights",
    "tournaments:club_ruleset_state": "the director's: test_club_rights",
    "tournaments:preset_change": "the director's: test_club_rights",
    "tournaments:preset_drop": "the director's: test_club_rights",
    "tournaments:partnership_end": "the director's: test_club_rights",
    "tournaments:venue_change": "the director's: test_club_rights",
    "tournaments:venue_drop": "the director's: test_club_rights",
    "tournaments:registrations": "who keeps the cash: test_registrations",
    "tournaments:registration": "who keeps the cash: test_registrations",
    "tournaments:registration_change": "who keeps the cash: test_registrations",
    "tournaments:player_change": "the director's: test_club_rights",
    "tournaments:player_state": "the director's: test_club_rights",
    "tournaments:player_merge": "the director's: test_club_rights",
    "tournaments:merge_undo": "the director's: test_club_rights",
    "tournaments:ladder": "public, like the club: test_ladder_pages",
    "tournaments:ladder_check": "the director's and those on it: test_ladder_pages",
    "tournaments:ladder_enter": "the director's and those on it: test_ladder_pages",
    "tournaments:ladder_change": "the director's and those on it: test_ladder_pages",
}


@pytest.fixture
def night() -> Event:
    """A night with a game begun, in a club with people of every role, and a stranger from another."""
    club = factories.make_club()
    event = factories.make_night(club, public=False)
    for role in ("director", "scorer", "member"):
        factories.make_account(role, club, role)
    factories.make_account("stranger", factories.make_club("Other Club"), "owner")
    match = Match.objects.filter(round__event=event, round__state=Round.State.ACCEPTED).first()
    assert match is not None
    open_match(match=match)
    return event


def who(name: str) -> Client:
    client = Client()
    if name != "visitor":
        client.force_login(User.objects.get(username=name))
    return client


def address(name: str, event: Event, parts: list[str] | None) -> str:
    match = Match.objects.filter(round__event=event, games__isnull=False).select_related("round").get()
    known = {
        "number": match.round.number,
        "table": match.table,
        "game": match.games.get().pk,
        "match": match.pk,
        "entry": event.entries.first().pk,  # type: ignore[union-attr]
        "player": event.entries.first().player_id,  # type: ignore[union-attr]
        "change": "hand",
        "wish": 1,
        "sheet": "badges",
    }
    own = [] if parts is None else [event.slug, *(known[part] for part in parts)]
    return reverse(name, args=[event.club.slug, *own])


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> set[str]:
    found = set()
    for one in patterns:
        if isinstance(one, URLPattern):
            found.add(f"{space}{one.name}")
        elif one.namespace != "admin":
            found |= names(one.url_patterns, f"{one.namespace}:" if one.namespace else space)
    return found


def test_every_address_is_in_a_list() -> None:
    assert names(get_resolver().url_patterns) == READ.keys() | DIRECTED.keys() | OTHERS.keys() | API.keys()


@pytest.mark.parametrize("name", sorted(DIRECTED))
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_a_director_directs(night: Event, name: str, method: str) -> None:
    there = address(name, night, DIRECTED[name])
    before = (night.revision_row.number, night.rounds.count(), night.entries.count())
    answers = {one: getattr(who(one), method)(there) for one in ("visitor", "stranger", "member", "scorer")}
    night.revision_row.refresh_from_db()
    assert (night.revision_row.number, night.rounds.count(), night.entries.count()) == before
    allowed = getattr(who("director"), method)(there).status_code
    assert allowed not in {401, 403}
    if allowed == 405:
        assert {one.status_code for one in answers.values()} <= {302, 403, 404, 405}
        return  # an address for the other method only
    assert answers["visitor"].status_code in {302, 404}
    if answers["visitor"].status_code == 302:
        assert answers["visitor"]["Location"].startswith(reverse("login"))
    assert answers["stranger"].status_code in {403, 404}
    assert answers["member"].status_code == answers["scorer"].status_code == 403


@pytest.mark.parametrize("name", sorted(READ))
def test_a_private_night_is_read_by_the_clubs_people_only(night: Event, name: str) -> None:
    there = address(name, night, READ[name])
    codes = {one: who(one).get(there).status_code for one in ("visitor", "stranger", "member", "director")}
    assert codes == {"visitor": 404, "stranger": 404, "member": 200, "director": 200}
    Event.objects.update(public=True)
    assert who("visitor").get(there).status_code == 200


def test_a_private_nights_figures_are_not_told_by_the_api(night: Event) -> None:
    game = Match.objects.filter(round__event=night, games__isnull=False).get().games.get()
    for there in (f"/api/v1/events/{night.pk}/standings", f"/api/v1/games/{game.pk}/table"):
        codes = {one: who(one).get(there).status_code for one in ("visitor", "stranger", "member")}
        assert codes == {"visitor": 404, "stranger": 404, "member": 200}, there


@pytest.mark.parametrize("name", ["visitor", "stranger", "member"])
def test_nobody_without_the_tables_link_writes_on_its_sheet(night: Event, name: str) -> None:
    game = Match.objects.filter(round__event=night, games__isnull=False).get().games.get()
    body = {"kind": "hand", "hand_number": 1, "facts": {"maker": "N", "alone": [], "tricks": 3}}
    there = f"/api/v1/games/{game.pk}/ledger/{uuid4()}"
    answer = who(name).put(there, body, content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["code"] == "permission-denied"
    assert game.lines.count() == 0
