"""Same as last week: tonight's event from an earlier one, with a list to tick."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_again import AgainForm
from tournaments.selectors.again import again, event_to_repeat
from tournaments.services.again import set_up_again
from tournaments.views.doors import address_of, club_crumbs, directed_club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_again(request: HttpRequest, club: str) -> HttpResponse:
    """The last event, or `?like=` an earlier one's address, to be played again tonight."""
    found = directed_club(request, club)
    slug = request.GET.get("like", "")
    like = event_to_repeat(found, slug)
    if like is None and slug:
        raise Http404
    if like is None:
        return redirect("tournaments:event_new", club=found.slug)
    seen = again(like)
    first = {"name": like.name, "plays_on": timezone.localdate()}
    form = AgainForm(seen, request.POST if request.method == "POST" else None, initial=first)
    if form.is_valid():
        typed = form.cleaned_data
        try:
            event = set_up_again(
                like=like,
                plays_on=typed["plays_on"],
                coming=typed["who"],
                actor=Actor.of(request),
                name=typed["name"],
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            count = len(typed["who"])
            messages.success(request, f"{event.name} is set up, with {count} entered. Who else comes?")
            return redirect(address_of(event, "tournaments:entrants"))
    context = {"form": form, "seen": seen, "club": found, "crumbs": club_crumbs(found)}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/again.html", context, status=status)
