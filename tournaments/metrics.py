"""What Prometheus is told: requests by the name of their address, and what could not be handed on.

With several web processes set `PROMETHEUS_MULTIPROC_DIR` to an empty folder that they share.
"""

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)

REQUESTS = Counter(
    "right_bower_requests", "Requests answered.", ["verb", "method", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "right_bower_request_seconds",
    "How long an answer took.",
    ["verb"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=REGISTRY,
)
LOST = Counter(
    "right_bower_lost_announcements", "Jobs that a broker did not take; they are found again.", ["what"]
)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
TYPE = CONTENT_TYPE_LATEST


def count_request(*, verb: str, method: str, status: int, seconds: float) -> None:
    """One answer more. `verb` is the name of an address, of which there are a few hundred."""
    REQUESTS.labels(verb or "none", method if method in METHODS else "other", str(status)).inc()
    SECONDS.labels(verb or "none").observe(seconds)


def told() -> bytes:
    """All of it in Prometheus's own text; of every process where they share a folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
