"""Teams of a division and their squads, for programs."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Reason, Small, Words
from tournaments.api.doors import Door
from tournaments.api.entries import PersonNamed, person_named
from tournaments.api.seasons import DivisionDoor
from tournaments.api.shapes.leagues import SquadMemberShape, TeamShape
from tournaments.models import Deduction, SquadMember, Team
from tournaments.permissions import can_captain, can_direct, can_see_club
from tournaments.services.leagues import (
    add_teams,
    change_team,
    deduct_points,
    remove_deduction,
    remove_team,
    withdraw_team,
)
from tournaments.services.leagues_squads import name_captain, register_players, release_player


class TeamNamed(serializers.Serializer[Any]):
    """A team and its house; without one it plays at a house of its own name."""

    name = Words(80)
    venue = Words(80, required=False, allow_blank=True)


class TeamsSaid(serializers.Serializer[Any]):
    """All of these enter the division, or none."""

    teams = serializers.ListField(child=TeamNamed(), allow_empty=False, max_length=200)


class TeamChanged(serializers.Serializer[Any]):
    """What is to be different of a team; days are nights on which it, or its house, cannot."""

    name = Words(80, required=False)
    venue = Words(80, required=False)
    nights_off = serializers.ListField(child=serializers.DateField(), required=False, max_length=200)
    closed = serializers.ListField(child=serializers.DateField(), required=False, max_length=200)


class TeamLeaves(serializers.Serializer[Any]):
    """From which day; `removed` takes the matches played out of the table, too."""

    day = serializers.DateField()
    removed = serializers.BooleanField(default=False)


class PointsOff(serializers.Serializer[Any]):
    """Points taken off a team, or given: negative."""

    points = Small(-100, 100)
    reason = Reason()


class Registering(serializers.Serializer[Any]):
    """Everybody is registered with the team from a day on, or nobody."""

    people = serializers.ListField(child=PersonNamed(), allow_empty=False, max_length=100)
    day = serializers.DateField(required=False)


class MemberChanged(serializers.Serializer[Any]):
    """Name somebody captain, or not any more; let somebody leave on a day."""

    captain = serializers.BooleanField(required=False)
    left_on = serializers.DateField(required=False)


class TeamsView(DivisionDoor):
    """The teams of a division."""

    serializer_class = TeamShape

    @extend_schema(operation_id="teams", responses=TeamShape(many=True))
    def get(self, request: Request, division: int) -> Response:
        """A page of teams."""
        return self.page_of(_rows().filter(division=self.division(directed=False)), TeamShape)

    @extend_schema(operation_id="add_teams", request=TeamsSaid, responses={201: TeamShape(many=True)})
    def post(self, request: Request, division: int) -> Response:
        """Enter teams, before the fixtures are made."""
        found, said = self.division(), self.typed(TeamsSaid)
        text = "\n".join(f"{_plain(one['name'])}, {_plain(one.get('venue', ''))}" for one in said["teams"])
        made = add_teams(division=found, text=text)
        return Response(TeamShape(_rows().filter(pk__in=[one.pk for one in made]), many=True).data, 201)


class TeamDoor(Door):
    """An address of a team."""

    def team(self, *, directed: bool = True) -> Team:
        """The team of the address; 404 where there is none that may be seen."""
        found: Team | None = _rows().filter(pk=self.kwargs["team"]).first()
        if found is None or not can_see_club(self.actor, found.division.season.club):
            raise Http404
        if directed and not can_direct(self.actor, found.division.season.club):
            raise PermissionDenied
        return found

    def captained_team(self) -> Team:
        """The team, for whoever speaks for it."""
        found = self.team(directed=False)
        if not can_captain(self.actor, found):
            raise PermissionDenied
        return found


class TeamView(TeamDoor):
    """One team."""

    edits = ("PATCH",)

    @extend_schema(operation_id="team", responses=TeamShape)
    def get(self, request: Request, team: int) -> Response:
        """With what was taken off it."""
        return self.told(TeamShape(self.team(directed=False)))

    @extend_schema(operation_id="change_team", request=TeamChanged, responses={200: TeamShape})
    def patch(self, request: Request, team: int) -> Response:
        """Another name or house, nights off."""
        found = self.team()
        self.must_match(TeamShape(found))
        said = self.typed(TeamChanged)
        change_team(
            team=found,
            name=said.get("name", found.name),
            venue=said.get("venue", found.venue.name),
            nights_off=said.get("nights_off", _days(found.nights_off)),
            closed=said.get("closed", _days(found.closed)),
        )
        return self.told(TeamShape(self.team()))

    @extend_schema(operation_id="remove_team", responses={204: None})
    def delete(self, request: Request, team: int) -> Response:
        """Before the fixtures are made; later it withdraws."""
        remove_team(team=self.team())
        return Response(status=204)


class WithdrawTeamView(TeamDoor):
    """A team leaves the league."""

    @extend_schema(operation_id="withdraw_team", request=TeamLeaves, responses={200: TeamShape})
    def post(self, request: Request, team: int) -> Response:
        """Its matches still to come are withdrawn."""
        found, said = self.team(), self.typed(TeamLeaves)
        withdraw_team(team=found, day=said["day"], removed=said["removed"])
        return self.told(TeamShape(self.team()))


class DeductionsView(TeamDoor):
    """Points off a team."""

    @extend_schema(operation_id="deduct_points", request=PointsOff, responses={201: TeamShape})
    def post(self, request: Request, team: int) -> Response:
        """With a reason, which the table shows."""
        found, said = self.team(), self.typed(PointsOff)
        deduct_points(team=found, points=said["points"], reason=said["reason"], actor=self.actor)
        return self.told(TeamShape(self.team()), 201)


class DeductionView(TeamDoor):
    """One deduction."""

    @extend_schema(operation_id="remove_deduction", responses={204: None})
    def delete(self, request: Request, team: int, deduction: int) -> Response:
        """Give the points back."""
        found = Deduction.objects.filter(team=self.team(), pk=deduction).select_related("division").first()
        if found is None:
            raise Http404
        remove_deduction(deduction=found)
        return Response(status=204)


class SquadView(TeamDoor):
    """Who is registered with a team."""

    serializer_class = SquadMemberShape

    @extend_schema(operation_id="squad", responses=SquadMemberShape(many=True))
    def get(self, request: Request, team: int) -> Response:
        """A page of people, for the team's captains and the directors."""
        return self.page_of(SquadMember.objects.filter(team=self.captained_team()), SquadMemberShape)

    @extend_schema(operation_id="register", request=Registering, responses={201: SquadMemberShape(many=True)})
    def post(self, request: Request, team: int) -> Response:
        """The first of a new squad is its captain."""
        found, said = self.captained_team(), self.typed(Registering)
        entrants = [person_named(one) for one in said["people"]]
        made = register_players(team=found, entrants=entrants, day=said.get("day") or timezone.localdate())
        return Response(SquadMemberShape(made, many=True).data, 201)


class MemberView(TeamDoor):
    """One person of a squad."""

    @extend_schema(operation_id="change_member", request=MemberChanged, responses={204: None})
    def post(self, request: Request, team: int, member: int) -> Response:
        """Captain or not; or gone from a day on."""
        rows = SquadMember.objects.select_related("player", "team__division__season")
        found = rows.filter(team=self.captained_team(), pk=member).first()
        if found is None:
            raise Http404
        said = self.typed(MemberChanged)
        if "captain" in said:
            name_captain(member=found, captain=said["captain"])
        if "left_on" in said:
            release_player(member=found, day=said["left_on"])
        return Response(status=204)


def team_of(division_id: int, number: int) -> Team:
    """A team of a division; 404 where it has none of that number."""
    found: Team | None = _rows().filter(division=division_id, pk=number).first()
    if found is None:
        raise Http404
    return found


def _rows() -> Any:
    return Team.objects.select_related("division__season__club", "venue").prefetch_related("deductions")


def _plain(text: str) -> str:
    """One line, without the comma that parts a team from its house."""
    return " ".join(text.replace(",", " ").split())


def _days(kept: list[str]) -> list[Any]:
    return [serializers.DateField().to_internal_value(day) for day in kept]
