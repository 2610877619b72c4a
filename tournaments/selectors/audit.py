"""The record of changes, as directors look it up: who did what, when, from where, and what it was before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.models import AuditEntry, Club, Entry, Membership, Player, TableLink

ON_A_PAGE = 50
MENDED_BY_HAND = frozenset({"sort_key", "erased_at"})
"""Columns that follow from others and say nothing more."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One column: its name in words, what stood there and what stands there since."""

    name: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One change in words. `thing` is its kind and name, `undo` whether a director may take it back here."""

    entry: AuditEntry
    who: str
    what: str
    thing: str
    differences: Sequence[Difference]
    undo: bool


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A page of the record, the newest first."""

    lines: list[RecordLine]
    page: int
    more: bool


def record_of(club: Club, text: str = "", page: int = 1) -> RecordPage:
    """A club's changes in which every word of the text is found. Seven queries at most, whatever the size."""
    rows: QuerySet[AuditEntry] = AuditEntry.objects.filter(club=club).select_related("event")
    for word in text.split()[:6]:
        rows = _having(rows, word)
    first = (page - 1) * ON_A_PAGE
    found = list(rows.order_by("-pk")[first : first + ON_A_PAGE + 1])
    shown = found[:ON_A_PAGE]
    names = _names(shown)
    return RecordPage([_line(one, names) for one in shown], page, len(found) > ON_A_PAGE)


def record_at(club: Club, key: int) -> AuditEntry | None:
    """One change of this club, with its event. One query."""
    found = AuditEntry.objects.filter(club=club, pk=key) if key < 2**63 else AuditEntry.objects.none()
    return found.select_related("event__club").first()


def can_be_undone(one: AuditEntry) -> bool:
    """Whether a service can take this change back: a person's record, a withdrawal, an event's state."""
    if not one.before:
        return False
    if one.kind == "player":
        return bool(one.before.keys() & {"name", "note", "pronunciation", "remarks", "privacy"})
    if one.kind == "entry":
        return "withdrawn_after" in one.before
    return one.kind == "event" and one.before.keys() == {"state"}


def _having(rows: QuerySet[AuditEntry], word: str) -> QuerySet[AuditEntry]:
    """Rows with a word in them: who, what, of which event, before and after."""
    people = User.objects.filter(username__icontains=word).values_list("pk", flat=True)[:50]
    codes = [f"user:{key}" for key in people]
    told = rows.annotate(was=Cast("before", TextField()), now=Cast("after", TextField()))
    return told.filter(
        Q(actor__icontains=word)
        | Q(actor__in=codes)
        | Q(verb__icontains=word)
        | Q(kind__icontains=word)
        | Q(key=word)
        | Q(event__name__icontains=word)
        | Q(was__icontains=word)
        | Q(now__icontains=word)
        | Q(request_id=word)
    )


def _names(rows: Sequence[AuditEntry]) -> Mapping[tuple[str, str], str]:
    """(kind, key) → name, of accounts, links, people, roles and entries. Five queries."""
    actors = [(kind, key) for kind, _, key in (one.actor.partition(":") for one in rows)]
    things = [(one.kind, one.key) for one in rows]
    accounts = User.objects.in_bulk(_keys(actors, "user"))
    links = TableLink.objects.in_bulk(_keys(actors, "link"))
    people = Player.objects.in_bulk(_keys(things, "player"))
    members = Membership.objects.select_related("user").in_bulk(_keys(things, "membership"))
    named = Entry.objects.select_related("player", "pair__first", "pair__second")
    entries = named.in_bulk(_keys(things, "entry"))
    return {
        **{("user", str(key)): one.get_username() for key, one in accounts.items()},
        **{("link", str(key)): f"table {one.table}" for key, one in links.items()},
        **{("player", str(key)): str(one) for key, one in people.items()},
        **{("membership", str(key)): one.user.get_username() for key, one in members.items()},
        **{("entry", str(key)): str(one) for key, one in entries.items()},
    }


def _keys(pairs: Iterable[tuple[str, str]], kind: str) -> list[int]:
    """The numbers among the keys of a kind."""
    found = {key for one, key in pairs if one == kind}
    return sorted(int(key) for key in found if key.isdecimal() and len(key) < 19)


def _line(one: AuditEntry, names: Mapping[tuple[str, str], str]) -> RecordLine:
    kind, _, key = one.actor.partition(":")
    known = names.get((one.kind, one.key), one.key)
    return RecordLine(
        entry=one,
        who=names.get((kind, key), one.actor),
        what=one.verb.replace("_", " ").replace("-", " "),
        thing=f"{one.kind} {known}".strip() if one.kind not in {"event", "club"} else "",
        differences=_differences(one),
        undo=can_be_undone(one),
    )


def _differences(one: AuditEntry) -> list[Difference]:
    names = [name for name in {**one.before, **one.after} if name not in MENDED_BY_HAND]
    return [
        Difference(name.replace("_", " "), _told(one.before.get(name)), _told(one.after.get(name)))
        for name in names
    ]


def _told(held: object) -> str:
    if held is None or held == "":
        return "nothing"
    return {True: "yes", False: "no"}[held] if isinstance(held, bool) else str(held)
