"""Telling webhooks of changes: one message at a time, sent again until it is taken.

A message says what changed, not how it is now: no name leaves the server with it. Who hears it asks the feed.
"""

import json
import threading
from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.db import close_old_connections, transaction
from django.utils import timezone

from tournaments.models import Webhook, WebhookDelivery
from tournaments.selectors.feed import Place, changes_after
from tournaments.services.feed import count_what_is_noted
from tournaments.services.webhook_posts import Answer, now, post, signature

MOST_TOLD = 100
PAUSES = (10, 60, 300, 1800, 7200, 21_600, 43_200)
"""Seconds until the next try, the last one for all that follow."""
GIVEN_UP = timedelta(days=3)
KEPT = timedelta(days=30)
CLAIMED = timedelta(seconds=60)
AT_ONCE = 20
_running: set[int] = set()
_guard = threading.Lock()


def send_webhooks(*, club_id: int) -> float | None:
    """Send what is due to a club's webhooks; seconds until the next try is, None where nothing waits."""
    count_what_is_noted(club_id=club_id)  # such as standings that came up since
    waits = [_serve(webhook) for webhook in Webhook.objects.filter(club=club_id, active=True)]
    return min((one for one in waits if one is not None), default=None)


def send_all_webhooks() -> None:
    """The sweep: every club with a webhook; messages long taken are forgotten."""
    WebhookDelivery.objects.filter(taken_at__lt=timezone.now() - KEPT).delete()
    clubs = Webhook.objects.filter(active=True).order_by("club").values_list("club", flat=True).distinct()
    for club_id in list(clubs):
        send_webhooks(club_id=club_id)


def send_aside(club_id: int) -> None:
    """Where there is no worker, a thread sends: nobody who scores waits for somebody's server."""
    with _guard:
        if club_id in _running:
            return
        _running.add(club_id)
    threading.Thread(target=_send_in_thread, args=(club_id,), daemon=True).start()


def _send_in_thread(club_id: int) -> None:
    try:
        send_webhooks(club_id=club_id)
    finally:
        with _guard:
            _running.discard(club_id)
        close_old_connections()


def _serve(webhook: Webhook) -> float | None:
    for _ in range(AT_ONCE):
        message = _message(webhook)
        if message is None:
            return None
        wait = (message.due_at - timezone.now()).total_seconds()
        if wait > 0:
            return wait
        if not _claim(message):
            return None  # another worker has it
        _hear(webhook, message, _send(webhook, message))
        webhook.refresh_from_db()
        if not webhook.active:
            return None
    return 1.0


@transaction.atomic
def _message(webhook: Webhook) -> WebhookDelivery | None:
    """The message that waits to be taken, or a new one of what has changed since; None where nothing has."""
    locked = Webhook.objects.select_for_update().select_related("club").get(pk=webhook.pk)
    waiting = WebhookDelivery.objects.filter(webhook=locked, taken_at=None).first()
    if waiting is not None:
        return waiting
    page = changes_after(locked.club_id, Place(locked.told + 1), MOST_TOLD, tuple(locked.kinds))
    if not page.changes:
        Webhook.objects.filter(pk=locked.pk, told__lt=page.revision).update(told=page.revision)
        return None
    key = uuid4()
    body = {
        "id": str(key),
        "club": locked.club.slug,
        "mark": page.mark,
        "after": str(locked.told),
        "revision": page.revision,
        "more": page.more,
        "changes": [{"kind": one.kind, "key": one.key, "revision": one.revision} for one in page.changes],
    }
    return WebhookDelivery.objects.create(
        id=key, webhook=locked, body=json.dumps(body), upto=page.revision, due_at=timezone.now()
    )


def _claim(message: WebhookDelivery) -> bool:
    """Only one sends it now; who claimed it and died is not waited for long."""
    later = timezone.now() + CLAIMED
    due = WebhookDelivery.objects.filter(pk=message.pk, taken_at=None, due_at=message.due_at)
    return bool(due.update(due_at=later))


def _send(webhook: Webhook, message: WebhookDelivery) -> Answer:
    body = message.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"RightBower/{settings.VERSION}",
        "X-Bower-Delivery": str(message.pk),
        "X-Bower-Signature": signature(webhook.secret, body, now()),
    }
    return post(webhook.url, body, headers)


@transaction.atomic
def _hear(webhook: Webhook, message: WebhookDelivery, answer: Answer) -> None:
    """Write down what came back: taken, or when it is tried again; switch off what fails for days."""
    locked = Webhook.objects.select_for_update().get(pk=webhook.pk)
    message.tries += 1
    message.status, message.fault = answer.status, answer.fault
    if not answer.fault:
        message.taken_at = timezone.now()
        locked.told, locked.failing_since = max(locked.told, message.upto), None
    else:
        pause = PAUSES[min(message.tries, len(PAUSES)) - 1]
        message.due_at = timezone.now() + timedelta(seconds=pause)
        locked.failing_since = locked.failing_since or timezone.now()
        if timezone.now() - locked.failing_since > GIVEN_UP:
            locked.active = False
            locked.off_because = f"It has not taken a message for three days. {answer.fault}"[:200]
    message.save(update_fields=["tries", "status", "fault", "taken_at", "due_at"])
    locked.save(update_fields=["told", "failing_since", "active", "off_because"])
