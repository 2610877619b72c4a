"""Something behind every address of the service, and somebody of every kind to ask for it.

A new address whose parts are all known here needs nothing. For a new part, say in `world` what it stands for;
where one address means another thing by a known part, say so in `OF_ONE`; where it wants more than an empty
form before it looks at rights, put the form into `FORMS`.
"""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.test import Client

from tournaments.actors import Actor
from tournaments.models import (
    Club,
    Event,
)

PEOPLE = ("visitor", "stranger", "member", "player", "captain", "scorer", "director", "owner")
PROGRAMS = ("table link", "token: read", "token: score", "token: direct", "token: admin")
HOUSE = Actor.of_command("tests")
SECRET = "a-token-that-somebody-holds"
LINE = UUID("00000000-0000-4000-8000-000000000001")
FORMS: dict[str, dict[str, Any]] = {
    "tournaments:club_member": {"do": "role", "role": "scorer"},
    "tournaments:two_steps": {"do": "confirm"},
    "tournaments:cash_person": {"do": "take"},
    "tournaments:round_close": {"closed": "yes"},
    "tournaments:round_clock": {"deed": "stop"},
    "tournaments:event_state": {"change": "finish"},
    "tournaments:draw_correct": {"number": "1", "choice": "keep"},
    "tournaments:bracket_undo": {"what": "undo"},
    "api-fixture-pairs": {"side": "home", "pairs": []},
    "api-sign": {"side": "home", "do": "sign", "reason": ""},
    "changes": {"club": "bude-euchre-club"},
}


@dataclass
class World:
    """`parts` is what a part of an address stands for; `of_one` what it does in one address alone.

    `api_parts` are what a part stands for in the API, where that differs. `forms` are filled in where an
    empty one is sent away before anybody looks at rights. `bracket` is for addresses of a bracket.
    """

    club: Club
    event: Event
    parts: dict[str, object]
    of_one: dict[str, dict[str, object]]
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    api_parts: dict[str, object] = field(default_factory=dict)
    bracket: dict[str, object] = field(default_factory=dict)
    api_bracket: dict[str, object] = field(default_factory=dict)
    forms: dict[str, dict[str, Any]] = field(default_factory=lambda: dict(FORMS))
    clients: dict[str, Client] = field(default_factory=dict)
    table_token: str = ""

    def client(self, who: str) -> Client:
        """A browser, or a program, of that kind, which remembers nothing of what it asked before."""
        client = self.clients.setdefault(who, Client(headers=self.headers.get(who, {})))
        client.cookies.clear()
        if who in self.cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[who]
        return client
