"""Whom a person met at tables: with whom and against whom, how often and how well."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, Count, F, Sum, Value, When

from tournaments.models import Player
from tournaments.models.names import HIDDEN_NAME
from tournaments.selectors.person_parts import counted_tallies
from tournaments.selectors.standings import printed


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody met at a table, in how many rounds; games as the person this is about won them."""

    player_id: int
    name: str
    rounds: int
    games: int
    won: str
    won_exactly: Fraction
    points: int
    points_against: int

    @property
    def has_page(self) -> bool:
        """Whether the reader may know who it is."""
        return self.name != HIDDEN_NAME

    @property
    def share(self) -> str:
        """Games won of games played, as a percentage; empty where no game was counted."""
        exact = self.won_exactly / self.games if self.games else None
        return "" if exact is None else printed(str(exact), percent=True)


def company_of(player: Player, events: Collection[int]) -> tuple[list[Company], list[Company]]:
    """Partners and opponents, those met most often first; personal cards tell of nobody. Two queries.

    Who stands in as a filler is nobody one met, and neither is who took the results along.
    """
    other = "match__tallies__"
    met = (
        counted_tallies(events)
        .filter(player=player, match__isnull=False)
        .annotate(
            other_id=F(f"{other}player_id"),
            together=Case(When(side=F(f"{other}side"), then=Value(True)), default=Value(False)),
            counts=Case(
                When(**{f"{other}entry__filler": False, f"{other}entry__results_removed": False}, then=True),
                default=Value(False),
            ),
        )
        .order_by()
        .values("other_id", "together", "counts")
        .annotate(
            rounds=Count("round_id", distinct=True),
            games=Sum("games_played"),
            halves=Sum("half_games_won"),
            points_for=Sum("points"),
            against=Sum("points_against"),
        )
    )
    rows = [row for row in met if row["counts"] and row["other_id"] not in (None, player.pk)]
    people = Player.objects.in_bulk([row["other_id"] for row in rows])
    rows.sort(key=lambda row: (-row["rounds"], people[row["other_id"]].sort_key, row["other_id"]))
    return _met(rows, people, together=True), _met(rows, people, together=False)


def _met(rows: Iterable[Mapping[str, Any]], people: Mapping[int, Player], *, together: bool) -> list[Company]:
    return [_one(row, people[row["other_id"]]) for row in rows if row["together"] == together]


def _one(row: Mapping[str, Any], player: Player) -> Company:
    won = Fraction(row["halves"], 2)
    return Company(
        player_id=player.pk,
        name=str(player),
        rounds=row["rounds"],
        games=row["games"],
        won=printed(str(won)),
        won_exactly=won,
        points=row["points_for"],
        points_against=row["against"],
    )
