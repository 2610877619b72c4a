"""A year of a club on paper: honours, records, final tables, who came how often. Plain JSON types."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Count

from tournaments.models import Club, PersonNight, Season, Series, Standing
from tournaments.selectors.club_history import EARLIEST, LATEST, club_past, holder_named
from tournaments.selectors.honours import RecordShown, Won
from tournaments.selectors.leagues import tables_of
from tournaments.selectors.person_history import UNREAD
from tournaments.selectors.series import series_page

Content = dict[str, object]
MOST_LINES = 40
"""Of a night's table; a year of large tournaments still makes a book one can carry."""


def yearbook_of(club: Club, year: int) -> Content | None:
    """Everything of a year; None where the club knows nothing of it. Ten queries and each table's."""
    past = club_past(club, year)
    leagues = _leagues(club, year) if EARLIEST <= year <= LATEST else []
    if past.year != year:
        if not leagues:
            return None
        past = replace(past, won=[], held=[])
    records = [one for fallen in past.records for one in fallen if one.event.plays_on.year == year]
    return {
        "head": {"event": f"{club.name}, {year}", "club": "", "day": ""},
        "year": year,
        "winners": [_winner(one) for one in past.won[::-1]],
        "trophies": [
            {"trophy": one.trophy.name, "holder": holder_named(one), "note": one.note} for one in past.held
        ],
        "records": [_record(one, past.records) for one in records],
        "series": [_series(one) for one in _series_of(club, year, past.series)],
        "leagues": leagues,
        "nights": _nights(past.won[::-1]),
        "attendance": _attendance(club, year),
    }


def _winner(one: Won) -> Content:
    day = f"{one.event.plays_on:%-d %B}"
    return {"day": day, "event": one.event.name, "winners": one.winners, "points": _text(one.points)}


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _record(one: RecordShown, fallen: Sequence[Sequence[RecordShown]]) -> Content:
    stands = any(kind[0] is one for kind in fallen)
    return {
        "name": one.name,
        "figure": f"{one.figure} {one.unit}",
        "holders": one.holders,
        "day": f"{one.event.plays_on:%-d %B}, {one.event.name}",
        "stands": stands,
    }


def _series_of(club: Club, year: int, everything: Sequence[Series]) -> list[Series]:
    """Those of the year, those with a night in it, and those that go with a season that ended in it."""
    played = set(
        Series.objects.filter(club=club, nights__event__plays_on__year=year).values_list("pk", flat=True)
    )
    return [one for one in everything if one.year == year or (one.year is None and one.pk in played)]


def _series(series: Series) -> Content:
    page = series_page(series)
    return {
        "name": series.name,
        "rule": " ".join(page.rule),
        "lines": [
            {"rank": one.rank, "name": one.name, "nights": str(one.played), "total": one.total}
            for one in page.lines
        ],
    }


def _leagues(club: Club, year: int) -> list[Content]:
    """The tables of the seasons that ended in the year."""
    return [
        {
            "name": f"{season.name}: {table.division.name}",
            "lines": [
                {
                    "rank": line.rank,
                    "name": line.team.name,
                    "played": str(line.place.row.played),
                    "points": str(line.place.row.league_points),
                }
                for line in table.lines
            ],
        }
        for season in Season.objects.filter(club=club, ends_on__year=year).order_by("starts_on", "pk")
        for table in tables_of(season)
    ]


def _nights(won: Sequence[Won]) -> list[Content]:
    """Every night's final table, its first lines. One query."""
    rows = Standing.objects.filter(event__in=[one.event for one in won], place__lte=MOST_LINES)
    rows = rows.select_related("entry__player", "entry__pair__first", "entry__pair__second").defer(*UNREAD)
    lines: dict[int, list[Mapping[str, str]]] = {}
    for row in rows.order_by("event", "place"):
        rank = f"{row.rank}=" if row.shared else str(row.rank)
        line = {"rank": rank, "name": str(row.entry), "points": str(row.points)}
        lines.setdefault(row.event_id, []).append(line)
    return [
        {"name": one.event.name, "day": f"{one.event.plays_on:%-d %B}", "lines": lines[one.event.pk]}
        for one in won
        if one.event.pk in lines
    ]


def _attendance(club: Club, year: int) -> list[Content]:
    """Who came to how many finished public nights, most often first. One query."""
    nights = PersonNight.objects.filter(event__club=club, event__public=True, event__plays_on__year=year)
    rows = nights.order_by().values("player_id", "player__name", "player__note", "player__sort_key")
    told = sorted(
        rows.annotate(nights=Count("event")), key=lambda row: (-row["nights"], row["player__sort_key"])
    )
    return [
        {"name": _named(row["player__name"], row["player__note"]), "nights": str(row["nights"])}
        for row in told
    ]


def _named(name: str, note: str) -> str:
    return f"{name} ({note})" if note else name
