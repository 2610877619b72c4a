"""A club's history: the winners of a year, trophies and who held them, the records and when they fell."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, QuerySet, Subquery

from tournaments.models import Club, Series, Trophy, TrophyHolder
from tournaments.selectors.events import listed
from tournaments.selectors.honours import RecordShown, Won, honours_board, records_of, years_of

EARLIEST = 1850
LATEST = 2150


@dataclass(frozen=True, slots=True)
class TrophyShown:
    """A trophy and who held it last; `year` is None where nobody is known."""

    trophy: Trophy
    year: int | None
    holders: str


@dataclass(frozen=True, slots=True)
class YearHeld:
    """Who held a trophy in a year, together where there are several."""

    year: int
    holders: list[TrophyHolder]


@dataclass(frozen=True, slots=True)
class ClubPast:
    """The page. `records` are of each kind as they fell, the standing one first."""

    years: list[int]
    year: int
    won: list[Won]
    held: list[TrophyHolder]
    trophies: list[TrophyShown]
    records: list[list[RecordShown]]
    series: list[Series]


def club_past(club: Club, year: int | None = None) -> ClubPast:
    """The club's history with the winners of a year, the newest unless told. Eight queries."""
    years = years_of(club)
    chosen = year if year in years else years[0] if years else 0
    held = _holders().filter(trophy__club=club, year=chosen).order_by("trophy__number", "pk")
    return ClubPast(
        years=years,
        year=chosen,
        won=honours_board(club, chosen) if chosen else [],
        held=list(held),
        trophies=trophies_of(club),
        records=records_of(club.pk),
        series=list(Series.objects.filter(club=club)),
    )


def trophies_of(club: Club) -> list[TrophyShown]:
    """Every trophy and who held it last. Two queries."""
    last = TrophyHolder.objects.filter(trophy=OuterRef("trophy")).order_by("-year").values("year")[:1]
    rows = _holders().filter(trophy__club=club).annotate(last=Subquery(last)).filter(year=F("last"))
    held: dict[int, list[TrophyHolder]] = {}
    for row in rows.order_by("pk"):
        held.setdefault(row.trophy_id, []).append(row)
    return [_shown(one, held.get(one.pk, [])) for one in Trophy.objects.filter(club=club)]


def _shown(trophy: Trophy, rows: Sequence[TrophyHolder]) -> TrophyShown:
    return TrophyShown(trophy, rows[0].year if rows else None, listed(holder_named(one) for one in rows))


def holder_named(one: TrophyHolder) -> str:
    """Who it is, as the club reads it."""
    return str(one.player or one.pair or one.words)


def trophy_at(club_slug: str, trophy: int) -> Trophy | None:
    """The trophy at an address, with its club. One query."""
    found = Trophy.objects.select_related("club")
    return found.filter(club__slug=club_slug, pk=trophy).first() if trophy < 2**63 else None


def years_held(trophy: Trophy) -> list[YearHeld]:
    """Who held a trophy, year by year, the newest first. One query."""
    years: dict[int, list[TrophyHolder]] = {}
    for one in _holders().filter(trophy=trophy).order_by("-year", "pk"):
        years.setdefault(one.year, []).append(one)
    return [YearHeld(year, holders) for year, holders in years.items()]


def _holders() -> QuerySet[TrophyHolder]:
    return TrophyHolder.objects.select_related("trophy", "player", "pair__first", "pair__second")
