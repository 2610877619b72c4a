"""Every decision about who may do what. Nothing else decides; everything not said here is denied."""

from collections.abc import Collection

from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, Membership

_DIRECTORS = frozenset({Membership.Role.OWNER, Membership.Role.DIRECTOR})
_SCORERS = _DIRECTORS | {Membership.Role.SCORER}


def can_found_club(actor: Actor) -> bool:
    """Any account may found a club; it becomes the owner."""
    return actor.user_id is not None or actor.superuser


def can_see_club(actor: Actor, club: Club) -> bool:
    """A club's page is public; what it lists is decided event by event."""
    return True


def can_direct(actor: Actor, club: Club) -> bool:
    """Owners and directors run the club's events: entrants, draws, corrections, links."""
    return actor.superuser or actor.roles.get(club.pk) in _DIRECTORS


def can_see_event(actor: Actor, event: Event) -> bool:
    """Public events by anybody; the others by the club's members and by who holds a table's link."""
    if event.public or actor.superuser or event.club_id in actor.roles:
        return True
    return actor.link is not None and actor.link.event_id == event.pk


def can_score(actor: Actor, match: Match, seated: Collection[int] = ()) -> bool:
    """Who holds this table's link may score it, and those seated there, and the club's scorers and directors.

    `seated` are the ids of the players at the table. `match.round.event` is read: select it with the match.
    """
    event = match.round.event
    if actor.superuser or actor.roles.get(event.club_id) in _SCORERS:
        return True
    if actor.link is not None:
        return (
            actor.link.revoked_at is None
            and actor.link.event_id == event.pk
            and actor.link.table == match.table
        )
    return not actor.player_ids.isdisjoint(seated)


def can_correct(actor: Actor, match: Match) -> bool:
    """Mend any line at any time, with a reason: the director's right."""
    return can_direct(actor, match.round.event.club)
