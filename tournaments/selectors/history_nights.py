"""Which nights belong to a club's history, and what its records are made from."""

from collections.abc import Collection, Iterator
from typing import Any

from django.db.models import Count, F, Max, Q

from tournaments.engine.club_records import Fell, falls, runs_reached
from tournaments.engine.person_nights import Done
from tournaments.models import ClubHistory, Event, KeptNight, MatchResult, PersonNight, Standing, Tally
from tournaments.selectors.person_parts import COUNTS
from tournaments.selectors.ratings import COUNTED

IN_HISTORY = Q(state__in=COUNTED, public=True)
DONE = (
    "rounds", "points", "games_played", "half_games_won", "hands", "made", "euchred", "euchres", "marches",
    "lone_tried", "lone_marched", "matches", "matches_won", "run_first", "run_last", "run_best",
)  # fmt: skip
"""The fields that `PersonNight` and the engine's `Done` share."""
_UP = Q(published__revision__gte=0)
_AS_KEPT = Q(kept__revision=F("published__revision"))


def nights_to_keep(club_id: int) -> list[tuple[int, int]]:
    """(event id, revision that is up) of finished public events kept not at all, or older. One query."""
    events = Event.objects.filter(IN_HISTORY, _UP, club_id=club_id).exclude(_AS_KEPT)
    return list(events.order_by("plays_on", "pk").values_list("pk", "published__revision"))


def nights_to_drop(club_id: int) -> list[int]:
    """Events that are kept and belong to the history no longer. One query."""
    events = Event.objects.filter(club_id=club_id, kept__isnull=False).exclude(IN_HISTORY)
    return list(events.values_list("pk", flat=True))


def is_stale(club_id: int) -> bool:
    """Whether a night is to be kept or dropped, or one that was kept is gone with its event. Two queries."""
    events = Event.objects.filter(club_id=club_id)
    kept = Q(kept__isnull=False)
    if events.filter((IN_HISTORY & _UP & ~_AS_KEPT) | (kept & ~IN_HISTORY)).exists():
        return True
    counted = ClubHistory.objects.filter(club_id=club_id).annotate(now=Count("club__events__kept"))
    return counted.filter(now__lt=F("nights")).exists()


def clubs_with_stale_history() -> list[int]:
    """Clubs with nights to keep or to drop. Two queries."""
    stale = set(Event.objects.filter(IN_HISTORY, _UP).exclude(_AS_KEPT).values_list("club_id", flat=True))
    gone = Event.objects.filter(kept__isnull=False).exclude(IN_HISTORY)
    return sorted(stale | set(gone.values_list("club_id", flat=True)))


def highest_game(event_id: int) -> tuple[int, list[int]]:
    """The highest score of a side in one game, and the people on that side; 0 and nobody. Two queries.

    Where two sides have the same the earlier round counts, then the lower table.
    """
    best, match, side = 0, None, ""
    results = MatchResult.objects.filter(
        match__round__event_id=event_id, match__forfeit=None, state=MatchResult.State.OVER
    ).order_by("match__round__number", "match__table", "match_id")
    for key, live in results.values_list("match_id", "live"):
        for code, points in _scores(live):
            if points > best:
                best, match, side = points, key, code
    people = Tally.objects.filter(COUNTS, match=match, side=side, player__isnull=False)
    return best, sorted(people.values_list("player_id", flat=True)) if match is not None else []


def _scores(live: Any) -> Iterator[tuple[str, int]]:
    """(side, points) of every game of a match that is over."""
    games = live.get("games") or [live.get("score") or {}]
    for game in games:
        yield from game.items()


Holders = tuple[str, int, int | None]
"""("entry", its id, None) or ("player", id, the partner's id)."""


def record_falls(club_id: int) -> dict[str, list[Fell[Holders]]]:
    """How each of the club's records fell, by `ClubRecord.Kind`, from the nights kept. Six queries."""
    nights = list(
        KeptNight.objects.filter(event__club=club_id)
        .order_by("event__plays_on", "event")
        .values_list("event_id", "game_points", "game_people")
    )
    order = {event: at for at, (event, _, _) in enumerate(nights)}
    return {
        "night": _night_falls(order),
        "lone": _lone_falls(order),
        "run": _run_falls(order),
        "game": falls(
            (event, points, ("player", people[0], people[1] if len(people) > 1 else None))
            for event, points, people in nights
            if people
        ),
    }


def _night_falls(order: dict[int, int]) -> list[Fell[Holders]]:
    # A final table that was brought in may be a whole season's: no night's record.
    told = Standing.objects.filter(event__in=order).exclude(event__imported__known="final-table")
    best = told.order_by().values_list("event_id").annotate(Max("points"))
    fell = _fallen(order, best)
    rows = (
        Standing.objects.filter(event__in=fell)
        .order_by("place")
        .values_list("event_id", "points", "entry_id")
    )
    return falls(
        (event, points, ("entry", entry, None))
        for event, points, entry in sorted(rows, key=lambda row: order[row[0]])
    )


def _lone_falls(order: dict[int, int]) -> list[Fell[Holders]]:
    nights = PersonNight.objects.filter(event__in=order)
    fell = _fallen(order, nights.order_by().values_list("event_id").annotate(Max("lone_marched")))
    rows = nights.filter(event__in=fell).order_by("player__sort_key", "player")
    return falls(
        (event, lone, ("player", player, None))
        for event, lone, player in sorted(
            rows.values_list("event_id", "lone_marched", "player_id"), key=lambda row: order[row[0]]
        )
    )


def _fallen(order: dict[int, int], best: Any) -> list[int]:
    """The events at which a record fell, from each event's best."""
    told = sorted(best, key=lambda row: order[row[0]])
    return [one.night for one in falls((event, figure, 0) for event, figure in told)]


def _run_falls(order: dict[int, int]) -> list[Fell[Holders]]:
    rows = PersonNight.objects.filter(event__in=order, matches__gt=0).values_list(
        "event_id", "player_id", "matches", "run_first", "run_last", "run_best"
    )
    told = sorted(rows, key=lambda row: (order[row[0]], row[1]))
    nights = (
        (event, player, Done(matches=matches, run_first=first, run_last=last, run_best=best))
        for event, player, matches, first, last, best in told
    )
    return falls((event, run, ("player", player, None)) for event, run, player in runs_reached(nights))


def kept_done(events: Collection[int], player: int) -> dict[int, Done]:
    """Event id → what the person did there, as kept. One query."""
    rows = PersonNight.objects.filter(event__in=events, player=player)
    return {
        row["event_id"]: Done(**{name: row[name] for name in DONE}) for row in rows.values("event_id", *DONE)
    }
