"""The houses where a club plays."""

from dataclasses import dataclass

from django.db.models import Count

from tournaments.models import Club, Venue


@dataclass(frozen=True, slots=True)
class VenueLine:
    """A house, and how many teams of all seasons are at home there."""

    venue: Venue
    teams: int


def venues_of(club: Club) -> list[VenueLine]:
    """The houses by name. One query."""
    rows = Venue.objects.filter(club=club).annotate(at_home=Count("teams")).order_by("name", "pk")
    return [VenueLine(one, one.at_home) for one in rows]


def venue_of(club: Club, venue: int) -> Venue | None:
    """A house of the club. One query."""
    return Venue.objects.select_related("club").filter(club=club, pk=venue).first()
