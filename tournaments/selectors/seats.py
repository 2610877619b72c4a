"""Who sits where in a round, also in seats that nobody has: what the director changes on the night."""

from collections.abc import Iterable
from typing import Any

from tournaments.engine.seating import DrawnRound
from tournaments.engine.swaps import SwapCost, swap_cost
from tournaments.models import Match, MatchResult, Round, Seating
from tournaments.selectors.played import drawn_of, played_of


def newest_words(matches: Iterable[int]) -> dict[int, dict[str, Seating]]:
    """Match id → seat → the newest fact, also where it says that nobody sits there. One query."""
    ids = list(matches)
    words: dict[int, dict[str, Seating]] = {match: {} for match in ids}
    facts = Seating.objects.filter(match__in=ids).select_related(
        "player", "entry__player", "entry__pair__first", "entry__pair__second"
    )
    for fact in facts.order_by("pk"):
        words[fact.match_id][fact.seat] = fact
    return words


def live_of(match: Match) -> dict[str, Any]:
    """What its sheet last said of a match; nothing before the first line. `match.result` is read."""
    live: dict[str, Any] = match.result.live if hasattr(match, "result") else {}
    return live


def has_begun(match: Match) -> bool:
    """Whether anything was written that can score; what people say of their seats is nothing yet."""
    return hasattr(match, "result") and bool(live_of(match).get("begun", True))


def is_over(match: Match) -> bool:
    """Whether a match is played to its end, or forfeited. `match.result` and `match.forfeit` are read."""
    played = hasattr(match, "result") and match.result.state == MatchResult.State.OVER
    return played or hasattr(match, "forfeit")


def next_hand_of(match: Match) -> tuple[int, int]:
    """The game and the hand that are played next, as far as the sheet knows."""
    live = live_of(match)
    return int(live.get("game", 1)), int(live.get("next_hand") or int(live.get("hands") or 0) + 1)


def rounds_beside(round: Round) -> list[DrawnRound]:
    """All rounds of a round's stage: those that bind as people sit in them, the others as proposed."""
    rounds = round.stage.rounds.order_by("number")
    proposed = rounds.filter(state=Round.State.PROPOSED)
    return [*played_of(rounds), *(drawn_of(one) for one in proposed if one.draw.get("tables"))]


def cost_of_swap(round: Round, one: int, other: int) -> SwapCost:
    """What it costs in repeats that two entries change places in a round. Three queries."""
    return swap_cost(rounds_beside(round), round.number, one, other)
