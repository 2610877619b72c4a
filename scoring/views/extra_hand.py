"""The winner of the extra hand after a level game, written down by the director beside the sheet."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.engine.errors import RuleViolation
from scoring.models import Game
from scoring.services.extra_hands import record_extra_hand
from tournaments.actors import Actor
from tournaments.permissions import can_correct
from tournaments.views.doors import address_of, directed_event


@login_required
@require_POST
def extra_hand(request: HttpRequest, club: str, event: str, game: int) -> HttpResponse:
    """Record the `side` that won it, or with an empty one take the word back; then the sheet again."""
    found = directed_event(request, club, event)
    one = Game.objects.select_related("match__round__event__club").filter(pk=game).first()
    if one is None or one.match.round.event_id != found.pk:
        raise Http404
    if not can_correct(Actor.of(request), one.match):
        raise PermissionDenied
    side = request.POST.get("side", "")[:3]
    try:
        record_extra_hand(match=one.match, game=one.number, side=side, actor=Actor.of(request))
    except RuleViolation as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, "The extra hand is recorded." if side else "The extra hand is taken back.")
    return redirect(address_of(found, "scoring:sheet", {"game": one.pk}))
