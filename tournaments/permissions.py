"""Every decision about who may do what. Nothing else decides; everything not said here is denied."""

from collections.abc import Collection

from django.conf import settings
from django.utils.crypto import constant_time_compare

from tournaments.actors import Actor
from tournaments.models import (
    Club,
    Event,
    Fixture,
    LadderChallenge,
    LadderRung,
    Match,
    Membership,
    Player,
    PlayerClaim,
    Team,
)

_DIRECTORS = frozenset({Membership.Role.OWNER, Membership.Role.DIRECTOR})
_GRANTED_BY_DIRECTORS = frozenset({Membership.Role.SCORER, Membership.Role.MEMBER})
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


def can_make_tokens(actor: Actor, club: Club) -> bool:
    """Hand out keys for programs, and have addresses told of changes: who directs, and no program itself."""
    return can_direct(actor, club) and actor.user_id is not None


def can_mind_hall(actor: Actor) -> bool:
    """See to the hall's network and the backups of everything: whoever directs a club on a hall's laptop.

    On a server that many clubs share, it is the operator's.
    """
    return actor.superuser or (settings.HALL and not _DIRECTORS.isdisjoint(actor.roles.values()))


def can_see_people(actor: Actor, club: Club) -> bool:
    """See which accounts have a role in the club, with their addresses: who directs it."""
    return can_direct(actor, club)


def can_grant(actor: Actor, club: Club, role: str) -> bool:
    """Give a role, or invite to it: owners any, directors a scorer's and a member's."""
    if actor.superuser or actor.roles.get(club.pk) == Membership.Role.OWNER:
        return True
    return can_direct(actor, club) and role in _GRANTED_BY_DIRECTORS


def can_change_member(actor: Actor, membership: Membership) -> bool:
    """Change a role or take it away: who may give it. `membership.club` is read."""
    return can_grant(actor, membership.club, membership.role)


def can_leave(actor: Actor, membership: Membership) -> bool:
    """Give up a role in a club: whose it is. That an owner remains, the service sees to."""
    return actor.user_id is not None and actor.user_id == membership.user_id


def can_ask_two_steps(actor: Actor, club: Club) -> bool:
    """Ask the club's owners for two-step sign-in: an owner."""
    return actor.superuser or actor.roles.get(club.pk) == Membership.Role.OWNER


def can_claim(actor: Actor, player: Player) -> bool:
    """Say to be a player: any account, since a director confirms it."""
    return actor.user_id is not None


def can_settle_claim(actor: Actor, claim: PlayerClaim) -> bool:
    """Confirm or decline that an account is a player: who directs. `claim.club` is read."""
    return can_direct(actor, claim.club)


def can_keep_cash(actor: Actor, club: Club) -> bool:
    """Take fees, give money back, share out prizes: whoever directs. A treasurer would come in here."""
    return can_direct(actor, club)


def can_keep_person(actor: Actor, player: Player) -> bool:
    """Read all that is kept on a person, and say what strangers read: directors, and the person's account."""
    return can_direct(actor, player.club) or player.pk in actor.player_ids


def can_know_person(actor: Actor, player: Player) -> bool:
    """Learn that there is a record of a person at all: the club's people."""
    return actor.superuser or player.club_id in actor.roles


def can_erase_person(actor: Actor, player: Player) -> bool:
    """Take a person's name out of everything: directors."""
    return can_direct(actor, player.club)


def can_read_record(actor: Actor, club: Club) -> bool:
    """Look up who changed what, and take it back where that is possible: directors."""
    return can_direct(actor, club)


def can_read_metrics(address: str | None, token: str) -> bool:
    """Read what the service counts: from the operator's addresses, or with the operator's token."""
    wanted = settings.METRICS_TOKEN
    by_token = bool(wanted) and constant_time_compare(token, wanted)
    return by_token or (address is not None and address in settings.METRICS_FROM)


def can_see_private(actor: Actor, club_id: int) -> bool:
    """See a club's events that are not public: its people."""
    return actor.superuser or club_id in actor.roles


def can_see_event(actor: Actor, event: Event) -> bool:
    """Public events by anybody; the others by the club's people and by who holds a table's link."""
    if event.public or can_see_private(actor, event.club_id):
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


def can_score_event(actor: Actor, event: Event) -> bool:
    """Score at any table of an event: the club's scorers and who directs it."""
    return actor.superuser or actor.roles.get(event.club_id) in _SCORERS


def can_correct(actor: Actor, match: Match) -> bool:
    """Mend any line at any time, with a reason: the director's right."""
    return can_direct(actor, match.round.event.club)


def can_captain(actor: Actor, team: Team) -> bool:
    """Speak for a team, as its captains and directors do: name squad and pairs, sign and dispute cards.

    `team.division.season.club` is read: select it with the team. One query for an account with a player.
    """
    if can_direct(actor, team.division.season.club):
        return True
    captains = team.squad.filter(captain=True, left_on__isnull=True, player__in=actor.player_ids)
    return bool(actor.player_ids) and captains.exists()


def can_enter_card(actor: Actor, fixture: Fixture) -> bool:
    """Enter a match's results: the home captain until both sides have signed, directors at any time.

    `fixture.division.season.club`, `fixture.home` and the card are read: select them with the match.
    """
    if can_direct(actor, fixture.division.season.club):
        return True
    signed = hasattr(fixture, "card") and fixture.card.signed
    return not signed and can_captain(actor, fixture.home)


def can_challenge(actor: Actor, rung: LadderRung) -> bool:
    """Challenge from a rung: who stands there, and directors. `rung.ladder.club` and the pair are read."""
    return can_direct(actor, rung.ladder.club) or _stands_on(actor, rung)


def can_settle(actor: Actor, challenge: LadderChallenge, winner: LadderRung) -> bool:
    """Say who won a challenge: directors, and either of the two who says that the other one did."""
    if can_direct(actor, challenge.ladder.club):
        return True
    loser = challenge.challenged if winner.pk == challenge.challenger_id else challenge.challenger
    return _stands_on(actor, loser)


def _stands_on(actor: Actor, rung: LadderRung) -> bool:
    people = {rung.player_id} if rung.pair is None else {rung.pair.first_id, rung.pair.second_id}
    return not actor.player_ids.isdisjoint(people)
