"""The director's list: who is entered, whom the club knows, and what pasted lines leave to decide."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from tournaments.engine.names import NamesRead, ParsedName, fold
from tournaments.models import Club, Entry, Event, Player


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody on the club's list; `entered` is the number of his entry, None if he is not in the event."""

    id: int
    name: str
    display: str
    last_on: date | None
    entered: int | None


@dataclass(frozen=True, slots=True)
class LineRead:
    """One pasted name and what makes it doubtful. `twin` is an earlier line with the very same name.

    `namesakes` are called exactly so, whatever note tells them apart; `near` nearly so.
    """

    parsed: ParsedName
    namesakes: tuple[Known, ...]
    near: tuple[Known, ...]
    twin: int | None
    doubts: tuple[str, ...]

    @property
    def certain(self) -> bool:
        """Whether there is nothing to choose: the club knows nobody like this, and the name came once."""
        return not (self.namesakes or self.near or self.twin)


def entries_listed(event: Event) -> list[Entry]:
    """Who is entered, in the order of entering. One query."""
    entries = Entry.objects.filter(event=event).select_related("player", "pair__first", "pair__second")
    return list(entries.order_by("number"))


def known_to(club: Club, entries: Collection[Entry]) -> list[Known]:
    """The club's people by surname, with the day each last took part. One query."""
    numbers = {entry.player_id: entry.number for entry in entries if entry.player_id is not None}
    players = Player.objects.filter(club=club).annotate(last_on=Max("entries__event__plays_on"))
    return [
        Known(one.pk, one.name, str(one), one.last_on, numbers.get(one.pk))
        for one in players.order_by("sort_key", "pk")
    ]


def lines_to_check(read: NamesRead, known: Collection[Known]) -> list[LineRead]:
    """Each name read, with those it may be. Somebody with a note is a namesake too."""
    by_id = {one.id: one for one in known}
    by_name: dict[str, list[Known]] = defaultdict(list)
    for one in known:
        for name in {fold(one.name), fold(one.display)}:
            by_name[name].append(one)
    twins = {
        line: min(twin.lines) for twin in read.duplicates for line in twin.lines if line > min(twin.lines)
    }
    return [_line(name, read, by_id, by_name, twins.get(name.line)) for name in read.names]


def _line(
    name: ParsedName,
    read: NamesRead,
    by_id: Mapping[int, Known],
    by_name: Mapping[str, list[Known]],
    twin: int | None,
) -> LineRead:
    same = tuple(by_name.get(fold(name.display), ()))
    doubts = [doubt for doubt in read.doubts if doubt.line == name.line]
    near = {doubt.known_id for doubt in doubts if doubt.known_id is not None} - {one.id for one in same}
    said = tuple(doubt.sentence for doubt in doubts if doubt.known_id is None or doubt.known_id in near)
    return LineRead(name, same, tuple(by_id[pk] for pk in sorted(near) if pk in by_id), twin, said)
