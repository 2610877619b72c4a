"""Recording what parts those whom the results leave level: a lot, or the order of a deciding game."""

import secrets
from collections.abc import Collection, Sequence

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.lots import drawn_lot
from tournaments.engine.measures import MEASURES
from tournaments.models import Event, TieWord
from tournaments.selectors.tied import tied_groups
from tournaments.services.announce import announce_on_commit
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def draw_lot(*, event: Event, entries: Collection[int], actor: Actor, seed: str = "") -> TieWord:
    """Draw lots among entries that share a place now; the seed is kept, and made where none is given."""
    seed = seed or secrets.token_hex(8)
    _check_level(event, entries, TieWord.Kind.LOT)
    return _record(event, TieWord.Kind.LOT, drawn_lot(entries, seed), actor, seed=seed)


@transaction.atomic
def record_deciding_game(*, event: Event, order: Sequence[int], actor: Actor, reason: str = "") -> TieWord:
    """Write down how a game among entries that share a place ended: the winner first, all of them named."""
    if len(set(order)) != len(order):
        raise EventViolation("entry-twice", "Somebody is named twice.")
    _check_level(event, order, TieWord.Kind.GAME)
    return _record(event, TieWord.Kind.GAME, order, actor, reason=reason)


def _check_level(event: Event, entries: Collection[int], kind: TieWord.Kind) -> None:
    """Refuse a word about anybody but the whole of a shared place, and one that nothing would look at."""
    Event.objects.select_for_update().get(pk=event.pk)
    found = next((one for one in tied_groups(event.pk) if set(one.entries) == set(entries)), None)
    if found is None:
        raise EventViolation("not-level", "These do not share a place, or not they alone. Look again.")
    if kind not in found.chain:
        raise EventViolation(
            "word-not-in-chain",
            f"The chain does not look at a {MEASURES[kind].name}. Put it into the chain first.",
        )


def _record(
    event: Event, kind: TieWord.Kind, order: Sequence[int], actor: Actor, *, seed: str = "", reason: str = ""
) -> TieWord:
    word = TieWord.objects.create(
        event=event,
        kind=kind,
        order=list(order),
        seed=seed[:40],
        reason=reason.strip()[:200],
        recorded_by=actor.code,
    )
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return word
