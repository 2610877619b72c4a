"""The club's own desk, asked by everybody: its directors' pages, and never another club's rows."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.catalogue import RULESETS
from tests import factories as make
from tests.desk import DIRECTOR
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.looking import signed_in
from tournaments.models import Club, ClubRevision, Player
from tournaments.services.club_rules import make_ruleset
from tournaments.services.events import Terms
from tournaments.services.partnerships import form_partnership
from tournaments.services.people_merged import merge_players
from tournaments.services.presets import PresetFacts, keep_preset
from tournaments.services.venues import VenueFacts, add_venue

pytestmark = pytest.mark.django_db

NAMES = (
    "player_change", "player_state", "player_merge", "merge_undo",
    "club_ruleset", "club_ruleset_change", "club_ruleset_state", "preset_change", "preset_drop",
    "partnership_end", "venue_change", "venue_drop",
)  # fmt: skip
POSTED = frozenset(
    {"player_state", "merge_undo", "club_ruleset_state", "preset_drop", "partnership_end", "venue_drop"}
)
READ = frozenset({"club_ruleset"})


@pytest.fixture
def rows(club: Club) -> dict[str, int | str]:
    """Something of the club behind every address; Scott scores there."""
    make.make_account("scott", club, "scorer")
    return rows_of(club)


def rows_of(club: Club) -> dict[str, int | str]:
    one, two = make.make_player(club), make.make_player(club, "Bob Rowe")
    merge = merge_players(kept=one, gone=two, actor=DIRECTOR)
    rules = make_ruleset(club=club, name=f"Rules of {club.name}", rules=RULESETS["benny"], actor=DIRECTOR)
    preset = keep_preset(
        club=club,
        facts=PresetFacts(name="Thursdays", event_name="Thursday"),
        terms=Terms(ruleset=RULESETS["benny"], rounds=8),
        actor=DIRECTOR,
    )
    third = make.make_player(club, "Cora Nance")
    partners = form_partnership(club=club, one=one, other=third, day=make.NIGHT, actor=DIRECTOR)
    venue = add_venue(club=club, facts=VenueFacts(name="Anchor Inn"), actor=DIRECTOR)
    return {
        "partnership_end": partners.pk,
        "venue_change": venue.pk,
        "venue_drop": venue.pk,
        "preset_change": preset.pk,
        "preset_drop": preset.pk,
        "club_ruleset": rules.slug,
        "club_ruleset_change": rules.slug,
        "club_ruleset_state": rules.slug,
        "player_change": one.pk,
        "player_state": one.pk,
        "player_merge": one.pk,
        "merge_undo": merge.pk,
    }


def ask(client: Client, method: str, name: str, club: Club, pk: int | str) -> Any:
    return getattr(client, method)(reverse(f"tournaments:{name}", args=[club.slug, pk]))


def wrong_method(method: str, name: str) -> bool:
    return name in (POSTED if method == "get" else READ)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_the_clubs_directors_come_in(
    club: Club, rows: dict[str, int | str], name: str, method: str
) -> None:
    before = ClubRevision.objects.get(club=club).number
    codes = {
        who: ask(signed_in(who) if who else Client(), method, name, club, rows[name]).status_code
        for who in ("", "stan", "moss", "scott")
    }
    assert ClubRevision.objects.get(club=club).number == before
    if wrong_method(method, name):
        assert set(codes.values()) <= {302, 403, 405}
        return
    assert codes == {"": 302, "stan": 403, "moss": 403, "scott": 403}
    assert ask(signed_in("dora"), method, name, club, rows[name]).status_code in {200, 302, 422}


@pytest.mark.parametrize("name", NAMES)
def test_another_clubs_rows_are_not_there(club: Club, rows: dict[str, int | str], name: str) -> None:
    theirs = rows_of(Club.objects.get(name="Looe Euchre"))
    for method in ("get", "post"):
        answer = ask(signed_in("dora"), method, name, club, theirs[name])
        assert answer.status_code == (405 if wrong_method(method, name) else 404)
        assert b"Trewin" not in answer.content


@pytest.mark.parametrize("number", [0, 2**63, 10**30])
def test_a_number_that_is_none_is_not_found(club: Club, number: int) -> None:
    for name in NAMES:
        if not name.startswith("club_ruleset"):
            assert ask(signed_in("dora"), "post", name, club, number).status_code == 404, name


def test_nobody_of_another_club_is_made_one_with_ours(club: Club) -> None:
    ours, theirs = make.make_player(club), make.make_player(Club.objects.get(name="Looe Euchre"), "Eve Spy")
    there = reverse("tournaments:player_merge", args=[club.slug, ours.pk])
    answer = signed_in("dora").post(there, {"other": theirs.pk})
    assert answer.status_code == 422
    assert b"Eve Spy" not in answer.content
    assert Player.objects.count() == 2


@pytest.mark.parametrize("name", NAMES)
def test_the_forms_answer_whatever_is_typed(club: Club, rows: dict[str, int | str], name: str) -> None:
    client, rng = signed_in("dora"), Random(name)
    there = reverse(f"tournaments:{name}", args=[club.slug, rows[name]])
    fields = fields_of(client.get(there).content.decode())
    for _ in range(8):
        assert client.post(there, filled(fields, rng)).status_code < 500
        assert client.get(there, filled(fields, rng)).status_code < 500
