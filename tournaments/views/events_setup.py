"""Setting up an event, and amending its terms."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.engine.catalogue import RULESETS
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms import AmendForm, EventForm
from tournaments.forms_format import FormatForm
from tournaments.models import Club, Event, EventPolicy, EventPreset
from tournaments.selectors.club_rules import offered_rules
from tournaments.selectors.events import entrants_of, head_of, policy_of
from tournaments.selectors.presets import policy_from, preset_of
from tournaments.services.events import amend_event, create_event
from tournaments.services.presets import set_up_from
from tournaments.views.doors import address_of, club_crumbs, directed_club, directed_event, event_crumbs

PRESETS = 5


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new event; `?like=` starts from the newest terms of an earlier one, `?preset=` from a preset."""
    found = directed_club(request, club)
    preset = preset_of(found, request.GET.get("preset", ""))
    like = Event.objects.filter(club=found, slug=request.GET.get("like", "")).first()
    typed = request.POST if request.method == "POST" else None
    own = offered_rules(found)
    first = _first(preset, like)
    if preset is None and like is None and (found.usual_ruleset in RULESETS or found.usual_ruleset in own):
        first["ruleset"] = found.usual_ruleset
    form = EventForm(typed, before=_before(preset, like), initial=first, own=own)
    format = FormatForm(typed, before=form.before, usual=found.usual_format)
    if form.is_valid() & format.is_valid():
        event = _created(form, format, found, preset, Actor.of(request))
        if event is not None:
            messages.success(request, f"{event.name} is set up. Enter the players.")
            return redirect(address_of(event, "tournaments:entrants"))
    context = {
        "form": form,
        "format": format,
        "club": found,
        "earlier": list(Event.objects.filter(club=found).exclude(state=Event.State.SETUP)[:PRESETS]),
        "like": like,
        "presets": list(EventPreset.objects.filter(club=found)),
        "preset": preset,
        "crumbs": club_crumbs(found),
    }
    status = 422 if form.errors or format.errors else 200
    return render(request, "tournaments/director/event_new.html", context, status=status)


def _before(preset: EventPreset | None, like: Event | None) -> EventPolicy | None:
    if preset is not None:
        return policy_from(preset)
    return policy_of(like) if like is not None else None


def _first(preset: EventPreset | None, like: Event | None) -> dict[str, object]:
    """What the form shows at first, besides the terms it starts from."""
    first: dict[str, object] = {"plays_on": timezone.localdate()}
    if preset is not None:
        return first | {"name": preset.event_name, "public": preset.public}
    if like is not None:
        return first | {"name": like.name, "public": like.public}
    return first


def _created(
    form: EventForm, format: FormatForm, club: Club, preset: EventPreset | None, actor: Actor
) -> Event | None:
    typed = form.cleaned_data
    said = {name: typed[name] for name in ("name", "plays_on", "public")}
    try:
        if preset is not None:
            return set_up_from(preset=preset, terms=form.terms(format), actor=actor, **said)
        return create_event(club=club, terms=form.terms(format), actor=actor, **said)
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
