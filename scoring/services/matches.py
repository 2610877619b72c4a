"""Opening a match's first game."""

from django.db import transaction

from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.models import Game
from scoring.selectors.matches import seats_at
from scoring.selectors.openings import rules_of_table
from tournaments.models import EventPolicy, Match


@transaction.atomic
def open_match(*, match: Match) -> Game:
    """The match's first game, opened now under the event's newest policy if nobody has yet.

    Three at a table, or two, play by rules of their own; when more or fewer sit down before the first line is
    written, the game follows. RuleViolation where the draw was taken back meanwhile.
    """
    locked = Match.objects.select_for_update().select_related("round").filter(pk=match.pk).first()
    if locked is None:
        raise RuleViolation("match-unknown", "This table has been drawn anew. Open its page again.")
    game = locked.games.order_by("number").first()
    policies = EventPolicy.objects.filter(event_id=locked.round.event_id).order_by("-number")
    policy = policies.filter(number=game.policy_number).first() if game else policies.first()
    if policy is None:
        raise LookupError(f"event {locked.round.event_id} has no policy")
    rules = rules_of_table(policy, seats_at(locked.seatings.all(), 1, 1))
    if game is None:
        return Game.objects.create(match=locked, policy_number=policy.number, ruleset=rules.to_dict())
    return _followed(game, rules)


def _followed(game: Game, rules: Ruleset) -> Game:
    """The game under rules for as many as sit there now, unless something is written on its sheet."""
    fits = game.ruleset["players"] == rules.players
    if not fits and not game.lines.exists():
        game.ruleset = rules.to_dict()
        game.save(update_fields=["ruleset"])
    return game
