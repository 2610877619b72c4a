"""The hall's own network: by which addresses phones reach this laptop, and whether any has."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import segno
from django.core.cache import cache

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
WITHIN = 600
"""Seconds for which a phone counts after it was here."""
VISITS = "hall-visits"
LOOKED_AT = 500
"""Visits that are read, the newest: a hall has fewer phones."""


@dataclass(frozen=True, slots=True)
class HallAddress:
    """An address by which this laptop is reached, and its QR code as the address of an image."""

    text: str
    image: str
    numeric: bool


def hall_addresses(hosts: Sequence[str], scheme: str, port: str) -> list[HallAddress]:
    """Of the hosts the service answers to, those that a phone can reach; numbers first: all know them."""
    outside = [one for one in hosts if one.strip(".*") and one not in LOOPBACK and "*" not in one]
    reached = [one for one in outside if is_numeric(one) or "." in one.strip(".")]
    ordered = sorted(reached, key=lambda one: not is_numeric(one))
    ending = "" if port in {"80", "443"} else f":{port}"
    return [_address(f"{scheme}://{one.lstrip('.')}{ending}", is_numeric(one)) for one in ordered]


def is_numeric(host: str) -> bool:
    """Whether a host is an address of the network and no name."""
    return host.replace(".", "").isdecimal()


def qr_code(address: str) -> segno.QRCode:
    """An address to point a phone at; readable with a corner torn or wet."""
    return segno.make(address, error="m", micro=False)


def qr_image(address: str) -> str:
    """The same as the address of an image for a page."""
    return qr_code(address).svg_data_uri(
        border=2, scale=4, dark="#000", light="#fff", xmldecl=False, svgns=True
    )


def phones_that_came() -> int:
    """How many phones have opened the test page by the hall's address in the last ten minutes."""
    last = int(cache.get(VISITS, 0))
    numbers = range(max(1, last - LOOKED_AT + 1), last + 1)
    visits = cache.get_many([visit_key(number) for number in numbers])
    oldest = time.time() - WITHIN
    return len({phone for phone, at in visits.values() if at >= oldest})


def visit_key(number: int) -> str:
    """Where a visit is kept."""
    return f"{VISITS}-{number}"


def _address(text: str, numeric: bool) -> HallAddress:
    return HallAddress(text, qr_image(text + "/hall/ping/"), numeric)
