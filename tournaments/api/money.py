"""An event's cash desk and prizes for programs, in whole minor units."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import DONE, Id, Reason, Said, Small, Words
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.cash import PotShape, PrizeListShape
from tournaments.engine.prizes_rules import PotRules
from tournaments.models import CashFact, Event, Payout, Player, Pot, PrizeList
from tournaments.permissions import can_keep_cash
from tournaments.selectors.prizes import proposal_of
from tournaments.services.cash import NewFact, refund, set_owed, strike_out, take_fee
from tournaments.services.pots import NewPot, add_pot, drop_pot
from tournaments.services.prize_plans import plan_prizes
from tournaments.services.prizes import (
    accept_prizes,
    hand_over,
    publish_prizes,
    take_back,
    withdraw_prizes,
)

MONEY = 1_000_000_000


class PotSaid(serializers.Serializer[Any]):
    """A new pot."""

    name = Words(60)
    kind = serializers.ChoiceField(Pot.Kind.values)
    fee = Small(0, MONEY)
    carry_in = Small(0, MONEY, default=0)
    carry_reason = Words(200, required=False, allow_blank=True, default="")
    currency = Words(3, required=False, allow_blank=True, default="")


class FactSaid(serializers.Serializer[Any]):
    """Something that happened at the desk. `id` is your own number of it: sent again, it is the same fact."""

    id = serializers.UUIDField()
    do = serializers.ChoiceField(["take", "refund", "owe", "strike-out"])
    player = Id(required=False)
    fact = serializers.UUIDField(required=False, help_text="The one to strike out.")
    amount = Small(0, MONEY, required=False, allow_null=True)
    reason = Reason()


class PlanSaid(serializers.Serializer[Any]):
    """How a pot is shared, as a policy's `prizes` tells it."""

    rules = serializers.DictField()
    reason = Reason()


class PrizesAccepted(serializers.Serializer[Any]):
    """The seal of the proposal that was looked at, and which entries are not there to win."""

    seal = Words(64)
    absent = serializers.ListField(child=Id(), required=False, max_length=600)


class PrizesDone(serializers.Serializer[Any]):
    """Publish the list or take it off the page; withdraw it; hand payouts over or take one back."""

    do = serializers.ChoiceField(["publish", "unpublish", "withdraw", "hand-over", "take-back"])
    payouts = serializers.ListField(child=Id(), required=False, max_length=600)
    reason = Reason()


class CashDoor(EventDoor):
    """An address of an event's money."""

    def cash_event(self) -> Event:
        """The event, for whoever keeps its cash."""
        found = self.event()
        if not can_keep_cash(self.actor, found.club):
            raise PermissionDenied
        return found

    def pot(self) -> Pot:
        """The pot of the address; 404 where the event has none of that number."""
        rows = Pot.objects.select_related("event__club").prefetch_related("facts")
        found = rows.filter(event=self.cash_event(), pk=self.kwargs["pot"]).first()
        if found is None:
            raise Http404
        return found


