"""What of the score sheets is in a club's change feed: a line goes with its game."""

from tournaments.triggers import Fed

FED = (
    Fed("scoring.Game", "game", "match.round.event.club"),
    Fed("scoring.LedgerLine", "game", "game.match.round.event.club", "game"),
    Fed("scoring.CardLine", "card-line", "round.event.club"),
)
