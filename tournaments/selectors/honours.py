"""What somebody, or a year, can be proud of: events won, trophies, records, places in series."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.models import Club, ClubRecord, Event, Pair, Player, SeriesStanding, Standing, TrophyHolder
from tournaments.selectors.events import listed
from tournaments.selectors.history_nights import IN_HISTORY


@dataclass(frozen=True, slots=True)
class Honours:
    """A person's: trophies held, the newest first, records that stand, places in series."""

    trophies: list[TrophyHolder]
    records: list["RecordShown"]
    series: list[SeriesStanding]

    def __bool__(self) -> bool:
        return bool(self.trophies or self.records or self.series)


@dataclass(frozen=True, slots=True)
class RecordShown:
    """A record as it stood from a night on. `people` are the holders' ids, `unit` what the figure counts."""

    kind: str
    name: str
    figure: int
    unit: str
    holders: str
    people: frozenset[int]
    event: Event
    number: int


_UNITS = {
    ClubRecord.Kind.NIGHT: ("point", "points"),
    ClubRecord.Kind.LONE: ("lone march", "lone marches"),
    ClubRecord.Kind.RUN: ("match won in a row", "matches won in a row"),
    ClubRecord.Kind.GAME: ("point", "points"),
}


def records_of(club_id: int) -> list[list[RecordShown]]:
    """Each kind of record, in the order of `ClubRecord.Kind`, as it fell, the newest first. One query."""
    rows = ClubRecord.objects.filter(club=club_id, event__public=True).select_related(
        "event", "entry__player", "entry__pair__first", "entry__pair__second", "player", "partner"
    )
    found: dict[tuple[str, int], list[ClubRecord]] = {}
    for row in rows.order_by("-number", "pk"):
        found.setdefault((row.kind, row.number), []).append(row)
    return [
        shown
        for kind in ClubRecord.Kind
        if (shown := [_shown(rows) for (one, _), rows in found.items() if one == kind])
    ]


def _shown(rows: Sequence[ClubRecord]) -> RecordShown:
    row = rows[0]
    kind = ClubRecord.Kind(row.kind)
    one, many = _UNITS[kind]
    return RecordShown(
        kind=row.kind,
        name=kind.label,
        figure=row.figure,
        unit=one if row.figure == 1 else many,
        holders=_holders(rows),
        people=frozenset(person for each in rows for person in _people(each)),
        event=row.event,
        number=row.number,
    )


def _holders(rows: Iterable[ClubRecord]) -> str:
    """Names; of many the first four and how many others."""
    names = [
        f"{one.player} and {one.partner}" if one.partner else str(one.entry or one.player) for one in rows
    ]
    return listed(names if len(names) <= 5 else [*names[:4], f"{len(names) - 4} others"])


def _people(row: ClubRecord) -> set[int]:
    pair: Pair | None = row.entry.pair if row.entry else None
    own = [row.player_id, row.partner_id, row.entry.player_id if row.entry else None]
    return {one for one in [*own, *([pair.first_id, pair.second_id] if pair else [])] if one is not None}


def honours_of_person(player: Player) -> Honours:
    """Of a person, alone or in a pair. Three queries."""
    pairs = Q(pair__first=player) | Q(pair__second=player)
    trophies = TrophyHolder.objects.filter(Q(player=player) | pairs).select_related("trophy")
    standing = [kind[0] for kind in records_of(player.club_id)]
    series = SeriesStanding.objects.filter(Q(player=player) | pairs, rank__isnull=False, rank__lte=3)
    series = series.filter(series__computed_at__isnull=False).select_related("series")
    return Honours(
        trophies=list(trophies.order_by("-year", "trophy__number")),
        records=[one for one in standing if player.pk in one.people],
        series=list(series.order_by("-series__made_at", "series")),
    )


@dataclass(frozen=True, slots=True)
class Won:
    """An event on the board and who won it, with how many points; several where the place was shared."""

    event: Event
    winners: str
    points: int | None


def honours_board(club: Club, year: int) -> list[Won]:
    """The finished public events of a year and their winners, the newest first. Two queries."""
    events = list(Event.objects.filter(IN_HISTORY, club=club, plays_on__year=year))
    firsts = Standing.objects.filter(event__in=events, rank=1).select_related(
        "entry__player", "entry__pair__first", "entry__pair__second"
    )
    best: dict[int, list[Standing]] = {}
    for one in firsts.defer("sentence", "brief", "parted", "figures").order_by("place"):
        best.setdefault(one.event_id, []).append(one)
    return [_won(event, best.get(event.pk, [])) for event in events]


def _won(event: Event, rows: Sequence[Standing]) -> Won:
    names = [str(one.entry) for one in rows]
    winners = listed(names if len(names) <= 5 else [*names[:4], f"{len(names) - 4} others"])
    return Won(event, winners, rows[0].points if rows else None)


def years_of(club: Club) -> list[int]:
    """Years with finished public events or trophies, the newest first. Two queries."""
    days: Iterable[date] = Event.objects.filter(IN_HISTORY, club=club).dates("plays_on", "year")
    trophies = TrophyHolder.objects.filter(trophy__club=club).values_list("year", flat=True).distinct()
    return sorted({day.year for day in days} | set(trophies), reverse=True)
