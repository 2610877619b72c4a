"""The director's doors: who may come in, and what somebody else is told.

A visitor is sent to sign in, whatever is behind the address. An account that may not know of an event is told
that there is none (404); one that may see it and not run it, that it may not (403).
"""

import time
from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from tournaments.actors import Actor, asked_from
from tournaments.models import Club, Event, Ladder, Season
from tournaments.permissions import can_direct, can_keep_cash, can_see_club, can_see_event
from tournaments.selectors.accounts import has_two_steps
from tournaments.selectors.events import event_at
from tournaments.selectors.ladders import ladder_at
from tournaments.selectors.leagues import season_at
from tournaments.services.accounts import Pages
from tournaments.services.sign_ins import note_sign_in

HALF_IN = "half_in"
HALF_LASTS = 600
"""Seconds between the password and the code."""


def directed_club(request: HttpRequest, club: str) -> Club:
    """The club at an address, for somebody who runs its events."""
    actor = Actor.of(request)
    found = Club.objects.filter(slug=club).first()
    if found is None or not can_see_club(actor, found):
        raise Http404
    if not can_direct(actor, found):
        raise PermissionDenied
    return found


def directed_event(request: HttpRequest, club: str, event: str) -> Event:
    """The event at an address, with its club and its counter, for somebody who runs it. One query."""
    return _event_for(request, club, event, can_direct)


def cash_event(request: HttpRequest, club: str, event: str) -> Event:
    """The event at an address, with its club and its counter, for somebody who keeps its cash. One query."""
    return _event_for(request, club, event, can_keep_cash)


def _event_for(request: HttpRequest, club: str, event: str, may: Callable[[Actor, Club], bool]) -> Event:
    actor = Actor.of(request)
    found = event_at(club, event)
    if found is None or not can_see_event(actor, found):
        raise Http404
    if not may(actor, found.club):
        raise PermissionDenied
    return found


def seen_event(request: HttpRequest, club: str, event: str) -> Event:
    """The event at an address, for whoever may see it; to others it is not there. One query."""
    found = event_at(club, event)
    if found is None or not can_see_event(Actor.of(request), found):
        raise Http404
    return found


def address_of(event: Event, name: str, more: Mapping[str, int] | None = None) -> str:
    """The address of one of the event's pages; `more` is what its address has besides club and event."""
    return reverse(name, kwargs={"club": event.club.slug, "event": event.slug, **(more or {})})


Crumb = tuple[str, str]


def club_crumbs(club: Club) -> list[Crumb]:
    """The way to a club's page."""
    return [
        ("Clubs", reverse("tournaments:home")),
        (club.name, reverse("tournaments:club", args=[club.slug])),
    ]


def club_context(club: Club, here: str) -> dict[str, object]:
    """What every page of a club's own desk shows: the club, the way back, the other pages."""
    return {"club": club, "here": here, "crumbs": club_crumbs(club)}


def history_crumbs(club: Club) -> list[Crumb]:
    """The way to a club's history."""
    return [*club_crumbs(club), ("History", reverse("tournaments:club_history", args=[club.slug]))]


def event_crumbs(event: Event) -> list[Crumb]:
    """The way to an event's page."""
    address = reverse("tournaments:event", args=[event.club.slug, event.slug])
    return [*club_crumbs(event.club), (event.name, address)]


def desk_context(event: Event, here: str) -> dict[str, object]:
    """What every page of an event's desk shows around its own: the event, the way back, the other pages."""
    return {"event": event, "club": event.club, "here": here, "crumbs": event_crumbs(event)}


def seen_season(request: HttpRequest, club: str, season: str) -> Season:
    """The season at an address: seasons are public, as their clubs' pages are. One query."""
    found = season_at(club, season)
    if found is None or not can_see_club(Actor.of(request), found.club):
        raise Http404
    return found


def directed_season(request: HttpRequest, club: str, season: str) -> Season:
    """The season at an address, for somebody who directs its club."""
    found = seen_season(request, club, season)
    if not can_direct(Actor.of(request), found.club):
        raise PermissionDenied
    return found


def cash_season(request: HttpRequest, club: str, season: str) -> Season:
    """The season at an address, for somebody who keeps the club's cash."""
    found = seen_season(request, club, season)
    if not can_keep_cash(Actor.of(request), found.club):
        raise PermissionDenied
    return found


def season_crumbs(season: Season) -> list[Crumb]:
    """The way to a season's page."""
    return [*club_crumbs(season.club), (season.name, season_address(season, "season"))]


def season_address(season: Season, name: str, **more: int) -> str:
    """The address of one of a season's pages; `more` is what its address has besides club and season."""
    return reverse(f"tournaments:{name}", kwargs={"club": season.club.slug, "season": season.slug, **more})


def seen_ladder(request: HttpRequest, club: str, ladder: str) -> Ladder:
    """The ladder at an address, public as a season is. One query."""
    found = ladder_at(club, ladder)
    if found is None or not can_see_club(Actor.of(request), found.club):
        raise Http404
    return found


def local_page(request: HttpRequest, asked: str) -> str:
    """The page that was wanted, if it is one of this service; else nothing. No open redirects."""
    host, secure = request.get_host(), request.is_secure()
    fits = len(asked) <= 200 and url_has_allowed_host_and_scheme(asked, {host}, require_https=secure)
    return asked if fits else ""


def letter_pages(request: HttpRequest) -> Pages:
    """Where letters lead, by the name that this request came to."""

    def key(token: str) -> str:
        return request.build_absolute_uri(reverse("tournaments:key", args=[token]))

    whole = request.build_absolute_uri
    return Pages(key, whole(reverse("login")), whole(reverse("tournaments:sign_up")))


def let_in(request: HttpRequest, user: User, then: str = "") -> HttpResponse:
    """Sign an account in, and on to `then`, a local page. With two-step sign-in its code is asked for first.

    Every way in comes through here: password, key by mail, invitation.
    """
    if not has_two_steps(user):
        return let_fully_in(request, user, then)
    request.session.flush()
    request.session[HALF_IN] = {"user": user.pk, "then": then, "at": int(time.time())}
    return redirect("tournaments:second_step")


def let_fully_in(request: HttpRequest, user: User, then: str = "") -> HttpResponse:
    """Sign an account in whose second step is done, or that has none."""
    request.session.pop(HALF_IN, None)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    agent, key = request.headers.get("User-Agent", ""), request.session.session_key
    note_sign_in(user=user, session_key=key or "", agent=agent, place=asked_from(request))
    return redirect(then or settings.LOGIN_REDIRECT_URL)


def half_in(request: HttpRequest) -> tuple[User, str] | None:
    """Who gave the password and not yet the code, and the page that was wanted."""
    said = request.session.get(HALF_IN)
    if not said or time.time() - said["at"] > HALF_LASTS:
        return None
    user = User.objects.filter(pk=said["user"], is_active=True).first()
    return (user, said["then"]) if user else None


def page_asked(request: HttpRequest) -> int:
    """The page of a list that `?page=` asks for, from 1; anything odd is the first."""
    page = request.GET.get("page", "")
    return max(int(page), 1) if page.isdecimal() and len(page) < 5 else 1
