"""Who takes part, for programs: entered, paired, gone and back."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Id, Small, Words
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.events import NamedEntryShape, WishShape
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import name_of
from tournaments.models import Entry, Event, Wish
from tournaments.services.attendance import bring_back, change_categories, late_entry, withdraw
from tournaments.services.entrants import Entrant, enter_players, read_entrants, remove_entry
from tournaments.services.pairs import PairEntrant, enter_pairs
from tournaments.services.wishes import add_wish, remove_wish


class PersonNamed(serializers.Serializer[Any]):
    """Somebody of the club's list by `player`, or somebody new by `name`."""

    player = Id(required=False)
    name = Words(80, required=False)
    note = Words(40, required=False, allow_blank=True)


class PersonEntered(PersonNamed):
    """A single player who enters."""

    categories = serializers.ListField(child=Words(30), required=False, max_length=10)


class PairEntered(serializers.Serializer[Any]):
    """Two who enter together."""

    one = PersonNamed()
    other = PersonNamed()
    categories = serializers.ListField(child=Words(30), required=False, max_length=10)


class Entering(serializers.Serializer[Any]):
    """All of them enter, or nobody does. `text` is a pasted list, a name a line, and nothing in doubt."""

    players = serializers.ListField(child=PersonEntered(), required=False, max_length=600)
    pairs = serializers.ListField(child=PairEntered(), required=False, max_length=600)
    text = serializers.CharField(required=False, max_length=60_000)


class Leaving(serializers.Serializer[Any]):
    """After which round, and whether the results stand."""

    after = Small(required=False, allow_null=True)
    results = serializers.ChoiceField(["stand", "removed"], default="stand")


class Categorised(serializers.Serializer[Any]):
    """The categories of an entry, such as ladies."""

    categories = serializers.ListField(child=Words(30), max_length=10)


class Wishing(serializers.Serializer[Any]):
    """Two entries that must not meet, or not be partners."""

    one = Id()
    other = Id()
    kind = serializers.ChoiceField(Wish.Kind.values)


