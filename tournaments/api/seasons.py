"""A league's seasons and divisions for programs: set up, started, followed by the next."""

from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import DONE, Id, Said, Small, Words
from tournaments.api.doors import ClubDoor, Door
from tournaments.api.shapes.leagues import DivisionShape, SeasonShape, VenueShape
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.models import Division, Season, Venue
from tournaments.permissions import can_direct, can_see_club
from tournaments.selectors.leagues import DivisionTable, table_of
from tournaments.services.leagues import (
    DivisionTerms,
    add_division,
    amend_division,
    change_season_state,
    change_venue,
    create_season,
)
from tournaments.services.leagues_next import proposed_moves, start_next_season

FIGURES = ("target", "win", "draw", "loss", "game_won", "forfeit", "forfeit_cup", "late_card")
PLAIN = ("legs", "ups", "downs", "ruleset", "registered_by")


class SeasonSaid(serializers.Serializer[Any]):
    """A new season."""

    name = Words(120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    play_at = serializers.TimeField(required=False, allow_null=True)


class SeasonState(serializers.Serializer[Any]):
    """Start a season, finish it, open it again."""

    state = serializers.ChoiceField(Season.State.values)


class NextSeason(serializers.Serializer[Any]):
    """The season after this one. `places` says team by team in which division it plays; else as proposed."""

    name = Words(120)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    places = serializers.DictField(child=Id(), required=False)
    squads = serializers.BooleanField(default=True)


class Moves(serializers.Serializer[Any]):
    """In which division, by its id, each team would play next, by the team's id."""

    places = serializers.DictField(child=serializers.IntegerField())


class DivisionSaid(serializers.Serializer[Any]):
    """The terms of a division: a policy of the catalogue, and what of it is otherwise here."""

    name = Words(60, required=False)
    league = serializers.ChoiceField(sorted(LEAGUE_POLICIES), required=False)
    figures = serializers.DictField(child=Small(0, 200), required=False, help_text=", ".join(FIGURES))
    legs = Small(1, 4, required=False)
    ups = Small(0, 100, required=False)
    downs = Small(0, 100, required=False)
    ruleset = Words(60, required=False)
    registered_by = serializers.DateField(required=False, allow_null=True)


class VenueSaid(serializers.Serializer[Any]):
    """How many matches a house holds at once."""

    room = Small(1, 200)


class TableLineShape(serializers.Serializer[Any]):
    """One team in the table, with its figures by their names."""

    rank = serializers.CharField()
    team = serializers.IntegerField()
    name = serializers.CharField()
    average = serializers.CharField()
    figures = serializers.DictField(child=serializers.CharField())


class TableShape(serializers.Serializer[Any]):
    """A division's table; `waiting` matches are due or late, `disputed` ones wait for the director."""

    division = serializers.IntegerField()
    name = serializers.CharField()
    waiting = serializers.IntegerField()
    disputed = serializers.IntegerField()
    lines = TableLineShape(many=True)


class SeasonsView(ClubDoor):
    """The seasons of a club."""

    serializer_class = SeasonShape

    @extend_schema(operation_id="seasons", responses=SeasonShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of seasons."""
        return self.page_of(Season.objects.filter(club=self.club()), SeasonShape)

    @extend_schema(operation_id="create_season", request=SeasonSaid, responses={201: SeasonShape})
    def post(self, request: Request, club: str) -> Response:
        """A season without divisions."""
        found, said = self.directed_club(), self.typed(SeasonSaid)
        return self.told(SeasonShape(create_season(club=found, **said)), 201)


class SeasonDoor(Door):
    """An address of a season."""

    def season(self, *, directed: bool = True) -> Season:
        """The season of the address; 404 where there is none that may be seen."""
        found = Season.objects.select_related("club").filter(pk=self.kwargs["season"]).first()
        if found is None or not can_see_club(self.actor, found.club):
            raise Http404
        if directed and not can_direct(self.actor, found.club):
            raise PermissionDenied
        return found


class SeasonView(SeasonDoor):
    """One season."""

    @extend_schema(operation_id="season", responses=SeasonShape)
    def get(self, request: Request, season: int) -> Response:
        """Its head."""
        return self.told(SeasonShape(self.season(directed=False)))


class SeasonStateView(SeasonDoor):
    """Whether it is being played."""

    @extend_schema(operation_id="change_season_state", request=SeasonState, responses={200: SeasonShape})
    def post(self, request: Request, season: int) -> Response:
        """Saying the same again changes nothing."""
        change_season_state(season=self.season(), state=Season.State(self.typed(SeasonState)["state"]))
        return self.told(SeasonShape(self.season()))


class NextSeasonView(SeasonDoor):
    """What comes after it."""

    @extend_schema(operation_id="proposed_moves", responses=Moves)
    def get(self, request: Request, season: int) -> Response:
        """Who would go up and down, by the tables as they stand."""
        return self.told({"places": {str(team): to for team, to in _proposed(self.season()).items()}})

    @extend_schema(operation_id="start_next_season", request=NextSeason, responses={201: SeasonShape})
    def post(self, request: Request, season: int) -> Response:
        """The same divisions with the teams that play on; the season before is then finished."""
        found, said = self.season(), self.typed(NextSeason)
        told = said.pop("places", None)
        places = _proposed(found) if told is None else {_number(team): to for team, to in told.items()}
        return self.told(SeasonShape(start_next_season(season=found, places=places, **said)), 201)


class DivisionsView(SeasonDoor):
    """The divisions of a season."""

    serializer_class = DivisionShape

    @extend_schema(operation_id="divisions", responses=DivisionShape(many=True))
    def get(self, request: Request, season: int) -> Response:
        """A page of divisions."""
        return self.page_of(Division.objects.filter(season=self.season(directed=False)), DivisionShape)

    @extend_schema(operation_id="add_division", request=DivisionSaid, responses={201: DivisionShape})
    def post(self, request: Request, season: int) -> Response:
        """The next lower one."""
        found, said = self.season(), self.typed(DivisionSaid)
        if "name" not in said:
            raise EventViolation("name-missing", "Give the division a name.")
        usual = DivisionTerms(league=LEAGUE_POLICIES[said.get("league", "st-austell")])
        return self.told(
            DivisionShape(add_division(season=found, name=said["name"], terms=_terms(usual, said))), 201
        )


class DivisionDoor(Door):
    """An address of a division."""

    def division(self, *, directed: bool = True) -> Division:
        """The division of the address; 404 where there is none that may be seen."""
        found = Division.objects.select_related("season__club").filter(pk=self.kwargs["division"]).first()
        if found is None or not can_see_club(self.actor, found.season.club):
            raise Http404
        if directed and not can_direct(self.actor, found.season.club):
            raise PermissionDenied
        return found


class DivisionView(DivisionDoor):
    """One division."""

    edits = ("PATCH",)

    @extend_schema(operation_id="division", responses=DivisionShape)
    def get(self, request: Request, division: int) -> Response:
        """Its policy, and the proposed fixtures."""
        return self.told(DivisionShape(self.division(directed=False)))

    @extend_schema(operation_id="amend_division", request=DivisionSaid, responses={200: DivisionShape})
    @transaction.atomic
    def patch(self, request: Request, division: int) -> Response:
        """Other terms, as long as no match has been played."""
        self.division()
        Division.objects.select_for_update().get(pk=division)
        found = self.division()
        self.must_match(DivisionShape(found))
        said = self.typed(DivisionSaid)
        amend_division(division=found, terms=_terms(DivisionTerms.of(found), said))
        return self.told(DivisionShape(self.division()))


class DivisionTableView(DivisionDoor):
    """How the teams stand."""

    @extend_schema(operation_id="division_table", responses=TableShape)
    def get(self, request: Request, division: int) -> Response:
        """The table as it is now."""
        return self.told(_told(table_of(self.division(directed=False))))


class VenuesView(ClubDoor):
    """The houses of a club."""

    serializer_class = VenueShape

    @extend_schema(operation_id="venues", responses=VenueShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of houses."""
        return self.page_of(Venue.objects.filter(club=self.club()), VenueShape)


class VenueView(ClubDoor):
    """One house."""

    @extend_schema(operation_id="change_venue", request=VenueSaid, responses={200: Said})
    def post(self, request: Request, club: str, venue: int) -> Response:
        """How many matches it holds at once."""
        found = Venue.objects.filter(club=self.directed_club(), pk=venue).first()
        if found is None:
            raise Http404
        change_venue(venue=found, room=self.typed(VenueSaid)["room"])
        return Response(DONE)


def _terms(before: DivisionTerms, said: dict[str, Any]) -> DivisionTerms:
    league = LEAGUE_POLICIES[said["league"]] if "league" in said else before.league
    figures = said.get("figures", {})
    if unknown := sorted(figures.keys() - set(FIGURES)):
        raise EventViolation("figure-unknown", f"A league has no figure called {unknown[0][:40]}.")
    plain = {name: said[name] for name in PLAIN if name in said}
    return replace(before, league=replace(league, **figures), **plain)


def _proposed(season: Season) -> dict[int, int]:
    return {move.team: move.division for move in proposed_moves(season).moves}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise EventViolation("team-unknown", "A team or a division is not of this season.")
    return int(text)


def _told(table: DivisionTable) -> dict[str, Any]:
    return {
        "division": table.division.pk,
        "name": table.division.name,
        "waiting": table.waiting,
        "disputed": table.disputed,
        "lines": [
            {
                "rank": line.rank,
                "team": line.team.pk,
                "name": line.team.name,
                "average": line.average,
                "figures": dict(line.figures),
            }
            for line in table.lines
        ],
    }
