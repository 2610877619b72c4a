"""Mail: handed to Celery once the change is in, tried again when the post is away, never waited for.

With a broker a worker sends, and tries again for some hours. Without one, or when it does not answer, a
thread of this process tries once; a backend that needs no network (the console, the default) sends at once.
"""

import logging
import threading
from collections.abc import Mapping
from functools import partial

from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.engine.errors import EventViolation
from tournaments.services.announce import lose

log = logging.getLogger(__name__)

SMTP = "django.core.mail.backends.smtp.EmailBackend"
LONGEST_SUBJECT = 200
_LINE_ENDS = frozenset("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\0")


def post_on_commit(*, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None) -> None:
    """Mail a text to one address once this transaction is in. Address, subject, headers: one line each."""
    told = dict(headers or {})
    if _LINE_ENDS.intersection("".join([to, subject, *told, *told.values()])):
        raise EventViolation("address-broken", "An e-mail address and a subject are one line each.")
    transaction.on_commit(partial(post, to, subject[:LONGEST_SUBJECT], text, told), robust=True)


def post(to: str, subject: str, text: str, headers: dict[str, str]) -> None:
    """One short try to hand a letter on."""
    from tournaments.tasks import send_letter

    if current_app.conf.task_always_eager:
        _send_here(to, subject, text, headers)
        return
    try:
        send_letter.apply_async((to, subject, text, headers), retry=False)
    except OperationalError:
        lose("letters")
        log.warning("broker away: a letter is sent by the process that wrote it")
        threading.Thread(target=_try_once, args=(to, subject, text, headers), daemon=True).start()


def send(*, to: str, subject: str, text: str, headers: Mapping[str, str]) -> None:
    """Send now; what the post says against it is raised."""
    EmailMessage(subject, text, None, [to], headers=dict(headers)).send()


def _send_here(to: str, subject: str, text: str, headers: dict[str, str]) -> None:
    if settings.EMAIL_BACKEND == SMTP:
        threading.Thread(target=_try_once, args=(to, subject, text, headers), daemon=True).start()
    else:
        _try_once(to, subject, text, headers)


def _try_once(to: str, subject: str, text: str, headers: dict[str, str]) -> None:
    """Try, and log what went wrong without saying to whom it was."""
    try:
        send(to=to, subject=subject, text=text, headers=headers)
    except OSError as away:  # SMTP's own faults are such, too
        lose("letters")
        log.warning("a letter could not be sent: %s", type(away).__name__)
