"""A person's page, and any two people as partners or against each other."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Player
from tournaments.selectors.people import player_at
from tournaments.selectors.people_merged import now_called
from tournaments.selectors.person_history import person_page
from tournaments.selectors.two_people import two_people
from tournaments.views.doors import club_crumbs, page_asked

LARGEST = 2**63


@require_safe
def player_page(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """A person, as far as the events one may see tell; `?page=` turns to earlier nights.

    The address of a record that was made one with another leads to that one.
    """
    found = player_at(club, player) if player < LARGEST else None
    if found is None:
        kept = now_called(player)
        if kept is None or kept.club.slug != club:
            raise Http404
        return redirect("tournaments:player", club=club, player=kept.pk)
    person = person_page(found, Actor.of(request), page_asked(request))
    if person is None:
        raise Http404
    context = {"person": person, "club": found.club, "crumbs": club_crumbs(found.club)}
    return render(request, "tournaments/player.html", context)


@require_safe
def partnership(request: HttpRequest, club: str, player: int, other: int) -> HttpResponse:
    """Two people as partners."""
    return _two(request, club, player, other, together=True)


@require_safe
def head_to_head(request: HttpRequest, club: str, player: int, other: int) -> HttpResponse:
    """Two people against each other."""
    return _two(request, club, player, other, together=False)


def _two(request: HttpRequest, club: str, player: int, other: int, *, together: bool) -> HttpResponse:
    first = _player(club, player)
    two = two_people(first, _player(club, other), Actor.of(request), together=together)
    if two is None:
        raise Http404
    context = {"two": two, "club": first.club, "crumbs": club_crumbs(first.club)}
    return render(request, "tournaments/history/two.html", context)


def _player(club: str, player: int) -> Player:
    found = player_at(club, player) if player < LARGEST else None
    if found is None:
        raise Http404
    return found
