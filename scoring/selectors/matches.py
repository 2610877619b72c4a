"""A match played through from its sheets: what stands in every game, and for whom."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from scoring.engine.games import GameState, play_game
from scoring.engine.reading import SeatedAt
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.models import Game, LedgerLine
from scoring.selectors.match_reading import MatchRead, level_game_of, read_match, rules_read
from scoring.sheets import Sheet, read_sheet
from tournaments.models import EventPolicy, Match, Seating


@dataclass(frozen=True, slots=True)
class GamePlay:
    """One game played through. `lines` are the lines behind `state.rows`, in the same order."""

    game: Game
    rules: Ruleset
    sheet: Sheet
    lines: Sequence[LedgerLine]
    state: GameState

    @property
    def last_hand(self) -> int:
        """The number of the last deal on the sheet, thrown in and void ones included; 0 before the first."""
        last = self.sheet.last_deal
        return (last.root.hand_number or 0) if last is not None else 0


@dataclass(frozen=True, slots=True)
class MatchPlay:
    """All games of a match, in order, with the seats and the policy they were opened under.

    `extra_hands` are the sides that won one after a level game, by the game's number.
    """

    match: Match
    games: Sequence[GamePlay]
    seatings: Sequence[Seating]
    games_in_a_match: int
    level_game: str
    revision: int
    correction_window: str = EventPolicy.Window.OPEN
    best_of: int | None = None
    extra_hands: Mapping[int, str] = field(default_factory=dict)

    @property
    def counted(self) -> Sequence[GamePlay]:
        """The games that count: all of them, or those up to the one that decided a best of so many."""
        return self.games[: self._decided_after or len(self.games)]

    @property
    def current(self) -> GamePlay | None:
        """The game being played: the first that is not over, else the last."""
        games = self.counted
        return next((one for one in games if not one.state.over), games[-1] if games else None)

    @property
    def over(self) -> bool:
        """Whether the match is decided, or every game of it has been played to its end."""
        if any(not one.state.over for one in self.counted):
            return False
        return bool(self._decided_after) or len(self.games) >= self.games_in_a_match

    @property
    def wins(self) -> dict[Side, int]:
        """How many games each side has won; a lurch is one game here."""
        won = Counter(one.state.winner for one in self.counted if one.state.winner is not None)
        return {side: won[side] for side in (self.games[0].rules.sides if self.games else ())}

    @property
    def _decided_after(self) -> int:
        """How many games it took until one side had more than half of a best of so many; 0 if none has."""
        won: Counter[Side] = Counter()
        for at, one in enumerate(self.games, start=1):
            if one.state.winner is not None:
                won[one.state.winner] += 1
            if self.best_of and max(won.values(), default=0) * 2 > self.best_of:
                return at
        return 0

    def of_game(self, game_id: int) -> GamePlay:
        """The play of one of the games."""
        return next(one for one in self.games if one.game.pk == game_id)

    def seated(self, game: GamePlay, hand: int | None = None) -> dict[Seat, Seating]:
        """Who sits where at a hand of a game; without a hand whoever plays it on, or played it to its end.

        A paper card knows no hands: it is of those who sat there last.
        """
        if hand is None:
            on_paper = game.sheet.card is not None
            hand = _ANY_HAND if on_paper else max(1, game.last_hand + (not game.state.over))
        return seats_at(self.seatings, game.game.number, hand)


_ANY_HAND = 10**6


def seats_at(seatings: Iterable[Seating], game: int, hand: int) -> dict[Seat, Seating]:
    """By seat the newest word that applies to this hand; a seat that nobody has is left out."""
    there: dict[Seat, Seating] = {}
    for seating in sorted(seatings, key=lambda one: one.pk):
        if (seating.from_game, seating.from_hand) <= (game, hand):
            there[Seat(seating.seat)] = seating
    return {seat: one for seat, one in there.items() if one.player_id is not None}


def play_match(match: Match) -> MatchPlay:
    """Read a match and play its games through, laps carried from one to the next."""
    return play_read(read_match(match))


def play_read(read: MatchRead) -> MatchPlay:
    """Play a match that was read. No query."""
    match, policy = read.match, read.policy
    scoring: Mapping[str, object] = policy.scoring if policy else {}
    count = match.best_of or int(str(scoring.get("games_in_a_match", 1)))
    return MatchPlay(
        match=match,
        games=_played(read.games, read.lines, count, read.seatings),
        seatings=read.seatings,
        games_in_a_match=count,
        level_game=level_game_of(policy),
        revision=read.revision,
        correction_window=policy.correction_window if policy else EventPolicy.Window.OPEN,
        best_of=match.best_of,
        extra_hands=read.extra_hands,
    )


def _played(
    games: Sequence[Game],
    lines: Mapping[int, list[LedgerLine]],
    count: int,
    seatings: Sequence[Seating],
) -> list[GamePlay]:
    played: list[GamePlay] = []
    start: dict[Side, int] | None = None
    dealer: Seat | None = None
    for game in games:
        rules = rules_read(game.ruleset)
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
            seated=_wanting(seatings, rules, game.number),
        )
        played.append(GamePlay(game, rules, sheet, [line for line, _ in found], state))
        start = state.carried()
        dealer = state.dealer if state.over else None
    return played


def _wanting(seatings: Sequence[Seating], rules: Ruleset, game: int) -> SeatedAt | None:
    """The seats that somebody has, hand by hand; None at a full table."""
    full = len({one.seat for one in seatings}) == len(rules.seats)
    if full and all(one.player_id is not None for one in seatings):
        return None
    return partial(_seats_taken, seatings, game)


def _seats_taken(seatings: Sequence[Seating], game: int, hand: int) -> Collection[Seat]:
    return seats_at(seatings, game, hand).keys()
