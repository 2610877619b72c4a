"""A club's series: what they are counted from, and their tables ready to be shown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournaments.engine.series import SERIES_MEASURES, Night, NightCounted, SeriesPlace
from tournaments.engine.series_words import explain_series, rule_in_words, written
from tournaments.engine.totals import total_up
from tournaments.models import Entry, Event, Pair, Series, SeriesEvent, SeriesStanding, Standing
from tournaments.selectors.ratings import COUNTED
from tournaments.selectors.results import results_of

_COUNTS = Q(event__state__in=COUNTED, event__public=True, event__published__revision__gte=0)


@dataclass(frozen=True, slots=True)
class SeriesNight:
    """A night in a line: what it gave, in print; `text` is empty where the entrant was not there."""

    event: Event
    text: str
    counts: bool
    rank: int


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A line of the table; `rank` is "1", "1=" or empty for who has been there too seldom."""

    rank: str
    name: str
    player_id: int | None
    pair: Pair | None
    total: str
    figures: list[tuple[str, str]]
    played: int
    nights: list[SeriesNight]
    why: str


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """A series with its nights in the order of play, those still to come among them."""

    series: Series
    rule: list[str]
    columns: list[str]
    events: list[Event]
    waiting: list[Event]
    lines: list[SeriesLine]


def series_at(club_slug: str, series_slug: str) -> Series | None:
    """The series at an address, with its club. One query."""
    found = Series.objects.select_related("club", "season")
    return found.filter(club__slug=club_slug, slug=series_slug).first()


def series_page(series: Series, limit: int | None = None) -> SeriesPage:
    """The table as it was last counted, or its first lines. Two queries."""
    nights = SeriesEvent.objects.filter(series=series, event__public=True)
    events = [one.event for one in nights.select_related("event").order_by("event__plays_on", "event")]
    found = SeriesStanding.objects.filter(series=series).select_related(
        "player", "pair__first", "pair__second"
    )
    rows = list(found.order_by("place"))
    rule = series.counted
    names = {row.place: str(row.player or row.pair) for row in rows}
    told = explain_series(rule, [_as_counted(row) for row in rows], names)
    over = [one for one in events if one.state in COUNTED]
    return SeriesPage(
        series=series,
        rule=rule_in_words(rule),
        columns=[SERIES_MEASURES[code].name for code in rule.chain],
        events=over,
        waiting=[one for one in events if one.state not in COUNTED],
        lines=[_line(row, over, why) for row, why in zip(rows, told, strict=True)][:limit],
    )


def _as_counted(row: SeriesStanding) -> SeriesPlace:
    """The engine's line again."""
    nights = (NightCounted(event, Fraction(gave), counts, rank) for event, gave, counts, rank in row.nights)
    return SeriesPlace(
        entrant=row.place,
        rank=row.rank,
        shared=row.shared,
        total=Fraction(row.total),
        figures=tuple((code, Fraction(figure)) for code, figure in row.figures),
        nights=tuple(nights),
        parted_by=row.parted_by or None,
    )


def _line(row: SeriesStanding, events: Sequence[Event], why: str) -> SeriesLine:
    nights = {event: (gave, counts, rank) for event, gave, counts, rank in row.nights}
    rank = "" if row.rank is None else f"{row.rank}=" if row.shared else str(row.rank)
    figures = [
        (SERIES_MEASURES[code].name, written(Fraction(figure)))
        for code, figure in row.figures
        if code in SERIES_MEASURES
    ]
    return SeriesLine(
        rank=rank,
        name=str(row.player or row.pair),
        player_id=row.player_id,
        pair=row.pair,
        total=written(Fraction(row.total)),
        figures=figures,
        played=len(nights),
        nights=[_night(event, nights.get(event.pk)) for event in events],
        why=why,
    )


def _night(event: Event, known: tuple[str, bool, int] | None) -> SeriesNight:
    if known is None:
        return SeriesNight(event, "", False, 0)
    gave, counts, rank = known
    return SeriesNight(event, written(Fraction(gave)), counts, rank)


