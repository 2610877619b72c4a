"""A league's frame: seasons, divisions, teams and their houses, points taken off."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from scoring.engine.catalogue import RULESETS
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_policies import LeaguePolicy
from tournaments.models import Club, Deduction, Division, Fixture, Season, Team, Venue
from tournaments.services.revisions import raise_club_revision

MOST_TEAMS = 40
LONGEST_NAME = 80
# What stands where a season's address would, such as the form that makes one.
TAKEN_ADDRESSES = frozenset({"new"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTerms:
    """How a division is played: its league policy, how often everybody meets, who moves at the end."""

    league: LeaguePolicy
    legs: int = 2
    ups: int = 0
    downs: int = 0
    ruleset: str = "pub-21"
    registered_by: date | None = None

    def to_dict(self) -> dict[str, Any]:
        """What the division keeps; see `Division.policy`."""
        if not 1 <= self.legs <= 4:
            raise EventViolation("legs-out-of-range", f"A league has 1 to 4 legs, not {self.legs}.")
        if not 0 <= self.ups <= MOST_TEAMS or not 0 <= self.downs <= MOST_TEAMS:
            raise EventViolation("moves-out-of-range", f"0 to {MOST_TEAMS} teams go up or down.")
        if self.ruleset not in RULESETS:
            raise EventViolation("ruleset-unknown", f"There is no ruleset called {self.ruleset!r}.")
        return {
            "league": self.league.to_dict(),
            "legs": self.legs,
            "ups": self.ups,
            "downs": self.downs,
            "ruleset": self.ruleset,
            "registered_by": self.registered_by.isoformat() if self.registered_by else None,
        }

    @classmethod
    def of(cls, division: Division) -> "DivisionTerms":
        """The terms a division has."""
        kept = division.policy
        by = kept["registered_by"]
        return cls(
            league=division.league,
            legs=kept["legs"],
            ups=kept["ups"],
            downs=kept["downs"],
            ruleset=kept["ruleset"],
            registered_by=date.fromisoformat(by) if by else None,
        )


@transaction.atomic
def create_season(
    *,
    club: Club,
    name: str,
    starts_on: date,
    ends_on: date,
    play_at: time | None = None,
    follows: Season | None = None,
) -> Season:
    """A new season without divisions. The address is made from the name and stays."""
    if starts_on > ends_on:
        raise EventViolation("season-ends-early", "A season cannot end before it starts.")
    stem = slugify(name)[:70] or "season"
    taken = set(Season.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True))
    taken |= TAKEN_ADDRESSES
    slug = next(
        one for n in range(1, len(taken) + 2) if (one := stem if n == 1 else f"{stem}-{n}") not in taken
    )
    season = Season.objects.create(
        club=club,
        name=name,
        slug=slug,
        starts_on=starts_on,
        ends_on=ends_on,
        play_at=play_at,
        follows=follows,
    )
    raise_club_revision(club.pk)
    return season


@transaction.atomic
def change_season_state(*, season: Season, state: Season.State) -> None:
    """Start a season, finish it, or open it again."""
    Season.objects.filter(pk=season.pk).update(state=state)
    raise_club_revision(season.club_id)


@transaction.atomic
def add_division(*, season: Season, name: str, terms: DivisionTerms) -> Division:
    """The next lower division of a season."""
    Season.objects.select_for_update().get(pk=season.pk)
    if Division.objects.filter(season=season, name=name).exists():
        raise EventViolation("division-there", f"There is a division called {name} already.")
    last = season.divisions.aggregate(last=Max("order"))["last"] or 0
    made = Division.objects.create(season=season, name=name, order=last + 1, policy=terms.to_dict())
    raise_club_revision(season.club_id)
    return made


@transaction.atomic
def amend_division(*, division: Division, terms: DivisionTerms) -> None:
    """Other terms, as long as no match of the division has been played."""
    locked = locked_division(division)
    if locked.fixtures.filter(state__in=(Fixture.State.PLAYED, Fixture.State.FORFEITED)).exists():
        raise EventViolation("league-begun", "A match has been played: the terms of this division stay.")
    Division.objects.filter(pk=division.pk).update(policy=terms.to_dict())
    raise_club_revision(locked.season.club_id)


@transaction.atomic
def add_teams(*, division: Division, text: str) -> list[Team]:
    """Enter every team of a pasted list, or none: one a line, its house after a comma.

    Without a house the team plays at one of its own name. A house the club knows is taken, others are made.
    """
    locked = locked_division(division)
    if locked.fixtures.exists():
        raise EventViolation("fixtures-made", "The fixtures are made; no team can be added any more.")
    lines = [(name, house or name) for name, house in map(_team_line, text.splitlines()) if name]
    names = [name.casefold() for name in locked.teams.values_list("name", flat=True)]
    names += [name.casefold() for name, _ in lines]
    if not lines:
        raise EventViolation("no-teams", "There is no team here: write one a line.")
    if twice := sorted({name for name, _ in lines if names.count(name.casefold()) > 1}):
        raise EventViolation("team-twice", f"Entered twice: {', '.join(twice)}.")
    if len(names) > MOST_TEAMS:
        raise EventViolation("too-many-teams", f"A division has at most {MOST_TEAMS} teams.")
    club = locked.season.club_id
    houses = {house.casefold(): _venue(club, house) for _, house in lines}
    made = Team.objects.bulk_create(
        Team(division=division, name=name, venue=houses[house.casefold()]) for name, house in lines
    )
    _forget_proposal(locked)
    raise_club_revision(club)
    return made


def _team_line(line: str) -> tuple[str, str]:
    """A team's name and its house, with what is unseen left out."""
    name, _, house = "".join(letter for letter in line if letter.isprintable()).partition(",")
    parts = [" ".join(part.split()) for part in (name, house)]
    if any(len(part) > LONGEST_NAME for part in parts):
        raise EventViolation("name-too-long", f"A name has at most {LONGEST_NAME} characters.")
    return parts[0], parts[1]


