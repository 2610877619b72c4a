"""The ratings of a club's people, and one person's through the time: beside the standings, never in them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Club, Player
from tournaments.models.names import HIDDEN_NAME
from tournaments.permissions import can_see_club
from tournaments.selectors.ratings import curve_of, rating_of, ratings_of
from tournaments.services.ratings import freshen_ratings
from tournaments.views.doors import club_crumbs


@require_safe
def ratings(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody rated, each with the range he is likely to be in. Public nights only went into it."""
    found = _club(request, club)
    context = {"club": found, "ratings": ratings_of(found), "crumbs": club_crumbs(found)}
    return render(request, "tournaments/ratings/club.html", context)


@require_safe
def rating(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """One person's rating after each night. Who has none has no such page."""
    found = _club(request, club)
    who = Player.objects.filter(club=found, pk=player).first() if player < 2**63 else None
    now = rating_of(who) if who else None
    if who is None or now is None or who.name == HIDDEN_NAME:
        raise Http404
    context = {
        "club": found,
        "player": who,
        "rating": now,
        "curve": curve_of(who),
        "crumbs": club_crumbs(found),
    }
    return render(request, "tournaments/ratings/player.html", context)


def _club(request: HttpRequest, slug: str) -> Club:
    found = get_object_or_404(Club, slug=slug)
    if not can_see_club(Actor.of(request), found):
        raise Http404
    freshen_ratings(club_id=found.pk)
    return found
