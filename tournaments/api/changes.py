"""The feed of a club's changes, from which a copy is kept exactly in step."""

from collections import defaultdict
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.doors import Door
from tournaments.api.errors import refusal
from tournaments.api.kinds import KINDS
from tournaments.engine.errors import EventViolation
from tournaments.models import Change, Club
from tournaments.permissions import can_direct, can_see_club
from tournaments.selectors.feed import Page, Place, changes_after
from tournaments.services.feed import count_what_is_noted

USUAL, MOST = 100, 500
BEGIN_ANEW = (
    "This server's feed is another one than your copy was made from: empty it and begin with after=0."
)
EXAMPLE = OpenApiExample(
    "Two things changed",
    value={
        "club": "bude",
        "mark": "0b6f4a0e-5d0c-4f0e-9d7c-0f1d2c3b4a59",
        "revision": 42,
        "after": "42",
        "more": False,
        "changes": [
            {
                "kind": "pair",
                "key": "7",
                "revision": 41,
                "gone": False,
                "resource": {"id": 7, "first": 3, "second": 9},
            },
            {"kind": "entry", "key": "12", "revision": 42, "gone": True, "resource": None},
        ],
    },
    response_only=True,
)


class ChangeShape(serializers.Serializer[Any]):
    """One thing as it is now, or that it is gone. Kind and key name it; put it in place of what you have."""

    kind = serializers.ChoiceField(choices=sorted([*KINDS, "game", "card-line"]))
    key = serializers.CharField()
    revision = serializers.IntegerField()
    gone = serializers.BooleanField()
    resource = serializers.JSONField(allow_null=True)


class ChangesShape(serializers.Serializer[Any]):
    """A page of changes, the oldest first. Ask on with `after`; while `more`, at once."""

    club = serializers.CharField()
    mark = serializers.CharField(
        help_text="Names this feed; send it along, and 409 tells when it is another."
    )
    revision = serializers.IntegerField()
    after = serializers.CharField()
    more = serializers.BooleanField()
    changes = ChangeShape(many=True)


class ChangesView(Door):
    """What changed in a club. For its directors: it tells private events and money, too."""

    @extend_schema(
        operation_id="changes",
        parameters=[
            OpenApiParameter("club", str, required=True, description="The club's slug."),
            OpenApiParameter("after", str, description="As the page before told it; 0: everything."),
            OpenApiParameter("mark", str, description="As the page before told it."),
            OpenApiParameter("kind", str, description="Only these kinds, with commas between them."),
            OpenApiParameter("limit", int, description=f"At most so many changes, up to {MOST}."),
        ],
        responses={200: ChangesShape},
        examples=[EXAMPLE],
    )
    def get(self, request: Request) -> Response:
        """Everything after a place, in the club's order. 409 `begin-anew` after a backup was put back."""
        club = self._club(request.query_params.get("club", ""))
        place = Place.read(request.query_params.get("after", "0"))
        if place is None:
            raise EventViolation("after-malformed", "Send `after` as the page before told it, or 0.")
        count_what_is_noted(club_id=club.pk)
        page = changes_after(club.pk, place, _most(request), _kinds(request))
        mark = request.query_params.get("mark", "")
        if (mark and mark != page.mark) or place.revision > page.revision + 1:
            return refusal(409, "begin-anew", BEGIN_ANEW)
        return Response(_told(club, page))

    def _club(self, slug: str) -> Club:
        found = Club.objects.filter(slug=slug).first()
        if found is None or not can_see_club(self.actor, found):
            raise Http404
        if not can_direct(self.actor, found):
            raise PermissionDenied
        return found


def _most(request: Request) -> int:
    asked = request.query_params.get("limit", str(USUAL))
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 9 and 1 <= int(asked) <= MOST):
        raise EventViolation("limit-out-of-range", f"Ask for 1 to {MOST} changes at once.")
    return int(asked)


def _kinds(request: Request) -> tuple[str, ...]:
    asked = tuple(one for one in request.query_params.get("kind", "").split(",") if one)
    if unknown := [one for one in asked if one not in KINDS]:
        raise EventViolation("kind-unknown", f"There is no kind called {unknown[0][:40]}.")
    return asked


def _told(club: Club, page: Page) -> dict[str, Any]:
    there = resources_of(page.changes)
    return {
        "club": club.slug,
        "mark": page.mark,
        "revision": page.revision,
        "after": page.after,
        "more": page.more,
        "changes": [
            {
                "kind": one.kind,
                "key": one.key,
                "revision": one.revision,
                "gone": (one.kind, one.key) not in there,
                "resource": there.get((one.kind, one.key)),
            }
            for one in page.changes
        ],
    }


def resources_of(changes: list[Change]) -> dict[tuple[str, str], Any]:
    """What is there now of the things that changed; a query or a few for each kind."""
    keys: dict[str, list[str]] = defaultdict(list)
    for one in changes:
        keys[one.kind].append(one.key)
    return {
        (kind, key): told
        for kind, wanted in keys.items()
        if kind in KINDS
        for key, told in KINDS[kind].read(wanted).items()
    }
