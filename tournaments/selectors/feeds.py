"""What was played last, for news readers: public events that are over, with their first places."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time

from tournaments.models import Club, Event, Standing

NEWEST = 40
PLACES = 3


@dataclass(frozen=True, slots=True)
class ResultNews:
    """A finished event: its first places in words, and when its standings were last put up."""

    event: Event
    places: str
    changed_at: datetime


def results_news(club: Club) -> list[ResultNews]:
    """The newest finished public events. Two queries."""
    over = (Event.State.FINISHED, Event.State.ARCHIVED)
    rows = Event.objects.filter(club=club, public=True, state__in=over).select_related("club", "published")
    events = list(rows.order_by("-plays_on", "-pk")[:NEWEST])
    best: dict[int, list[Standing]] = {one.pk: [] for one in events}
    firsts = Standing.objects.filter(event_id__in=list(best), rank__lte=PLACES).order_by("place")
    for one in firsts.select_related("entry__player", "entry__pair__first", "entry__pair__second"):
        best[one.event_id].append(one)
    return [ResultNews(one, _places(best[one.pk]), _changed_at(one)) for one in events]


def _places(rows: Sequence[Standing]) -> str:
    told = [f"{one.rank}{'=' if one.shared else '.'} {one.entry}, {one.points} points" for one in rows]
    return "; ".join(told) or "No result is known."


def _changed_at(event: Event) -> datetime:
    published = getattr(event, "published", None)
    if published is not None and published.computed_at is not None:
        return published.computed_at
    return datetime.combine(event.plays_on, time(), UTC)
