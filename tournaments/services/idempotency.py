"""Writes that a program may send again: the key of each, and what was answered."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.models import IdempotencyKey

KEPT = timedelta(hours=24)


class KeyTaken(EventViolation):
    """The key was used for another request."""

    status = 409

    def __init__(self) -> None:
        super().__init__("key-taken", "This key was used for another request; take a new one.")


def answered(*, actor: str, key: str, request: str) -> IdempotencyKey | None:
    """The answer that was given to this very request, if it was; KeyTaken where the key meant another one."""
    found = IdempotencyKey.objects.filter(actor=actor, key=key).exclude(status=0).first()
    if found is None or found.made_at < timezone.now() - KEPT:
        return None
    if found.request != request:
        raise KeyTaken
    return found


def begin_write(*, actor: str, key: str, request: str) -> IdempotencyKey:
    """Hold the key; call it inside the transaction of the write.

    Who sends the same at the same moment waits here until the first is through, and finds its answer: then
    the row has a `status`.
    """
    now = timezone.now()
    IdempotencyKey.objects.filter(actor=actor, key=key, made_at__lt=now - KEPT).delete()
    row, _ = IdempotencyKey.objects.get_or_create(
        actor=actor, key=key, defaults={"request": request, "made_at": now}
    )
    if row.request != request:
        raise KeyTaken
    return row


def keep_answer(*, row: IdempotencyKey, status: int, answer: Any, headers: dict[str, str]) -> None:
    """Write down what is answered, in the transaction of the write itself."""
    row.status, row.answer, row.headers = status, answer, headers
    row.save(update_fields=["status", "answer", "headers"])


@transaction.atomic
def forget_old_keys() -> int:
    """Forget the keys of more than a day ago; how many there were."""
    return IdempotencyKey.objects.filter(made_at__lt=timezone.now() - KEPT).delete()[0]
