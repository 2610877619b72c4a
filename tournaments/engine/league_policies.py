"""How a league counts: every policy a value, every figure with where it was found.

| code | name | a match | what it gives |
|---|---|---|---|
| st-austell | Pub league, two points a win | 3 pairs x 3 games to 21 | 2 to the winner |
| falmouth | Pub league, a point a game | 3 pairs x 3 games to 21, 2 cup games | 1 a game won |
| frame-league | Frame league | 4 couples x 8 frames to 15 | 1 to the winner on points |

Sources: St Austell Euchre League, rules 3 to 10 and "The way we play" (staustelleuchre.com); Penryn,
Falmouth and District Euchre League, rules 3, 8 and 10 to 16 (falmoutheuchre.orgfree.com); Sugar River
Euchre League, Wisconsin, weekly reports of the Post Messenger Recorder, 2018 to 2023. What a source does
not say is marked "inferred".

A division keeps a copy of its policy (`to_dict`); the catalogue is only where a new one is chosen from.
"""

import enum
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from tournaments.engine.errors import EventViolation

SCHEMA = 1
"""Raised when a field changes its meaning; see `LeaguePolicy.from_dict`."""


class DecidedBy(enum.StrEnum):
    """What wins a match."""

    GAMES = "games"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Who may play. A number of 0 asks for nothing; a breach is told, never refused.

    `least_squad` registered players; `least_players` present on the night; `least_named` of them
    registered by the season's first day; `most_borrowed`: how often a person of another team may help out
    in a season (None: as often as they like); `sign_on_night`: whether registering on the day of the match
    is soon enough; `cup_tied`: who has played in the cup for one team plays in it for no other.
    """

    least_squad: int = 0
    least_players: int = 0
    least_named: int = 0
    most_borrowed: int | None = None
    sign_on_night: bool = True
    cup_tied: bool = False


@dataclass(frozen=True, slots=True)
class LeaguePolicy:
    """What a match is, what it gives, and how the table is ranked.

    A match is `pairs` pairs a side, each playing `games` games, so that each home pair meets each visiting
    pair `games / pairs` times; `cup_games` more count for the cup played on the same night, a cup point
    each. League points: `win`, `draw` and `loss` for the match, `game_won` for each game. A side that
    fails to appear gives the other `forfeit` league and `forfeit_cup` cup points. A card handed in late
    costs the winner `late_card`. `chain` holds codes of LEAGUE_MEASURES. With `halves` the winners of the
    two half seasons meet at the end.
    """

    code: str
    name: str
    sentence: str
    source: str
    pairs: int = 3
    games: int = 3
    word: str = "game"
    target: int = 21
    decided_by: DecidedBy = DecidedBy.GAMES
    win: int = 2
    draw: int = 1
    loss: int = 0
    game_won: int = 0
    cup_games: int = 0
    forfeit: int = 2
    forfeit_cup: int = 0
    late_card: int = 0
    chain: tuple[str, ...] = ("LP", "GW", "PLAYOFF")
    halves: bool = False
    eligibility: Eligibility = field(default_factory=Eligibility)

    def __post_init__(self) -> None:
        if not 1 <= self.pairs <= 12 or not 1 <= self.games <= 24 or self.games % self.pairs:
            raise EventViolation(
                "card-shape", "Each pair plays every pair of the other side equally often: 1 to 12 pairs."
            )
        if not 0 <= self.cup_games <= 12 or not 1 <= self.target <= 200 or not self.chain:
            raise EventViolation("league-policy", "A league has games to a target, and something to rank by.")

    @property
    def league_games(self) -> int:
        """How many games of a match count for the league."""
        return self.pairs * self.games

    @property
    def words(self) -> str:
        """The plural of what a match consists of: games or frames."""
        return f"{self.word}s"

    @property
    def in_words(self) -> list[str]:
        """What a match is and what it gives, as this policy has it, in sentences."""
        by = f"more {self.words}" if self.decided_by is DecidedBy.GAMES else "more points"
        told = [
            f"A match is {self.pairs} pairs a side, each playing {self.games} {self.words} to {self.target}; "
            f"the side with {by} wins it.",
        ]
        if any((self.win, self.draw, self.loss)):
            told.append(
                f"League points: {self.win} for a match won, {self.draw} for a level one and {self.loss} for "
                "one lost."
            )
        if self.game_won:
            point = "point" if self.game_won == 1 else "points"
            told.append(f"{self.game_won} league {point} for each {self.word} won.")
        if self.cup_games:
            told.append(f"{self.cup_games} more games on the same night count for the cup, a point each.")
        cup = f" and {self.forfeit_cup} cup points" if self.forfeit_cup else ""
        told.append(f"Against a side that does not appear: {self.forfeit} league points{cup}.")
        if self.late_card:
            told.append(f"A card handed in late costs the winner {self.late_card}.")
        return told + (["The winners of the two half seasons meet."] if self.halves else [])

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for a division to keep."""
        return {"schema": SCHEMA, **asdict(self), "chain": list(self.chain)}

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> "LeaguePolicy":
        """The policy a division kept; EventViolation where it was kept by a newer version of this program."""
        if kept.get("schema") != SCHEMA:
            raise EventViolation("league-policy-newer", "This league was set up by a newer version.")
        values = {name: value for name, value in kept.items() if name != "schema"}
        values["chain"] = tuple(values["chain"])
        values["decided_by"] = DecidedBy(values["decided_by"])
        values["eligibility"] = Eligibility(**values["eligibility"])
        return cls(**values)


_ALL = (
    LeaguePolicy(
        "st-austell",
        "Pub league, two points a win",
        "Three pairs a side, nine games to 21; the side with more games has 2 league points.",
        "St Austell Euchre League, rules 8 to 10 and “The way we play”. Inferred: a match not played gives "
        "the 2 points of a win and no games; a level match, which nine games do not allow, 1 each.",
        eligibility=Eligibility(least_players=6, least_named=4),
    ),
    LeaguePolicy(
        "falmouth",
        "Pub league, a point a game",
        "Three pairs a side, nine games to 21, a league point for each game won; two cup games on the same "
        "night. A late card costs the winner a point.",
        "Penryn, Falmouth and District Euchre League, rules 3, 8, 10 to 16: 5 league and 2 cup points "
        "against a team that does not appear, 1 point off the winner for a late card, seven registered, "
        "four present, borrowed twice. Inferred from the 5, a bare majority of nine: a league point a game.",
        win=0,
        draw=0,
        game_won=1,
        cup_games=2,
        forfeit=5,
        forfeit_cup=2,
        late_card=1,
        chain=("LP", "MW", "HEAD", "PLAYOFF"),
        eligibility=Eligibility(least_squad=7, least_players=4, most_borrowed=2, cup_tied=True),
    ),
    LeaguePolicy(
        "frame-league",
        "Frame league",
        "Four couples a side, each playing eight frames to 15; the side with more points wins the match. The "
        "winners of the two half seasons meet.",
        "Sugar River Euchre League, Wisconsin, weekly reports 2018 to 2023: eight players, matches won by "
        "points, standings by matches won, a forfeit counts in won and lost and not in averages.",
        pairs=4,
        games=8,
        word="frame",
        target=15,
        decided_by=DecidedBy.POINTS,
        win=1,
        draw=0,
        forfeit=1,
        chain=("LP", "PLAYOFF"),
        halves=True,
        eligibility=Eligibility(least_players=8),
    ),
)

LEAGUE_POLICIES: dict[str, LeaguePolicy] = {policy.code: policy for policy in _ALL}
