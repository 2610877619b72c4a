"""Tonight from an earlier night: which one, by what terms, and who came how often."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.engine.formats.options import PAIRS
from tournaments.models import Club, Entry, Event, EventPolicy, Player, Pot
from tournaments.selectors.presets import PotSaid, terms_in_words

LATELY = 10
"""Events over which it is counted who comes how often."""


@dataclass(frozen=True, slots=True)
class Comes:
    """Somebody who may come again: a player's id, or a pair's, and at how many of the last events they were.

    `ticked`: was there last time and stayed.
    """

    id: int
    name: str
    times: int
    ticked: bool
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Again:
    """An event to be set up like an earlier one; `of` is the number of events counted over."""

    like: Event
    pairs: bool
    terms: list[str]
    there: list[Comes]
    others: list[Comes]
    of: int


@dataclass(slots=True)
class _Counted:
    names: dict[int, str] = field(default_factory=dict)
    times: Counter[int] = field(default_factory=Counter)
    order: dict[int, tuple[str, int]] = field(default_factory=dict)


def event_to_repeat(club: Club, slug: str = "") -> Event | None:
    """The event of that address, or the last one that the club played here. One query."""
    events = Event.objects.filter(club=club).select_related("club")
    if slug:
        return events.filter(slug=slug).first()
    return events.exclude(state=Event.State.SETUP).filter(imported=None).order_by("-plays_on", "-pk").first()


def again(like: Event) -> Again:
    """What "same as last time" takes over, in words and names. Five queries, however many people."""
    policy = EventPolicy.objects.filter(event=like).order_by("-number").first()
    pairs = policy is not None and policy.movement.get("entrants") == PAIRS
    events = _lately(like)
    entries = list(
        Entry.objects.filter(event__in=events, filler=False)
        .select_related("player", "pair__first", "pair__second")
        .order_by("number")
    )
    counted = _count(entries, pairs)
    last = [one for one in entries if one.event_id == like.pk]
    there = _there(last, counted, pairs)
    known = {one.id for one in there}
    pots = [PotSaid.of(pot) for pot in Pot.objects.filter(event=like, dropped_at=None).order_by("number")]
    others = [
        Comes(pk, counted.names[pk], counted.times[pk], ticked=False)
        for pk in sorted(counted.names, key=lambda pk: (-counted.times[pk], counted.order[pk]))
        if pk not in known
    ]
    return Again(like, pairs, terms_in_words(policy, pots), there, others, len(events))


def _lately(like: Event) -> list[int]:
    """The event and the ones before it, over which coming is counted."""
    events = Event.objects.filter(club=like.club_id, plays_on__lte=like.plays_on)
    before = events.exclude(state=Event.State.SETUP).exclude(pk=like.pk).order_by("-plays_on", "-pk")
    return [like.pk, *before.values_list("pk", flat=True)[: LATELY - 1]]


def _count(entries: Iterable[Entry], pairs: bool) -> _Counted:
    counted = _Counted()
    seen: set[tuple[int, int]] = set()
    for entry in entries:
        for pk, name, order in _who(entry, pairs):
            if (entry.event_id, pk) not in seen:
                seen.add((entry.event_id, pk))
                counted.names[pk], counted.order[pk] = name, order
                counted.times[pk] += 1
    return counted


def _who(entry: Entry, pairs: bool) -> list[tuple[int, str, tuple[str, int]]]:
    """Whom an entry stands for: a pair, or each of its people. Who is set aside is left out."""
    people = [entry.pair.first, entry.pair.second] if entry.pair is not None else [entry.player]
    known = [one for one in people if isinstance(one, Player)]
    if pairs:
        if entry.pair is None or any(one.inactive_since for one in known):
            return []
        return [(entry.pair.pk, str(entry.pair), (known[0].sort_key, entry.pair.pk))]
    return [(one.pk, str(one), (one.sort_key, one.pk)) for one in known if one.inactive_since is None]


def _there(last: Sequence[Entry], counted: _Counted, pairs: bool) -> list[Comes]:
    """Those of the event itself, by surname; who left before the first round is not ticked."""
    there = {
        pk: Comes(pk, name, counted.times[pk], entry.withdrawn_after != 0, tuple(entry.categories))
        for entry in last
        for pk, name, _ in _who(entry, pairs)
    }
    return sorted(there.values(), key=lambda one: counted.order[one.id])
