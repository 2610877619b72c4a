"""What the director chooses when a corrected result would seat people elsewhere: keep, or redraw."""

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.selectors.corrections import Consequences, consequences
from tournaments.selectors.played import written
from tournaments.services.draws import locked_event, propose_draw
from tournaments.services.revisions import raise_revisions
from tournaments.services.undo import take_back


@transaction.atomic
def keep_as_drawn(*, event: Event, number: int) -> Round:
    """Let round `number` stay as it was drawn: its consequences are not told again until results change."""
    due = _due(locked_event(event), number)
    if due.due is None:
        raise EventViolation("nothing-due", "Type the missing results first; then it shows who should move.")
    due.round.kept = written(due.due)
    due.round.save(update_fields=["kept"])
    raise_revisions(event.pk, event.club_id)
    return due.round


@transaction.atomic
def redraw_round(*, event: Event, number: int, actor: Actor) -> list[Round]:
    """Propose round `number` again from the results as they are now, with the seed it had.

    An accepted round is taken back first; EventViolation where something is recorded for it already.
    """
    if not _due(event, number).proposed:
        take_back(event=event, from_number=number, actor=actor)
    due = _due(locked_event(event), number)
    # What the director said of tables without a result stands with the proposal, and holds on.
    return propose_draw(event=event, actor=actor, seed=due.round.seed or None)


def _due(event: Event, number: int) -> Consequences:
    due = consequences(event)
    if due is None or due.round.number != number:
        raise EventViolation("nothing-due", f"Nothing follows for round {number} from the results now.")
    return due