class PotsView(CashDoor):
    """The pots of an event."""

    serializer_class = PotShape

    @extend_schema(operation_id="pots", responses=PotShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of pots, with every fact of the desk."""
        rows = Pot.objects.filter(event=self.cash_event()).prefetch_related("facts")
        return self.page_of(rows, PotShape)

    @extend_schema(operation_id="add_pot", request=PotSaid, responses={201: PotShape})
    def post(self, request: Request, event: int) -> Response:
        """An entry fee, or a side pot."""
        found, said = self.cash_event(), self.typed(PotSaid)
        currency = said.pop("currency")
        made = add_pot(event=found, new=NewPot(**said), actor=self.actor, currency=currency)
        return self.told(PotShape(made), 201)


class PotView(CashDoor):
    """One pot."""

    @extend_schema(operation_id="cash_fact", request=FactSaid, responses={200: PotShape})
    def post(self, request: Request, event: int, pot: int) -> Response:
        """Add a fact: money taken or given back, what somebody owes, a fact struck out."""
        found, said = self.pot(), self.typed(FactSaid)
        if said["do"] == "strike-out":
            fact = CashFact.objects.filter(pot=found, pk=said.get("fact", said["id"])).first()
            if fact is None:
                raise Http404
            strike_out(id=said["id"], fact=fact, reason=said["reason"], actor=self.actor)
            return self.told(PotShape(self.pot()))
        new = NewFact(
            id=said["id"],
            pot=found,
            player=_player(found, said.get("player")),
            amount=said.get("amount"),
            reason=said["reason"],
        )
        {"take": take_fee, "refund": refund, "owe": set_owed}[said["do"]](new=new, actor=self.actor)
        return self.told(PotShape(self.pot()))

    @extend_schema(operation_id="drop_pot", request=None, responses={204: None})
    def delete(self, request: Request, event: int, pot: int) -> Response:
        """As long as nobody has paid; `?reason=` says why."""
        reason = request.query_params.get("reason", "").replace("\x00", "")[:200]
        drop_pot(pot=self.pot(), reason=reason, actor=self.actor)
        return Response(status=204)


class PlanView(CashDoor):
    """How a pot is shared out."""

    @extend_schema(operation_id="plan_prizes", request=PlanSaid, responses={200: Said})
    def put(self, request: Request, event: int, pot: int) -> Response:
        """Keep the plan in the event's policy."""
        found, said = self.pot(), self.typed(PlanSaid)
        rules = PotRules.from_dict(said["rules"])
        plan_prizes(pot=found, rules=rules, reason=said["reason"], actor=self.actor)
        return Response(DONE)


class PrizesView(CashDoor):
    """Who gets what."""

    serializer_class = PrizeListShape

    @extend_schema(operation_id="prize_lists", responses=PrizeListShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of prize lists, those withdrawn too."""
        rows = PrizeList.objects.filter(event=self.cash_event())
        return self.page_of(rows.prefetch_related("shares__payouts__handings"), PrizeListShape)

    @extend_schema(operation_id="accept_prizes", request=PrizesAccepted, responses={201: PrizeListShape})
    def post(self, request: Request, event: int) -> Response:
        """Accept what `prizes/proposal` showed."""
        found, said = self.cash_event(), self.typed(PrizesAccepted)
        made = accept_prizes(event=found, seal=said["seal"], absent=said.get("absent", ()), actor=self.actor)
        return self.told(PrizeListShape(made), 201)


class PrizesProposedView(CashDoor):
    """What the standings and the pots would give."""

    @extend_schema(operation_id="proposed_prizes", responses={200: dict})
    def get(self, request: Request, event: int) -> Response:
        """Its seal, by which it is accepted; `fault` says what stands against it."""
        found = proposal_of(self.cash_event())
        return self.told({"seal": found.seal, "revision": found.revision, "fault": found.fault})


class PrizeListView(CashDoor):
    """One prize list."""

    @extend_schema(operation_id="change_prizes", request=PrizesDone, responses={200: PrizeListShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """Publish it, withdraw it, hand its payouts over."""
        found, said = self.prizes(), self.typed(PrizesDone)
        do, payouts = said["do"], said.get("payouts", [])
        if do in {"publish", "unpublish"}:
            publish_prizes(prize_list=found, published=do == "publish")
        elif do == "withdraw":
            withdraw_prizes(prize_list=found, reason=said["reason"], actor=self.actor)
        elif do == "hand-over":
            hand_over(prize_list=found, payout_ids=payouts, actor=self.actor)
        else:
            rows = Payout.objects.filter(share__prize_list=found, pk__in=payouts)
            for one in rows.select_related("share__prize_list__event"):
                take_back(payout=one, reason=said["reason"], actor=self.actor)
        return self.told(PrizeListShape(self.prizes()))

    def prizes(self) -> PrizeList:
        """The list of the address; 404 where the event has none of that number."""
        rows = PrizeList.objects.select_related("event__club")
        rows = rows.prefetch_related("shares__payouts__handings")
        found = rows.filter(event=self.cash_event(), number=self.kwargs["number"]).first()
        if found is None:
            raise Http404
        return found


def _player(pot: Pot, number: int | None) -> Player:
    found = Player.objects.filter(club=pot.event.club_id, pk=number or 0).first()
    if found is None:
        raise Http404
    return found
