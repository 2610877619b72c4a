"""A copy of a club kept from its feed of changes, and the club itself read table by table."""

import json
from typing import Any

from django.db.models import QuerySet
from django.test import Client
from rest_framework.renderers import JSONRenderer

from tournaments.api.kinds import KINDS
from tournaments.models import Club
from tournaments.triggers import FED

Things = dict[tuple[str, str], Any]


class Copy:
    """What a program knows that only ever asked for changes."""

    def __init__(self, client: Client, club: str, limit: int = 7) -> None:
        self.client, self.club, self.limit = client, club, limit
        self.after, self.mark = "0", ""
        self.things: Things = {}
        self.heard: list[tuple[str, str]] = []

    def ask(self) -> bool:
        """One page; whether there is more at once."""
        asked = {"club": self.club, "after": self.after, "limit": str(self.limit)}
        answer = self.client.get("/api/v1/changes", asked | ({"mark": self.mark} if self.mark else {}))
        assert answer.status_code == 200, answer.content
        page = answer.json()
        for one in page["changes"]:
            thing = (one["kind"], one["key"])
            self.heard.append(thing)
            if one["gone"]:
                self.things.pop(thing, None)
            else:
                self.things[thing] = one["resource"]
        self.after, self.mark = page["after"], page["mark"]
        return bool(page["more"])

    def catch_up(self) -> None:
        """Every page that there is now."""
        while self.ask():
            pass


def things_of(club: Club) -> Things:
    """Everything that the feed should have told, read from the tables; no trigger and no feed is asked."""
    found: Things = {}
    for fed in FED:
        if fed.key:
            continue
        kind = KINDS[fed.kind]
        path = fed.club.replace(".", "__") or "pk"
        rows: QuerySet[Any] = kind.rows.model._default_manager.filter(**{path: club.pk})
        for row in rows if kind.rows.model._meta.label == fed.model else ():
            found[fed.kind, str(row.pk)] = json.loads(JSONRenderer().render(kind.shape(row).data))
    for row in KINDS["standings"].rows.filter(event__club=club):
        found["standings", str(row.pk)] = json.loads(
            JSONRenderer().render(KINDS["standings"].shape(row).data)
        )
    return found
