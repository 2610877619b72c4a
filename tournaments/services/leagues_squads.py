"""A team's squad: people registered from a day on, the captains among them, and those who leave."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import NamesRead, parse_names
from tournaments.models import Club, Player, SquadMember, Team
from tournaments.services.entrants import Entrant, names_known
from tournaments.services.revisions import raise_club_revision

MOST_IN_A_SQUAD = 60


def read_squad(*, club: Club, text: str) -> NamesRead:
    """What the pasted names are and which of them the club knows. Nothing is written."""
    return parse_names(text, names_known(club.pk))


@transaction.atomic
def register_players(*, team: Team, entrants: Sequence[Entrant], day: date) -> list[SquadMember]:
    """Register everybody from that day on, or nobody. The first of a new squad is its captain.

    Who is registered already is refused by name. `team.division.season` is read.
    """
    Team.objects.select_for_update(of=("self",)).get(pk=team.pk)
    club_id = team.division.season.club_id
    known = _known(club_id, entrants)
    ids = [one.player_id for one in entrants if one.player_id is not None]
    there = set(team.squad.filter(left_on__isnull=True).values_list("player_id", flat=True))
    if twice := sorted({str(known[pk]) for pk in ids if pk in there or ids.count(pk) > 1}):
        raise EventViolation("registered-already", f"Registered already: {', '.join(twice)}.")
    if len(there) + len(entrants) > MOST_IN_A_SQUAD:
        raise EventViolation("squad-too-large", f"A squad has at most {MOST_IN_A_SQUAD} players.")
    captain = not team.squad.filter(captain=True, left_on__isnull=True).exists()
    made = SquadMember.objects.bulk_create(
        SquadMember(
            team=team,
            player=known[one.player_id] if one.player_id is not None else _new_player(club_id, one),
            registered_on=day,
            captain=captain and at == 0,
        )
        for at, one in enumerate(entrants)
    )
    raise_club_revision(club_id)
    return made


@transaction.atomic
def name_captain(*, member: SquadMember, captain: bool) -> None:
    """Make somebody of the squad a captain, or a captain no more. A team may have two."""
    SquadMember.objects.filter(pk=member.pk).update(captain=captain)
    raise_club_revision(member.team.division.season.club_id)


@transaction.atomic
def release_player(*, member: SquadMember, day: date) -> None:
    """Somebody leaves the squad on a day; who was registered that very day was never in it."""
    if member.left_on is not None:
        raise EventViolation("left-already", f"{member.player} has left this squad already.")
    if day <= member.registered_on:
        member.delete()
    else:
        SquadMember.objects.filter(pk=member.pk).update(left_on=day, captain=False)
    raise_club_revision(member.team.division.season.club_id)


def _known(club_id: int, entrants: Sequence[Entrant]) -> dict[int, Player]:
    ids = {one.player_id for one in entrants if one.player_id is not None}
    players = Player.objects.filter(club=club_id).in_bulk(ids)
    if len(players) != len(ids):
        raise EventViolation("player-unknown", "One of these people is not on the club's list.")
    return players


def _new_player(club_id: int, one: Entrant) -> Player:
    return Player.objects.create(club_id=club_id, name=one.name, sort_key=one.sort_key, note=one.note)
