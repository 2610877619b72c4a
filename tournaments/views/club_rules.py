"""A club's own rulesets: listed with what they change, made from a shipped one, revised, retired."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.engine.describe import describe
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_ruleset import RulesetForm, StartForm
from tournaments.models import Club
from tournaments.selectors.club_rules import OwnRules, ruleset_of, rulesets_of, shipped, versions_of
from tournaments.services.club_rules import make_ruleset, offer_ruleset, retire_ruleset, revise_ruleset
from tournaments.views.doors import club_context, directed_club


@login_required
@require_safe
def club_rules(request: HttpRequest, club: str) -> HttpResponse:
    """The club's rulesets, in use and retired."""
    found = directed_club(request, club)
    context = {
        "own": rulesets_of(found),
        "retired": rulesets_of(found, retired=True),
        **club_context(found, "rules"),
    }
    return render(request, "tournaments/club/rules.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_ruleset_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new ruleset; `?start=` names the shipped one it begins as."""
    found = directed_club(request, club)
    start = shipped(request.GET.get("start", ""))
    if start is None:
        context = {"form": StartForm(), **club_context(found, "rules")}
        return render(request, "tournaments/club/rules_start.html", context)
    form = RulesetForm(start, request.POST if request.method == "POST" else None)
    if form.is_valid():
        clean = form.cleaned_data
        try:
            made = make_ruleset(club=found, name=clean["name"], rules=clean["rules"], actor=Actor.of(request))
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{made.name} may be chosen for events from now on.")
            return redirect("tournaments:club_ruleset", club=found.slug, ruleset=made.slug)
    return _form(request, found, form, None)


@login_required
@require_safe
def club_ruleset(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """One ruleset in words, with what it changes and its versions."""
    found = directed_club(request, club)
    own = _own(found, ruleset)
    context = {
        "own": own,
        "told": describe(own.rules),
        "versions": versions_of(own.ruleset),
        **club_context(found, "rules"),
    }
    return render(request, "tournaments/club/ruleset.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_ruleset_change(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """The next version of a ruleset."""
    found = directed_club(request, club)
    own = _own(found, ruleset)
    typed = request.POST if request.method == "POST" else None
    form = RulesetForm(own.rules, typed, name=own.ruleset.name, revised=True)
    if form.is_valid():
        clean = form.cleaned_data
        try:
            made = revise_ruleset(
                ruleset=own.ruleset, rules=clean["rules"], reason=clean["reason"], actor=Actor.of(request)
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"Version {made.number} of {own.ruleset.name} is in force.")
            return redirect("tournaments:club_ruleset", club=found.slug, ruleset=ruleset)
    return _form(request, found, form, own)


@login_required
@require_POST
def club_ruleset_state(request: HttpRequest, club: str, ruleset: str) -> HttpResponse:
    """Retire a ruleset, or offer it again."""
    found = directed_club(request, club)
    own = _own(found, ruleset)
    if request.POST.get("change") == "offer":
        offer_ruleset(ruleset=own.ruleset, actor=Actor.of(request))
    else:
        retire_ruleset(ruleset=own.ruleset, actor=Actor.of(request))
    return redirect("tournaments:club_rules", club=found.slug)


def _own(club: Club, slug: str) -> OwnRules:
    own = ruleset_of(club, slug)
    if own is None:
        raise Http404
    return own


def _form(request: HttpRequest, club: Club, form: RulesetForm, own: OwnRules | None) -> HttpResponse:
    context = {"form": form, "own": own, **club_context(club, "rules")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/ruleset_form.html", context, status=status)
