"""What strangers may read of a person; a person erased; contacts that are too old."""

from collections.abc import Collection
from datetime import date, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import initials
from tournaments.models import (
    AuditEntry,
    Club,
    Contact,
    Entry,
    Event,
    Invitation,
    MailWish,
    Membership,
    Payout,
    Player,
    PlayerAlias,
    PlayerClaim,
    PlayerMerge,
    PotShare,
    StageStanding,
    Standing,
)
from tournaments.models.names import HIDDEN_NAME
from tournaments.selectors.personal import events_with
from tournaments.services.announce import announce_on_commit
from tournaments.services.audit import note_change
from tournaments.services.forgetting import replace_words
from tournaments.services.revisions import raise_club_revision, raise_revisions_of

FORMER = "Former player"
MONTH = timedelta(days=30.44)
SHORTEST = 3
"""A name of fewer letters stands in too many words to be looked for in texts."""


@transaction.atomic
def change_privacy(*, player: Player, privacy: Player.Privacy) -> Player:
    """Say what strangers read in place of the person's name, from now on and in all that was played.

    Sentences that are kept (why a place, what for a prize) are taken back where they said more; standings get
    theirs anew.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.erased_at is not None:
        raise EventViolation("person-erased", "This person was erased; there is nothing left to hide.")
    was = Player.Privacy(locked.privacy)
    if was == privacy:
        return locked
    note_change("player", locked.pk, before={"privacy": str(was)}, after={"privacy": str(privacy)})
    locked.privacy = privacy
    locked.save(update_fields=["privacy"])
    events = events_with(locked)
    _drop_sentences(events)
    shown = {Player.Privacy.INITIALS: initials(locked.name), Player.Privacy.HIDDEN: HIDDEN_NAME}
    if privacy in shown:
        replace_words(club_id=locked.club_id, words={locked.name: shown[privacy]}, models=[Payout, PotShare])
    _raise(locked.club_id, events)
    return locked


@transaction.atomic
def erase_person(*, player: Player) -> Player:
    """Take everything that tells who somebody is, and leave what was played under `Former player`.

    Gone are name, note, pronunciation, remarks, other names, contact, the link to an account, invitations,
    wishes for mail, merges, and the words about the person in every text the club keeps. Score sheets name
    nobody and stay as they are.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.erased_at is not None:
        raise EventViolation("person-erased", "This person was erased already.")
    words = dict.fromkeys(_names_of(locked), FORMER)
    _take_away(locked)
    AuditEntry.objects.filter(kind="player", key=str(locked.pk)).forget(before={}, after={})
    if words:
        replace_words(club_id=locked.club_id, words=words)
    locked.name, locked.sort_key = FORMER, "player,former"
    locked.note = locked.pronunciation = locked.remarks = ""
    locked.privacy, locked.erased_at = Player.Privacy.FULL, timezone.now()
    locked.inactive_since = locked.inactive_since or timezone.localdate()
    locked.save()
    note_change("player", locked.pk, before={}, after={"erased": True})
    events = events_with(locked)
    _drop_sentences(events)
    _raise(locked.club_id, events)
    return locked


def _names_of(player: Player) -> list[str]:
    """Every name that is this person's alone in the club, the longest first."""
    told = {player.name, *player.aliases.values_list("name", flat=True)}
    for one in AuditEntry.objects.filter(kind="player", key=str(player.pk)):
        told |= {str(row["name"]) for row in (one.before, one.after) if row.get("name")}
    others = Player.objects.filter(club=player.club_id, name__in=told).exclude(pk=player.pk)
    own = told - set(others.values_list("name", flat=True))
    return sorted((one for one in own if len(one) >= SHORTEST), key=lambda one: (-len(one), one))


def _take_away(player: Player) -> None:
    contact = Contact.objects.filter(player=player).first()
    addresses = [contact.email] if contact and contact.email else []
    for address in addresses:
        MailWish.objects.filter(club=player.club_id, email__iexact=address).delete()
    Contact.objects.filter(player=player).delete()
    PlayerAlias.objects.filter(player=player).delete()
    Invitation.objects.filter(player=player).delete()
    PlayerClaim.objects.filter(player=player).delete()
    PlayerMerge.objects.filter(kept=player).delete()
    Membership.objects.filter(player=player).update(player=None)


def _drop_sentences(events: Collection[int]) -> None:
    """Until standings are computed again, a place goes without its sentence rather than with a name."""
    Standing.objects.filter(event_id__in=events).update(sentence="", brief="")
    StageStanding.objects.filter(stage__event_id__in=events).update(sentence="", brief="")


def _raise(club_id: int, events: Collection[int]) -> None:
    for event_id in events:
        announce_on_commit(event_id)
    raise_revisions_of(events, club_id)


@transaction.atomic
def change_club_privacy(*, club: Club, unlisted: bool, contact_months: int) -> Club:
    """Whether the club stands on lists, and for how long contacts are kept after somebody last played."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    locked.unlisted, locked.contact_months = unlisted, contact_months
    locked.save(update_fields=["unlisted", "contact_months"])
    raise_club_revision(club.pk)
    return locked


def expire_contacts(*, today: date) -> int:
    """Throw away contacts of whom nobody has seen for as long as each club says; how many went.

    A contact that was typed or changed meanwhile counts as seen.
    """
    gone = 0
    for club in Club.objects.filter(contact_months__gt=0).order_by("pk"):
        since = today - club.contact_months * MONTH
        gone += _expire(club, since)
    return gone


@transaction.atomic
def _expire(club: Club, since: date) -> int:
    old = Contact.objects.filter(player__club=club, changed_at__date__lt=since)
    came = Event.objects.filter(club=club, plays_on__gte=since).values("pk")
    entries = Entry.objects.filter(event__in=came)
    seen = {
        player
        for three in entries.values_list("player_id", "pair__first_id", "pair__second_id")
        for player in three
        if player is not None
    }
    stale = [one.pk for one in old if one.pk not in seen]
    for key in stale:
        note_change("player", key, before={"contact": True}, after={"contact": False})
    if stale:
        Contact.objects.filter(pk__in=stale).delete()
        raise_club_revision(club.pk)
    return len(stale)
