"""Seasons for the tests of history: finished nights of one club, put in place in bulk."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db import connection

from tests import factories
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventPolicy,
    EventRevision,
    Match,
    MatchResult,
    Player,
    PublishedStandings,
    Round,
    Stage,
    Standing,
    Tally,
)

FIRST = date(2025, 1, 2)


def season(club: Club, people: Sequence[Player], nights: int, rounds: int = 4, **terms: Any) -> list[Event]:
    """Finished weekly nights of the same people, who turn one place a round and a night."""
    return [
        factories.make_night(
            club,
            name=f"Week {week + 1}",
            people=[*people[week % len(people) :], *people[: week % len(people)]],
            played=rounds,
            plays_on=FIRST + timedelta(weeks=week),
            state=Event.State.FINISHED,
            **terms,
        )
        for week in range(nights)
    ]


def many_nights(club: Club, people: Sequence[Player], nights: int) -> None:
    """As many nights as a club of thirty years has, four people at one table for two rounds, in bulk."""
    days = [FIRST + timedelta(days=one) for one in range(nights)]
    events = Event.objects.bulk_create(
        Event(club=club, name=f"Night {at}", slug=f"night-{at}", plays_on=day, state=Event.State.FINISHED)
        for at, day in enumerate(days)
    )
    EventRevision.objects.bulk_create(EventRevision(event=one) for one in events)
    PublishedStandings.objects.bulk_create(PublishedStandings(event=one, revision=1) for one in events)
    terms = factories.make_policy(factories.make_event(club, "Terms", policy=False, state="setup"))
    EventPolicy.objects.bulk_create(
        EventPolicy(
            event=one, number=1, ruleset=terms.ruleset, scoring=terms.scoring, chain=terms.chain,
            movement=terms.movement, absence=terms.absence, made_by="command:tests",
        )
        for one in events
    )  # fmt: skip
    stages = Stage.objects.bulk_create(Stage(event=one, number=1, format="rotation") for one in events)
    drawn = Round.objects.bulk_create(
        Round(event=stage.event, stage=stage, number=number, state=Round.State.CLOSED, format="rotation")
        for stage in stages
        for number in (1, 2)
    )
    seated = {
        one.pk: [people[(at + place) % len(people)] for place in range(4)] for at, one in enumerate(events)
    }
    entries = {
        (one.event_id, one.player_id): one
        for one in Entry.objects.bulk_create(
            Entry(event=event, number=number, player=player)
            for event in events
            for number, player in enumerate(seated[event.pk], start=1)
        )
    }
    _results(drawn, seated, entries)


def _results(
    drawn: Sequence[Round], seated: dict[int, list[Player]], entries: dict[tuple[int, int | None], Entry]
) -> None:
    matches = Match.objects.bulk_create(Match(round=one, table=1) for one in drawn)
    scores = [(4 + at % 9, 4 + (at * 5) % 7) for at, _ in enumerate(matches)]
    MatchResult.objects.bulk_create(
        MatchResult(
            match=match, state=MatchResult.State.OVER, live={"games": [{"NS": ns, "EW": ew}], "over": True}
        )
        for match, (ns, ew) in zip(matches, scores, strict=True)
    )
    tallies: list[Tally] = []
    sums: dict[tuple[int, int], int] = {}
    for match, (ns, ew) in zip(matches, scores, strict=True):
        event = match.round.event_id
        for place, player in enumerate(seated[event]):
            mine, theirs = (ns, ew) if place % 2 == 0 else (ew, ns)
            tallies.append(
                Tally(
                    round=match.round, match=match, entry=entries[event, player.pk], player=player,
                    side="NS" if place % 2 == 0 else "EW", points=mine, points_against=theirs, games_played=1,
                    half_games_won=1 + (mine > theirs) - (mine < theirs), hands=8, lone_marched=mine > 10,
                )
            )  # fmt: skip
            sums[event, player.pk] = sums.get((event, player.pk), 0) + mine
    Tally.objects.bulk_create(tallies)
    _standings(sums, entries)


def _standings(sums: dict[tuple[int, int], int], entries: dict[tuple[int, int | None], Entry]) -> None:
    by_event: dict[int, list[tuple[int, int]]] = {}
    for (event, player), points in sums.items():
        by_event.setdefault(event, []).append((points, player))
    rows = []
    for event, lines in by_event.items():
        for place, (points, player) in enumerate(sorted(lines, reverse=True), start=1):
            rank = 1 + sum(other > points for other, _ in lines)
            shared = sum(other == points for other, _ in lines) > 1
            rows.append(
                Standing(
                    event_id=event, entry=entries[event, player], rank=rank, shared=shared, place=place,
                    points=points, rounds_played=2, figures=[["PTS", str(points)]], sentence="",
                )
            )  # fmt: skip
    Standing.objects.bulk_create(rows)
    with connection.cursor() as cursor:  # a database of that age knows how large its tables are
        cursor.execute("ANALYZE")
