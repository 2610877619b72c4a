"""Writers of one process wait in a fair line, and none of them is lost."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection, transaction

from config.sqlite.base import WriterQueue, queue_of
from tests import factories
from tournaments.models import Club, ClubRevision
from tournaments.services.revisions import raise_club_revision


def test_writers_get_their_turn_in_the_order_they_came() -> None:
    queue, order = WriterQueue(), []
    assert queue.enter(1)
    threads = []
    for number in range(5):
        arrived = threading.Event()

        def wait(number: int = number, arrived: threading.Event = arrived) -> None:
            arrived.set()
            assert queue.enter(5)
            order.append(number)
            queue.leave()

        threads.append(threading.Thread(target=wait))
        threads[-1].start()
        arrived.wait()
        until(lambda number=number: len(queue._waiting) == number + 1)  # type: ignore[misc]
    queue.leave()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_who_waited_in_vain_leaves_the_line() -> None:
    queue = WriterQueue()
    assert queue.enter(1)
    assert not queue.enter(0.01)
    queue.leave()
    assert queue.enter(0.01)


@pytest.mark.django_db(transaction=True)
def test_forty_writers_at_once_all_get_in() -> None:
    club = factories.make_club()

    def write(_: int) -> int:
        try:
            with transaction.atomic():
                return raise_club_revision(club.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as writers:
        numbers = list(writers.map(write, range(40)))
    assert sorted(numbers) == list(range(1, 41))
    assert ClubRevision.objects.get(club=club).number == 40


@pytest.mark.django_db(transaction=True)
def test_the_turn_ends_with_the_transaction_however_it_ends() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the queue is SQLite's")
    queue = queue_of(str(connection.settings_dict["NAME"]))
    factories.make_club("One")
    assert not queue._taken
    with pytest.raises(DatabaseError), transaction.atomic():
        Club.objects.create(name="Two", slug="one")
    assert not queue._taken
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        Club.objects.create(name="Three", slug="three")
        raise ZeroDivisionError
    assert not queue._taken
    with transaction.atomic():
        assert queue._taken
        connection.close()
    assert not queue._taken


def until(true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if true():
            return
        threading.Event().wait(0.005)
    raise AssertionError("waited too long")
