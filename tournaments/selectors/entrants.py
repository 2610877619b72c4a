"""The director's list: who is entered, whom the club knows, and what pasted lines leave to decide."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import Max

from tournaments.engine.formats.options import PAIRS
from tournaments.engine.names import NamesRead, ParsedName, fold
from tournaments.engine.names_pairs import PairsRead
from tournaments.models import Club, Entry, Event, EventPolicy, Pair, PartnerDraw, Player

USUAL_CATEGORIES = ("ladies", "men", "juniors")


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody on the club's list; `entered` is the number of the entry, None if not in the event.

    Who is `aside` is offered on no list, and still known by name.
    """

    id: int
    name: str
    display: str
    last_on: date | None
    entered: int | None
    aliases: tuple[str, ...] = ()
    aside: bool = False


@dataclass(frozen=True, slots=True)
class KnownPair:
    """Two who have played together, neither of them in the event."""

    id: int
    display: str
    last_on: date | None


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


@dataclass(frozen=True, slots=True)
class PairLineRead:
    """A pasted line of two people, each with what makes them doubtful."""

    line: int
    one: LineRead
    other: LineRead

    @property
    def certain(self) -> bool:
        """Whether there is nothing to choose about either."""
        return self.one.certain and self.other.certain


def enters_pairs(event: Event) -> bool:
    """Whether pairs enter, two people at a time: by the terms, or since partners were drawn. Two queries."""
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    by_terms = policy is not None and policy.movement.get("entrants") == PAIRS
    return by_terms or PartnerDraw.objects.filter(event=event).exists()


def entries_listed(event: Event) -> list[Entry]:
    """Who is entered, in the order of entering. One query."""
    entries = Entry.objects.filter(event=event).select_related("player", "pair__first", "pair__second")
    return list(entries.order_by("number"))


def entries_named(entries: Iterable[Entry], name: str) -> list[Entry]:
    """Those in whose name each word asked for begins a word, whatever its case and accents."""
    asked = fold(name).split()
    return [
        entry
        for entry in entries
        if all(any(word.startswith(one) for word in fold(str(entry)).split()) for one in asked)
    ]


def people_entered(event: Event) -> dict[int, int]:
    """Player id → number of the entry, whether entered alone or in a pair. One query."""
    return numbers_of(Entry.objects.filter(event=event).select_related("pair"))


def numbers_of(entries: Iterable[Entry]) -> dict[int, int]:
    """Player id → number, of entries read with their pairs."""
    return {one: entry.number for entry in entries for one in people_of(entry)}


def people_of(entry: Entry) -> list[int]:
    """Player ids of an entry read with its pair: one, or two."""
    if entry.pair is not None:
        return [entry.pair.first_id, entry.pair.second_id]
    return [entry.player_id] if entry.player_id is not None else []


def known_to(club: Club, entries: Collection[Entry]) -> list[Known]:
    """The club's people by surname, with the day each last took part. Three queries."""
    numbers, last_on = numbers_of(entries), _last_days(club)
    return [
        Known(
            one.pk,
            one.name,
            str(one),
            last_on.get(one.pk),
            numbers.get(one.pk),
            tuple(alias.name for alias in one.aliases.all()),
            one.inactive_since is not None,
        )
        for one in Player.objects.filter(club=club).prefetch_related("aliases").order_by("sort_key", "pk")
    ]


def _last_days(club: Club) -> dict[int, date]:
    taken = Entry.objects.filter(event__club=club).order_by()
    rows = taken.values_list("player_id", "pair__first_id", "pair__second_id").annotate(
        Max("event__plays_on")
    )
    last: dict[int, date] = {}
    for *people, day in rows:
        for one in people:
            if one is not None:
                last[one] = max(day, last.get(one, day))
    return last


def pairs_known(club: Club, entries: Collection[Entry]) -> list[KnownPair]:
    """Pairs of the club of whom neither is in the event, who played last first. One query."""
    there = numbers_of(entries)
    pairs = Pair.objects.filter(club=club).select_related("first", "second")
    free = [
        KnownPair(one.pk, str(one), one.last_on)
        for one in pairs.annotate(last_on=Max("entries__event__plays_on")).order_by("first__sort_key", "pk")
        if one.first_id not in there and one.second_id not in there
    ]
    return sorted(free, key=lambda one: one.last_on or date.min, reverse=True)


def categories_known(event: Event) -> list[str]:
    """The usual words, then those the club's entries have besides. One query."""
    rows = Entry.objects.filter(event__club=event.club_id).exclude(categories=[]).order_by()
    used = {word for row in rows.values_list("categories", flat=True).distinct() for word in row}
    return [*USUAL_CATEGORIES, *sorted(used - set(USUAL_CATEGORIES))]


def lines_to_check(read: NamesRead, known: Collection[Known]) -> list[LineRead]:
    """Each name read, with those it may be. Somebody with a note is a namesake too."""
    by_id = {one.id: one for one in known}
    by_name: dict[str, list[Known]] = defaultdict(list)
    for one in known:
        for name in {fold(one.name), fold(one.display), *(fold(alias) for alias in one.aliases)}:
            by_name[name].append(one)
    twins = {
        (line, fold(twin.display)): min(twin.lines)
        for twin in read.duplicates
        for line in twin.lines
        if line > min(twin.lines)
    }
    return [
        _line(name, read, by_id, by_name, twins.get((name.line, fold(name.display)))) for name in read.names
    ]


def pairs_to_check(read: PairsRead, known: Collection[Known]) -> list[PairLineRead]:
    """Each pair read, with those its two people may be."""
    lines = lines_to_check(read.people, known)
    return [
        PairLineRead(pair.line, one, other)
        for pair, one, other in zip(read.pairs, lines[::2], lines[1::2], strict=True)
    ]


def _line(
    name: ParsedName,
    read: NamesRead,
    by_id: Mapping[int, Known],
    by_name: Mapping[str, list[Known]],
    twin: int | None,
) -> LineRead:
    same = tuple(by_name.get(fold(name.display), ()))
    doubts = [doubt for doubt in read.doubts if (doubt.line, doubt.part) == (name.line, name.part)]
    near = {doubt.known_id for doubt in doubts if doubt.known_id is not None} - {one.id for one in same}
    said = tuple(doubt.sentence for doubt in doubts if doubt.known_id is None or doubt.known_id in near)
    return LineRead(name, same, tuple(by_id[pk] for pk in sorted(near) if pk in by_id), twin, said)
