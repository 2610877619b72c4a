"""What ratings are made from, and the ratings themselves, ready to be shown."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2s

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from tournaments.engine.ratings import UNKNOWN, RatedMatch, Rating
from tournaments.models import Club, Event, MatchResult, Player, PlayerRating, RatedEvent, RatingPoint, Tally
from tournaments.models.names import HIDDEN_NAME

COUNTED = (Event.State.FINISHED, Event.State.ARCHIVED)
"""A night counts once it is finished: before that a rating would jump about with every hand."""
_KNOWN = Q(rated__isnull=False) | Q(state__in=COUNTED, public=True)
_AS_COUNTED = Q(rated__revision=F("revision_row__number"), rated__plays_on=F("plays_on"))


_OF_A_TALLY = (
    "round__event",
    "round__number",
    "match__table",
    "match__number",
    "match",
    "side",
    "hands",
    "player",
    "half_games_won",
)


@dataclass(frozen=True, slots=True)
class EventToRate:
    """An event in the order of play; `rated` is how it was counted last, None if never."""

    pk: int
    plays_on: date
    revision: int
    counts: bool
    rated: RatedEvent | None


def events_to_rate(club_id: int, since: date) -> list[EventToRate]:
    """The club's events that count, or did, from a day on, in the order of play. One query."""
    events = Event.objects.filter(_KNOWN, club_id=club_id, plays_on__gte=since)
    return [_to_rate(event) for event in _in_order(events)]


def events_changed(club_id: int) -> list[EventToRate]:
    """Those of them that are at another revision or day than when they were counted. One query."""
    events = Event.objects.filter(_KNOWN, club_id=club_id).exclude(_AS_COUNTED)
    return [_to_rate(event) for event in _in_order(events)]


def club_to_rate(event_id: int) -> int | None:
    """The club of an event that counts, or did; None while the event is played. One query."""
    return Event.objects.filter(_KNOWN, pk=event_id).values_list("club_id", flat=True).first()


def clubs_to_rate() -> list[int]:
    """Clubs with events that changed since they were counted. One query."""
    events = Event.objects.filter(_KNOWN).exclude(_AS_COUNTED)
    return sorted(set(events.values_list("club_id", flat=True)))


