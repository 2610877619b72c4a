"""What matches give: league points and every column of a league table but the place.

Everything is counted in whole numbers; only averages and shares are fractions, and exact. A forfeit counts in
played, won and lost; it has no games and no points, so that averages never see it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import CardScore, Side
from tournaments.engine.league_policies import LeaguePolicy

Figure = int | Fraction
NO_SCORE = CardScore()


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """A match that counts: played (`score`), or forfeited by the sides that failed to appear (`absent`).

    `number` is the caller's. `late` says that the card was handed in late. A `decider` is played after the
    season between teams that are level; it counts in nothing but its own measure.
    """

    number: int
    week: int
    home: int
    visitor: int
    score: CardScore = NO_SCORE
    absent: frozenset[Side] = frozenset()
    late: bool = False
    decider: bool = False

    def team(self, side: Side) -> int:
        """Who is on that side."""
        return self.home if side is Side.HOME else self.visitor


@dataclass(frozen=True, slots=True)
class PointsOff:
    """Points taken from a team, with the reason shown in the table. Negative points give."""

    team: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchAward:
    """What one match gives both sides; `winner` is None for a level match and for one nobody came to."""

    winner: Side | None
    league: Mapping[Side, int]
    cup: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A team's line, all but its place. `league_points` are those `earned` less those `deducted`.

    `games` and `points` count league games; `scored` those with points on them. `forfeits` are matches
    given to the other side, `walkovers` those received.
    """

    team: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    points_for: int = 0
    points_against: int = 0
    scored: int = 0
    earned: int = 0
    cup_points: int = 0
    forfeits: int = 0
    walkovers: int = 0
    deductions: tuple[PointsOff, ...] = ()

    @property
    def deducted(self) -> int:
        """All points taken away."""
        return sum(one.points for one in self.deductions)

    @property
    def off(self) -> int:
        """How many points that is, whether taken or given."""
        return abs(self.deducted)

    @property
    def league_points(self) -> int:
        """What the table is ranked by."""
        return self.earned - self.deducted

    @property
    def average(self) -> Fraction:
        """Points a game, over the games that have points; 0 where there is none."""
        return Fraction(self.points_for, self.scored) if self.scored else Fraction(0)


def award_of(policy: LeaguePolicy, match: LeagueMatch) -> MatchAward:
    """League and cup points of one match, the late card not yet taken off."""
    if match.absent:
        came = next((side for side in Side if side not in match.absent), None)
        nothing = dict.fromkeys(Side, 0)
        if came is None:
            return MatchAward(None, nothing, nothing)
        return MatchAward(came, nothing | {came: policy.forfeit}, nothing | {came: policy.forfeit_cup})
    winner = match.score.winner(policy.decided_by)
    league = {
        side: (policy.draw if winner is None else policy.win if side is winner else policy.loss)
        + policy.game_won * match.score.games(side)
        for side in Side
    }
    return MatchAward(winner, league, {side: match.score.cup(side) for side in Side})


def late_cards(
    policy: LeaguePolicy, matches: Iterable[LeagueMatch], names: Mapping[int, str]
) -> list[PointsOff]:
    """What late cards cost their winners, in the order of the matches; a level match costs nobody."""
    off = []
    for match in matches:
        winner = award_of(policy, match).winner if match.late and not match.decider else None
        if winner is not None and policy.late_card:
            against = names[match.team(winner.other)]
            reason = f"Card of week {match.week} against {against} handed in late."
            off.append(PointsOff(match.team(winner), policy.late_card, reason))
    return off


@dataclass(slots=True)
class _Sums:
    """A row while it is added up."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, **more: int) -> None:
        for name, count in more.items():
            self.counts[name] = self.counts.get(name, 0) + count


def league_rows(
    policy: LeaguePolicy,
    names: Mapping[int, str],
    matches: Iterable[LeagueMatch],
    deductions: Sequence[PointsOff] = (),
) -> list[LeagueRow]:
    """Every team's row, by team number. `names` lists the teams; EventViolation for a match of anybody else.

    Late cards are taken off here; `deductions` are the others.
    """
    counted = [match for match in matches if not match.decider]
    sums = {team: _Sums() for team in names}
    for match in counted:
        if match.home not in sums or match.visitor not in sums:
            raise EventViolation("team-unknown", f"Match {match.number} is of a team not in this division.")
        award = award_of(policy, match)
        for side in Side:
            sums[match.team(side)].add(**_columns(match, side, award))
    off = [*deductions, *late_cards(policy, counted, names)]
    return [
        LeagueRow(team, **sums[team].counts, deductions=tuple(one for one in off if one.team == team))
        for team in sorted(sums)
    ]


def _columns(match: LeagueMatch, side: Side, award: MatchAward) -> dict[str, int]:
    """What one match adds to a side's row."""
    score, other = match.score, side.other
    level = award.winner is None and not match.absent
    columns = {
        "played": 1,
        "won": int(award.winner is side),
        "drawn": int(level),
        "lost": int(award.winner is not side and not level),
        "earned": award.league[side],
        "cup_points": award.cup[side],
    }
    if match.absent:
        walkover = int(side not in match.absent)
        return columns | {"walkovers": walkover, "forfeits": 1 - walkover}
    return columns | {
        "games_for": score.games(side),
        "games_against": score.games(other),
        "points_for": score.points(side),
        "points_against": score.points(other),
        "scored": score.scored,
    }
