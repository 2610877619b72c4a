"""A division's matches for programs: drawn, played, signed, moved."""

from datetime import timedelta
from typing import Any

import django_filters
from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Id, Reason, Small, Words
from tournaments.api.doors import Door
from tournaments.api.seasons import DivisionDoor
from tournaments.api.shapes.leagues import DivisionShape, FixtureShape
from tournaments.api.teams import team_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import GamePlayed, Side
from tournaments.models import Fixture
from tournaments.permissions import can_captain, can_direct, can_enter_card, can_see_club
from tournaments.services import fixtures, leagues_cards

MOST_NIGHTS = 200


class Drawing(serializers.Serializer[Any]):
    """The nights there are: one by one, or from a day to another, `every` so many days."""

    dates = serializers.ListField(child=serializers.DateField(), required=False, max_length=MOST_NIGHTS)
    first = serializers.DateField(required=False)
    last = serializers.DateField(required=False)
    every = Small(1, 60, default=7)
    leave_out = serializers.ListField(child=serializers.DateField(), required=False, max_length=MOST_NIGHTS)
    seed = serializers.RegexField(r"^[0-9A-Za-z_.+-]{1,40}$", required=False)


class FixturesAccepting(serializers.Serializer[Any]):
    """The seed of the proposal that was looked at."""

    seed = Words(40)


class GameSaid(serializers.Serializer[Any]):
    """One game of a card; without points it was only won, without a winner not played."""

    number = Small(1, 200)
    home_points = Small(0, 500, required=False, allow_null=True)
    visitor_points = Small(0, 500, required=False, allow_null=True)
    winner = serializers.ChoiceField(["home", "visitor"], required=False, allow_null=True)


class CardSaid(serializers.Serializer[Any]):
    """The games of a card; those not told stay as they are."""

    games = serializers.ListField(child=GameSaid(), allow_empty=False, max_length=200)


class PairsSaid(serializers.Serializer[Any]):
    """One side's pairs in their order, two players each by number; null where nobody is named."""

    side = serializers.ChoiceField(["home", "visitor"])
    pairs = serializers.ListField(
        child=serializers.ListField(child=Id(allow_null=True), min_length=2, max_length=2), max_length=20
    )
    cup = serializers.ListField(
        child=serializers.ListField(child=Id(allow_null=True), min_length=2, max_length=2),
        required=False,
        max_length=20,
    )


class WordSaid(serializers.Serializer[Any]):
    """A side signs, or disputes with a reason."""

    side = serializers.ChoiceField(["home", "visitor"])
    do = serializers.ChoiceField(["sign", "dispute"])
    reason = Reason()


class FixtureChanged(serializers.Serializer[Any]):
    """The director's word on a match."""

    do = serializers.ChoiceField(["postpone", "forfeit", "reopen", "move", "late", "in-time", "decide"])
    day = serializers.DateField(required=False)
    absent = serializers.ChoiceField(["home", "visitor", "both"], required=False)
    reason = Reason()


class DeciderSaid(serializers.Serializer[Any]):
    """A match after the season: a play-off, or the meeting of the half-season winners."""

    kind = serializers.ChoiceField(["playoff", "final"])
    day = serializers.DateField()
    home = Id()
    visitor = Id()


class FixtureFilter(django_filters.FilterSet):
    """What a list of matches is narrowed by."""

    since = django_filters.DateFilter(field_name="day", lookup_expr="gte")
    until = django_filters.DateFilter(field_name="day", lookup_expr="lte")

    class Meta:
        model = Fixture
        fields = ["state"]


class FixturesView(DivisionDoor):
    """The matches of a division."""

    queryset = Fixture.objects.none()
    serializer_class = FixtureShape
    filterset_class = FixtureFilter
    filter_backends = [django_filters.rest_framework.DjangoFilterBackend]

    @extend_schema(operation_id="fixtures", responses=FixtureShape(many=True))
    def get(self, request: Request, division: int) -> Response:
        """A page of matches, with their cards."""
        return self.page_of(_rows().filter(division=self.division(directed=False)), FixtureShape)

    @extend_schema(operation_id="add_decider", request=DeciderSaid, responses={201: FixtureShape})
    def post(self, request: Request, division: int) -> Response:
        """A match besides those drawn: a play-off or a final."""
        found, said = self.division(), self.typed(DeciderSaid)
        made = fixtures.add_decider(
            division=found,
            kind=said["kind"],
            day=said["day"],
            home=team_of(found.pk, said["home"]),
            visitor=team_of(found.pk, said["visitor"]),
        )
        return self.told(FixtureShape(made), 201)


class ProposeFixturesView(DivisionDoor):
    """The season is drawn."""

    @extend_schema(
        operation_id="propose_fixtures",
        request=Drawing,
        responses={201: DivisionShape},
        examples=[
            OpenApiExample(
                "Thursdays", value={"first": "2026-09-03", "last": "2027-03-25"}, request_only=True
            )
        ],
    )
    def post(self, request: Request, division: int) -> Response:
        """Propose fixtures on the nights there are, in place of an older proposal."""
        found, said = self.division(), self.typed(Drawing)
        drawn = fixtures.propose_fixtures(division=found, dates=_nights(said), seed=said.get("seed"))
        return self.told(DivisionShape(drawn), 201)


class AcceptFixturesView(DivisionDoor):
    """The proposal binds."""

    @extend_schema(
        operation_id="accept_fixtures", request=FixturesAccepting, responses={201: FixtureShape(many=True)}
    )
    def post(self, request: Request, division: int) -> Response:
        """422 where another proposal came in its place."""
        found = self.division()
        fixtures.accept_fixtures(division=found, seed=self.typed(FixturesAccepting)["seed"])
        return Response(FixtureShape(_rows().filter(division=found), many=True).data, 201)


