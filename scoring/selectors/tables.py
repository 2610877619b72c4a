"""The table as a page, a phone and the director's desk show it."""

from dataclasses import dataclass

from scoring.agreements import Agreement, agreement_of, window_open
from scoring.engine.seats import side_code
from scoring.models import LedgerLine
from scoring.selectors.matches import GamePlay, MatchPlay, play_match
from scoring.selectors.progress import game_words, match_winner, progress_of
from scoring.selectors.table_lines import by_code, every_line, late_rows, sheet_rows
from tournaments.models import Event, Match, MatchResult, Round, TableLink
from tournaments.selectors.clock import clock_at

Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True)
class TableState:
    """One table now: see `as_dict` for what is in it."""

    play: MatchPlay
    game: GamePlay
    revision: int

    def as_dict(self, *, whole: bool = False) -> dict[str, object]:
        """In JSON types, the same on the page, in the answer to a line, and in the API.

        `whole`: with every line of the match and its reasons, for those who may write them.
        """
        more = {"lines": every_line(self.play)} if whole else {}
        return {**self._place(), **self._figures(), **self._sheet(), **self._ending(), **self._said(), **more}

    def _place(self) -> dict[str, object]:
        """Which table and game this is, and who plays."""
        game, match = self.game, self.play.match
        seated = self.play.seated(game)
        return {
            "match": match.pk,
            "round": match.round.number,
            "table_number": match.table,
            "game": game.game.pk,
            "game_number": game.game.number,
            "game_words": game_words(self.play, game),
            "next_game": self._next_game(),
            "revision": self.revision,
            "sides": [side_code(side) for side in game.rules.sides],
            "seats": [str(seat) for seat in game.rules.seats if seat in seated],
            "names": {str(seat): str(one.player) for seat, one in seated.items()},
            "target": game.rules.target,
            "hands": game.rules.hands,
            "closed": match.round.state == Round.State.CLOSED,
            **hall_of(match.round),
        }

    def _figures(self) -> dict[str, object]:
        """The score, and how far the game is."""
        state = self.game.state
        return {
            "score": by_code(state.score),
            "hands_counted": state.hands_counted,
            "hands_left": state.hands_left,
            "dealer": str(state.dealer) if state.dealer is not None else None,
            "last_hand": state.last_hand,
            "over": state.over,
            "level": state.level,
            "winner": side_code(state.winner) if state.winner is not None else None,
        }

    def _sheet(self) -> dict[str, object]:
        """The lines that hold and those that wait, and where the next one goes."""
        game = self.game
        return {
            "next_hand": self._next_hand(),
            "replaces": self._undone(),
            "first_deal": self._first_deal(),
            "card": game.sheet.card is not None,
            "sheet": sheet_rows(game),
            "late": late_rows(game),
            "window": window_open(self.play.correction_window, game.sheet),
        }

    def _said(self) -> dict[str, object]:
        return said_of(agreement_of(self.game.sheet, self.play.seatings))

    def _ending(self) -> dict[str, object]:
        """What laps brought in and carry out, and who lost without a point where that counts double."""
        state, earlier = self.game.state, [one for one in self.play.games if one.game.number < self._number]
        return {
            "brought": by_code(earlier[-1].state.carried()) if earlier else {},
            "lap": state.lap,
            "lurched": [side_code(side) for side in self.game.rules.sides if side in state.lurched],
        }

    @property
    def _number(self) -> int:
        return self.game.game.number

    def _next_game(self) -> int | None:
        later = [one.game.pk for one in self.play.counted if one.game.number > self._number]
        return later[0] if later else None

    def _next_hand(self) -> int:
        last = self.game.sheet.last_deal
        return (last.root.hand_number or 0) + 1 if last is not None else 1

    def _undone(self) -> str | None:
        chain = self.game.sheet.of_hand(self._next_hand())
        if chain is None or chain.newest.kind != Kind.RETRACTION:
            return None
        return str(chain.newest.pk)

    def _first_deal(self) -> dict[str, object] | None:
        said = self.game.sheet.first_deal
        return {"id": str(said.pk), "dealer": said.facts["dealer"]} if said is not None else None


@dataclass(frozen=True, slots=True)
class TableNow:
    """What a table's link shows: the match to score, or a sentence that says what it waits for."""

    match: Match | None
    waiting: str = ""


def table_state(match: Match, game_id: int | None = None) -> TableState:
    """The state of a match's current game, or of one of its games. The match's first game must be open."""
    play = play_match(match)
    return state_of(play, game_id)


def state_of(play: MatchPlay, game_id: int | None = None) -> TableState:
    """The same for a match already played through."""
    game = play.of_game(game_id) if game_id is not None else play.current
    if game is None:
        raise LookupError(f"match {play.match.pk} has no game yet")
    return TableState(play, game, play.revision)


def table_of_link(link: TableLink) -> TableNow:
    """The match to score at this table now: of the first open round not over here, else the last played."""
    matches = list(
        Match.objects.filter(
            round__event=link.event_id,
            table=link.table,
            round__state__in=[Round.State.ACCEPTED, Round.State.CLOSED],
        )
        .select_related("round__event__club", "result", "forfeit")
        .order_by("round__number", "pk")
    )
    for match in matches:
        if match.round.state == Round.State.ACCEPTED and not _over(match):
            return TableNow(match)
    if not matches:
        made = link.event.state != Event.State.SETUP
        return TableNow(None, "Nobody sits at this table tonight." if made else "The draw is not made yet.")
    over = link.event.state in {Event.State.FINISHED, Event.State.ARCHIVED}
    so_far = "" if over else " drawn so far"
    return TableNow(matches[-1], f"Every round{so_far} is played at this table.")


def _over(match: Match) -> bool:
    """Played to its end, or forfeited."""
    return hasattr(match, "forfeit") or (
        hasattr(match, "result") and match.result.state == MatchResult.State.OVER
    )


def live_of(play: MatchPlay) -> dict[str, object]:
    """What the seating and the desk show of a match, kept as `MatchResult.live`."""
    game = play.current
    if game is None:
        return {"score": {}, "hands": 0, "over": False}
    state = game.state
    several = play.games_in_a_match > 1
    won = side_code(state.winner) if state.winner is not None else None
    return {
        "score": by_code(state.score),
        "hands": state.hands_counted,
        "hands_left": state.hands_left,
        "dealer": str(state.dealer) if state.dealer is not None else None,
        "last_hand": state.last_hand,
        "over": play.over,
        "winner": match_winner(play) if several else won,
        "level": state.level,
        "card": game.sheet.card is not None,
        "late": sum(len(late_rows(one)) for one in play.games),
        "games": [by_code(one.state.score) for one in play.counted if one.state.over],
        **progress_of(play),
        **said_of(agreement_of(game.sheet, play.seatings)),
    }


def hall_of(round: Round) -> dict[str, object]:
    """What the director tells every table: one line, and the clock of its round. `round.event` is read."""
    clock = clock_at(round)
    return {"message": round.event.message, "clock": clock.as_dict() if clock is not None else None}


def said_of(agreement: Agreement) -> dict[str, object]:
    """What the people said: of the seats "right", "wrong" or nothing; of the score, by side."""
    return {
        "seats_said": agreement.seats_said,
        "confirmed": agreement.confirmed,
        "disputed": agreement.disputed,
    }
