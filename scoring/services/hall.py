"""Counting the phones that reach the laptop. Nothing is kept for longer than ten minutes, nor on disk."""

import hashlib
import time

from django.core.cache import cache

from scoring.selectors.hall import LOOPBACK, VISITS, WITHIN, visit_key


def count_phone(address: str, browser: str) -> bool:
    """Remember that a phone was here; False for the laptop itself. Any number may come at once."""
    if address in LOOPBACK or address.startswith("127."):
        return False
    phone = hashlib.sha256(f"{address} {browser}".encode()).hexdigest()[:16]
    cache.add(VISITS, 0, timeout=None)
    cache.set(visit_key(cache.incr(VISITS)), (phone, time.time()), WITHIN)
    return True
