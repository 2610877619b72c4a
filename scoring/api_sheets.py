"""What tables hand in, for programs: a card's totals, personal cards, decisions."""

from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api_shapes import CardLineShape, GameShape
from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import CardLine, Game
from scoring.selectors.table_lines import line_dict
from scoring.services.cards import record_personal_card, type_table_total
from scoring.services.disputes import SHEET, dispute_at, settle_dispute
from scoring.services.extra_hands import record_extra_hand
from scoring.services.matches import open_match
from tournaments.api.asked import DONE, Id, Reason, Said, Small
from tournaments.api.doors import EventDoor
from tournaments.api.errors import refusal
from tournaments.models import Entry, Match, Round
from tournaments.permissions import can_correct, can_score

SIDES = ["NS", "EW"]


class Totals(serializers.Serializer[Any]):
    """A table card: points and lone hands by side. `line` is your own number of it: send it again safely.

    In place of an older card, `seen` names that one's line and `reason` says why.
    """

    points = serializers.DictField(child=Small(-999, 999))
    lone = serializers.DictField(child=Small(0, 99), required=False)
    game = Small(1, 9, required=False)
    line = serializers.UUIDField(required=False)
    seen = serializers.UUIDField(required=False, allow_null=True)
    reason = Reason()


class PersonalCard(serializers.Serializer[Any]):
    """A round of a personal card; without points it is taken back. `line` and `seen` as of a table card."""

    entry = Id()
    points = Small(-999, 999, allow_null=True)
    lone_hands = Small(0, 99, default=0)
    line = serializers.UUIDField(required=False)
    seen = serializers.UUIDField(required=False, allow_null=True)
    reason = Reason()


class Deciding(serializers.Serializer[Any]):
    """Whose figures are right: the code of a side, or the sheet's own. `seen` is what was looked at."""

    choice = serializers.ChoiceField([*SIDES, SHEET])
    reason = Reason()


class ExtraHandSaid(serializers.Serializer[Any]):
    """The game that was level, and the side that won the extra hand."""

    game = Small(1, 9, default=1)
    side = serializers.ChoiceField([*SIDES, ""], allow_blank=True)


class LinesDoor(EventDoor):
    """An address where a line may be in the way of another."""

    def handle_exception(self, exc: Exception) -> Response:
        """409 with the line that holds, where it may be shown."""
        if isinstance(exc, LineConflict):
            held = line_dict(exc.held) if exc.held is not None else None
            return refusal(409, exc.code, exc.sentence, {"held": held})
        return super().handle_exception(exc)


class SheetsDoor(LinesDoor):
    """An address of a match's sheets."""

    pagination_class = None  # type: ignore[assignment]

    def match(self) -> Match:
        """The match of the address; 404 where the event has none of that number."""
        rows = Match.objects.select_related("round__event__club").prefetch_related("seatings")
        found = rows.filter(round__event=self.event(), pk=self.kwargs["match"]).first()
        if found is None:
            raise Http404
        return found

    def scored_match(self) -> Match:
        """The match, for whoever may score it."""
        found = self.match()
        if not can_score(self.actor, found):
            raise PermissionDenied
        return found


class CorrectedDoor(SheetsDoor):
    """An address of what a director decides about a match's sheets."""

    def corrected_match(self) -> Match:
        """The match, for whoever may mend any line of it."""
        found = self.match()
        if not can_correct(self.actor, found):
            raise PermissionDenied
        return found


class GamesView(SheetsDoor):
    """The games of a match with their sheets."""

    @extend_schema(operation_id="games", responses={200: GameShape(many=True)})
    def get(self, request: Request, event: int, match: int) -> Response:
        """All there are, in order."""
        return Response(GameShape(_games(self.match()), many=True).data)

    @extend_schema(operation_id="open_game", request=None, responses={201: GameShape(many=True)})
    def post(self, request: Request, event: int, match: int) -> Response:
        """Open the first, where nobody at the table has; its lines are put at `games/<id>/ledger/`."""
        found = self.scored_match()
        open_match(match=found)
        return Response(GameShape(_games(found), many=True).data, 201)


class TotalsView(CorrectedDoor):
    """A table card's totals."""

    @extend_schema(
        operation_id="type_totals",
        request=Totals,
        responses={200: GameShape(many=True)},
        examples=[
            OpenApiExample(
                "Nine to seven",
                value={"points": {"NS": 9, "EW": 7}, "lone": {"NS": 1, "EW": 0}},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, event: int, match: int) -> Response:
        """Put the card on the sheet; 409 where another director typed this table meanwhile."""
        found, said = self.corrected_match(), self.typed(Totals)
        if set(said["points"]) - set("NESW") - set(SIDES) or not said["points"]:
            raise RuleViolation("sides-unknown", "Give the points of each side, such as NS and EW.")
        type_table_total(
            match=found,
            points=said["points"],
            lone=dict.fromkeys(said["points"], 0) | said.get("lone", {}),
            reason=said["reason"],
            actor=self.actor,
            line_id=said.get("line") or uuid4(),
            seen=said.get("seen"),
            game_number=said.get("game"),
        )
        return Response(GameShape(_games(found), many=True).data)


class ExtraHandView(CorrectedDoor):
    """The extra hand after a level game."""

    @extend_schema(operation_id="extra_hand", request=ExtraHandSaid, responses={200: Said})
    def post(self, request: Request, event: int, match: int) -> Response:
        """Which side won it; it moves people and scores nothing. Empty takes it back."""
        found, said = self.corrected_match(), self.typed(ExtraHandSaid)
        record_extra_hand(match=found, game=said["game"], side=said["side"], actor=self.actor)
        return Response(DONE)


class CardsView(LinesDoor):
    """Personal cards of a round, whose seats nobody knows."""

    @extend_schema(operation_id="type_card", request=PersonalCard, responses={200: CardLineShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """One person's round; 409 where another director typed it meanwhile."""
        found, said = self.directed_event(), self.typed(PersonalCard)
        round = Round.objects.select_related("event").filter(event=found, number=number).first()
        entry = Entry.objects.filter(event=found, pk=said["entry"]).first()
        if round is None or entry is None:
            raise Http404
        made: CardLine = record_personal_card(
            round=round,
            entry=entry,
            points=said["points"],
            lone_hands=said["lone_hands"],
            reason=said["reason"],
            actor=self.actor,
            line_id=said.get("line") or uuid4(),
            seen=said.get("seen"),
        )
        return self.told(CardLineShape(made))


class DisputeView(CorrectedDoor):
    """What the people at a table do not agree on."""

    @extend_schema(operation_id="settle_dispute", request=Deciding, responses={200: Said})
    def post(self, request: Request, event: int, match: int) -> Response:
        """Decide, with a reason."""
        found, said = self.corrected_match(), self.typed(Deciding)
        there = dispute_at(found)
        settle_dispute(
            match=found,
            choice=said["choice"],
            seen=there.seen if there is not None else "",
            reason=said["reason"],
            actor=self.actor,
            line=_new_line(),
        )
        return Response(DONE)


def _games(match: Match) -> Any:
    return Game.objects.filter(match=match).prefetch_related("lines").order_by("number")


def _new_line() -> UUID:
    return uuid4()
