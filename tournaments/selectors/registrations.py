"""Who is registered for a season, what each owes, and what came in. Whole minor units."""

from dataclasses import dataclass

from django.db.models import Count, Sum

from tournaments.engine.money import money
from tournaments.models import Club, FeePayment, Player, Registration, Season


@dataclass(frozen=True, slots=True)
class Registered:
    """A registration with what was paid for it so far."""

    registration: Registration
    paid: int

    @property
    def owed(self) -> int:
        """What is still to be paid; below 0 where too much was."""
        return self.registration.fee - self.paid


@dataclass(frozen=True, slots=True)
class SeasonFees:
    """A season's registrations by surname, and their sums in one currency."""

    lines: list[Registered]
    currency: str

    @property
    def paid(self) -> str:
        """What came in."""
        return money(sum(line.paid for line in self.lines), self.currency)

    @property
    def owed(self) -> str:
        """What is still to come."""
        return money(sum(max(line.owed, 0) for line in self.lines), self.currency)


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season, with how many people, teams and divisions it has."""

    season: Season
    registered: int
    teams: int
    divisions: int


def season_fees(season: Season) -> SeasonFees:
    """The registrations of a season; `season.club` is read. One query."""
    rows = Registration.objects.filter(season=season).select_related("player")
    summed = rows.annotate(paid=Sum("payments__amount")).order_by("player__sort_key", "pk")
    lines = [Registered(one, one.paid or 0) for one in summed]
    return SeasonFees(lines, lines[0].registration.currency if lines else season.club.currency)


def registration_of(season: Season, registration: int) -> Registration | None:
    """A registration of this season. One query."""
    rows = Registration.objects.select_related("player", "season__club")
    return rows.filter(season=season, pk=registration).first()


def payments_of(registration: Registration) -> list[FeePayment]:
    """Money that changed hands, the newest first. One query."""
    return list(registration.payments.order_by("-at", "-pk"))


def not_registered(season: Season) -> list[Player]:
    """The club's people who are on the lists and not registered, by surname. One query."""
    people = Player.objects.filter(club=season.club_id, inactive_since=None)
    return list(people.exclude(registrations__season=season).order_by("sort_key", "pk"))


def seasons_listed(club: Club) -> list[SeasonLine]:
    """The club's seasons, the newest first. One query."""
    rows = Season.objects.filter(club=club).annotate(
        people=Count("registrations", distinct=True),
        teams=Count("divisions__teams", distinct=True),
        parts=Count("divisions", distinct=True),
    )
    return [SeasonLine(one, one.people, one.teams, one.parts) for one in rows]
