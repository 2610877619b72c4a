"""Any two people of a club: as partners, and against each other, as far as the events one may see tell."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Q

from tournaments.actors import Actor
from tournaments.models import Event, Player, Standing
from tournaments.models.names import HIDDEN_NAME
from tournaments.selectors.charts import Bar, bars
from tournaments.selectors.person_history import UNREAD, seen_events
from tournaments.selectors.person_parts import counted_tallies
from tournaments.selectors.standings import printed

MEETINGS = 30
NIGHTS = 30


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match that both sat at, as the first one's side has it; `ended` is won, level or lost."""

    event: Event
    round: int
    points: int
    points_against: int
    games: int
    won: Fraction
    ended: str


@dataclass(frozen=True, slots=True)
class TwoNight:
    """A night on which both met so, with the place of their entry where they were entered as a pair."""

    event: Event
    rounds: int
    points: int
    won: str
    games: int
    place: str


@dataclass(frozen=True, slots=True)
class Two:
    """All that was between two people, in one way: partners, or opponents. Seen from the first one.

    `rounds`, `games` and the points are of all meetings; `meetings` and `nights` the newest ones, `more` how
    many meetings there are besides. `night_bars` are points a round, the oldest night first.
    """

    first: Player
    other: Player
    together: bool
    rounds: int
    games: int
    won: str
    lost: str
    share: str
    points: int
    points_against: int
    meetings: list[Meeting]
    more: int
    nights: list[TwoNight]
    night_bars: list[Bar]


def two_people(first: Player, other: Player, actor: Actor, *, together: bool) -> Two | None:
    """Both in one way; None where this actor may not know of either. Five queries."""
    if HIDDEN_NAME in (first.name, other.name):
        return None
    seen = {event.pk: event for event in seen_events(first, actor)}
    if first.pk == other.pk or not seen or not seen_events(other, actor):
        return None
    meetings = _meetings(first, other, seen, together)
    games, won = sum(one.games for one in meetings), sum((one.won for one in meetings), Fraction())
    nights = _nights(meetings, _places(first, other, seen) if together else {})[:NIGHTS]
    return Two(
        first=first,
        other=other,
        together=together,
        rounds=len(meetings),
        games=games,
        won=printed(str(won)),
        lost=printed(str(games - won)),
        share=f"{(200 * won / games + 1) // 2}\u00a0%" if games else "",
        points=sum(one.points for one in meetings),
        points_against=sum(one.points_against for one in meetings),
        meetings=meetings[:MEETINGS],
        more=max(len(meetings) - MEETINGS, 0),
        nights=nights,
        night_bars=bars([Fraction(one.points, one.rounds) for one in reversed(nights)]),
    )


_READ = ("round__event_id", "round__number", "match_id", "side", "points", "points_against")
_GAMES = ("games_played", "half_games_won")


def _meetings(first: Player, other: Player, seen: Mapping[int, Event], together: bool) -> list[Meeting]:
    """The newest first. Two queries."""
    counted = counted_tallies(seen.keys()).filter(match__isnull=False)
    theirs = counted.filter(player=other, match__in=counted.filter(player=first).values("match"))
    sides: dict[int | None, str] = dict(theirs.values_list("match_id", "side"))
    mine = counted.filter(player=first, match__in=list(sides)).values(*_READ, *_GAMES)
    rows = [row for row in mine if (row["side"] == sides[row["match_id"]]) == together]
    found = [_meeting(seen[row["round__event_id"]], row) for row in rows]
    found.sort(key=lambda one: (one.event.plays_on, one.event.pk, one.round), reverse=True)
    return found


def _meeting(event: Event, row: Mapping[str, Any]) -> Meeting:
    return Meeting(
        event=event,
        round=row["round__number"],
        points=row["points"],
        points_against=row["points_against"],
        games=row["games_played"],
        won=Fraction(row["half_games_won"], 2),
        ended=_ended(row),
    )


def _ended(row: Mapping[str, Any]) -> str:
    """A level game may have given nobody anything; the points then say that it was level."""
    halves, games = row["half_games_won"], row["games_played"]
    if halves == games or (halves == 0 and row["points"] == row["points_against"]):
        return "level"
    return "won" if halves > games else "lost"


def _places(first: Player, other: Player, seen: Collection[int]) -> dict[int, str]:
    """Event id → the place of the two as a pair. One query."""
    one, two = sorted((first.pk, other.pk))
    pair = Q(entry__pair__first=one, entry__pair__second=two)
    rows = Standing.objects.filter(pair, event__in=seen).defer(*UNREAD)
    return {row.event_id: f"{row.rank}=" if row.shared else str(row.rank) for row in rows}


def _nights(meetings: Sequence[Meeting], places: Mapping[int, str]) -> list[TwoNight]:
    by_event: dict[int, list[Meeting]] = {}
    for one in meetings:
        by_event.setdefault(one.event.pk, []).append(one)
    return [
        TwoNight(
            event=own[0].event,
            rounds=len(own),
            points=sum(one.points for one in own),
            won=printed(str(sum((one.won for one in own), Fraction()))),
            games=sum(one.games for one in own),
            place=places.get(key, ""),
        )
        for key, own in by_event.items()
    ]
