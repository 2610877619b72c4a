"""Presets of events: listed, kept from an event or from nothing, changed, dropped."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms import PresetForm
from tournaments.forms_format import FormatForm
from tournaments.models import Club, Event, EventPreset
from tournaments.selectors.club_rules import offered_rules
from tournaments.selectors.events import policy_of
from tournaments.selectors.presets import policy_from, preset_of, presets_of
from tournaments.services.presets import PresetFacts, change_preset, drop_preset, keep_preset
from tournaments.views.doors import club_context, directed_club


@login_required
@require_safe
def presets(request: HttpRequest, club: str) -> HttpResponse:
    """The club's presets."""
    found = directed_club(request, club)
    context = {"presets": presets_of(found), **club_context(found, "presets")}
    return render(request, "tournaments/club/presets.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preset_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new preset; `?like=` an event's address keeps its newest terms and its pots."""
    found = directed_club(request, club)
    like = Event.objects.filter(club=found, slug=request.GET.get("like", "")).first()
    typed = request.POST if request.method == "POST" else None
    first = {"name": like.name, "event_name": like.name, "public": like.public} if like else {}
    form = PresetForm(
        typed, before=policy_of(like) if like else None, initial=first, own=offered_rules(found)
    )
    format = FormatForm(typed, before=form.before)
    if form.is_valid() & format.is_valid():
        try:
            made = keep_preset(
                club=found,
                facts=_facts(form),
                terms=form.terms(format),
                actor=Actor.of(request),
                like=like,
            )
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{made.name} is kept.")
            return redirect("tournaments:presets", club=found.slug)
    return _form(request, found, form, format, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preset_change(request: HttpRequest, club: str, preset: int) -> HttpResponse:
    """Other names or terms for a preset."""
    found = directed_club(request, club)
    one = _preset(found, preset)
    typed = request.POST if request.method == "POST" else None
    first = {"name": one.name, "event_name": one.event_name, "public": one.public}
    form = PresetForm(typed, before=policy_from(one), initial=first, own=offered_rules(found))
    format = FormatForm(typed, before=form.before)
    if form.is_valid() & format.is_valid():
        try:
            change_preset(preset=one, facts=_facts(form), terms=form.terms(format), actor=Actor.of(request))
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{form.cleaned_data['name']} is kept.")
            return redirect("tournaments:presets", club=found.slug)
    return _form(request, found, form, format, one)


@login_required
@require_POST
def preset_drop(request: HttpRequest, club: str, preset: int) -> HttpResponse:
    """Offer a preset no more."""
    found = directed_club(request, club)
    one = _preset(found, preset)
    drop_preset(preset=one, actor=Actor.of(request))
    messages.success(request, f"{one.name} is dropped; events set up from it stay.")
    return redirect("tournaments:presets", club=found.slug)


def _preset(club: Club, preset: int) -> EventPreset:
    one = preset_of(club, preset)
    if one is None:
        raise Http404
    return one


def _facts(form: PresetForm) -> PresetFacts:
    clean = form.cleaned_data
    return PresetFacts(name=clean["name"], event_name=clean["event_name"], public=clean["public"])


def _form(
    request: HttpRequest, club: Club, form: PresetForm, format: FormatForm, preset: EventPreset | None
) -> HttpResponse:
    context = {"form": form, "format": format, "preset": preset, **club_context(club, "presets")}
    status = 422 if form.errors or format.errors else 200
    return render(request, "tournaments/club/preset_form.html", context, status=status)
