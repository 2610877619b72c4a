"""Ladders for programs."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Id, Small, Words
from tournaments.api.doors import ClubDoor, Door
from tournaments.api.entries import PersonNamed, person_named
from tournaments.api.shapes.leagues import ChallengeShape, LadderShape, RungShape
from tournaments.engine.errors import EventViolation
from tournaments.models import Ladder, LadderChallenge, LadderRung, Player
from tournaments.permissions import can_challenge, can_direct, can_see_club, can_settle
from tournaments.services.ladders import (
    LadderTerms,
    call_off,
    create_ladder,
    join_pair,
    join_players,
    leave_ladder,
    make_challenge,
    settle_challenge,
)


class LadderSaid(serializers.Serializer[Any]):
    """A new ladder."""

    name = Words(120)
    reach = Small(1, 200, default=3)
    untouchable = Small(0, 200, default=0)
    climb = serializers.ChoiceField(Ladder.Climb.values, default=Ladder.Climb.SWAP)


class Joining(serializers.Serializer[Any]):
    """Newcomers on the lowest rungs: people, or two of the club's players as a pair."""

    people = serializers.ListField(child=PersonNamed(), required=False, max_length=200)
    pair = serializers.ListField(child=Id(), required=False, min_length=2, max_length=2)


class Challenging(serializers.Serializer[Any]):
    """Who challenges whom, by the numbers of their places."""

    challenger = Id()
    challenged = Id()


class Settling(serializers.Serializer[Any]):
    """Who won, by the number of the place, and how; or nothing, to call it off."""

    winner = Id(required=False)
    score = Words(40, required=False, allow_blank=True, default="")


class LaddersView(ClubDoor):
    """The ladders of a club."""

    serializer_class = LadderShape

    @extend_schema(operation_id="ladders", responses=LadderShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of ladders."""
        return self.page_of(Ladder.objects.filter(club=self.club()), LadderShape)

    @extend_schema(operation_id="create_ladder", request=LadderSaid, responses={201: LadderShape})
    def post(self, request: Request, club: str) -> Response:
        """An empty ladder."""
        found, said = self.directed_club(), self.typed(LadderSaid)
        name = said.pop("name")
        return self.told(LadderShape(create_ladder(club=found, name=name, terms=LadderTerms(**said))), 201)


class LadderDoor(Door):
    """An address of a ladder."""

    def ladder(self, *, directed: bool = False) -> Ladder:
        """The ladder of the address; 404 where there is none that may be seen."""
        found = Ladder.objects.select_related("club").filter(pk=self.kwargs["ladder"]).first()
        if found is None or not can_see_club(self.actor, found.club):
            raise Http404
        if directed and not can_direct(self.actor, found.club):
            raise PermissionDenied
        return found

    def rung(self, ladder: Ladder, number: int) -> LadderRung:
        """A place of the ladder."""
        rows = LadderRung.objects.select_related("ladder__club", "player", "pair")
        found = rows.filter(ladder=ladder, pk=number).first()
        if found is None:
            raise EventViolation("not-on-ladder", "The two are not on the same ladder.")
        return found


class RungsView(LadderDoor):
    """Who stands where."""

    serializer_class = RungShape

    @extend_schema(operation_id="rungs", responses=RungShape(many=True))
    def get(self, request: Request, ladder: int) -> Response:
        """A page of places; `rung` says how high, 1 at the top."""
        return self.page_of(LadderRung.objects.filter(ladder=self.ladder()), RungShape)

    @extend_schema(operation_id="join_ladder", request=Joining, responses={201: RungShape(many=True)})
    def post(self, request: Request, ladder: int) -> Response:
        """People, or a pair."""
        found, said = self.ladder(directed=True), self.typed(Joining)
        if "pair" in said:
            people = Player.objects.filter(club=found.club_id).in_bulk(said["pair"])
            if len(people) != 2:
                raise EventViolation("pair-unknown", "A pair is two different people of the club.")
            made = [join_pair(ladder=found, one=people[said["pair"][0]], other=people[said["pair"][1]])]
        else:
            entrants = [person_named(one) for one in said.get("people", [])]
            made = join_players(ladder=found, entrants=entrants)
        return Response(RungShape(made, many=True).data, 201)


class RungView(LadderDoor):
    """One place."""

    @extend_schema(operation_id="leave_ladder", responses={204: None})
    def delete(self, request: Request, ladder: int, rung: int) -> Response:
        """Somebody leaves; those below move up."""
        found = self.ladder(directed=True)
        there = LadderRung.objects.select_related("ladder").filter(ladder=found, pk=rung).first()
        if there is None:
            raise Http404
        leave_ladder(rung=there)
        return Response(status=204)


class ChallengesView(LadderDoor):
    """Who challenges whom."""

    serializer_class = ChallengeShape

    @extend_schema(operation_id="challenges", responses=ChallengeShape(many=True))
    def get(self, request: Request, ladder: int) -> Response:
        """A page of challenges."""
        return self.page_of(LadderChallenge.objects.filter(ladder=self.ladder()), ChallengeShape)

    @extend_schema(operation_id="make_challenge", request=Challenging, responses={201: ChallengeShape})
    def post(self, request: Request, ladder: int) -> Response:
        """Challenge somebody higher up."""
        found, said = self.ladder(), self.typed(Challenging)
        challenger = self.rung(found, said["challenger"])
        if not can_challenge(self.actor, challenger):
            raise PermissionDenied
        other = self.rung(found, said["challenged"])
        made = make_challenge(challenger=challenger, challenged=other, actor=self.actor)
        return self.told(ChallengeShape(made), 201)


class ChallengeView(LadderDoor):
    """One challenge."""

    @extend_schema(operation_id="settle_challenge", request=Settling, responses={200: ChallengeShape})
    def post(self, request: Request, ladder: int, challenge: int) -> Response:
        """Settle it, or call it off. Settled once."""
        found, said = self.ladder(), self.typed(Settling)
        rows = LadderChallenge.objects.select_related(
            "ladder__club",
            "challenger__player",
            "challenger__pair",
            "challenged__player",
            "challenged__pair",
        )
        there = rows.filter(ladder=found, pk=challenge).first()
        if there is None:
            raise Http404
        if "winner" in said:
            winner = self.rung(found, said["winner"])
            if not can_settle(self.actor, there, winner):
                raise PermissionDenied
            settle_challenge(challenge=there, winner=winner, score=said["score"])
        else:
            if not can_challenge(self.actor, there.challenger):
                raise PermissionDenied
            call_off(challenge=there)
        return self.told(ChallengeShape(LadderChallenge.objects.get(pk=there.pk)))
