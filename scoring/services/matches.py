"""Opening a match's first game."""

from django.db import transaction

from scoring.models import Game
from tournaments.models import EventPolicy, Match


@transaction.atomic
def open_match(*, match: Match) -> Game:
    """The match's first game, opened now under the event's newest policy if nobody has yet."""
    locked = Match.objects.select_for_update().select_related("round").get(pk=match.pk)
    game = locked.games.order_by("number").first()
    if game is not None:
        return game
    policy = EventPolicy.objects.filter(event_id=locked.round.event_id).order_by("-number").first()
    if policy is None:
        raise LookupError(f"event {locked.round.event_id} has no policy")
    return Game.objects.create(match=locked, policy_number=policy.number, ruleset=policy.ruleset)