def _in_order(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.select_related("revision_row", "rated").order_by("plays_on", "pk")


def _to_rate(event: Event) -> EventToRate:
    return EventToRate(
        event.pk,
        event.plays_on,
        event.revision_row.number,
        event.public and event.state in COUNTED,
        event.rated if hasattr(event, "rated") else None,
    )


def rated_matches(events: Collection[EventToRate]) -> dict[int, list[RatedMatch]]:
    """Event id → its matches that count, in the order of play: by round, then table. One query.

    A match counts once it is over, between two sides whose people are known. Personal cards have no sides,
    and what a filler sat at or somebody forfeited says nothing about play: these are left out.
    """
    counted = Tally.objects.filter(
        round__event__in=[one.pk for one in events if one.counts],
        match__result__state=MatchResult.State.OVER,
        match__forfeit=None,
        player__isnull=False,
    ).exclude(match__seatings__entry__filler=True)
    rows = counted.values_list(*_OF_A_TALLY)
    tables: dict[int, dict[tuple[int, ...], list[_Sat]]] = defaultdict(lambda: defaultdict(list))
    for event, round, table, number, match, side, hands, player, won in rows:
        tables[event][round, table, number or 0, match].append(_Sat(side, -hands, player, won))
    return {
        event: [made for _, sat in sorted(played.items()) if (made := _match(sat)) is not None]
        for event, played in tables.items()
    }


@dataclass(frozen=True, slots=True, order=True)
class _Sat:
    """Somebody at a table; in order: by side, who played most hands first."""

    side: str
    fewer_hands: int
    player: int
    won: int


def _match(sat: Sequence[_Sat]) -> RatedMatch | None:
    """Two sides of one or two people, or None. Where somebody took over, the two with most hands count."""
    sides: dict[str, list[_Sat]] = defaultdict(list)
    for one in sorted(sat):
        sides[one.side].append(one)
    if len(sides) != 2 or "" in sides:
        return None
    first, second = (tuple(one.player for one in side[:2]) for side in sides.values())
    if set(first) & set(second):
        return None
    won = [max(one.won for one in side) for side in sides.values()]
    return RatedMatch((first, second), (won[0], won[1]))


def seal_of(matches: Sequence[RatedMatch]) -> str:
    """Changes whenever a match that counts does."""
    return blake2s(repr(matches).encode(), digest_size=16).hexdigest()


def ratings_before(day: date, players: Iterable[int]) -> dict[int, Rating]:
    """What was thought of these people before a day; who has no rating yet is left out. One query."""
    last = Window(
        RowNumber(), partition_by=F("player"), order_by=[F("event__plays_on").desc(), F("event").desc()]
    )
    points = RatingPoint.objects.filter(player__in=list(players), event__plays_on__lt=day)
    return {
        point.player_id: Rating(point.mu, point.sigma, point.matches)
        for point in points.annotate(last=last).filter(last=1)
    }


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating as people read it; `left`, `middle` and `right` place it in a picture 0 to 100 wide."""

    player: Player
    rating: Rating
    left: float
    middle: float
    right: float


@dataclass(frozen=True, slots=True)
class RatingsShown:
    """A club's ratings, the surest best first, on one scale from `low` to `high`."""

    lines: list[RatingShown]
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A person's rating after an event; x and the three ys place it in a picture 100 wide and 100 high."""

    event: Event
    rating: Rating
    x: float
    low_y: float
    y: float
    high_y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A person's ratings through the time, and what an SVG needs: the range's outline, the line in it."""

    points: list[CurvePoint]
    low: float
    high: float

    @property
    def last(self) -> CurvePoint:
        """The newest; there is one."""
        return self.points[-1]

    @property
    def newest_first(self) -> list[CurvePoint]:
        """As a table tells it."""
        return self.points[::-1]

    @property
    def line(self) -> str:
        """The best guesses, for `<polyline points>`."""
        return " ".join(f"{one.x:.2f},{one.y:.2f}" for one in self.points)

    @property
    def outline(self) -> str:
        """Along the upper ends and back along the lower ones, for `<polygon points>`."""
        there = [f"{one.x:.2f},{one.high_y:.2f}" for one in self.points]
        back = [f"{one.x:.2f},{one.low_y:.2f}" for one in reversed(self.points)]
        return " ".join(there + back)


def rating_of(player: Player) -> Rating | None:
    """What is thought of a person now; None before the first match that counts. One query."""
    row = PlayerRating.objects.filter(player=player).first()
    return Rating(row.mu, row.sigma, row.matches) if row else None


def ratings_of(club: Club) -> RatingsShown:
    """Everybody rated, by the lower end of the range: what a person has shown for sure. One query.

    Who is nobody to the one who asks is left out.
    """
    rows = PlayerRating.objects.filter(player__club=club).exclude(player__name=HIDDEN_NAME)
    rows = rows.select_related("player")
    rated = [(row.player, Rating(row.mu, row.sigma, row.matches)) for row in rows]
    rated.sort(key=lambda one: (-one[1].low, one[0].sort_key, one[0].pk))
    low, high = _scale([rating for _, rating in rated])
    wide = 100 / (high - low)
    lines = [
        RatingShown(player, one, (one.low - low) * wide, (one.mu - low) * wide, (one.high - low) * wide)
        for player, one in rated
    ]
    return RatingsShown(lines, low, high)


def curve_of(player: Player, last: int | None = None) -> Curve:
    """A person's ratings after each event that counts, or the last ones, in the order of play. One query."""
    rows = RatingPoint.objects.filter(player=player).select_related("event")
    points = list(rows.order_by("-event__plays_on", "-event")[:last])[::-1]
    ratings = [Rating(one.mu, one.sigma, one.matches) for one in points]
    low, high = _scale(ratings)
    tall, step = 100 / (high - low), 100 / max(len(points) - 1, 1)
    made = [
        CurvePoint(
            point.event,
            one,
            x=at * step if len(points) > 1 else 50.0,
            low_y=(high - one.low) * tall,
            y=(high - one.mu) * tall,
            high_y=(high - one.high) * tall,
        )
        for at, (point, one) in enumerate(zip(points, ratings, strict=True))
    ]
    return Curve(made, low, high)


def _scale(ratings: Sequence[Rating]) -> tuple[float, float]:
    """Where a picture of these begins and ends; never the same."""
    if not ratings:
        return UNKNOWN.low, UNKNOWN.high
    return min(one.low for one in ratings), max(one.high for one in ratings)
