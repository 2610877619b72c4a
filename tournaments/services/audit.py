"""Writing down who changed what. Every service that raises a counter comes through here unasked."""

from collections.abc import Mapping

from django.utils import timezone

from tournaments.asking import Asking, Noted, asking
from tournaments.models import AuditEntry
from tournaments.models.audit import ADDRESS_KEPT
from tournaments.selectors.audit_rows import changed, row_of


def note_change(kind: str, key: object, *, before: Mapping[str, object], after: Mapping[str, object]) -> None:
    """Say what this change does to a thing that the address does not name; written with the next record.

    `before` and `after` hold plain values of JSON by name. Where nobody asks nothing is noted.
    """
    one = asking()
    if one is not None:
        one.notes.append(Noted(kind, str(key), dict(before), dict(after)))


def record_change(*, club_id: int | None, event_id: int | None = None) -> None:
    """Add to the record what the one who asks has changed, inside the transaction of the change.

    `raise_revisions` and its like call it; a service that changes a right and raises nothing calls it itself.
    Lines that come by a table's link are not recorded again: the sheet keeps who wrote what.
    """
    one = asking()
    if one is None or one.code.startswith("link:"):
        return
    notes, one.notes = one.notes or [_named_thing(one)], []
    AuditEntry.objects.bulk_create(
        AuditEntry(
            club_id=club_id,
            event_id=event_id,
            actor=one.code[:64],
            verb=one.verb,
            kind=note.kind[:40],
            key=note.key[:64],
            before=note.before,
            after=note.after,
            address=one.address,
            request_id=one.request_id,
        )
        for note in notes
    )


def record_account(user_id: int, what: str) -> None:
    """Add to the record what became of an account: of no club, and without any word of what was typed."""
    note_change("account", user_id, before={}, after={"done": what})
    record_change(club_id=None)


def _named_thing(one: Asking) -> Noted:
    """What became of the thing at the address, compared with what it was when the request came."""
    before, after = changed(one.row, row_of(one.kind, one.key, one.parts) if one.row else {})
    return Noted(one.kind, one.key, before, after)


def forget_addresses() -> int:
    """Blank from where somebody asked, 90 days later; how many there were."""
    old = AuditEntry.objects.filter(at__lt=timezone.now() - ADDRESS_KEPT, address__isnull=False)
    return old.forget(address=None)