def events_to_choose(series: Series) -> list[tuple[Event, bool]]:
    """Every public event of the club and whether it is in the series, the newest first. Two queries."""
    chosen = set(SeriesEvent.objects.filter(series=series).values_list("event_id", flat=True))
    events = Event.objects.filter(club=series.club_id, public=True)
    return [(event, event.pk in chosen) for event in events]


def hidden_in(series: Series) -> bool:
    """Whether an event was counted that is public no longer. One query."""
    return SeriesEvent.objects.filter(series=series, revision__gte=0, event__public=False).exists()


# --- what a table is counted from ---


def stale_series(club_id: int) -> list[Series]:
    """Series whose nights are at other revisions than they were read at, or others are due. One query."""
    nights = SeriesEvent.objects.filter(series=OuterRef("pk"))
    newer = nights.filter(_COUNTS).exclude(revision=F("event__published__revision"))
    gone = nights.filter(revision__gte=0).exclude(_COUNTS)
    there = SeriesEvent.objects.filter(series=OuterRef(OuterRef("pk")))
    lacking = Event.objects.filter(
        club=OuterRef("club"), public=True, state__in=COUNTED, plays_on__year=OuterRef("year")
    ).exclude(pk__in=there.values("event"))
    stale = Q(computed_at=None) | Exists(newer) | Exists(gone) | Q(Exists(lacking), year__isnull=False)
    return list(Series.objects.filter(stale, club=club_id).order_by("pk"))


def events_of_year(series: Series) -> QuerySet[Event]:
    """The finished public events of a series' year, as a queryset."""
    return Event.objects.filter(
        club=series.club_id, public=True, state__in=COUNTED, plays_on__year=series.year
    )


def nights_read(series: Series) -> list[tuple[SeriesEvent, int]]:
    """The series' nights in the order of play, each with the revision that is up (-1: none). One query."""
    nights = SeriesEvent.objects.filter(series=series).select_related("event__published")
    found = []
    for one in nights.order_by("event__plays_on", "event"):
        counts = one.event.public and one.event.state in COUNTED and hasattr(one.event, "published")
        found.append((one, one.event.published.revision if counts else -1))
    return found


def standings_read(event_id: int) -> list[list[object]]:
    """An event's published standings as `SeriesEvent.lines`. Five queries."""
    rows = list(Standing.objects.filter(event=event_id).order_by("place"))
    sharing = Counter(row.rank for row in rows)
    totals = total_up([row.entry_id for row in rows], results_of(event_id))
    lines: list[list[object]] = []
    for row in rows:
        own = totals[row.entry_id]
        points = dict(row.figures).get("PTS", row.points)
        games = own.games_played - own.games_forfeited
        exact = [str(one) for one in (points, games, own.game_points, own.games_won)]
        lines.append([row.entry_id, row.rank, sharing[row.rank], *exact, own.lone_marches])
    return lines


def series_nights(series: Series, nights: Iterable[SeriesEvent]) -> list[Night]:
    """What the nights say of each entrant: player ids, or pair ids in a series of pairs. One query.

    In a series of people a pair's figures are those of both. Nobody is twice on one night: where partners
    were drawn, the better place counts.
    """
    read = list(nights)
    keys = [line[0] for one in read for line in one.lines]
    entries = {one.pk: one for one in Entry.objects.filter(pk__in=keys).select_related("pair")}
    found: dict[tuple[int, int], Night] = {}
    for one in read:
        for line in one.lines:
            for entrant in _entrants(series, entries.get(line[0])):
                found.setdefault((one.event_id, entrant), _read(one.event_id, entrant, line))
    return list(found.values())


def _entrants(series: Series, entry: Entry | None) -> list[int]:
    if entry is None:
        return []
    if series.entrants == Series.Entrants.PAIRS:
        return [entry.pair_id] if entry.pair_id is not None else []
    if entry.pair is not None:
        return [entry.pair.first_id, entry.pair.second_id]
    return [entry.player_id] if entry.player_id is not None else []


def _read(event_id: int, entrant: int, line: Sequence[Any]) -> Night:
    _, rank, sharing, points, games, game_points, won, lone = line
    return Night(
        night=event_id,
        entrant=entrant,
        rank=rank,
        sharing=sharing,
        points=Fraction(points),
        games=Fraction(games),
        game_points=Fraction(game_points),
        games_won=Fraction(won),
        lone_marches=lone,
    )
