"""A club's people, as far as the events one may see tell of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Sum, Value, When

from tournaments.actors import Actor
from tournaments.models import Club, Entry, Event, Player, Standing, Tally
from tournaments.models.names import HIDDEN_NAME
from tournaments.permissions import can_see_event
from tournaments.selectors.standings import printed


@dataclass(frozen=True, slots=True)
class Night:
    """One event of a person: the place of their entry, empty before standings are out, among `entries`."""

    event: Event
    rank: str
    entries: int
    points: int | None
    rounds_played: int


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody met at a table, and in how many rounds."""

    player_id: int
    name: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Person:
    """A person's page. Totals count what the person did at tables, also in somebody else's place."""

    player: Player
    nights: list[Night]
    rounds_played: int
    points: int
    games_won: str
    lone_marches: int
    partners: list[Company]
    opponents: list[Company]


def players_of(club: Club) -> list[Player]:
    """Who took part in a public event of the club, by surname. One query; nobody else is listed.

    Who is nobody to the one who asks would be a line without a name, and is left out.
    """
    entered = Entry.objects.filter(
        Q(player=OuterRef("pk")) | Q(pair__first=OuterRef("pk")) | Q(pair__second=OuterRef("pk")),
        event__public=True,
    )
    named = Player.objects.filter(Exists(entered), club=club).exclude(name=HIDDEN_NAME)
    return list(named.order_by("sort_key", "pk"))


def player_at(club_slug: str, player_id: int) -> Player | None:
    """The player at an address, with the club. One query."""
    return Player.objects.select_related("club").filter(club__slug=club_slug, pk=player_id).first()


def person_page(player: Player, actor: Actor) -> Person | None:
    """All that this actor may know of a person; None if that is nothing. Five queries.

    Who is nobody to the actor has no page: one night that the reader knows of would give the name away.
    """
    if player.name == HIDDEN_NAME:
        return None
    events = [event for event in _events_with(player) if can_see_event(actor, event)]
    if not events:
        return None
    seen = [event.pk for event in events]
    done = {row["round__event_id"]: row for row in _done_at_tables(player, seen)}
    partners, opponents = _company(player, seen)
    return Person(
        player=player,
        nights=_nights(player, events, done),
        rounds_played=sum(row["rounds"] for row in done.values()),
        points=sum(row["points"] for row in done.values()),
        games_won=printed(str(Fraction(sum(row["halves"] for row in done.values()), 2))),
        lone_marches=sum(row["lone"] for row in done.values()),
        partners=partners,
        opponents=opponents,
    )


def _events_with(player: Player) -> list[Event]:
    """Events the person entered, alone or in a pair, or sat in for somebody; the newest first."""
    entered = Exists(Entry.objects.filter(_enters(player), event=OuterRef("pk")))
    sat_in = Exists(Tally.objects.filter(player=player, round__event=OuterRef("pk")))
    return list(Event.objects.filter(Q(entered) | Q(sat_in), club=player.club_id).select_related("club"))


def _enters(player: Player) -> Q:
    return Q(player=player) | Q(pair__first=player) | Q(pair__second=player)


def _done_at_tables(player: Player, events: Sequence[int]) -> Iterable[Mapping[str, Any]]:
    """Sums by event. A personal card names no player: it is of the one whose entry it is."""
    own = Q(player=player) | Q(player__isnull=True, entry__player=player)
    return (
        Tally.objects.filter(own, round__event_id__in=events)
        .order_by()
        .values("round__event_id")
        .annotate(
            rounds=Count("round_id", distinct=True),
            points=Sum("points"),
            halves=Sum("half_games_won"),
            lone=Sum("lone_marched"),
        )
    )


def _nights(player: Player, events: Sequence[Event], done: Mapping[int, Mapping[str, Any]]) -> list[Night]:
    """One line an event, with the place of the person's own entry."""
    keys = [event.pk for event in events]
    enters = Q(entry__player=player) | Q(entry__pair__first=player) | Q(entry__pair__second=player)
    places = {one.event_id: one for one in Standing.objects.filter(enters, event_id__in=keys)}
    entered = Entry.objects.filter(event_id__in=keys).order_by().values_list("event_id").annotate(Count("pk"))
    entries = dict(entered)
    return [
        _night(event, places.get(event.pk), entries.get(event.pk, 0), done.get(event.pk)) for event in events
    ]


def _night(event: Event, place: Standing | None, entries: int, done: Mapping[str, Any] | None) -> Night:
    rank = "" if place is None else f"{place.rank}=" if place.shared else str(place.rank)
    points = place.points if place is not None else done["points"] if done else None
    return Night(event, rank, entries, points, done["rounds"] if done else 0)


def _company(player: Player, events: Sequence[int]) -> tuple[list[Company], list[Company]]:
    """Partners and opponents, those met most often first; personal cards tell of nobody. One query."""
    mine = Tally.objects.filter(match=OuterRef("match"), player=player).values("side")[:1]
    met = (
        Tally.objects.filter(round__event_id__in=events, match__tallies__player=player, player__isnull=False)
        .exclude(player=player)
        .annotate(my_side=Subquery(mine))
        .annotate(together=Case(When(side=F("my_side"), then=Value(True)), default=Value(False)))
        .order_by()
        .values("player_id", "player__name", "player__note", "player__sort_key", "together")
        .annotate(rounds=Count("round_id", distinct=True))
    )
    rows = sorted(met, key=lambda row: (-row["rounds"], row["player__sort_key"], row["player_id"]))
    return _met(rows, together=True), _met(rows, together=False)


def _met(rows: Iterable[Mapping[str, Any]], *, together: bool) -> list[Company]:
    return [
        Company(row["player_id"], named(row["player__name"], row["player__note"]), row["rounds"])
        for row in rows
        if row["together"] == together
    ]


def named(name: str, note: str) -> str:
    """A name as `Player` prints it."""
    return f"{name} ({note})" if note else name
