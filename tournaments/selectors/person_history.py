"""A person's page: form, best nights, company, streaks, rating, trophies; from the events one may see."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, F, OuterRef, Q

from tournaments.actors import Actor
from tournaments.engine.person_nights import NOTHING, Done, together
from tournaments.engine.totals import Figure, ratio
from tournaments.models import Entry, Event, KeptNight, Player, Standing, Tally
from tournaments.models.names import HIDDEN_NAME
from tournaments.permissions import can_see_event
from tournaments.selectors.charts import Bar, bars
from tournaments.selectors.company import Company, company_of
from tournaments.selectors.history_nights import kept_done
from tournaments.selectors.honours import Honours, honours_of_person
from tournaments.selectors.person_parts import done_on
from tournaments.selectors.ratings import Curve, curve_of
from tournaments.selectors.standings import printed

ON_A_PAGE = 30
FORM = 10
BEST = 3
IN_THE_CURVE = 60
UNREAD = ("sentence", "brief", "parted", "figures")
"""Of a standing, where only the place is asked for."""


@dataclass(frozen=True, slots=True)
class Night:
    """One event of a person: the place of their entry, empty before standings are out, among `entries`.

    `points` are those of the place, or what was made at tables; `done` is what the person did there.
    """

    event: Event
    rank: str
    place: int | None
    entries: int
    points: int | None
    done: Done

    @property
    def rounds_played(self) -> int:
        """Rounds at a table."""
        return self.done.rounds

    @property
    def a_round(self) -> Figure:
        """Points at tables, a round."""
        return ratio(self.done.points, self.done.rounds)

    @property
    def a_round_printed(self) -> str:
        """The same as people read it."""
        return printed(str(self.a_round)) if self.done.rounds else ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person's page. Totals count what the person did at tables, also in somebody else's place.

    `nights` are a page of all that there are, the newest first; `form` the last ones, the oldest first, with
    `form_bars` of points a round and `place_bars` of places, the first place the highest.
    """

    player: Player
    done: Done
    count: int
    nights: list[Night]
    page: int
    more: bool
    form: list[Night]
    form_bars: list[Bar]
    place_bars: list[Bar]
    best: list[Night]
    partners: list[Company]
    opponents: list[Company]
    curve: Curve
    honours: Honours

    @property
    def rounds_played(self) -> int:
        """Rounds at tables, in all."""
        return self.done.rounds

    @property
    def points(self) -> int:
        """Points at tables, in all."""
        return self.done.points

    @property
    def games_won(self) -> str:
        """Games won, in print."""
        return printed(str(Fraction(self.done.half_games_won, 2)))

    @property
    def lone_marches(self) -> int:
        """Lone hands that took all five."""
        return self.done.lone_marched


def person_page(player: Player, actor: Actor, page: int = 1) -> Person | None:
    """All that this actor may know of a person; None if that is nothing. Twelve queries at most.

    Who is nobody to the actor has no page: one night that the reader knows of would give the name away.
    """
    if player.name == HIDDEN_NAME:
        return None
    events = seen_events(player, actor)
    if not events:
        return None
    keys = [event.pk for event in events]
    done = done_of(player, keys)
    nights = _nights(player, events, done)
    first = (page - 1) * ON_A_PAGE
    form = [one for one in nights if one.done.rounds or one.place is not None][:FORM][::-1]
    partners, opponents = company_of(player, keys)
    return Person(
        player=player,
        done=together(one.done for one in reversed(nights)),
        count=len(nights),
        nights=nights[first : first + ON_A_PAGE],
        page=page,
        more=len(nights) > first + ON_A_PAGE,
        form=form,
        form_bars=bars([one.a_round for one in form], [one.place == 1 for one in form]),
        place_bars=bars([_height(one) for one in form], [one.place == 1 for one in form]),
        best=best_nights(nights),
        partners=partners,
        opponents=opponents,
        curve=curve_of(player, last=IN_THE_CURVE),
        honours=honours_of_person(player),
    )


def seen_events(player: Player, actor: Actor) -> list[Event]:
    """Events the person entered, alone or in a pair, or sat in for somebody; the newest first. One query."""
    entered = Exists(Entry.objects.filter(_enters(player), event=OuterRef("pk")))
    sat_in = Exists(Tally.objects.filter(player=player, round__event=OuterRef("pk")))
    events = Event.objects.filter(Q(entered) | Q(sat_in), club=player.club_id)
    return [event for event in events if can_see_event(actor, event)]


def _enters(player: Player) -> Q:
    return Q(player=player) | Q(pair__first=player) | Q(pair__second=player)


def done_of(player: Player, events: Collection[int]) -> dict[int, Done]:
    """Event id → what the person did there: as kept, or from the tallies where none is. Three queries."""
    as_kept = KeptNight.objects.filter(event__in=events, revision=F("event__published__revision"))
    fresh = set(as_kept.values_list("event_id", flat=True))
    done = kept_done(fresh, player.pk)
    others = [event for event in events if event not in done]
    if others:
        done |= {event: one for (event, _), one in done_on(others, player.pk).items()}
    return done


def _nights(player: Player, events: Sequence[Event], done: Mapping[int, Done]) -> list[Night]:
    """One line an event, with the place of the person's own entry. Two queries."""
    keys = [event.pk for event in events]
    enters = Q(entry__player=player) | Q(entry__pair__first=player) | Q(entry__pair__second=player)
    standings = Standing.objects.filter(enters, event_id__in=keys).defer(
        "sentence", "brief", "parted", "figures"
    )
    places = {one.event_id: one for one in standings}
    entered = Entry.objects.filter(event_id__in=keys, filler=False).order_by().values_list("event_id")
    entries = dict(entered.annotate(Count("pk")))
    return [
        _night(event, places.get(event.pk), entries.get(event.pk, 0), done.get(event.pk, NOTHING))
        for event in events
    ]


def _night(event: Event, place: Standing | None, entries: int, done: Done) -> Night:
    rank = "" if place is None else f"{place.rank}=" if place.shared else str(place.rank)
    points = place.points if place is not None else done.points if done.rounds else None
    return Night(event, rank, place.rank if place else None, entries, points, done)


def best_nights(nights: Sequence[Night]) -> list[Night]:
    """The best places, the larger field first, then the more points; unfinished events are no nights yet."""
    over = [one for one in nights if one.place is not None and one.event.state in _OVER]
    over.sort(key=lambda one: (one.place or 0, -one.entries, -(one.points or 0)))
    return over[:BEST]


_OVER = {Event.State.FINISHED, Event.State.ARCHIVED}


def _height(night: Night) -> Fraction:
    """How high a place stands in its field: 1 for the first, little for the last, 0 without a place."""
    if night.place is None or not night.entries:
        return Fraction(0)
    return Fraction(max(night.entries - night.place + 1, 0), night.entries)
