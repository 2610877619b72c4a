"""Taking a recorded change back, where the rules allow it: by the services that would make it by hand."""

from datetime import date

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import AuditEntry, Entry, Event, Player
from tournaments.selectors.audit import can_be_undone
from tournaments.selectors.audit_rows import row_of
from tournaments.selectors.personal import events_with
from tournaments.services.announce import announce_on_commit
from tournaments.services.attendance import bring_back, withdraw
from tournaments.services.audit import note_change
from tournaments.services.events import change_state
from tournaments.services.revisions import raise_revisions_of

COLUMNS = ("name", "sort_key", "note", "pronunciation", "remarks", "privacy", "inactive_since")
"""What of a person's record is put back."""


@transaction.atomic
def undo_change(*, entry: AuditEntry, actor: Actor) -> None:
    """Put back what this change changed. Refused where it was changed again since, or another way is due."""
    if not can_be_undone(entry):
        raise EventViolation("undo-elsewhere", "This is not taken back here; do it where it was done.")
    if entry.kind == "player":
        _put_back(entry)
    elif entry.kind == "entry":
        _return_or_withdraw(entry, actor)
    else:
        _state_back(entry)


def _put_back(entry: AuditEntry) -> None:
    """A person's record as it was."""
    player = Player.objects.select_for_update().filter(pk=entry.key, club=entry.club_id).first()
    if player is None or player.erased_at is not None:
        raise EventViolation("person-gone", "This person is no more on the list.")
    _refuse_if_changed(entry, row_of("player", str(player.pk), {}))
    back = {name: entry.before[name] for name in COLUMNS if name in entry.before}
    if back.get("inactive_since"):
        back["inactive_since"] = date.fromisoformat(str(back["inactive_since"]))
    for name, held in back.items():
        setattr(player, name, held)
    player.save(update_fields=list(back))
    note_change("player", player.pk, before=entry.after, after=entry.before)
    events = events_with(player)
    for event_id in events:
        announce_on_commit(event_id)
    raise_revisions_of(events, player.club_id)


def _return_or_withdraw(entry: AuditEntry, actor: Actor) -> None:
    """Who was withdrawn is back, who was brought back is withdrawn again."""
    found = (
        Entry.objects.filter(pk=entry.key, event__club=entry.club_id).select_related("event__club").first()
    )
    if found is None:
        raise EventViolation("entry-gone", "This entry is no more there.")
    _refuse_if_changed(entry, {"withdrawn_after": found.withdrawn_after})
    note_change("entry", found.pk, before=entry.after, after=entry.before)
    if entry.before["withdrawn_after"] is None:
        bring_back(entry=found, actor=actor)
    else:
        withdraw(entry=found, actor=actor, after=int(entry.before["withdrawn_after"]))


def _state_back(entry: AuditEntry) -> None:
    event = entry.event
    if event is None:
        raise EventViolation("event-gone", "This event is no more there.")
    _refuse_if_changed(entry, {"state": event.state})
    note_change("event", event.slug, before=entry.after, after=entry.before)
    change_state(event=event, state=Event.State(entry.before["state"]))


def _refuse_if_changed(entry: AuditEntry, now: dict[str, object]) -> None:
    """Only what still stands as this change left it can be taken back: a later change would be lost."""
    moved = [name for name, held in entry.after.items() if name in now and now[name] != held]
    if moved:
        raise EventViolation("changed-since", "It was changed again since; take the later change back first.")
