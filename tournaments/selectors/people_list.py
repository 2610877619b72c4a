"""The club's list of people as its directors keep it: searched, and read a page at a time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, Max, OuterRef, Q

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold, name_of
from tournaments.models import Club, Contact, Entry, Event, Player, PlayerAlias, Seating, Tally

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in the list, with the number of events entered and the day of the last."""

    player: Player
    aliases: tuple[str, ...]
    events: int
    last_on: date | None


@dataclass(frozen=True, slots=True)
class PeopleShown:
    """One page of those found; `total` counts all of them."""

    lines: list[PersonLine]
    total: int
    page: int
    pages: int

    @property
    def earlier(self) -> int:
        """The page before, 0 on the first."""
        return self.page - 1

    @property
    def later(self) -> int:
        """The page after, 0 on the last."""
        return self.page + 1 if self.page < self.pages else 0


def people_listed(club: Club, *, find: str = "", aside: bool = False, page: int = 1) -> PeopleShown:
    """The people in whose names, other names or marks every word asked for begins a word. Four queries.

    Those set aside are left out, or with `aside` the others are.
    """
    people = Player.objects.filter(club=club, inactive_since__isnull=not aside).filter(_named(find))
    total = people.count()
    pages = max(1, -(-total // ON_A_PAGE))
    at = min(max(page, 1), pages)
    shown = list(
        people.order_by("sort_key", "pk").prefetch_related("aliases")[(at - 1) * ON_A_PAGE : at * ON_A_PAGE]
    )
    taken = taken_part({one.pk for one in shown})
    lines = [
        PersonLine(one, tuple(alias.name for alias in one.aliases.all()), *taken.get(one.pk, (0, None)))
        for one in shown
    ]
    return PeopleShown(lines, total, at, pages)


def _named(find: str) -> Q:
    asked = Q()
    for word in fold(find).split():
        own = _begins_a_word("sort_key", word) | Q(note__istartswith=word) | Q(note__icontains=f" {word}")
        other = PlayerAlias.objects.filter(_begins_a_word("sort_key", word), player=OuterRef("pk"))
        asked &= own | Q(Exists(other))
    return asked


def _begins_a_word(field: str, word: str) -> Q:
    """A sort key's words stand at its beginning, after the comma, and after hyphens."""
    return (
        Q(**{f"{field}__startswith": word})
        | Q(**{f"{field}__contains": f",{word}"})
        | Q(**{f"{field}__contains": f"-{word}"})
    )


def taken_part(players: Collection[int]) -> dict[int, tuple[int, date | None]]:
    """Player id → events entered, alone or in a pair, and the day of the last. One query."""
    enters = Q(player__in=players) | Q(pair__first__in=players) | Q(pair__second__in=players)
    rows = (
        Entry.objects.filter(enters)
        .order_by()
        .values_list("player_id", "pair__first_id", "pair__second_id")
        .annotate(Count("pk"), Max("event__plays_on"))
    )
    taken: dict[int, tuple[int, date | None]] = {}
    for *people, count, day in rows:
        for one in people:
            if one is not None:
                events, last = taken.get(one, (0, None))
                taken[one] = (events + count, max(day, last or day))
    return taken


def player_of_club(club: Club, player: int) -> Player | None:
    """A person of this club, with the club. One query."""
    return Player.objects.select_related("club").filter(club=club, pk=player).first()


def contact_of(player: Player) -> Contact | None:
    """How to reach somebody, if that is kept. One query."""
    return Contact.objects.filter(player=player).first()


def namesakes_of(club: Club, sort_key: str, but: int | None = None) -> list[Player]:
    """Who is called so, or goes by that name too. One query."""
    called = Q(sort_key=sort_key) | Q(aliases__sort_key=sort_key)
    found = Player.objects.filter(called, club=club).distinct().order_by("pk")
    return [one for one in found if one.pk != but]


def sort_name_of(player: Player) -> str:
    """What a form shows as the name to sort by: nothing where it follows from the name itself."""
    try:
        usual = name_of(player.name).sort_key
    except EventViolation:  # a name of another time, which would not be read today
        usual = ""
    if usual == player.sort_key:
        return ""
    return player.sort_key.replace(",", ", ").replace("-", " ").title()


def events_with(players: Sequence[int]) -> list[int]:
    """Ids of events any of these entered, alone or in a pair, or sat in for somebody; ascending."""
    enters = Q(player__in=players) | Q(pair__first__in=players) | Q(pair__second__in=players)
    entered = Entry.objects.filter(enters, event=OuterRef("pk"))
    sat = Seating.objects.filter(player__in=players, match__round__event=OuterRef("pk"))
    told = Tally.objects.filter(player__in=players, round__event=OuterRef("pk"))
    events = Event.objects.filter(Q(Exists(entered)) | Q(Exists(sat)) | Q(Exists(told)))
    return list(events.order_by("pk").values_list("pk", flat=True))
