"""Houses where a club plays: their tables, addresses, and what one must know to find in."""

from dataclasses import dataclass

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Venue
from tournaments.services.revisions import raise_club_revision

MOST_ROOM = 40
MOST_TABLES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueFacts:
    """What is known of a house. `room` is how many league matches at once, `tables` how many it has."""

    name: str
    room: int = 1
    tables: int | None = None
    address: str = ""
    note: str = ""
    map_link: str = ""

    def check(self) -> None:
        """Refuse what is no house."""
        if not self.name.strip():
            raise EventViolation("venue-name-empty", "A house needs a name.")
        if not 1 <= self.room <= MOST_ROOM:
            raise EventViolation("room-out-of-range", f"A house has room for 1 to {MOST_ROOM} matches.")
        if self.tables is not None and not 1 <= self.tables <= MOST_TABLES:
            raise EventViolation("tables-out-of-range", f"A house has 1 to {MOST_TABLES} tables.")
        if self.map_link and not self.map_link.startswith(("https://", "http://")):
            raise EventViolation("link-unreadable", "A link to a map begins with https://.")


@transaction.atomic
def add_venue(*, club: Club, facts: VenueFacts, actor: Actor) -> Venue:
    """One more house."""
    Club.objects.select_for_update().get(pk=club.pk)
    return _kept(Venue(club=club), facts)


@transaction.atomic
def change_house(*, venue: Venue, facts: VenueFacts, actor: Actor) -> Venue:
    """Say anew what is known of a house; fixtures there stay."""
    held = Venue.objects.select_for_update().get(pk=venue.pk)
    return _kept(held, facts)


@transaction.atomic
def drop_venue(*, venue: Venue, actor: Actor) -> None:
    """Take a house off the list where no team plays and no match is set."""
    if venue.teams.exists() or venue.fixtures.exists():
        raise EventViolation("venue-used", f"Teams play at {venue.name}; give them another house first.")
    club_id = venue.club_id
    Venue.objects.filter(pk=venue.pk).delete()
    raise_club_revision(club_id)


def _kept(venue: Venue, facts: VenueFacts) -> Venue:
    facts.check()
    venue.name = " ".join(facts.name.split())
    others = Venue.objects.filter(club=venue.club_id, name__iexact=venue.name).exclude(pk=venue.pk)
    if others.exists():
        raise EventViolation("venue-name-taken", f"There is a house called {venue.name} already.")
    venue.room, venue.tables, venue.map_link = facts.room, facts.tables, facts.map_link
    venue.address, venue.note = " ".join(facts.address.split()), " ".join(facts.note.split())
    venue.save()
    raise_club_revision(venue.club_id)
    return venue
