"""How the tests look at pages: who looks, where, and what words are there."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.models import Event


def signed_in(name: str) -> Client:
    """A browser of that account; "visitor" has none."""
    client = Client()
    if name != "visitor":
        user = make.User.objects.get(username=name)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(name: str, event: Event, **more: Any) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})


def player_address(event: Event) -> str:
    entry = event.entries.first()
    assert entry is not None
    return reverse("tournaments:player", args=[event.club.slug, entry.player_id])


def pages_of(event: Event) -> dict[str, str]:
    return {
        "home": reverse("tournaments:home"),
        "club": reverse("tournaments:club", args=[event.club.slug]),
        "event": address("event", event),
        "standings": address("standings", event),
        "round": address("round", event, number=1),
        "player": player_address(event),
        "sign-in": reverse("login"),
    }


def text_of(response: Any) -> str:
    """The page's words, without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())
