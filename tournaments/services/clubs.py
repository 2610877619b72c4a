"""Founding a club."""

from django.db import transaction
from django.utils.text import slugify

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, ClubRevision, Membership
from tournaments.services.audit import note_change, record_change

# What stands where a club's address would, such as the form that founds one.
TAKEN_ADDRESSES = frozenset({"new"})


@transaction.atomic
def found_club(*, name: str, zone: str, actor: Actor) -> Club:
    """A new club, owned by the account that founds it. Its address is made from the name and stays."""
    slug = slugify(name)[:50]
    if not slug:
        raise EventViolation("club-name-empty", "A club needs a name with at least one letter or figure.")
    if slug in TAKEN_ADDRESSES or Club.objects.filter(slug=slug).exists():
        raise EventViolation(
            "club-name-taken", f"There is a club at the address “{slug}” already; add the town."
        )
    club = Club.objects.create(name=name, slug=slug, zone=zone)
    ClubRevision.objects.create(club=club)
    if actor.user_id is not None:
        Membership.objects.create(club=club, user_id=actor.user_id, role=Membership.Role.OWNER)
    note_change("club", club.slug, before={}, after={"founded": name})
    record_change(club_id=club.pk)
    return club