def _venue(club_id: int, name: str) -> Venue:
    known = Venue.objects.filter(club=club_id, name__iexact=name).order_by("pk").first()
    return known or Venue.objects.create(club_id=club_id, name=name)


@transaction.atomic
def change_team(
    *, team: Team, name: str, venue: str, nights_off: Sequence[date], closed: Sequence[date]
) -> None:
    """Another name or house, nights on which the team cannot play, and nights its house is closed to it."""
    locked = locked_division(team.division)
    others = locked.teams.exclude(pk=team.pk).values_list("name", flat=True)
    if name.casefold() in {other.casefold() for other in others}:
        raise EventViolation("team-twice", f"There is a team called {name} already.")
    Team.objects.filter(pk=team.pk).update(
        name=name,
        venue=_venue(locked.season.club_id, venue),
        nights_off=sorted(day.isoformat() for day in set(nights_off)),
        closed=sorted(day.isoformat() for day in set(closed)),
    )
    _forget_proposal(locked)
    raise_club_revision(locked.season.club_id)


@transaction.atomic
def change_venue(*, venue: Venue, room: int) -> None:
    """How many matches a house holds at once."""
    if not 1 <= room <= MOST_TEAMS:
        raise EventViolation("room-out-of-range", f"A house has room for 1 to {MOST_TEAMS} matches.")
    Venue.objects.filter(pk=venue.pk).update(room=room)
    raise_club_revision(venue.club_id)


@transaction.atomic
def remove_team(*, team: Team) -> None:
    """Take a team off the list before the fixtures are made; later it withdraws."""
    locked = locked_division(team.division)
    if locked.fixtures.exists():
        raise EventViolation("fixtures-made", "The fixtures are made; withdraw the team instead.")
    team.delete()
    _forget_proposal(locked)
    raise_club_revision(locked.season.club_id)


@transaction.atomic
def withdraw_team(*, team: Team, day: date, removed: bool) -> int:
    """A team leaves: its matches still to come are withdrawn; with `removed` those it has played, too.

    Returns how many matches are withdrawn. Calendars are told.
    """
    locked = locked_division(team.division)
    if Team.objects.filter(pk=team.pk, withdrawn_on__isnull=False).exists():
        raise EventViolation("withdrawn-already", f"{team.name} has withdrawn already.")
    Team.objects.filter(pk=team.pk).update(withdrawn_on=day)
    open_states = [Fixture.State.DUE, Fixture.State.POSTPONED]
    states = [*open_states, Fixture.State.PLAYED, Fixture.State.FORFEITED] if removed else open_states
    gone = 0
    for fixture in locked.fixtures.filter(state__in=states):
        if team.pk in (fixture.home_id, fixture.visitor_id):
            fixture.state = Fixture.State.WITHDRAWN
            fixture.sequence += 1
            fixture.save(update_fields=["state", "sequence", "changed_at"])
            gone += 1
    raise_club_revision(locked.season.club_id)
    return gone


@transaction.atomic
def deduct_points(*, team: Team, points: int, reason: str, actor: Actor) -> Deduction:
    """Take league points off a team (or give some: negative), with a reason that the table shows."""
    if points == 0 or not -100 <= points <= 100:
        raise EventViolation("deduction-out-of-range", "Take off 1 to 100 points, or give as many.")
    if not reason.strip():
        raise EventViolation("reason-missing", "Say why the points are taken off.")
    locked = locked_division(team.division)
    made = Deduction.objects.create(
        division=locked, team=team, points=points, reason=reason.strip(), made_by=actor.code
    )
    raise_club_revision(locked.season.club_id)
    return made


@transaction.atomic
def remove_deduction(*, deduction: Deduction) -> None:
    """Give back what was taken off in error."""
    locked = locked_division(deduction.division)
    deduction.delete()
    raise_club_revision(locked.season.club_id)


def locked_division(division: Division) -> Division:
    """The division with its season, locked until commit: one change of a division at a time."""
    return Division.objects.select_for_update(of=("self",)).select_related("season").get(pk=division.pk)


def _forget_proposal(division: Division) -> None:
    """A draw proposed for other teams is no proposal."""
    Division.objects.filter(pk=division.pk).update(proposal={})
