"""The schema is true: whatever is sent to any address, the answer is one that is documented, and no 500."""

import os
from datetime import date
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok

from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.models import Event, Match, Round
from tournaments.services.entrants import Entrant
from tournaments.services.ladders import LadderTerms, create_ladder, join_players
from tournaments.services.leagues import DivisionTerms, add_division, add_teams, create_season
from tournaments.services.pots import NewPot, add_pot
from tournaments.services.tokens import issue_token

pytestmark = pytest.mark.django_db

EXAMPLES = 40 if os.environ.get("LONG") else 3
CHECKED = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
]


@pytest.fixture
def there() -> dict[str, Any]:
    """A club with a night in play, a league and a ladder; the parts of addresses that lead to them."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)  # the test's own connection outlives a request
    club = factories.make_club()
    user = factories.make_account("dora", club, "owner")
    event = factories.make_night(club, played=1)
    match = Match.objects.filter(round__event=event, round__state=Round.State.ACCEPTED)[0]
    game = open_match(match=match)
    dora = Actor(code="user:1", user_id=user.pk, roles={club.pk: "owner"})
    season = create_season(club=club, name="2026", starts_on=date(2026, 9, 1), ends_on=date(2027, 4, 30))
    division = add_division(
        season=season, name="First", terms=DivisionTerms(league=LEAGUE_POLICIES["st-austell"])
    )
    teams = add_teams(division=division, text="Reds, Red Lion\nBlues, Blue Boar")
    ladder = create_ladder(club=club, name="Ladder", terms=LadderTerms())
    rung = join_players(ladder=ladder, entrants=[Entrant(name="Ann Trewin", sort_key="trewin,ann")])[0]
    pot = add_pot(event=event, new=NewPot(name="Entry", kind="entry", fee=200), actor=dora)
    token = issue_token(club=club, name="t", scopes=["read", "admin"], days=None, actor=dora)
    entry = event.entries.all()[0]
    return {
        "secret": token.secret,
        "club": club.slug,
        "event": event.pk,
        "match": match.pk,
        "game": game.pk,
        "number": match.round.number,
        "entry": entry.pk,
        "player": entry.player_id,
        "season": season.pk,
        "division": division.pk,
        "team": teams[0].pk,
        "ladder": ladder.pk,
        "rung": rung.pk,
        "pot": pot.pk,
        "venue": teams[0].venue_id,
    }


def operations() -> list[Any]:
    from drf_spectacular.generators import SchemaGenerator

    raw = SchemaGenerator().get_schema(request=None, public=True)
    schema = schemathesis.openapi.from_dict(raw)
    schema.app = get_wsgi_application()
    return [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]


@pytest.mark.parametrize("operation", operations(), ids=lambda one: one.label)
def test_every_answer_is_documented_and_none_is_a_fault(operation: Any, there: dict[str, Any]) -> None:
    secret = there.pop("secret")
    checks = CHECKS.get_by_names(CHECKED)

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), real=st.integers(0, 3), key=st.booleans())
    def sent(case: Any, real: int, key: bool) -> None:
        if real and case.path_parameters:
            case.path_parameters = {
                name: there.get(name, held) for name, held in case.path_parameters.items()
            }
        headers = {"Accept-Encoding": "identity"}
        if real != 1:
            headers["Authorization"] = f"Bearer {secret}"
        if key:
            headers["Idempotency-Key"] = "one of my own"
        response = case.call(headers=headers)
        case.validate_response(response, checks=checks)

    sent()
    assert Event.objects.exists() and User.objects.exists()
