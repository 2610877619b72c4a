"""Fixtures as people look for them: week by week, with their byes, or a team's own."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.engine.league_cards import CardScore
from tournaments.engine.league_policies import DecidedBy, LeaguePolicy
from tournaments.models import Division, Fixture, Season, Team
from tournaments.selectors.leagues import scores_of


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A match in a list: `result` is what is in front of people (5–4), `more` what is behind it (189–150)."""

    fixture: Fixture
    word: str
    kind: str
    result: str
    more: str


@dataclass(frozen=True, slots=True)
class Week:
    """The matches of a week, by day, and who has a bye."""

    number: int
    first: date
    last: date
    lines: list[FixtureLine]
    byes: list[Team]


def fixtures_with(which: Q) -> list[Fixture]:
    """Fixtures with all that a list says of them. One query."""
    related = ("home", "visitor", "venue", "card", "division")
    return list(Fixture.objects.filter(which).select_related(*related).order_by("day", "week", "pk"))


def weeks_of(division: Division) -> list[Week]:
    """A division's fixtures week by week. Three queries."""
    fixtures = fixtures_with(Q(division=division))
    teams = list(Team.objects.filter(division=division))
    policy = division.league
    lines = lines_of(fixtures, scores_of(Q(card__fixture__division=division)), {division.pk: policy})
    return weeks_from(lines, teams)


def weeks_from(lines: Sequence[FixtureLine], teams: Sequence[Team]) -> list[Week]:
    """Lines of one division by week. A team that has not withdrawn and has no league match has a bye."""
    by_week: dict[int, list[FixtureLine]] = defaultdict(list)
    for line in lines:
        by_week[line.fixture.week].append(line)
    weeks = []
    for number, those in sorted(by_week.items()):
        league = [line.fixture for line in those if line.fixture.kind == Fixture.Kind.LEAGUE]
        playing = {pk for one in league for pk in (one.home_id, one.visitor_id)}
        byes = [team for team in teams if league and team.withdrawn_on is None and team.pk not in playing]
        days = [line.fixture.day for line in those]
        weeks.append(Week(number, min(days), max(days), those, byes))
    return weeks


def current_week(weeks: Sequence[Week], today: date) -> Week | None:
    """The week to look at first: the next that is not over yet, or the last."""
    coming = (
        week for week in weeks if any(_open(line.fixture) for line in week.lines) and week.last >= today
    )
    return next(coming, weeks[-1] if weeks else None)


def near_of(season: Season, today: date) -> dict[int, Week]:
    """The week to look at first, by division. Three queries for the whole season."""
    fixtures = fixtures_with(Q(division__season=season))
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in Team.objects.filter(division__season=season):
        teams[team.division_id].append(team)
    policies = {one.division_id: one.division.league for one in fixtures}
    lines: dict[int, list[FixtureLine]] = defaultdict(list)
    for line in lines_of(fixtures, scores_of(Q(card__fixture__division__season=season)), policies):
        lines[line.fixture.division_id].append(line)
    weeks = {pk: current_week(weeks_from(those, teams[pk]), today) for pk, those in lines.items()}
    return {pk: week for pk, week in weeks.items() if week is not None}


def lines_of(
    fixtures: Iterable[Fixture], scores: Mapping[int, CardScore], policies: Mapping[int, LeaguePolicy]
) -> list[FixtureLine]:
    """Fixtures in words, by division's policy. No query where everything came with them."""
    return [_line(one, scores.get(one.pk), policies[one.division_id]) for one in fixtures]


def _line(one: Fixture, score: CardScore | None, policy: LeaguePolicy) -> FixtureLine:
    result = more = ""
    if one.state == Fixture.State.PLAYED and score is not None:
        games = f"{score.home_games}–{score.visitor_games}"
        points = f"{score.home_points}–{score.visitor_points}" if score.scored else ""
        by_points = policy.decided_by is DecidedBy.POINTS
        result = points if by_points and points else games
        more = f"{policy.words} {games}" if by_points else f"points {points}" if points else ""
    kind = "" if one.kind == Fixture.Kind.LEAGUE else one.get_kind_display()
    return FixtureLine(one, word_of(one), kind, result, more)


def word_of(one: Fixture) -> str:
    """The state of a match in words; empty where the result or the day says it all."""
    if one.state == Fixture.State.FORFEITED:
        absent = {"home": one.home.name, "visitor": one.visitor.name}.get(one.absent)
        return f"forfeited by {absent}" if absent else "forfeited by both"
    if one.state == Fixture.State.PLAYED:
        card = getattr(one, "card", None)
        return "disputed" if card is not None and card.disputed else ""
    if one.state == Fixture.State.DUE:
        return "moved" if one.moved_from else ""
    return str(one.get_state_display())


def _open(one: Fixture) -> bool:
    return one.state in {Fixture.State.DUE, Fixture.State.POSTPONED}


def fixture_at(season: Season, fixture: int) -> Fixture | None:
    """A match of this season, with its division, teams, house and card. One query."""
    related = ("home", "visitor", "venue", "card", "division")
    found = Fixture.objects.filter(division__season=season, pk=fixture).select_related(*related).first()
    if found is not None:
        found.division.season = season
        found.home.division = found.visitor.division = found.division
    return found
