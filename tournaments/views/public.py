"""What anybody may look at: clubs, events, rounds, standings, people."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Club, Event, Round
from tournaments.permissions import can_direct, can_see_club, can_see_event
from tournaments.selectors import clubs, events, ladders, leagues, people, rounds, standings
from tournaments.selectors.bracket_pages import BracketShown, bracket_page, bracket_shown
from tournaments.selectors.brackets import BRACKETS
from tournaments.selectors.stages import stage_tables
from tournaments.services.standings import freshen_standings
from tournaments.views.doors import page_asked
from tournaments.views.live import LivePage, answer_live

TOP = 10
LONGEST_NAME = 80
Crumb = tuple[str, str]
Context = dict[str, object]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The clubs."""
    return render(request, "tournaments/home.html", {"clubs": clubs.clubs_listed()})


@require_safe
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """A club: what it plays and played, and who took part in public events."""
    actor = Actor.of(request)
    found = get_object_or_404(Club, slug=club)
    if not can_see_club(actor, found):
        raise Http404
    context = {
        "club": found,
        "events": events.events_of(found, actor, page_asked(request)),
        "players": people.players_of(found),
        "seasons": leagues.seasons_of(found),
        "ladders": ladders.ladders_of(found),
        "directs": can_direct(actor, found),
        "crumbs": [("Clubs", reverse("tournaments:home"))],
    }
    return render(request, "tournaments/club.html", context)


@require_safe
def event_page(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """An event at a glance: its state, the round being played, the top of the standings, who takes part."""
    found = _event(request, club, event)
    policy = events.policy_of(found)
    entrants = events.entrants_of(found)
    drawn = rounds.rounds_of(found)
    now = rounds.current_round(drawn)
    head = events.head_of(found, policy, len(entrants))
    context = {
        "head": head,
        "strip": rounds.round_strip(drawn, head.rounds),
        "round": now,
        "tables": rounds.tables_of(now) if now else [],
        "sit_outs": rounds.sit_outs_of(now) if now else [],
        "standings": standings.standings_of(found, policy, limit=TOP),
        "entrants": entrants,
        "bracket": _bracket(found) if any(one.format in BRACKETS for one in drawn) else None,
    }
    return render(request, "tournaments/event.html", _shared(request, found, _crumbs(found.club)) | context)


def _bracket(event: Event) -> BracketShown | None:
    page = bracket_page(event)
    return bracket_shown(page.now, page.names) if page.binds and page.now is not None else None


@require_safe
def round_page(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """A round: its tables as they stand, and where everybody sits. `?name=` finds people."""
    found = _event(request, club, event)
    name = request.GET.get("name", "").strip()[:LONGEST_NAME]
    live = LivePage(
        page="tournaments/round.html",
        part="tournaments/_tables.html",
        context=partial(_round_part, request, found, number, name),
        rest=partial(_round_rest, found),
    )
    return answer_live(request, found, live)


def _round_part(request: HttpRequest, event: Event, number: int, name: str) -> Context:
    drawn = rounds.rounds_of(event)
    one = next((one for one in drawn if one.number == number), None)
    if one is None:
        raise Http404
    tables = rounds.tables_of(one)
    places = rounds.places_of(tables)
    named = rounds.places_named(places, name)
    shared = _shared(request, event, _crumbs(event.club, event))
    return shared | {
        "round": one,
        "drawn": drawn,
        "tables": tables,
        "places": places,
        "name": name,
        "named": named,
        "mine": Actor.of(request).player_ids | {place.player_id for place in named},
        "live": event.state == Event.State.RUNNING and one.state == Round.State.ACCEPTED,
    }


def _round_rest(event: Event, part: Context) -> Context:
    head = events.head_of(event, events.policy_of(event), 0)
    one, drawn = part["round"], part["drawn"]
    return {"strip": rounds.round_strip(drawn, head.rounds), "sit_outs": rounds.sit_outs_of(one)}  # type: ignore[arg-type]


@require_safe
def standings_page(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The standings. `?revision=n` asks for a table at least that new, computed now if need be."""
    found = _event(request, club, event)
    published, current = events.published_revision_of(found), events.revision_of(found)
    wanted = request.GET.get("revision", "")
    if freshen_standings(event_id=found.pk, published=published, current=current, at_least=wanted):
        found = _event(request, club, event)
    live = LivePage(
        page="tournaments/standings.html",
        part="tournaments/_standings.html",
        context=partial(_standings, request, found),
        for_all=True,
    )
    return answer_live(request, found, live)


def _standings(request: HttpRequest, event: Event) -> Context:
    return _shared(request, event, _crumbs(event.club, event)) | {
        "standings": standings.standings_of(event, events.policy_of(event)),
        "stages": stage_tables(event),
        "live": event.state in {Event.State.SETUP, Event.State.RUNNING},
    }


def _event(request: HttpRequest, club: str, event: str) -> Event:
    """The event at the address; 404 to whoever may not see it, as if it were not there."""
    found = events.event_at(club, event)
    if found is None or not can_see_event(Actor.of(request), found):
        raise Http404
    return found


def _shared(request: HttpRequest, event: Event, crumbs: list[Crumb]) -> Context:
    actor = Actor.of(request)
    return {
        "event": event,
        "club": event.club,
        "mine": actor.player_ids,
        "directs": can_direct(actor, event.club),
        "crumbs": crumbs,
    }


def _crumbs(club: Club, event: Event | None = None) -> list[Crumb]:
    crumbs = [
        ("Clubs", reverse("tournaments:home")),
        (club.name, reverse("tournaments:club", args=[club.slug])),
    ]
    if event is not None:
        crumbs.append((event.name, reverse("tournaments:event", args=[club.slug, event.slug])))
    return crumbs
