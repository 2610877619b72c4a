"""A match played through from its sheets: what stands in every game, and for whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.games import GameState, play_game
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.models import Game, LedgerLine
from scoring.sheets import Sheet, read_sheet
from tournaments.models import EventPolicy, EventRevision, Match, Seating


@dataclass(frozen=True, slots=True)
class GamePlay:
    """One game played through. `lines` are the lines behind `state.rows`, in the same order."""

    game: Game
    rules: Ruleset
    sheet: Sheet
    lines: Sequence[LedgerLine]
    state: GameState


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """All games of a match, in order, with the seats and the policy they were opened under."""

    match: Match
    games: Sequence[GamePlay]
    seatings: Sequence[Seating]
    games_in_a_match: int
    level_game: str
    revision: int
    correction_window: str = EventPolicy.Window.OPEN

    @property
    def current(self) -> GamePlay | None:
        """The game being played: the first that is not over, else the last."""
        return next((one for one in self.games if not one.state.over), self.games[-1] if self.games else None)

    @property
    def over(self) -> bool:
        """Whether every game of the match has been played to its end."""
        return len(self.games) >= self.games_in_a_match and all(one.state.over for one in self.games)

    def of_game(self, game_id: int) -> GamePlay:
        """The play of one of the games."""
        return next(one for one in self.games if one.game.pk == game_id)

    def seated(self, hand: int | None = None) -> dict[Seat, Seating]:
        """Who sits where, at a hand of the current game or now: of each seat the newest fact that applies."""
        there: dict[Seat, Seating] = {}
        for seating in sorted(self.seatings, key=lambda one: (one.from_hand, one.pk)):
            if hand is None or seating.from_hand <= hand:
                there[Seat(seating.seat)] = seating
        return there


def play_match(match: Match) -> MatchPlay:
    """Read a match in five queries and play its games through, laps carried from one to the next."""
    event_id = match.round.event_id
    # First, so that what is read after it can be newer than it says, but never older.
    revision = EventRevision.objects.values_list("number", flat=True).get(event_id=event_id)
    games = list(match.games.order_by("number"))
    lines: dict[int, list[LedgerLine]] = {game.pk: [] for game in games}
    for line in LedgerLine.objects.filter(game__in=games).order_by("game_id", "position"):
        lines[line.game_id].append(line)
    policies = EventPolicy.objects.filter(event_id=event_id)
    number = games[0].policy_number if games else None
    policy = policies.get(number=number) if number else policies.order_by("-number").first()
    scoring: Mapping[str, object] = policy.scoring if policy else {}
    count = int(str(scoring.get("games_in_a_match", 1)))
    return MatchPlay(
        match=match,
        games=_played(games, lines, count),
        seatings=list(match.seatings.select_related("player").order_by("pk")),
        games_in_a_match=count,
        level_game=str(scoring.get("level_game", "half")),
        revision=revision,
        correction_window=policy.correction_window if policy else EventPolicy.Window.OPEN,
    )


def _played(games: Sequence[Game], lines: Mapping[int, list[LedgerLine]], count: int) -> list[GamePlay]:
    played: list[GamePlay] = []
    start: dict[Side, int] | None = None
    dealer: Seat | None = None
    for game in games:
        rules = Ruleset.from_dict(game.ruleset)
        sheet = read_sheet(lines[game.pk])
        found = sheet.items(rules)
        said = sheet.first_deal
        first = Seat(str(said.facts["dealer"])) if said is not None else dealer
        state = play_game(
            rules,
            [item for _, item in found],
            first_dealer=first,
            start=start,
            last_game=game.number >= count,
        )
        played.append(GamePlay(game, rules, sheet, [line for line, _ in found], state))
        start = state.carried()
        dealer = state.dealer if state.over else None
    return played
