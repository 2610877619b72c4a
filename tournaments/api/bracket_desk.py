"""A bracket's desk for programs: seeded, accepted, called, decided. Matches count from 1."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import DONE, Id, Reason, Said, Small, Words
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.events import StageShape
from tournaments.api.shapes.rounds import MatchShape, RoundShape
from tournaments.engine.formats.tree import How
from tournaments.models import BracketVerdict, Match
from tournaments.selectors.brackets import binds, bracket_stage_of
from tournaments.services.bracket_calls import call_matches, uncall_match
from tournaments.services.bracket_verdicts import correct_match, decide_match, take_back_match
from tournaments.services.brackets import accept_bracket, propose_bracket, undo_bracket

MOST_MATCHES = 10_000
SEED = r"^[0-9A-Za-z_.+-]{1,40}$"


class Seeding(serializers.Serializer[Any]):
    """The seeds, entry by entry, the first one first; else as the entries stand. `seed` is the lot's."""

    order = serializers.ListField(child=Id(), required=False, max_length=600)
    seed = serializers.RegexField(SEED, required=False)


class BracketAccepted(serializers.Serializer[Any]):
    """The seed of the proposal that was looked at."""

    seed = Words(40)


class Calling(serializers.Serializer[Any]):
    """The free tables, and perhaps the number of one match for the first of them."""

    tables = serializers.ListField(child=Small(1, 5000), min_length=1, max_length=500)
    number = Small(1, 5000, required=False)


class Verdict(serializers.Serializer[Any]):
    """Who won a match and in how many games, or how else it ended; `do` says what of it is new.

    A correction with consequences asks whether everybody stays (`keep`) or later matches are made anew.
    """

    do = serializers.ChoiceField(["decide", "correct", "take-back", "uncall"], default="decide")
    winner = Id(required=False, allow_null=True)
    games = serializers.ListField(child=Small(0, 99), required=False, min_length=2, max_length=2)
    how = serializers.ChoiceField(BracketVerdict.How.values, default=BracketVerdict.How.PLAYED)
    keep = serializers.BooleanField(required=False, allow_null=True)
    reason = Reason()


class ProposeBracketView(EventDoor):
    """A bracket is seeded."""

    @extend_schema(operation_id="propose_bracket", request=Seeding, responses={201: RoundShape})
    def post(self, request: Request, event: int) -> Response:
        """Propose it, in place of an older proposal."""
        found, said = self.directed_event(), self.typed(Seeding)
        made = propose_bracket(event=found, actor=self.actor, seed=said.get("seed"), order=said.get("order"))
        return self.told(RoundShape(made), 201)


class AcceptBracketView(EventDoor):
    """It binds."""

    @extend_schema(operation_id="accept_bracket", request=BracketAccepted, responses={200: StageShape})
    def post(self, request: Request, event: int) -> Response:
        """Matches can then be called."""
        found, said = self.directed_event(), self.typed(BracketAccepted)
        return self.told(StageShape(accept_bracket(event=found, seed=said["seed"], actor=self.actor)))


class UndoBracketView(EventDoor):
    """It is a proposal again."""

    @extend_schema(operation_id="undo_bracket", request=None, responses={200: RoundShape})
    def post(self, request: Request, event: int) -> Response:
        """While nothing is played."""
        return self.told(RoundShape(undo_bracket(event=self.directed_event(), actor=self.actor)))


class CallMatchesView(EventDoor):
    """The next matches are called."""

    pagination_class = None  # type: ignore[assignment]

    @extend_schema(operation_id="call_matches", request=Calling, responses={200: MatchShape(many=True)})
    def post(self, request: Request, event: int) -> Response:
        """Those called now; none where none is ready or no table is free."""
        found, said = self.directed_event(), self.typed(Calling)
        number = said["number"] - 1 if "number" in said else None
        made = call_matches(event=found, tables=said["tables"], number=number, actor=self.actor)
        rows = Match.objects.filter(pk__in=[one.pk for one in made])
        rows = rows.select_related("result", "forfeit").prefetch_related("seatings", "tallies", "extra_hands")
        return Response(MatchShape(rows, many=True).data)


class BracketMatchView(EventDoor):
    """One match of a bracket."""

    @extend_schema(operation_id="bracket_verdict", request=Verdict, responses={200: Said})
    def post(self, request: Request, event: int, number: int) -> Response:
        """Decide it, correct it, take the word back, or call it back from its table."""
        found, said = self.directed_event(), self.typed(Verdict)
        if not 1 <= number <= MOST_MATCHES:
            raise Http404
        at = number - 1
        if said["do"] == "uncall":
            uncall_match(event=found, number=at, actor=self.actor)
            return Response(DONE)
        stage = bracket_stage_of(found)
        if stage is None or not binds(stage):
            raise Http404
        stage.event = found
        if said["do"] == "take-back":
            redraw = said.get("keep") is False
            take_back_match(stage=stage, number=at, actor=self.actor, redraw=redraw)
            return Response(DONE)
        word: dict[str, Any] = {
            "stage": stage,
            "number": at,
            "winner": said.get("winner"),
            "games": tuple(said["games"]) if "games" in said else None,
            "how": How(said["how"]),
            "reason": said["reason"],
            "actor": self.actor,
        }
        if said["do"] == "correct":
            correct_match(**word, keep=said.get("keep"))
        else:
            decide_match(**word)
        return Response(DONE)
