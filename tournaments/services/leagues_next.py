"""From one season to the next: who goes up and down, and the new season with its teams and squads."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_seasons import DivisionEnd, NextSeason, next_season
from tournaments.models import Division, Season, SquadMember, Team
from tournaments.selectors.leagues import DivisionTable, tables_of
from tournaments.services.leagues import create_season
from tournaments.services.revisions import raise_club_revision


def proposed_moves(season: Season) -> NextSeason:
    """Where every team would play next by the tables as they stand. Teams that withdrew are left out."""
    return next_season([_ended(table) for table in tables_of(season)])


def _ended(table: DivisionTable) -> DivisionEnd:
    return DivisionEnd(
        table.division.pk,
        table.division.name,
        tuple(line.place for line in table.lines if line.team.withdrawn_on is None),
        int(table.division.policy["ups"]),
        int(table.division.policy["downs"]),
    )


@transaction.atomic
def start_next_season(
    *,
    season: Season,
    name: str,
    starts_on: date,
    ends_on: date,
    places: Mapping[int, int],
    squads: bool = True,
) -> Season:
    """A season with the same divisions and terms; `places` says, by ids, which team is in which division.

    Divisions are named by the ids they have now; a team without a place does not play on. With `squads` those
    registered now are registered again on the first day. The season before is then finished. Refused where a
    season follows already.
    """
    Season.objects.select_for_update().get(pk=season.pk)
    if season.followed_by.exists():
        raise EventViolation("next-season-there", "A season follows this one already.")
    divisions = {one.pk: one for one in season.divisions.all()}
    teams = {one.pk: one for one in Team.objects.filter(division__season=season).select_related("venue")}
    if not set(places) <= set(teams) or not set(places.values()) <= set(divisions):
        raise EventViolation("team-unknown", "A team or a division is not of this season.")
    made = create_season(
        club=season.club,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        play_at=season.play_at,
        follows=season,
    )
    copies = {pk: _division_again(one, made) for pk, one in divisions.items()}
    new = {pk: _team_again(teams[pk], copies[division]) for pk, division in places.items()}
    if squads:
        _squads_again(new, starts_on)
    Season.objects.filter(pk=season.pk).update(state=Season.State.FINISHED)
    raise_club_revision(season.club_id)
    return made


def _division_again(division: Division, season: Season) -> Division:
    policy = {**division.policy, "registered_by": None}
    return Division.objects.create(season=season, name=division.name, order=division.order, policy=policy)


def _team_again(team: Team, division: Division) -> Team:
    if division.teams.filter(name=team.name).exists():
        raise EventViolation("team-twice", f"Two teams called {team.name} would be in {division.name}.")
    return Team.objects.create(division=division, name=team.name, venue=team.venue, follows=team)


def _squads_again(teams: Mapping[int, Team], day: date) -> None:
    members = SquadMember.objects.filter(team__in=list(teams), left_on__isnull=True).order_by("pk")
    SquadMember.objects.bulk_create(
        SquadMember(team=teams[one.team_id], player_id=one.player_id, registered_on=day, captain=one.captain)
        for one in members
    )
