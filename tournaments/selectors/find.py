"""Find anybody of the night: where they sit, where they go next, their card; and any table by its number."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.names import fold
from tournaments.models import Entry, Event
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.paper_seats import people_of
from tournaments.selectors.rounds import Place, TableShown, rounds_of
from tournaments.selectors.sit import Sitting, sittings_of

MOST_FOUND = 20


@dataclass(frozen=True, slots=True)
class PersonFound:
    """Somebody of the night. `now` and `then` are places in this round and the next; None with no table."""

    name: str
    entry: Entry
    now: Place | None
    then: Place | None
    rests_now: bool
    rests_then: bool


@dataclass(frozen=True, slots=True)
class FindResult:
    """Whom and what was found. The names of the two rounds are empty where there is none."""

    people: list[PersonFound]
    tables: list[TableShown]
    now: str = ""
    then: str = ""
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.people or self.tables)


def find_at(event: Event, who: str) -> FindResult:
    """Those with every word of `who` in their name, names that begin so first; by a number, entry and table.

    Nothing for an empty `who`. Nine queries at most.
    """
    words, number = fold(who).split(), who.strip().removeprefix("#")
    if not words and not number:
        return FindResult([], [])
    now, then = sittings_of(rounds_of(event))
    numbered = number.isascii() and number.isdecimal()
    tables = [table for table in now.tables if str(table.table) == number] if now and numbered else []
    found = []
    for entry in entries_listed(event):
        for player in people_of(entry):
            told = fold(str(player))
            if str(entry.number) == number if numbered else all(word in told for word in words):
                begins = any(part.startswith(words[0]) for part in told.split()) if words else True
                found.append((not begins, entry.number, _person(str(player), player.pk, entry, now, then)))
    people = [one for _, _, one in sorted(found, key=lambda one: one[:2])]
    return FindResult(
        people[:MOST_FOUND],
        tables,
        now.name if now else "",
        then.name if then else "",
        max(0, len(people) - MOST_FOUND),
    )


def _person(name: str, player: int, entry: Entry, now: Sitting | None, then: Sitting | None) -> PersonFound:
    return PersonFound(
        name, entry, _place(now, player), _place(then, player), _rests(now, entry), _rests(then, entry)
    )


def _place(sitting: Sitting | None, player: int) -> Place | None:
    places: Sequence[Place] = sitting.places if sitting is not None else []
    return next((place for place in places if place.player_id == player), None)


def _rests(sitting: Sitting | None, entry: Entry) -> bool:
    return sitting is not None and str(entry) in sitting.sitting_out
