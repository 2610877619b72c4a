"""Every address asked by everybody, and what they were told: let in or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.rights.world import LINE, PEOPLE, PROGRAMS, World
from tournaments.models import Event

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PUBLIC = "visitor, public event"
LINE_SENT = {"kind": "hand", "hand_number": 1, "facts": {"maker": "N", "alone": [], "tricks": 3}}


@dataclass(frozen=True, slots=True)
class Route:
    """An address: its name, how it is written, and the parts that have to be filled in."""

    name: str
    path: str
    parts: tuple[str, ...]

    @property
    def is_api(self) -> bool:
        """Whether programs ask for it."""
        return self.path.startswith("/api/")


@dataclass(frozen=True, slots=True)
class Row:
    """One method of an address, and who is let in."""

    path: str
    method: str
    let_in: frozenset[str]


def routes() -> list[Route]:
    """Every address that the service answers to, but the operator's own pages."""
    return sorted(_walk(get_resolver().url_patterns, "/", ""), key=lambda one: (one.path, one.name))


def _walk(patterns: list[URLPattern | URLResolver], path: str, space: str) -> Iterator[Route]:
    for one in patterns:
        here = path + str(one.pattern)
        if isinstance(one, URLPattern):
            parts = [piece.partition(">")[0].rpartition(":")[2] for piece in here.split("<")[1:]]
            yield Route(f"{space}{one.name}", _written(here), tuple(parts))
        elif one.namespace != "admin":
            yield from _walk(one.url_patterns, here, f"{one.namespace}:" if one.namespace else space)


def _written(pattern: str) -> str:
    """`clubs/<slug:club>/` as `clubs/CLUB/`."""
    pieces = pattern.split("<")
    tails = [piece.partition(">") for piece in pieces[1:]]
    return pieces[0] + "".join(name.rpartition(":")[2].upper() + rest for name, _, rest in tails)


def rows_of(world: World, route: Route) -> list[Row]:
    """The route's methods, and who is let in to each. Nothing that is done lasts."""
    address = _address(world, route)
    asking = (*PEOPLE, *PROGRAMS) if route.is_api else PEOPLE
    rows = []
    for method in METHODS if route.is_api else METHODS[:2]:
        owner = _ask(world, route, address, method, "owner")
        if owner == 405:
            continue
        others = {who: _ask(world, route, address, method, who) for who in asking if who != "owner"}
        let_in = {who for who, status in {**others, "owner": owner}.items() if is_let_in(status)}
        if "event" in route.parts and method == "GET" and not route.is_api and _public(world, address):
            let_in.add(PUBLIC)
        rows.append(Row(route.path, method, frozenset(let_in)))
    return rows


def _address(world: World, route: Route) -> str:
    meant = world.parts | (world.api_parts if route.is_api else {})
    if "/bracket" in route.path:
        meant |= world.api_bracket if route.is_api else world.bracket
    meant |= world.of_one.get(route.name, {})
    missing = [part for part in route.parts if part not in meant]
    assert not missing, f"{route.path}: say in tests/rights/things.py what {missing} stands for"
    known = {part: meant[part] for part in route.parts}
    return reverse(route.name, kwargs=known)


SIGN_IN = 302


def is_let_in(status: int) -> bool:
    """Not turned away: what is missing in a form, or held by somebody else, is not for want of a right."""
    return status not in {SIGN_IN, 401, 403, 404}


def _ask(world: World, route: Route, address: str, method: str, who: str) -> int:
    """The status; 200 for any way on but the one to sign in, which is 302."""
    client = world.client(who)
    with transaction.atomic():
        answer = _send(client, world, route, address, method, who)
        transaction.set_rollback(True)
    status = int(answer.status_code)
    on = 300 <= status < 400 and not answer.headers.get("Location", "").startswith(
        f"{reverse('login')}?next="
    )
    return 200 if on else (SIGN_IN if 300 <= status < 400 else status)


def _send(client: Client, world: World, route: Route, address: str, method: str, who: str) -> Any:
    form = world.forms.get(route.name, {})
    if method == "GET":
        return client.get(address, form if route.is_api else {})
    if not route.is_api:
        return client.post(address, form)
    body: dict[str, object] = dict(form)
    if str(LINE) in address:
        body = LINE_SENT | ({"token": world.table_token} if who == "table link" else {})
    return getattr(client, method.lower())(address, body, content_type="application/json")


def _public(world: World, address: str) -> bool:
    with transaction.atomic():
        Event.objects.update(public=True)
        status = world.client("visitor").get(address).status_code
        transaction.set_rollback(True)
    return status == 200
