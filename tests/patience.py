"""Waiting for what another process does."""

import time
from collections.abc import Callable


def wait_until(true: Callable[[], bool], seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "waited too long"
        time.sleep(0.05)
