"""Series: made, their nights chosen, and counted again when a night's standings change."""

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.series import SeriesPlace, SeriesRule, rank_series
from tournaments.models import Club, Event, Season, Series, SeriesEvent, SeriesStanding
from tournaments.selectors.series import (
    events_of_year,
    hidden_in,
    nights_read,
    series_nights,
    stale_series,
    standings_read,
)
from tournaments.services.revisions import raise_club_revision

TAKEN = frozenset({"new"})


@dataclass(frozen=True, slots=True)
class NewSeries:
    """What a director says of a series: its rule, and either a year or events chosen afterwards."""

    name: str
    rule: SeriesRule = field(default_factory=lambda: SeriesRule(way="all"))
    entrants: str = Series.Entrants.PLAYERS
    year: int | None = None
    season: Season | None = None


@transaction.atomic
def create_series(*, club: Club, new: NewSeries, actor: Actor) -> Series:
    """A new series; its address is made from the name and stays."""
    slug = slugify(new.name)[:70]
    if not slug:
        raise EventViolation("series-name-empty", "A series needs a name with at least one letter or figure.")
    if slug in TAKEN or Series.objects.filter(club=club, slug=slug).exists():
        raise EventViolation("series-name-taken", f"There is a series at the address “{slug}” already.")
    made = Series.objects.create(
        club=club,
        name=new.name,
        slug=slug,
        season=new.season,
        year=new.year,
        entrants=new.entrants,
        rule=new.rule.to_dict(),
        made_by=actor.code,
    )
    _count(made)
    raise_club_revision(club.pk)
    return made


@transaction.atomic
def change_series(*, series: Series, new: NewSeries) -> Series:
    """Another name, rule, year; the address stays. It is counted anew."""
    locked = Series.objects.select_for_update().get(pk=series.pk)
    locked.name, locked.season, locked.year = new.name, new.season, new.year
    locked.entrants, locked.rule = new.entrants, new.rule.to_dict()
    locked.save()
    _count(locked)
    raise_club_revision(locked.club_id)
    return locked


@transaction.atomic
def choose_events(*, series: Series, events: Collection[int]) -> None:
    """Count these events and no others; only public ones of the club can be. Not where a year chooses."""
    locked = Series.objects.select_for_update().get(pk=series.pk)
    if locked.year is not None:
        raise EventViolation("series-of-a-year", "Every finished event of the year counts by itself.")
    found = set(
        Event.objects.filter(club=locked.club_id, public=True, pk__in=events).values_list("pk", flat=True)
    )
    if len(found) != len(set(events)):
        raise EventViolation(
            "series-event-unknown", "One of these events is not public, or not of this club."
        )
    SeriesEvent.objects.filter(series=locked).exclude(event__in=found).delete()
    there = set(SeriesEvent.objects.filter(series=locked).values_list("event_id", flat=True))
    SeriesEvent.objects.bulk_create(SeriesEvent(series=locked, event_id=one) for one in sorted(found - there))
    _count(locked)
    raise_club_revision(locked.club_id)


@transaction.atomic
def drop_series(*, series: Series) -> None:
    """Take a series away; the events stay as they are."""
    series.delete()
    raise_club_revision(series.club_id)


def hide_hidden(*, series: Series) -> None:
    """Count a series again at once where one of its nights is public no longer: nobody may read of it."""
    if hidden_in(series):
        with transaction.atomic():
            _count(Series.objects.select_for_update().get(pk=series.pk))


def count_series(*, club_id: int) -> int:
    """Count the club's series again whose nights have changed; how many. One query where none has."""
    stale = stale_series(club_id)
    for one in stale:
        with transaction.atomic():
            locked = Series.objects.select_for_update().filter(pk=one.pk).first()
            if locked is not None:
                _count(locked)
    return len(stale)


def _count(series: Series) -> None:
    """The table anew, from the nights that changed and what was read of the others."""
    if series.year is not None:
        _follow_year(series)
    counting = []
    for night, revision in nights_read(series):
        if night.revision != revision:
            night.revision = revision
            night.lines = standings_read(night.event_id) if revision >= 0 else []
            night.save(update_fields=["revision", "lines"])
        if revision >= 0:
            counting.append(night)
    rule = series.counted
    table = rank_series(rule, [one.event_id for one in counting], series_nights(series, counting))
    SeriesStanding.objects.filter(series=series).delete()
    SeriesStanding.objects.bulk_create(_row(series, place, one) for place, one in enumerate(table, start=1))
    series.computed_at = timezone.now()
    series.save(update_fields=["computed_at"])


def _follow_year(series: Series) -> None:
    """All finished public events of the year, and none else."""
    due = set(events_of_year(series).values_list("pk", flat=True))
    SeriesEvent.objects.filter(series=series).exclude(event__in=due).delete()
    there = set(SeriesEvent.objects.filter(series=series).values_list("event_id", flat=True))
    SeriesEvent.objects.bulk_create(SeriesEvent(series=series, event_id=one) for one in sorted(due - there))


def _row(series: Series, place: int, one: SeriesPlace) -> SeriesStanding:
    pairs = series.entrants == Series.Entrants.PAIRS
    return SeriesStanding(
        series=series,
        player_id=None if pairs else one.entrant,
        pair_id=one.entrant if pairs else None,
        place=place,
        rank=one.rank,
        shared=one.shared,
        total=str(one.total),
        figures=[[code, str(figure)] for code, figure in one.figures],
        parted_by=one.parted_by or "",
        nights=[[night.night, str(night.gave), night.counts, night.rank] for night in one.nights],
    )
