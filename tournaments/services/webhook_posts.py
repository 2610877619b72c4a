"""Sending one message over http(s), to nobody inside the server's own network."""

import hashlib
import hmac
import socket
import ssl
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

SECONDS = 5
MOST_READ = 10_000


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: a status, 0 where there was none; `fault` says why it does not count as taken."""

    status: int
    fault: str = ""


class NotAllowed(Exception):
    """The address leads into a network of the server's own."""


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Send it once. Redirects are not followed, and every fault of the network is an answer."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection = _connected(parts.scheme, parts.hostname or "", parts.port)
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            response.read(MOST_READ)
        finally:
            connection.close()
    except NotAllowed as refused:
        return Answer(0, str(refused))
    except (OSError, HTTPException, UnicodeError, ValueError) as fault:
        return Answer(0, f"{type(fault).__name__}: {fault}"[:200])
    if 200 <= response.status < 300:
        return Answer(response.status)
    return Answer(response.status, f"It answered {response.status}.")


def signature(secret: str, body: bytes, at: int) -> str:
    """`t=<seconds>,v1=<hex>`: HMAC-SHA256 of the seconds, a full stop and the body."""
    sign = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256)
    return f"t={at},v1={sign.hexdigest()}"


def now() -> int:
    """Seconds, as a signature has them."""
    return int(time.time())


def _connected(scheme: str, host: str, port: int | None) -> HTTPConnection:
    """A connection to one of the addresses that were looked at: the name is resolved once only.

    Somebody's name server may answer differently a moment later; what was checked is what is used.
    """
    number = port or (443 if scheme == "https" else 80)
    found = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)
    place = found[0][4]
    if not settings.HALL and not all(ip_address(one[4][0]).is_global for one in found):
        raise NotAllowed("The address leads into a private network.")
    line = socket.create_connection((str(place[0]), number), timeout=SECONDS)
    if scheme != "https":
        plain = HTTPConnection(host, number, timeout=SECONDS)
        plain.sock = line
        return plain
    context = ssl.create_default_context()
    secure = HTTPSConnection(host, number, timeout=SECONDS, context=context)
    try:
        secure.sock = context.wrap_socket(line, server_hostname=host)
    except BaseException:
        line.close()
        raise
    return secure
