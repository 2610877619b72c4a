"""What the tests of accounts share: letters that were sent, and an app that shows codes."""

import re
import time
from base64 import b32decode
from hashlib import sha1
from hmac import digest

from django.core import mail
from django.test import Client

LINK = re.compile(r"https?://[^/\s]+(/\S+)")


def links(at: int = -1) -> list[str]:
    """The local addresses in a letter, the last one if no other is asked for."""
    return LINK.findall(str(mail.outbox[at].body))


def link(at: int = -1) -> str:
    """The one local address in a letter."""
    (only,) = links(at)
    return only


def app_code(typed: str, at: float | None = None) -> str:
    """What an app shows for a seed, by RFC 6238 (half a minute, six figures), written from the standard."""
    seed = b32decode(typed.replace(" ", ""))
    step = int((time.time() if at is None else at) // 30)
    mark = digest(seed, step.to_bytes(8, "big"), sha1)
    cut = mark[-1] & 15
    number = int.from_bytes(mark[cut : cut + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def is_in(client: Client) -> bool:
    """Whether a browser is signed in."""
    return "_auth_user_id" in client.session
