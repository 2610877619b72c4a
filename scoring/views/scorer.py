"""A scorer with an account: the tables being played, each opened on the page that its phone has.

Opening makes one more link of the table, in the scorer's name; the table's own goes on working.
"""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.models import Event, Match, Round
from tournaments.permissions import can_score, can_score_event
from tournaments.selectors.rounds import rounds_of, tables_of
from tournaments.services.links import add_table_link
from tournaments.views.doors import event_crumbs, seen_event


def _scored(request: HttpRequest, club: str, event: str) -> Event:
    found = seen_event(request, club, event)
    if not can_score_event(Actor.of(request), found):
        raise PermissionDenied
    return found


@login_required
@require_safe
def score_tables(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The tables of the rounds being played, by round and number."""
    found = _scored(request, club, event)
    playing = [one for one in rounds_of(found) if one.state == Round.State.ACCEPTED][:2]
    rounds = [(one, tables_of(one)) for one in playing]
    context = {"event": found, "club": found.club, "rounds": rounds, "crumbs": event_crumbs(found)}
    return render(request, "scoring/score_tables.html", context)


@login_required
@require_POST
def score_match(request: HttpRequest, club: str, event: str, match: int) -> HttpResponse:
    """Open a table."""
    found, actor = _scored(request, club, event), Actor.of(request)
    matches = Match.objects.select_related("round__event")
    one = matches.filter(pk=match, round__event=found, round__state=Round.State.ACCEPTED).first()
    if one is None or not can_score(actor, one):
        raise Http404
    issued = add_table_link(event=found, table=one.table, actor=actor)
    return redirect(reverse("scoring:table", args=[issued.token]))
