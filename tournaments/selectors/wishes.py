"""What a club wishes of an event's draws, and which wishes the rounds as drawn do not keep."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.formats.options import StageTerms
from tournaments.engine.formats.wishes import Relaxed, Spare, Wishes, relaxed
from tournaments.engine.seating import DrawnRound
from tournaments.models import Entry, Event, Wish


@dataclass(frozen=True, slots=True)
class WishListed:
    """A wish about two entries, by name: `word` says what is wished."""

    id: int
    one: str
    other: str
    word: str


def wishes_of(event_id: int, terms: StageTerms, entries: Sequence[Entry] | None = None) -> Wishes:
    """What is wished of a stage's draws: who is kept apart, partners of two groups, who is over.

    At most two queries; `entries`, where they are at hand, are all of the event.
    """
    told = list(Wish.objects.filter(event=event_id))
    mixed: list[int] = []
    if terms.options.mixed:
        everybody = Entry.objects.filter(event=event_id) if entries is None else entries
        mixed = [one.pk for one in everybody if terms.options.mixed in one.categories]
    return Wishes.of(
        apart=[(one.one_id, one.other_id) for one in told if one.kind == Wish.Kind.APART],
        never_partners=[(one.one_id, one.other_id) for one in told if one.kind == Wish.Kind.NEVER_PARTNERS],
        mixed=mixed,
        spare=Spare(terms.options.spare),
    )


def wishes_listed(event: Event, names: Mapping[int, str]) -> list[WishListed]:
    """Every wish, in the order in which they were made. One query."""
    return [
        WishListed(one.pk, names.get(one.one_id, ""), names.get(one.other_id, ""), Wish.Kind(one.kind).label)
        for one in Wish.objects.filter(event=event).order_by("pk")
    ]


@dataclass(frozen=True, slots=True)
class NotKept:
    """Wishes of one kind that a draw did not keep: what is relaxed, and for whom in which rounds."""

    what: str
    sentences: list[str]


_RELAXED = {
    "met-though-apart": "Kept apart, as far as it goes",
    "partners-though-never": "Never partners, as far as it goes",
    "partners-of-one-group": "Partners of both groups, as far as it goes",
    "sits-out": "Nobody sits out, as far as it goes",
}


def not_kept(rounds: Sequence[DrawnRound], wishes: Wishes, names: Mapping[int, str]) -> list[NotKept]:
    """What rounds as drawn do not keep, by the kind of wish. No query."""
    told: dict[str, list[Relaxed]] = {}
    for one in relaxed(rounds, wishes):
        told.setdefault(one.code, []).append(one)
    return [
        NotKept(what, [one.told(names) for one in told[code]])
        for code, what in _RELAXED.items()
        if code in told
    ]
