"""Dropping what was derived and making it again from the sheets."""

from collections.abc import Callable, Iterator, Sequence

from django.db import transaction
from django.db.models import QuerySet

from scoring.models import CardLine
from scoring.selectors.cards import held_cards
from scoring.selectors.match_reading import read_matches
from scoring.selectors.matches import play_read
from scoring.selectors.tables import live_of
from scoring.services.projection import people_of, project_match, wants_a_game
from tournaments.models import Event, Match, MatchResult, Round, Standing, Tally
from tournaments.services.results import MatchReport, report_anew, report_card
from tournaments.services.standings import forget_standings, publish_standings

AT_ONCE = 500
"""Matches read and written together: many enough to ask seldom, few enough for any memory."""


def rebuild_event(*, event: Event, done: Callable[[int], None] = lambda matches: None) -> int:
    """Drop the event's results and standings and derive them anew; how many matches there were.

    One transaction, so that nobody sees half of it. `done` hears how many matches are derived, now and then.
    Ratings and history of the club follow when they are asked for: after many events, once.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        MatchResult.objects.filter(match__round__event=event).delete()
        Tally.objects.filter(round__event=event).delete()
        Standing.objects.filter(event=event).delete()
        forget_standings(event_id=event.pk)
        matches = Match.objects.filter(games__isnull=False, round__event=event).distinct().order_by("pk")
        count = 0
        for some in batched(matches.select_related("round__event__club", "round__stage"), AT_ONCE):
            _derive(event, some)
            count += len(some)
            done(count)
        _put_cards(event)
    publish_standings(event_id=event.pk, announced=False)
    return count


def _derive(event: Event, matches: Sequence[Match]) -> None:
    """Play some matches through and report them. What wants a further game is left to `project_match`."""
    plays = [play_read(read) for read in read_matches(matches) if any(read.lines.values())]
    waiting = [one for one in plays if wants_a_game(one)]
    reports = [
        MatchReport(match=one.match, over=one.over, live=live_of(one), people=people_of(one))
        for one in plays
        if not wants_a_game(one)
    ]
    report_anew(event_id=event.pk, club_id=event.club_id, reports=reports)
    for one in waiting:
        project_match(match=one.match)


def batched(found: QuerySet[Match], count: int) -> Iterator[list[Match]]:
    """So many at once, in their order."""
    some: list[Match] = []
    for one in found.iterator(chunk_size=count):
        some.append(one)
        if len(some) == count:
            yield some
            some = []
    if some:
        yield some


def _put_cards(event: Event) -> None:
    rounds = {one.pk: one for one in Round.objects.filter(event=event).select_related("event")}
    held: dict[tuple[int, int], CardLine] = held_cards(event.pk)
    for (round_id, entry_id), line in sorted(held.items()):
        report_card(round=rounds[round_id], entry_id=entry_id, points=line.points, lone_hands=line.lone_hands)
