"""Setting up an event, and amending its terms."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms import AmendForm, EventForm
from tournaments.forms_format import FormatForm
from tournaments.models import Club, Event
from tournaments.selectors.club_rules import offered_rules
from tournaments.selectors.events import entrants_of, head_of, policy_of
from tournaments.services.events import amend_event, create_event
from tournaments.views.doors import address_of, club_crumbs, directed_club, directed_event, event_crumbs

PRESETS = 5


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new event; `?like=` an earlier one's address starts from its newest terms."""
    found = directed_club(request, club)
    earlier = list(Event.objects.filter(club=found).exclude(state=Event.State.SETUP)[:PRESETS])
    like = Event.objects.filter(club=found, slug=request.GET.get("like", "")).first()
    first = {"plays_on": timezone.localdate()} | ({"name": like.name, "public": like.public} if like else {})
    form = EventForm(
        request.POST if request.method == "POST" else None,
        before=policy_of(like) if like else None,
        initial=first,
        own=offered_rules(found),
    )
    format = FormatForm(request.POST if request.method == "POST" else None, before=form.before)
    if form.is_valid() & format.is_valid() and (event := _created(form, format, found, request)) is not None:
        messages.success(request, f"{event.name} is set up. Enter the players.")
        return redirect(address_of(event, "tournaments:entrants"))
    context = {
        "form": form,
        "format": format,
        "club": found,
        "earlier": earlier,
        "like": like,
        "crumbs": club_crumbs(found),
    }
    status = 422 if form.errors or format.errors else 200
    return render(request, "tournaments/director/event_new.html", context, status=status)


def _created(form: EventForm, format: FormatForm, club: Club, request: HttpRequest) -> Event | None:
    typed = form.cleaned_data
    try:
        return create_event(
            club=club,
            name=typed["name"],
            plays_on=typed["plays_on"],
            terms=form.terms(format),
            actor=Actor.of(request),
            public=typed["public"],
        )
    except EventViolation as refused:
        form.add_error(None, refused.sentence)
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The terms in force, to be amended with a reason. Games already opened keep theirs."""
    found = directed_event(request, club, event)
    before = policy_of(found)
    typed = request.POST if request.method == "POST" else None
    form = AmendForm(typed, before=before, own=offered_rules(found.club))
    format = FormatForm(request.POST if request.method == "POST" else None, before=before)
    if form.is_valid() & format.is_valid():
        try:
            policy = amend_event(
                event=found,
                terms=form.terms(format),
                reason=form.cleaned_data["reason"],
                actor=Actor.of(request),
            )
        except EventViolation as refused:
            form.add_error("reason" if refused.code == "reason-missing" else None, refused.sentence)
        else:
            messages.success(
                request, f"Terms {policy.number} are in force from the next game that is opened."
            )
            return redirect(address_of(found, "tournaments:terms"))
    context = {
        "form": form,
        "format": format,
        "event": found,
        "club": found.club,
        "head": head_of(found, before, len(entrants_of(found))),
        "policies": list(found.policies.order_by("-number")),
        "here": "terms",
        "crumbs": event_crumbs(found),
    }
    status = 422 if form.errors or format.errors else 200
    return render(request, "tournaments/director/terms.html", context, status=status)
