"""Pages of a club's past, measured: `python -m benchmarks.bench_history`.

The bar of the house is 100 ms and 15 queries whatever the size. Four people who have met on each of 500
nights have sat at 1,000 matches each, as have those of a club of 500 people and a million hands; beside it
stands a club of 20 such nights. Keeping all of the past anew, and following the correction of one old night,
stand below.
"""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.database import fresh_database
from tests import factories
from tests.tournaments.history import many_nights
from tournaments.models import Club, Event
from tournaments.services.history import refresh_history
from tournaments.services.ratings import rebuild_ratings
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import publish_standings

SIZES = (20, 500)
BAR = 100


def timed(job: Callable[[], object]) -> float:
    """Milliseconds of the processor in one run: the database is in this process, and others may be busy."""
    start = time.process_time()
    job()
    return (time.process_time() - start) * 1e3


def addresses(club: Club) -> dict[str, str]:
    """The pages by what they are."""
    ann, bob = club.players.order_by("pk")[:2]
    night = Event.objects.filter(club=club, kept__isnull=False).order_by("-plays_on")[0]
    return {
        "club": reverse("tournaments:club_history", args=[club.slug]),
        "person": reverse("tournaments:player", args=[club.slug, ann.pk]),
        "partners": reverse("tournaments:partnership", args=[club.slug, ann.pk, bob.pk]),
        "head-to-head": reverse("tournaments:head_to_head", args=[club.slug, ann.pk, bob.pk]),
        "event by rounds": reverse("tournaments:event_history", args=[club.slug, night.slug]),
    }


def measured(client: Client, there: str) -> tuple[float, int, int]:
    """The fastest of five in milliseconds, queries, bytes."""
    asked: list[str] = []

    def hear(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(hear):
        page = client.get(there)
    assert page.status_code == 200, there
    return min(timed(lambda: client.get(there)) for _ in range(5)), len(asked), len(page.content)


def correct_an_old_night(club: Club) -> None:
    """As after a correction: the night's standings, and all of the history that stands on them."""
    night = Event.objects.filter(club=club, kept__isnull=False).order_by("plays_on")[0]
    raise_revisions(night.pk, club.pk)
    publish_standings(event_id=night.pk)
    refresh_history(club_id=club.pk)


def main() -> None:
    """Both clubs, page by page."""
    print(f"{'nights':>7} {'page':16} {'ms':>7} {'queries':>8} {'KB':>6}   bar {BAR} ms, 15 queries")
    for nights in SIZES:
        club = factories.make_club(f"Club of {nights}")
        many_nights(club, factories.make_players(club, 4), nights)
        kept = timed(lambda: refresh_history(club_id=club.pk))  # noqa: B023
        rebuild_ratings(club_id=club.pk)
        client = Client(headers={"host": "localhost"})
        for name, there in addresses(club).items():
            took, queries, size = measured(client, there)
            print(f"{nights:>7} {name:16} {took:7.1f} {queries:>8} {size / 1024:6.1f}")
        one = timed(lambda: correct_an_old_night(club))  # noqa: B023
        print(
            f"{nights:>7} kept anew in {kept / 1e3:.1f} s; a correction of one night followed in {one:.0f} ms"
        )


if __name__ == "__main__":
    with fresh_database():
        main()
