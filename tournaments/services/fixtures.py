"""A division's fixtures: drawn by lot with a seed, looked at, accepted; then moved, postponed, forfeited."""

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from random import Random

from django.db import transaction
from django.db.models import Q

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import league
from tournaments.models import Division, Fixture, Team, Venue
from tournaments.services.leagues import locked_division
from tournaments.services.revisions import raise_club_revision

OPEN = (Fixture.State.DUE, Fixture.State.POSTPONED)
MOST_NIGHTS = 400


def nights_between(first: date, last: date, every: int, leave_out: Iterable[date] = ()) -> list[date]:
    """Every so many days from the first night to the last day, but for those left out."""
    if every < 1:
        raise EventViolation("nights-too-close", "Matches are at least a day apart.")
    out = set(leave_out)
    nights = [first + timedelta(days=at) for at in range(0, (last - first).days + 1, every)]
    return [night for night in nights if night not in out][:MOST_NIGHTS]


def propose_fixtures(*, division: Division, dates: Sequence[date], seed: str | None = None) -> Division:
    """Draw all fixtures on some of these dates, in place of an older proposal. The seed is kept.

    Nights off, closed houses, their room and matches of other divisions there are kept; EventViolation names
    what leaves no room. The search takes seconds, so it holds no lock; teams that change meanwhile are
    noticed before anything is written.
    """
    seed = seed or secrets.token_hex(8)
    teams = list(division.teams.filter(withdrawn_on__isnull=True).select_related("venue").order_by("pk"))
    entered = _entered(division, teams, dates)
    names = {team.pk: team.name for team in teams}
    try:
        drawn = _drawn_early(entered, dates, seed, int(division.policy["legs"]), _room(division))
    except EventViolation as refused:
        raise EventViolation(refused.code, in_words(refused.sentence, names)) from refused
    fixtures = [[one.week, one.day.isoformat(), one.home, one.visitor] for one in drawn.fixtures]
    dates_kept = sorted({day.isoformat() for day in dates})
    return _keep_proposal(division, {"seed": seed, "dates": dates_kept, "fixtures": fixtures}, set(names))


def _drawn_early(
    teams: Sequence[league.Team], dates: Sequence[date], seed: str, legs: int, room: Mapping[str, int]
) -> league.Season:
    """A season on the first nights, as long as they leave room; later ones are kept for what is postponed."""
    nights, weeks = sorted(set(dates)), legs * (len(teams) - 1 + len(teams) % 2)
    for more in (0, 3):
        if weeks + more < len(nights):
            try:
                return league.draw_league(
                    teams, nights[: weeks + more], rng=Random(seed), legs=legs, room=room
                )
            except EventViolation as refused:
                if refused.code != "no-room":
                    raise
    return league.draw_league(teams, nights, rng=Random(seed), legs=legs, room=room)


@transaction.atomic
def _keep_proposal(division: Division, proposal: dict[str, object], teams: set[int]) -> Division:
    locked = locked_division(division)
    if locked.fixtures.exists():
        raise EventViolation("fixtures-made", "The fixtures of this division are made already.")
    if teams != set(locked.teams.filter(withdrawn_on__isnull=True).values_list("pk", flat=True)):
        raise EventViolation("teams-changed", "The teams have changed meanwhile; draw again.")
    locked.proposal = proposal
    locked.save(update_fields=["proposal"])
    raise_club_revision(locked.season.club_id)
    return locked


@transaction.atomic
def discard_fixtures(*, division: Division) -> None:
    """Take the proposal away."""
    locked = locked_division(division)
    Division.objects.filter(pk=division.pk).update(proposal={})
    raise_club_revision(locked.season.club_id)


