"""A club's events, one event's head, and who takes part."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count

from tournaments.actors import Actor
from tournaments.models import Club, Entry, Event, EventPolicy, Standing
from tournaments.permissions import can_see_event

PAST_ON_A_PAGE = 40


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in the club's list; `winners` is empty while it is played."""

    event: Event
    players: int
    winners: str
    winning_points: int | None


@dataclass(frozen=True, slots=True)
class ClubEvents:
    """What a club plays: running first, then what is coming by day, then what is over, the newest first."""

    current: list[EventLine]
    past: list[EventLine]
    page: int
    more: bool


@dataclass(frozen=True, slots=True)
class Entrant:
    """One line of the list of entries; `player_id` is None for a pair."""

    entry_id: int
    number: int
    name: str
    player_id: int | None
    withdrawn_after: int | None


@dataclass(frozen=True, slots=True)
class EventHead:
    """What every page of an event says at its top."""

    event: Event
    rules: str
    rounds: int
    players: int
    revision: int


_ORDER = {Event.State.RUNNING: 0, Event.State.SETUP: 1, Event.State.FINISHED: 2, Event.State.ARCHIVED: 2}


def event_at(club_slug: str, event_slug: str) -> Event | None:
    """The event at an address, with its club, its counter and what is published. One query."""
    events = Event.objects.select_related("club", "revision_row", "published", "imported")
    return events.filter(club__slug=club_slug, slug=event_slug).first()


def revision_of(event: Event) -> int:
    """The event's counter, 0 before the first change."""
    return event.revision_row.number if hasattr(event, "revision_row") else 0


def facts_key_of(event: Event) -> str:
    """A word that no other database's event with the same counter has; "" before the first change."""
    return event.revision_row.facts_key[:8] if hasattr(event, "revision_row") else ""


def published_revision_of(event: Event) -> int:
    """The revision its standings were computed from, -1 before the first time."""
    return event.published.revision if hasattr(event, "published") else -1


def policy_of(event: Event) -> EventPolicy | None:
    """The terms in force: the highest number."""
    return EventPolicy.objects.filter(event=event).order_by("-number").first()


def head_of(event: Event, policy: EventPolicy | None, players: int) -> EventHead:
    """The event's head; no query."""
    rules = str(policy.ruleset.get("name") or policy.ruleset.get("key", "")) if policy else ""
    rounds = int(policy.movement.get("rounds", 0)) if policy else 0
    return EventHead(event, rules, rounds, players, revision_of(event))


def events_of(club: Club, actor: Actor, page: int = 1) -> ClubEvents:
    """The events of a club that this actor may see; past ones `PAST_ON_A_PAGE` at a time. Three queries."""
    seen = [
        event
        for event in Event.objects.filter(club=club).select_related("imported")
        if can_see_event(actor, event)
    ]
    current = [event for event in seen if _ORDER[Event.State(event.state)] < 2]
    current.sort(key=lambda event: (_ORDER[Event.State(event.state)], event.plays_on, event.pk))
    past = [event for event in seen if _ORDER[Event.State(event.state)] == 2]
    first = (page - 1) * PAST_ON_A_PAGE
    shown = past[first : first + PAST_ON_A_PAGE]
    lines = _lines([*current, *shown])
    return ClubEvents(lines[: len(current)], lines[len(current) :], page, len(past) > first + PAST_ON_A_PAGE)


def _lines(events: list[Event]) -> list[EventLine]:
    keys = [event.pk for event in events]
    counted = Entry.objects.filter(event_id__in=keys).order_by().values_list("event_id").annotate(Count("pk"))
    players = dict(counted)
    best: dict[int, list[Standing]] = {}
    over = [event.pk for event in events if _ORDER[Event.State(event.state)] == 2]
    firsts = Standing.objects.filter(event_id__in=over, rank=1).select_related(
        "entry__player", "entry__pair__first", "entry__pair__second"
    )
    for standing in firsts.order_by("place"):
        best.setdefault(standing.event_id, []).append(standing)
    return [_line(event, players.get(event.pk, 0), best.get(event.pk, [])) for event in events]


def _line(event: Event, players: int, best: list[Standing]) -> EventLine:
    names = listed(str(one.entry) for one in best)
    return EventLine(event, players, names, best[0].points if best else None)


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: "Ann", "Ann and Bob", "Ann, Bob and Cora"."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def entrants_of(event: Event) -> list[Entrant]:
    """Who takes part, in the order of entering. One query."""
    entries = Entry.objects.filter(event=event).select_related("player", "pair__first", "pair__second")
    return [
        Entrant(entry.pk, entry.number, str(entry), entry.player_id, entry.withdrawn_after)
        for entry in entries.order_by("number")
    ]
