"""A past for the demo club: a series of its nights, and a trophy older than anybody's results."""

from datetime import date

from tournaments.actors import Actor
from tournaments.engine.series import SeriesRule
from tournaments.models import Club, Event, Player
from tournaments.services.series import NewSeries, choose_events, create_series
from tournaments.services.trophies import Holding, add_trophy, hold_trophy

NIGHTS = ("Club night", "Card night", "Tonight")


def fill_demo_history(club: Club, today: date, actor: Actor) -> None:
    """The series counts by itself once the standings of its nights are out."""
    rule = SeriesRule(way="best", best=5, chain=("FIRSTS", "TOP"))
    series = create_series(club=club, new=NewSeries("Best five nights", rule), actor=actor)
    nights = Event.objects.filter(club=club, public=True, name__in=NIGHTS)
    choose_events(series=series, events=list(nights.values_list("pk", flat=True)))
    shield = add_trophy(club=club, name="Tamar Shield", note="for the winner of the best five nights")
    people = list(Player.objects.filter(club=club).order_by("pk")[:3])
    hold_trophy(trophy=shield, year=1936, holding=Holding(words="The Ferry Inn"), note="the first")
    for back, player in enumerate(people, start=1):
        hold_trophy(trophy=shield, year=today.year - back, holding=Holding(player.pk))
