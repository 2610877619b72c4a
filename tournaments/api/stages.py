"""Stages of an event, partners by lot, what parts those who are level, and tables' links, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import DONE, Id, Reason, Said, Small, Words
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.events import NamedEntryShape, StageShape, TieWordShape
from tournaments.models import Stage, TieWord
from tournaments.services.links import issue_table_links, revoke_table_links
from tournaments.services.next_stage import begin_next_stage, drop_stage
from tournaments.services.partners import accept_partners, undo_partners
from tournaments.services.tie_words import draw_lot, record_deciding_game

SEED = r"^[0-9A-Za-z_.+-]{1,40}$"


class GoingOn(serializers.Serializer[Any]):
    """Who goes on where places are shared, and, in a draft, who picks whom; `by_lot` is a seed."""

    chosen = serializers.ListField(child=Id(), required=False, max_length=600)
    by_lot = serializers.RegexField(SEED, required=False, allow_blank=True)
    picks = serializers.ListField(
        child=serializers.ListField(child=Id(), min_length=2, max_length=2), required=False, max_length=300
    )
    unfinished = serializers.BooleanField(default=False)


class PartnersSaid(serializers.Serializer[Any]):
    """The seed of the lot; a category where one partner is of each."""

    seed = serializers.RegexField(SEED)
    category = Words(30, required=False, allow_blank=True)


class TieWordSaid(serializers.Serializer[Any]):
    """A deciding game with its order, the winner first; or a lot among entries, with a seed or without."""

    kind = serializers.ChoiceField(TieWord.Kind.values)
    entries = serializers.ListField(child=Id(), min_length=2, max_length=600)
    seed = serializers.RegexField(SEED, required=False)
    reason = Reason()


class LinksSaid(serializers.Serializer[Any]):
    """For how many tables; links given out before stop working."""

    tables = Small(1, 200)


class LinkShape(serializers.Serializer[Any]):
    """What opens a table: a token for `/t/<token>/`, and six letters for tonight. Told once."""

    table = serializers.IntegerField()
    token = serializers.CharField()
    code = serializers.CharField()


class StagesView(EventDoor):
    """The stages of an event."""

    serializer_class = StageShape

    @extend_schema(operation_id="stages", responses=StageShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of stages begun."""
        return self.page_of(Stage.objects.filter(event=self.event()), StageShape)

    @extend_schema(operation_id="begin_next_stage", request=GoingOn, responses={201: StageShape})
    def post(self, request: Request, event: int) -> Response:
        """Go on to the next stage, with those who are through."""
        found, said = self.directed_event(), self.typed(GoingOn)
        picks = [(one[0], one[1]) for one in said["picks"]] if "picks" in said else None
        made = begin_next_stage(
            event=found,
            actor=self.actor,
            chosen=said.get("chosen", ()),
            by_lot=said.get("by_lot", ""),
            picks=picks,
            unfinished=said["unfinished"],
        )
        return self.told(StageShape(made), 201)

    @extend_schema(operation_id="drop_stage", responses={204: None})
    def delete(self, request: Request, event: int) -> Response:
        """Take the newest stage back, while nothing of it is drawn."""
        drop_stage(event=self.directed_event(), actor=self.actor)
        return Response(status=204)


class PartnersView(EventDoor):
    """Partners by lot."""

    pagination_class = None  # type: ignore[assignment]

    @extend_schema(
        operation_id="accept_partners", request=PartnersSaid, responses={201: NamedEntryShape(many=True)}
    )
    def post(self, request: Request, event: int) -> Response:
        """Make pairs of the single entries, as this seed draws them."""
        found, said = self.directed_event(), self.typed(PartnersSaid)
        made = accept_partners(
            event=found, seed=said["seed"], category=said.get("category", ""), actor=self.actor
        )
        return Response(NamedEntryShape(made, many=True).data, 201)

    @extend_schema(operation_id="undo_partners", responses={200: NamedEntryShape(many=True)})
    def delete(self, request: Request, event: int) -> Response:
        """Single entries again, before anything is drawn."""
        made = undo_partners(event=self.directed_event(), actor=self.actor)
        return Response(NamedEntryShape(made, many=True).data)


class TieWordsView(EventDoor):
    """What the director recorded about those who were level."""

    serializer_class = TieWordShape

    @extend_schema(operation_id="tie_words", responses=TieWordShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of deciding games and lots; the newest counts."""
        return self.page_of(TieWord.objects.filter(event=self.event()), TieWordShape)

    @extend_schema(operation_id="part_the_level", request=TieWordSaid, responses={201: TieWordShape})
    def post(self, request: Request, event: int) -> Response:
        """Only about the whole of a shared place, and where the chain looks at it."""
        found, said = self.directed_event(), self.typed(TieWordSaid)
        if said["kind"] == TieWord.Kind.LOT:
            made = draw_lot(event=found, entries=said["entries"], seed=said.get("seed", ""), actor=self.actor)
        else:
            made = record_deciding_game(
                event=found, order=said["entries"], reason=said["reason"], actor=self.actor
            )
        return self.told(TieWordShape(made), 201)


class LinksView(EventDoor):
    """What opens tables without an account."""

    pagination_class = None  # type: ignore[assignment]

    @extend_schema(operation_id="issue_links", request=LinksSaid, responses={201: LinkShape(many=True)})
    def post(self, request: Request, event: int) -> Response:
        """Fresh links for tables 1 to `tables`."""
        found, said = self.directed_event(), self.typed(LinksSaid)
        made = issue_table_links(event=found, tables=said["tables"], actor=self.actor)
        told = [{"table": one.link.table, "token": one.token, "code": one.code} for one in made]
        return Response(told, 201)

    @extend_schema(operation_id="revoke_links", responses={200: Said})
    def delete(self, request: Request, event: int) -> Response:
        """No link of the event opens anything any more."""
        revoke_table_links(event=self.directed_event())
        return Response(DONE)