class UndoFixturesView(DivisionDoor):
    """The fixtures go."""

    @extend_schema(operation_id="undo_fixtures", request=None, responses={200: DivisionShape})
    def post(self, request: Request, division: int) -> Response:
        """As long as none of them was played; a proposal goes, too."""
        found = self.division()
        if found.proposal:
            fixtures.discard_fixtures(division=found)
        else:
            fixtures.undo_fixtures(division=found)
        return self.told(DivisionShape(self.division()))


class FixtureDoor(Door):
    """An address of a match of a league."""

    def fixture(self, *, directed: bool = False) -> Fixture:
        """The match of the address; 404 where there is none that may be seen."""
        found: Fixture | None = _rows().filter(pk=self.kwargs["fixture"]).first()
        if found is None or not can_see_club(self.actor, found.division.season.club):
            raise Http404
        if directed and not can_direct(self.actor, found.division.season.club):
            raise PermissionDenied
        return found

    def for_side(self, found: Fixture, side: Side) -> None:
        """Refuse whoever does not speak for that side."""
        if not can_captain(self.actor, found.home if side is Side.HOME else found.visitor):
            raise PermissionDenied

    def as_it_is(self) -> Response:
        """The match, read again."""
        return self.told(FixtureShape(self.fixture()))


class FixtureView(FixtureDoor):
    """One match."""

    @extend_schema(operation_id="fixture", responses=FixtureShape)
    def get(self, request: Request, fixture: int) -> Response:
        """With its card."""
        return self.as_it_is()

    @extend_schema(operation_id="change_fixture", request=FixtureChanged, responses={200: FixtureShape})
    def post(self, request: Request, fixture: int) -> Response:
        """Postponed, moved, forfeited, open again; late or not; a dispute decided."""
        found, said = self.fixture(directed=True), self.typed(FixtureChanged)
        do, reason = said["do"], said["reason"]
        if do == "move":
            if "day" not in said:
                raise EventViolation("day-missing", "Give the new day of the match.")
            fixtures.move_fixture(fixture=found, day=said["day"])
        elif do == "forfeit":
            fixtures.forfeit_fixture(fixture=found, absent=said.get("absent", ""), reason=reason)
        elif do == "postpone":
            fixtures.postpone_fixture(fixture=found, reason=reason)
        elif do == "reopen":
            fixtures.reopen_fixture(fixture=found)
        elif do == "decide":
            leagues_cards.decide_dispute(fixture=found, word=reason)
        else:
            leagues_cards.mark_late(fixture=found, late=do == "late")
        return self.as_it_is()


class CardView(FixtureDoor):
    """The card of a match."""

    @extend_schema(operation_id="enter_card", request=CardSaid, responses={200: FixtureShape})
    def put(self, request: Request, fixture: int) -> Response:
        """Enter results; the same card again changes nothing, a changed one is signed anew."""
        found = self.fixture()
        if not can_enter_card(self.actor, found):
            raise PermissionDenied
        results = {one["number"]: _played(one) for one in self.typed(CardSaid)["games"]}
        leagues_cards.enter_card(fixture=found, results=results, actor=self.actor)
        return self.as_it_is()


class PairsView(FixtureDoor):
    """Who plays."""

    @extend_schema(operation_id="name_pairs", request=PairsSaid, responses={200: FixtureShape})
    def put(self, request: Request, fixture: int) -> Response:
        """One side's pairs. A card both have signed is the director's to change."""
        found, said = self.fixture(), self.typed(PairsSaid)
        side = Side(said["side"])
        self.for_side(found, side)
        signed = hasattr(found, "card") and found.card.signed
        if signed and not can_direct(self.actor, found.division.season.club):
            raise PermissionDenied
        pairs = [(one[0], one[1]) for one in said["pairs"]]
        cup = [(one[0], one[1]) for one in said.get("cup", [])]
        leagues_cards.name_pairs(fixture=found, side=side, pairs=pairs, cup=cup)
        return self.as_it_is()


class SignView(FixtureDoor):
    """A side's word on the card."""

    @extend_schema(operation_id="sign_card", request=WordSaid, responses={200: FixtureShape})
    def post(self, request: Request, fixture: int) -> Response:
        """Sign it, or say what is wrong with it."""
        found, said = self.fixture(), self.typed(WordSaid)
        side = Side(said["side"])
        self.for_side(found, side)
        if said["do"] == "sign":
            leagues_cards.sign_card(fixture=found, side=side, actor=self.actor)
        else:
            leagues_cards.dispute_card(fixture=found, side=side, reason=said["reason"])
        return self.as_it_is()


def _rows() -> Any:
    return (
        Fixture.objects.select_related("division__season__club", "home", "visitor", "venue", "card")
        .prefetch_related("card__games")
        .order_by("pk")
    )


def _played(one: dict[str, Any]) -> GamePlayed:
    winner = one.get("winner")
    return GamePlayed(
        number=one["number"],
        home_points=one.get("home_points"),
        visitor_points=one.get("visitor_points"),
        winner=Side(winner) if winner else None,
    )


def _nights(said: dict[str, Any]) -> list[Any]:
    if "dates" in said:
        return list(said["dates"])
    if "first" not in said or "last" not in said:
        raise EventViolation("dates-missing", "Give the nights, or the first and the last of them.")
    if said["last"] - said["first"] > timedelta(days=MOST_NIGHTS * said["every"]):
        raise EventViolation("dates-too-many", f"A season has at most {MOST_NIGHTS} nights.")
    return fixtures.nights_between(said["first"], said["last"], said["every"], said.get("leave_out", ()))
