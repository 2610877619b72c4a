"""The extra hand after a level game: it says who won the game, moves people, and scores nothing."""

from django.db import transaction

from scoring.engine.errors import RuleViolation
from scoring.engine.seats import side_code
from scoring.selectors.match_reading import EXTRA_HAND
from scoring.selectors.matches import play_match
from scoring.services.projection import project_match
from tournaments.actors import Actor
from tournaments.models import Event, ExtraHand, Match


@transaction.atomic
def record_extra_hand(*, match: Match, game: int, side: str, actor: Actor) -> int:
    """Write down which side ("NS") won the extra hand of a level game; "" takes it back. The new revision.

    Raises RuleViolation where the game is not over or not level, or the event knows no extra hand.
    """
    held = Match.objects.select_for_update().select_related("round__event__club").get(pk=match.pk)
    if held.round.event.state == Event.State.ARCHIVED:
        raise RuleViolation("event-archived", "This event is archived and stays as it is.")
    play = play_match(held)
    one = next((found for found in play.games if found.game.number == game), None)
    if one is None or not one.state.over or not one.state.level:
        raise RuleViolation("game-not-level", "An extra hand is played after a game that ended level.")
    if play.level_game != EXTRA_HAND:
        raise RuleViolation("no-extra-hand", "By the terms of this game no extra hand decides it.")
    if side and side not in {side_code(found) for found in one.rules.sides}:
        raise RuleViolation("side-unknown", "Say which side won the extra hand.")
    ExtraHand.objects.update_or_create(
        match=held, game=game, defaults={"side": side, "recorded_by": actor.code}
    )
    _, revision = project_match(match=held)
    return revision
