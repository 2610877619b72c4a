"""Taking an accepted draw back, as long as nothing is recorded for it."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import ProtectedError, Q

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Match, Round, SitOut
from tournaments.selectors.events import listed
from tournaments.services.announce import announce_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def take_back(*, event: Event, from_number: int, actor: Actor) -> list[Round]:
    """Make accepted rounds from this number on proposals again, with the seed and the draw they had.

    Their matches, seats and sit-outs go, whatever was changed in them by hand too; links to tables stay good.
    EventViolation `round-begun` names the tables that have something recorded; a closed round is refused, and
    so is one that was not drawn here.
    """
    matches = Match.objects.filter(round__event=event, round__number__gte=from_number).order_by("pk")
    list(matches.select_for_update(of=("self",)))  # before the event: a table may be writing its first line
    locked = locked_event(event)
    binding = locked.rounds.exclude(state=Round.State.PROPOSED)
    rounds = list(binding.filter(number__gte=from_number).order_by("number"))
    _refuse_bound(rounds, from_number)
    for one in rounds:
        _refuse_begun(one)
    Match.objects.filter(round__in=rounds).delete()
    SitOut.objects.filter(round__in=rounds).delete()
    Round.objects.filter(pk__in=[one.pk for one in rounds]).update(
        state=Round.State.PROPOSED, accepted_at=None
    )
    if not binding.exists():
        Event.objects.filter(pk=event.pk).update(state=Event.State.SETUP)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return list(Round.objects.filter(pk__in=[one.pk for one in rounds]).order_by("number"))


def _refuse_bound(rounds: Sequence[Round], from_number: int) -> None:
    if not rounds:
        raise EventViolation("nothing-accepted", f"No round from {from_number} on is accepted.")
    closed = next((one for one in rounds if one.state == Round.State.CLOSED), None)
    if closed is not None:
        raise EventViolation("round-closed", f"Round {closed.number} is closed; it stays as it was drawn.")
    undrawn = next((one for one in rounds if not one.draw.get("tables")), None)
    if undrawn is not None:
        raise EventViolation(
            "round-not-drawn",
            f"Round {undrawn.number} was not drawn round by round; there is no draw to take back.",
        )


def _refuse_begun(one: Round) -> None:
    """What is recorded keeps its round: results first, since they name tables, then whatever there is."""
    begun = Match.objects.filter(Q(result__isnull=False) | Q(forfeit__isnull=False), round=one)
    tables = [str(table) for table in begun.order_by("table").values_list("table", flat=True)]
    if tables:
        said = f"Table {tables[0]} has" if len(tables) == 1 else f"Tables {listed(tables)} have"
        raise EventViolation(
            "round-begun", f"{said} something written in round {one.number}; it stays as it was drawn."
        )
    if one.tallies.exists() or _is_held(one):
        raise EventViolation("round-begun", f"Personal cards of round {one.number} are typed in already.")


def _is_held(one: Round) -> bool:
    """Whether something refers to the round that must not go: tried out, and rolled back."""
    try:
        with transaction.atomic():
            Round.objects.filter(pk=one.pk).delete()
            transaction.set_rollback(True)
    except ProtectedError:
        return True
    return False
