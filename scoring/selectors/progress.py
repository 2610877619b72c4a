"""How far a match is, game by game: kept with its result, for whoever does not read sheets."""

from scoring.agreements import SILENT
from scoring.engine.games import Played
from scoring.engine.seats import side_code
from scoring.selectors.matches import GamePlay, MatchPlay
from scoring.selectors.table_lines import by_code


def progress_of(play: MatchPlay) -> dict[str, object]:
    """The game and hand that come next, and whether anything was ever written that can score.

    Of a match of several games also what each side has won, and every game with its figures.
    """
    game = play.current
    said: dict[str, object] = {
        "game": game.game.number if game is not None else 1,
        "next_hand": game.last_hand + 1 if game is not None else 1,
        "begun": any(_begun(one) for one in play.games),
    }
    if play.games_in_a_match == 1:
        return said
    return {
        **said,
        "best_of": play.best_of,
        "wins": by_code(play.wins),
        "each": [_figures(one) for one in play.counted],
    }


def game_words(play: MatchPlay, game: GamePlay) -> str:
    """Which game of the match this is: "game 2 of at most 3"; nothing where one game is the match."""
    if play.games_in_a_match == 1 and len(play.games) == 1:
        return ""
    most = "at most " if play.best_of else ""
    return f"game {game.game.number} of {most}{play.games_in_a_match}"


def match_winner(play: MatchPlay) -> str | None:
    """The code of the side that has won more games than any other, once the match is over."""
    wins = play.wins
    best = [side for side, games in wins.items() if games == max(wins.values())]
    return side_code(best[0]) if play.over and len(best) == 1 else None


def _begun(game: GamePlay) -> bool:
    """A hand that was taken back began the match, too: it may come again."""
    return any(chain.root.kind not in SILENT for chain in game.sheet.chains)


def _figures(game: GamePlay) -> dict[str, object]:
    return {
        "number": game.game.number,
        "over": game.state.over,
        "hands": game.state.hands_counted,
        "score": by_code(game.state.score),
        "lone": _lone_marches(game),
    }


def _lone_marches(game: GamePlay) -> dict[str, int]:
    """By side, as the hands tell, or the card where no hand was written."""
    card = game.sheet.card
    if card is not None and not any(isinstance(row.item, Played) for row in game.state.rows):
        return dict(card.facts["lone"])
    return {
        side_code(side): sum(game.state.tallies[seat].lone_marched for seat in side)
        for side in game.rules.sides
    }
