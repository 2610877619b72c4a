"""Fixtures as an iCalendar (RFC 5545) that phones and desktops subscribe to.

A match keeps its UID for ever; SEQUENCE goes up when it moves, is postponed, played or withdrawn, and a
withdrawn one is told as cancelled, not left out, so that it leaves everybody's calendar.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from tournaments.models import Fixture, Season

LASTS = timedelta(hours=3)
STATUS = {Fixture.State.WITHDRAWN: "CANCELLED", Fixture.State.POSTPONED: "TENTATIVE"}


def calendar_of(name: str, season: Season, fixtures: Iterable[Fixture], address: str) -> bytes:
    """A calendar of these matches. `address` is where a match's page is, without its number.

    `season.club` is read, and each match's teams and house.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Right Bower//Fixtures//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", timedelta(hours=12), parameters={"VALUE": "DURATION"})
    for fixture in fixtures:
        calendar.add_component(_event(fixture, season, address))
    return bytes(calendar.to_ical())


def uid_of(fixture: Fixture, season: Season) -> str:
    """The name of a match in every calendar."""
    return f"fixture-{fixture.pk}.{season.slug}.{season.club.slug}@right-bower"


def _event(fixture: Fixture, season: Season, address: str) -> Event:
    event = Event()
    event.add("uid", uid_of(fixture, season))
    event.add("dtstamp", fixture.changed_at.astimezone(UTC))
    event.add("last-modified", fixture.changed_at.astimezone(UTC))
    event.add("sequence", fixture.sequence)
    event.add("status", STATUS.get(Fixture.State(fixture.state), "CONFIRMED"))
    event.add("summary", f"{fixture.home.name} v {fixture.visitor.name}")
    event.add("location", fixture.venue.name)
    event.add("description", _told(fixture))
    event.add("url", f"{address}{fixture.pk}/")
    event.add("transp", "TRANSPARENT" if fixture.state in STATUS else "OPAQUE")
    if season.play_at is None:
        event.add("dtstart", fixture.day)
        event.add("dtend", fixture.day + timedelta(days=1))
    else:
        local = datetime.combine(fixture.day, season.play_at, tzinfo=ZoneInfo(season.club.zone))
        event.add("dtstart", local.astimezone(UTC))
        event.add("dtend", (local + LASTS).astimezone(UTC))
    return event


def _told(fixture: Fixture) -> str:
    kind = "Week" if fixture.kind == Fixture.Kind.LEAGUE else f"{fixture.get_kind_display()}, week"
    words = [f"{kind} {fixture.week}, {fixture.division.name}."]
    if fixture.state == Fixture.State.POSTPONED:
        words.append("Postponed; a new day is not known yet.")
    elif fixture.state == Fixture.State.WITHDRAWN:
        words.append("This match is not played: a team has withdrawn.")
    elif fixture.moved_from:
        words.append(f"Moved from {fixture.moved_from.day} {fixture.moved_from:%B %Y}.")
    if fixture.notes:
        words.append(fixture.notes)
    return " ".join(words)