class EntriesView(EventDoor):
    """Everybody who takes part."""

    serializer_class = NamedEntryShape

    @extend_schema(operation_id="entries", responses=NamedEntryShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of entries, in the order of entering."""
        return self.page_of(_rows(self.event()), NamedEntryShape)

    @extend_schema(
        operation_id="enter",
        request=Entering,
        responses={201: NamedEntryShape(many=True)},
        examples=[
            OpenApiExample(
                "Two people",
                value={"players": [{"player": 7}, {"name": "Ann Trewin", "note": "from Bude"}]},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request, event: int) -> Response:
        """Enter people, also once rounds are drawn. Answers with the new entries."""
        found = self.directed_event()
        last = found.entries.order_by("-number").first()
        _enter(found, self.typed(Entering), self)
        made = _rows(found).filter(number__gt=last.number if last is not None else 0)
        return Response(NamedEntryShape(made, many=True).data, 201)


class EntryDoor(EventDoor):
    """An address of an entry."""

    def entry(self) -> Entry:
        """The entry of the address; 404 where the event has none of that number."""
        found = _rows(self.directed_event()).filter(pk=self.kwargs["entry"]).first()
        if found is None:
            raise Http404
        return found

    def as_it_is(self, entry: Entry) -> Response:
        """The entry, read again."""
        return self.told(NamedEntryShape(_rows(entry.event).get(pk=entry.pk)))


class EntryView(EntryDoor):
    """One entry."""

    @extend_schema(operation_id="remove_entry", responses={204: None})
    def delete(self, request: Request, event: int, entry: int) -> Response:
        """Take somebody off the list before the draw; later they withdraw."""
        remove_entry(entry=self.entry())
        return Response(status=204)


class WithdrawView(EntryDoor):
    """Somebody goes."""

    @extend_schema(operation_id="withdraw", request=Leaving, responses={200: NamedEntryShape})
    def post(self, request: Request, event: int, entry: int) -> Response:
        """After the last round that binds, unless told; rounds played stay as they are."""
        found, said = self.entry(), self.typed(Leaving)
        withdraw(entry=found, actor=self.actor, results=said["results"], after=said.get("after"))
        return self.as_it_is(found)


class ReturnView(EntryDoor):
    """Somebody comes back."""

    @extend_schema(operation_id="bring_back", request=None, responses={200: NamedEntryShape})
    def post(self, request: Request, event: int, entry: int) -> Response:
        """With the results there were."""
        found = self.entry()
        bring_back(entry=found, actor=self.actor)
        return self.as_it_is(found)


class CategoriesView(EntryDoor):
    """What an entry plays for besides the first place."""

    @extend_schema(operation_id="change_categories", request=Categorised, responses={200: NamedEntryShape})
    def put(self, request: Request, event: int, entry: int) -> Response:
        """These and no others."""
        found, said = self.entry(), self.typed(Categorised)
        change_categories(entry=found, categories=said["categories"], actor=self.actor)
        return self.as_it_is(found)


class WishesView(EventDoor):
    """Who must not meet."""

    serializer_class = WishShape

    @extend_schema(operation_id="wishes", responses=WishShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of wishes, for directors."""
        return self.page_of(Wish.objects.filter(event=self.directed_event()), WishShape)

    @extend_schema(operation_id="add_wish", request=Wishing, responses={201: WishShape})
    def post(self, request: Request, event: int) -> Response:
        """Kept in every draw from now on."""
        found, said = self.directed_event(), self.typed(Wishing)
        made = add_wish(event=found, one=said["one"], other=said["other"], kind=Wish.Kind(said["kind"]))
        return self.told(WishShape(made), 201)


class WishView(EventDoor):
    """One wish."""

    @extend_schema(operation_id="remove_wish", responses={204: None})
    def delete(self, request: Request, event: int, wish: int) -> Response:
        """It holds no more. Gone already is no error."""
        remove_wish(event=self.directed_event(), wish=wish)
        return Response(status=204)


def _rows(event: Event) -> Any:
    rows = Entry.objects.filter(event=event).order_by("pk")
    return rows.select_related("event", "player", "pair__first", "pair__second")


def person_named(said: dict[str, Any]) -> Entrant:
    """Who is meant; EventViolation where nobody is."""
    categories = tuple(said.get("categories", ()))
    if "player" in said:
        return Entrant(name="", sort_key="", player_id=said["player"], categories=categories)
    if "name" not in said:
        raise EventViolation("nobody-named", "Give the number of a player, or a name.")
    read = name_of(said["name"])
    return Entrant(
        name=read.display, sort_key=read.sort_key, note=said.get("note", ""), categories=categories
    )


def _enter(event: Event, said: dict[str, Any], door: EventDoor) -> None:
    people = [person_named(one) for one in said.get("players", [])] + _pasted(event, said.get("text", ""))
    pairs = [
        PairEntrant(
            one=person_named(one["one"]),
            other=person_named(one["other"]),
            categories=tuple(one.get("categories", ())),
        )
        for one in said.get("pairs", [])
    ]
    if event.state != Event.State.SETUP or (people and pairs):
        late_entry(event=event, entrants=people, pairs=pairs, actor=door.actor)
    elif pairs:
        enter_pairs(event=event, pairs=pairs, actor=door.actor)
    elif people:
        enter_players(event=event, entrants=people, actor=door.actor)
    else:
        raise EventViolation("nobody-comes", "Nobody is named who comes in.")


def _pasted(event: Event, text: str) -> list[Entrant]:
    """Everybody on a pasted list; where a person would have to be asked, it is refused with the question."""
    read = read_entrants(event=event, text=text)
    wrong = [(one.code, one.line, one.sentence) for one in read.problems]
    wrong += [(one.code, one.line, one.sentence) for one in read.doubts]
    if wrong:
        raise EventViolation(wrong[0][0], f"Line {wrong[0][1]}: {wrong[0][2]}")
    for twice in read.duplicates:
        raise EventViolation("name-twice", f"{twice.display} stands there more than once.")
    known = {one.line: one.known_id for one in read.namesakes}
    return [
        Entrant(name=one.display, sort_key=one.sort_key, player_id=known.get(one.line)) for one in read.names
    ]