@transaction.atomic
def accept_fixtures(*, division: Division, seed: str) -> list[Fixture]:
    """Make the proposal with this seed binding; another one that came meanwhile is refused."""
    locked = locked_division(division)
    if not locked.proposal:
        raise EventViolation("nothing-proposed", "There are no fixtures to accept; propose some first.")
    if locked.proposal["seed"] != seed:
        raise EventViolation("draw-changed", "Other fixtures were proposed meanwhile. Look at them first.")
    teams = locked.teams.in_bulk()
    made = Fixture.objects.bulk_create(
        Fixture(
            division=locked,
            week=week,
            day=date.fromisoformat(day),
            home_id=home,
            visitor_id=visitor,
            venue_id=teams[home].venue_id,
        )
        for week, day, home, visitor in locked.proposal["fixtures"]
    )
    Division.objects.filter(pk=division.pk).update(proposal={}, seed=seed)
    raise_club_revision(locked.season.club_id)
    return made


@transaction.atomic
def undo_fixtures(*, division: Division) -> int:
    """Take accepted fixtures back while nothing was played and no card begun; how many there were."""
    locked = locked_division(division)
    begun = locked.fixtures.exclude(state__in=OPEN) | locked.fixtures.filter(card__isnull=False)
    if begun.exists():
        raise EventViolation("league-begun", "A match was played, or a card begun: the fixtures stay.")
    count, _ = locked.fixtures.all().delete()
    Division.objects.filter(pk=division.pk).update(seed="")
    raise_club_revision(locked.season.club_id)
    return count


@transaction.atomic
def move_fixture(*, fixture: Fixture, day: date) -> Fixture:
    """Another day for a match not yet played; nothing else moves. A postponed match is due again.

    Refused where somebody would play twice or on a night off, or the house is closed or full.
    """
    locked = locked_division(fixture.division)
    one = _open_fixture(fixture)
    others = locked.fixtures.exclude(state=Fixture.State.WITHDRAWN).exclude(pk=one.pk).select_related("venue")
    standing = [_engine_fixture(one), *(_engine_fixture(other) for other in others)]
    teams = list(locked.teams.select_related("venue").order_by("pk"))
    entered = _entered(locked, teams, [day])
    names = {team.pk: team.name for team in teams}
    try:
        league.move_match(
            league.Season(tuple(standing)),
            one.home_id,
            one.visitor_id,
            to=day,
            teams=entered,
            room=_room(locked),
        )
    except EventViolation as refused:
        raise EventViolation(refused.code, in_words(refused.sentence, names)) from refused
    one.moved_from = one.moved_from or one.day
    one.day, one.state = day, Fixture.State.DUE
    _changed(one, "moved_from", "day", "state")
    raise_club_revision(locked.season.club_id)
    return one


@transaction.atomic
def postpone_fixture(*, fixture: Fixture, reason: str = "") -> Fixture:
    """A match will not be played on its day; when, is not known yet."""
    locked = locked_division(fixture.division)
    one = _open_fixture(fixture)
    one.state, one.notes = Fixture.State.POSTPONED, reason.strip()[:300]
    _changed(one, "state", "notes")
    raise_club_revision(locked.season.club_id)
    return one


@transaction.atomic
def forfeit_fixture(*, fixture: Fixture, absent: str, reason: str = "") -> Fixture:
    """A side, or both, did not appear, or has the match awarded against it; its card no longer counts."""
    locked = locked_division(fixture.division)
    one = Fixture.objects.select_related("venue").get(pk=fixture.pk)
    if one.state == Fixture.State.WITHDRAWN:
        raise EventViolation("match-withdrawn", "This match is withdrawn with its team.")
    if absent not in {Fixture.Absent.HOME, Fixture.Absent.VISITOR, Fixture.Absent.BOTH}:
        raise EventViolation("absent-unknown", "Say which side did not appear.")
    one.state, one.absent, one.notes = Fixture.State.FORFEITED, absent, reason.strip()[:300]
    _changed(one, "state", "absent", "notes")
    raise_club_revision(locked.season.club_id)
    return one


