"""What a club wishes of an event's draws: two who never sit at one table, or are never partners."""

from django.db import transaction

from tournaments.engine.errors import EventViolation
from tournaments.models import BetterDraw, Event, Round, Wish
from tournaments.selectors.stages import terms_being_drawn, terms_of
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions

MOST_WISHES = 200


@transaction.atomic
def add_wish(*, event: Event, one: int, other: int, kind: Wish.Kind) -> Wish:
    """Wish that two entries, in either order, are kept apart or are never partners.

    Two have one wish at most: another kind takes the place of the older. A proposal that could not know of it
    is taken away, where the format keeps wishes.
    """
    locked = locked_event(event)
    if one == other:
        raise EventViolation("wish-about-one", "Choose two different people.")
    if locked.entries.filter(pk__in=[one, other]).count() != 2:
        raise EventViolation("entry-unknown", "One of these two is not entered.")
    first, second = sorted((one, other))
    held = Wish.objects.filter(event=locked, one_id=first, other_id=second).first()
    if held is not None and held.kind == kind:
        raise EventViolation("wish-there", "This is wished already.")
    if held is None and Wish.objects.filter(event=locked).count() >= MOST_WISHES:
        raise EventViolation("too-many-wishes", f"An event has at most {MOST_WISHES} wishes.")
    wish, _ = Wish.objects.update_or_create(
        event=locked, one_id=first, other_id=second, defaults={"kind": kind}
    )
    _forget_proposal(locked)
    raise_revisions(event.pk, event.club_id)
    return wish


@transaction.atomic
def remove_wish(*, event: Event, wish: int) -> None:
    """Take a wish back; a proposal made under it is taken away."""
    locked = locked_event(event)
    gone, _ = Wish.objects.filter(event=locked, pk=wish).delete()
    if not gone:
        raise EventViolation("wish-unknown", "This wish is gone already.")
    _forget_proposal(locked)
    raise_revisions(event.pk, event.club_id)


def _forget_proposal(event: Event) -> None:
    """So that a proposal always is what its seed makes of the wishes there are."""
    _, format = terms_being_drawn(event, terms_of(event))
    if format is not None and format.plan is not None:
        event.rounds.filter(state=Round.State.PROPOSED).delete()
        BetterDraw.objects.filter(event=event).delete()
