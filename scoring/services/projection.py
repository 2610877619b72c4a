"""What the sheets of a match come to, reported to `tournaments` in the same transaction as the line."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.engine.games import GameState, Played
from scoring.engine.seats import Seat, Side, side_code
from scoring.engine.tallies import Tally as GameTally
from scoring.engine.tallies import count_hand
from scoring.models import Game
from scoring.selectors.match_reading import EXTRA_HAND, MatchRead
from scoring.selectors.matches import GamePlay, MatchPlay, play_match, play_read
from scoring.selectors.tables import live_of
from tournaments.engine.results import Tally
from tournaments.models import Match, Seating
from tournaments.services.results import PersonResult, report_match


def project_match(*, match: Match, read: MatchRead | None = None) -> tuple[MatchPlay, int]:
    """Play the match through, open its next game if due, report it; returns the play and the new revision.

    Runs last in the caller's transaction, which holds the match; `read` is what the caller read of it since.
    """
    play = play_read(read) if read is not None else play_match(match)
    if wants_a_game(play):
        _open_next(play.games[-1].game)
        play = play_match(match)
    revision = report_match(match=match, over=play.over, live=live_of(play), people=people_of(play))
    return play, revision


def wants_a_game(play: MatchPlay) -> bool:
    """Whether every game is over, and the match is not."""
    return bool(play.games) and not play.over and all(one.state.over for one in play.games)


def people_of(play: MatchPlay) -> list[PersonResult]:
    """A tally for each person who sat at the table, over all games of the match that count."""
    found: dict[_Key, _Person] = {}
    for game in play.counted:
        for seat, seating in play.seated(game).items():
            _add_game(_person(found, seating, seat, game), seat, game, play)
        if any(seating.from_hand > 1 for seating in play.seatings):
            _part_hands(found, game, play)
    return [one.result() for one in found.values()]


_Key = tuple[int, int]
"""An entry and who played for it."""
_COUNTS = (
    "hands",
    "tricks",
    "won",
    "made",
    "euchred",
    "euchres",
    "marches",
    "lone_tried",
    "lone_marched",
    "credit",
)


@dataclass(slots=True)
class _Person:
    """A person's running sums; `entry` and `player` are ids."""

    entry: int
    player: int
    side: str
    points: int = 0
    against: int = 0
    games_won: Fraction = Fraction(0)
    games_played: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTS, 0))
    streak: int = 0

    def add_counts(self, tally: GameTally, sign: int = 1) -> None:
        for name in _COUNTS:
            self.counts[name] += sign * getattr(tally, name)
        self.streak = max(self.streak, tally.streak) if sign > 0 else self.streak

    def result(self) -> PersonResult:
        """The tally in the form that `tournaments` takes."""
        counts = self.counts
        tally = Tally(
            entry=self.entry,
            person=self.player,
            points=self.points,
            games_won=self.games_won,
            games_played=self.games_played,
            points_against=self.against,
            hands=counts["hands"],
            tricks=counts["tricks"],
            hands_won=counts["won"],
            made=counts["made"],
            euchred=counts["euchred"],
            euchres=counts["euchres"],
            marches=counts["marches"],
            lone_tried=counts["lone_tried"],
            lone_marched=counts["lone_marched"],
            personal_credit=counts["credit"],
            streak=self.streak,
        )
        return PersonResult(self.side, tally)


def _person(found: dict[_Key, _Person], seating: Seating, seat: Seat, game: GamePlay) -> _Person:
    assert seating.player_id is not None, "an empty seat has no person"
    key = (seating.entry_id, seating.player_id)
    if key not in found:
        found[key] = _Person(*key, side_code(game.rules.side_of(seat)))
    return found[key]


def _add_game(person: _Person, seat: Seat, game: GamePlay, play: MatchPlay) -> None:
    """Credit a whole game to who sits there at its end; `_part_hands` then gives others their hands."""
    state, side = game.state, game.rules.side_of(seat)
    person.points += state.points[seat] + state.on_the_total.get(side, 0)
    person.against += sum(_made(state, game, other) for other in game.rules.sides if other != side)
    person.add_counts(state.tallies[seat])
    if game.sheet.card is not None and not any(isinstance(row.item, Played) for row in state.rows):
        _add_cards_lone_hands(person, side, game)
    if state.over:
        person.games_played += 1
        person.games_won += _games_won(game, side, play)


def _games_won(game: GamePlay, side: Side, play: MatchPlay) -> Fraction:
    """Games by side. At a table of three the winner beats two others, and has won one game all the same."""
    state = game.state
    if play.level_game == EXTRA_HAND and state.level and state.games_won[side] > 0:
        return Fraction(int(play.extra_hands.get(game.game.number) == side_code(side)))
    if not state.level:
        return state.games_won[side] / (len(state.score) - 1)
    shares = play.level_game == "half" and state.games_won[side] > 0
    return Fraction(1, 2) if shares else Fraction(0)


def _made(state: GameState, game: GamePlay, side: Side) -> int:
    """A side's points in this game, without what it carried in: a seat without personal credit tells them."""
    return min(state.points[seat] for seat in side) + state.on_the_total.get(side, 0)


def _add_cards_lone_hands(person: _Person, side: Side, game: GamePlay) -> None:
    """A card knows a side's lone hands and not whose they were: both partners are credited, as on paper."""
    card = game.sheet.card
    assert card is not None
    lone: Mapping[str, int] = card.facts["lone"]
    person.counts["lone_tried"] += lone[side_code(side)]
    person.counts["lone_marched"] += lone[side_code(side)]


def _part_hands(found: dict[_Key, _Person], game: GamePlay, play: MatchPlay) -> None:
    """Give each hand's points and counts to those who sat there when it was played."""
    final = play.seated(game)
    for row in game.state.rows:
        if not isinstance(row.item, Played) or row.award is None or row.after_the_end:
            continue
        then = play.seated(game, row.item.number)
        for seat in game.rules.seats:
            before, after = then.get(seat), final.get(seat)
            if (before and before.player_id) == (after and after.player_id):
                continue
            counted = {one: GameTally() for one in game.rules.seats}
            count_hand(counted, row.item.hand, row.award, game.rules, paid=not row.replaced)
            points = 0 if row.replaced else row.award.by_seat[seat]
            for seating, sign in ((before, 1), (after, -1)):
                if seating is not None:
                    person = _person(found, seating, seat, game)
                    person.points += sign * points
                    person.add_counts(counted[seat], sign)


def _open_next(game: Game) -> Game:
    return Game.objects.create(
        match_id=game.match_id, number=game.number + 1, policy_number=game.policy_number, ruleset=game.ruleset
    )