@transaction.atomic
def reopen_fixture(*, fixture: Fixture) -> Fixture:
    """Take a forfeit or postponement back: played where a game of the card has a winner, due otherwise."""
    locked = locked_division(fixture.division)
    one = Fixture.objects.get(pk=fixture.pk)
    if one.state not in {Fixture.State.FORFEITED, Fixture.State.POSTPONED}:
        raise EventViolation("nothing-to-take-back", "This match is neither postponed nor forfeited.")
    played = one.state == Fixture.State.FORFEITED and has_result(one)
    one.state, one.absent = Fixture.State.PLAYED if played else Fixture.State.DUE, Fixture.Absent.NOBODY
    _changed(one, "state", "absent")
    raise_club_revision(locked.season.club_id)
    return one


@transaction.atomic
def add_decider(*, division: Division, kind: str, day: date, home: Team, visitor: Team) -> Fixture:
    """A play-off between teams that are level, or the meeting of the half-season winners."""
    locked = locked_division(division)
    if home.pk == visitor.pk or {home.division_id, visitor.division_id} != {division.pk}:
        raise EventViolation("teams-unknown", "Two different teams of this division meet.")
    if kind not in {Fixture.Kind.PLAYOFF, Fixture.Kind.FINAL}:
        raise EventViolation("kind-unknown", "A match besides the league's is a play-off or a final.")
    weeks = locked.fixtures.order_by("-week").values_list("week", flat=True).first() or 0
    made = Fixture.objects.create(
        division=locked,
        kind=kind,
        week=weeks + 1,
        day=day,
        home=home,
        visitor=visitor,
        venue_id=home.venue_id,
    )
    raise_club_revision(locked.season.club_id)
    return made


def has_result(fixture: Fixture) -> bool:
    """Whether a card of this match has a game with a winner or points."""
    card = getattr(fixture, "card", None)
    return card is not None and card.games.filter(~Q(winner="") | Q(home_points__isnull=False)).exists()


def in_words(sentence: str, names: Mapping[int, str]) -> str:
    """An engine's sentence with teams by name and days as people write them."""
    told = re.sub(r"\bteam (\d+)", lambda found: names.get(int(found[1]), found[0]), sentence)
    return re.sub(r"\d{4}-\d\d-\d\d", lambda found: _day(date.fromisoformat(found[0])), told)


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _open_fixture(fixture: Fixture) -> Fixture:
    one = Fixture.objects.select_related("venue").get(pk=fixture.pk)
    if one.state not in OPEN:
        raise EventViolation("match-played", "Only a match that is still to be played can change its day.")
    return one


def _changed(fixture: Fixture, *fields: str) -> None:
    """Save a change that calendars must learn of."""
    fixture.sequence += 1
    fixture.save(update_fields=[*fields, "sequence", "changed_at"])


def _engine_fixture(one: Fixture) -> league.Fixture:
    return league.Fixture(one.week, one.day, one.home_id, one.visitor_id, one.venue.name, one.moved_from)


def _room(division: Division) -> dict[str, int]:
    return dict(Venue.objects.filter(club=division.season.club_id).values_list("name", "room"))


def _entered(division: Division, teams: Sequence[Team], dates: Iterable[date]) -> list[league.Team]:
    """The teams as the engine takes them; a house that other divisions need is closed to them that night.

    Where a part of its room is left, it stays open only if that is enough for all the teams at home there.
    """
    days = set(dates)
    taken = Counter(
        Fixture.objects.filter(venue__club=division.season.club_id, day__in=days)
        .exclude(division=division)
        .exclude(state=Fixture.State.WITHDRAWN)
        .values_list("venue_id", "day")
    )
    sharing = Counter(team.venue_id for team in teams)
    entered = []
    for team in teams:
        need = min(sharing[team.venue_id], team.venue.room)
        full = {day for day in days if team.venue.room - taken[team.venue_id, day] < need}
        closed = {date.fromisoformat(day) for day in team.closed} | full
        off = frozenset(date.fromisoformat(day) for day in team.nights_off)
        entered.append(league.Team(team.pk, team.venue.name, off=off, closed=frozenset(closed)))
    return entered
