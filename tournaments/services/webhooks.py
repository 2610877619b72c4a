"""Addresses that are told of a club's changes: put down, changed, taken away."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Webhook
from tournaments.services.revisions import raise_club_revision
from tournaments.triggers import FED

MOST_WEBHOOKS = 10


@dataclass(frozen=True, slots=True)
class MadeWebhook:
    """A webhook and its secret, which is told once."""

    webhook: Webhook
    secret: str


@transaction.atomic
def add_webhook(*, club: Club, url: str, kinds: Sequence[str], actor: Actor) -> MadeWebhook:
    """Tell this address of what changes from now on; of these kinds only, if any are named."""
    check_url(url)
    wanted = _known(kinds)
    if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
        raise EventViolation("too-many-webhooks", f"A club has {MOST_WEBHOOKS} webhooks at most.")
    secret = "whs_" + secrets.token_urlsafe(32)
    made = Webhook.objects.create(club=club, url=url, secret=secret, kinds=wanted, made_by=actor.code)
    # What was before it is no news; a webhook itself is in no feed.
    made.told = raise_club_revision(club.pk)
    made.save(update_fields=["told"])
    return MadeWebhook(made, secret)


@transaction.atomic
def switch_webhook(*, webhook: Webhook, active: bool) -> Webhook:
    """Off: nothing is sent. On again: it is told of everything since."""
    locked = Webhook.objects.select_for_update().get(pk=webhook.pk)
    locked.active, locked.off_because, locked.failing_since = active, "", None
    locked.save(update_fields=["active", "off_because", "failing_since"])
    raise_club_revision(webhook.club_id)
    return locked


@transaction.atomic
def remove_webhook(*, webhook: Webhook) -> None:
    """It is told of nothing more, and what it was told is forgotten."""
    webhook.delete()
    raise_club_revision(webhook.club_id)


def check_url(url: str) -> None:
    """Refuse what is no address to send to. Where it leads is looked at each time that something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as wrong:
        raise EventViolation("url-malformed", "This is no address that can be sent to.") from wrong
    schemes = {"https", "http"} if settings.HALL else {"https"}
    if parts.scheme not in schemes or not parts.hostname or parts.username or port == 0:
        raise EventViolation(
            "url-malformed", f"Give an address that begins with {' or '.join(sorted(schemes))}."
        )
    if not url.isascii() or not url.isprintable() or " " in url or len(url) > 500:
        raise EventViolation("url-malformed", "An address has at most 500 plain letters, and no spaces.")


def _known(kinds: Sequence[str]) -> list[str]:
    there = {one.kind for one in FED}
    if unknown := [one for one in kinds if one not in there]:
        raise EventViolation("kind-unknown", f"There is no kind called {unknown[0][:40]}.")
    return sorted(set(kinds))
