"""What changed in a club since a revision."""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Change, ClubRevision, Touched


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the feed: after the change `row` of this revision (0: after none of it)."""

    revision: int
    row: int = 0

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """From `12` (all of revision 12 is known) or `12.345`, as the feed wrote it; else None."""
        first, dot, second = text.partition(".")
        if not (_whole(first) and (not dot or _whole(second))):
            return None
        return cls(int(first), int(second)) if dot else cls(int(first) + 1)

    def __str__(self) -> str:
        return f"{self.revision}.{self.row}"


@dataclass(frozen=True, slots=True)
class Page:
    """Changes in their order; `more` says that there are others, and `after` where to go on."""

    mark: str
    revision: int
    changes: list[Change]
    after: str
    more: bool


def changes_after(club_id: int, place: Place, most: int, kinds: tuple[str, ...] = ()) -> Page:
    """The changes from a place on, the oldest first. Two queries.

    The counter is read first: all that is committed with it or before it is then to be seen, since it was
    raised under its lock as the last statement of the change.
    """
    counter = ClubRevision.objects.get(club=club_id)
    found = Change.objects.filter(club=club_id, revision__lte=counter.number).filter(
        Q(revision__gt=place.revision) | Q(revision=place.revision, pk__gt=place.row)
    )
    if kinds:
        found = found.filter(kind__in=kinds)
    rows = list(found.order_by("revision", "pk")[: most + 1])
    more, rows = len(rows) > most, rows[:most]
    after = f"{rows[-1].revision}.{rows[-1].pk}" if more else str(counter.number)
    return Page(str(counter.mark), counter.number, rows, after, more)


def is_noted(club_id: int) -> bool:
    """Whether something was written that no revision counts yet."""
    return Touched.objects.filter(club_id=club_id).exists()


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19
