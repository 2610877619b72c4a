"""The clubs, for whoever looks in."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q

from tournaments.engine.names import fold
from tournaments.models import Club, Event


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club on the front page; only its public events count."""

    club: Club
    events: int
    running: int
    last_on: date | None


def clubs_listed() -> list[ClubLine]:
    """Every club by name that wants to be found. One query."""
    seen = Q(events__public=True)
    clubs = Club.objects.filter(unlisted=False).annotate(
        seen_events=Count("events", filter=seen),
        running_events=Count("events", filter=seen & Q(events__state=Event.State.RUNNING)),
        last_on=Max("events__plays_on", filter=seen & ~Q(events__state=Event.State.SETUP)),
    )
    lines = [ClubLine(club, club.seen_events, club.running_events, club.last_on) for club in clubs]
    return sorted(lines, key=lambda line: (fold(line.club.name), line.club.pk))
