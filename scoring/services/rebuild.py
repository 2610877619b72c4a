"""Dropping what was derived and making it again from the sheets."""

from collections.abc import Callable

from django.db import transaction

from scoring.models import CardLine, Game
from scoring.selectors.cards import held_cards
from scoring.services.projection import project_match
from tournaments.models import Event, Match, MatchResult, Round, Standing, Tally
from tournaments.services.results import report_card
from tournaments.services.standings import forget_standings, publish_standings


def rebuild_event(*, event: Event, done: Callable[[int], None] = lambda matches: None) -> int:
    """Drop the event's results and standings and derive them anew; how many matches there were.

    One transaction, so that nobody sees half of it. `done` hears of every match, for a progress bar.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=event.pk)
        MatchResult.objects.filter(match__round__event=event).delete()
        Tally.objects.filter(round__event=event).delete()
        Standing.objects.filter(event=event).delete()
        forget_standings(event_id=event.pk)
        matches = Match.objects.filter(pk__in=Game.objects.filter(match__round__event=event).values("match"))
        count = 0
        for count, match in enumerate(matches.select_related("round__event__club").order_by("pk"), start=1):
            if match.games.filter(lines__isnull=False).exists():
                project_match(match=match)
            done(count)
        _put_cards(event)
    publish_standings(event_id=event.pk)
    return count


def _put_cards(event: Event) -> None:
    rounds = {one.pk: one for one in Round.objects.filter(event=event).select_related("event")}
    held: dict[tuple[int, int], CardLine] = held_cards(event.pk)
    for (round_id, entry_id), line in sorted(held.items()):
        report_card(round=rounds[round_id], entry_id=entry_id, points=line.points, lone_hands=line.lone_hands)
