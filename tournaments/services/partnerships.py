"""Partnerships formed and ended. What the two played together stays theirs either way."""

from datetime import date

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Pair, Partnership, Player
from tournaments.services.revisions import raise_club_revision


@transaction.atomic
def form_partnership(
    *, club: Club, one: Player, other: Player, day: date, actor: Actor, note: str = ""
) -> Partnership:
    """Two people of the club are partners from a day on. Either may have other partners besides."""
    if one.pk == other.pk or {one.club_id, other.club_id} != {club.pk}:
        raise EventViolation("partners-unfit", "Choose two people of this club.")
    Club.objects.select_for_update().get(pk=club.pk)
    first, second = sorted((one, other), key=lambda player: player.pk)
    pair, _ = Pair.objects.get_or_create(first=first, second=second, defaults={"club": club})
    before = pair.partnerships.order_by("-formed_on", "-pk").first()
    if before is not None and before.ended_on is None:
        raise EventViolation("partners-already", f"{pair} are partners already.")
    if before is not None and before.ended_on is not None and before.ended_on > day:
        raise EventViolation("partners-then", f"{pair} were partners on that day already.")
    made = Partnership.objects.create(pair=pair, formed_on=day, note=" ".join(note.split())[:200])
    raise_club_revision(club.pk)
    return made


@transaction.atomic
def end_partnership(*, partnership: Partnership, day: date, actor: Actor) -> None:
    """The two part on a day."""
    held = Partnership.objects.select_for_update().get(pk=partnership.pk)
    if held.ended_on is not None:
        raise EventViolation("parted-already", "They have parted already.")
    if day < held.formed_on:
        raise EventViolation("parted-before", "They cannot part before they were partners.")
    held.ended_on = day
    held.save(update_fields=["ended_on"])
    raise_club_revision(partnership.pair.club_id)


@transaction.atomic
def drop_partnership(*, partnership: Partnership, actor: Actor) -> None:
    """It was written down by mistake."""
    club_id = partnership.pair.club_id
    Partnership.objects.filter(pk=partnership.pk).delete()
    raise_club_revision(club_id)
