"""Who are partners, since when and until when."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max

from tournaments.models import Club, Partnership


@dataclass(frozen=True, slots=True)
class PartnershipLine:
    """A partnership, with the number of events the two entered as a pair and the day of the last."""

    partnership: Partnership
    events: int
    last_on: date | None


def partnerships_of(club: Club) -> list[PartnershipLine]:
    """Those that hold first, by surname; then those that ended, the newest first. One query."""
    rows = (
        Partnership.objects.filter(pair__club=club)
        .select_related("pair__first", "pair__second")
        .annotate(together=Count("pair__entries"), last_on=Max("pair__entries__event__plays_on"))
    )
    lines = [PartnershipLine(one, one.together, one.last_on) for one in rows]
    now = [line for line in lines if line.partnership.ended_on is None]
    over = [line for line in lines if line.partnership.ended_on is not None]
    now.sort(key=lambda line: (line.partnership.pair.first.sort_key, line.partnership.pk))
    over.sort(key=lambda line: (line.partnership.ended_on or date.min, line.partnership.pk), reverse=True)
    return [*now, *over]
