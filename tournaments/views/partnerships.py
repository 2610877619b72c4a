"""Partnerships of the club, formed and ended."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_leagues import DayForm
from tournaments.forms_secretary import PartnershipForm
from tournaments.models import Club, Partnership, Player
from tournaments.selectors.partnerships import partnerships_of
from tournaments.services.partnerships import drop_partnership, end_partnership, form_partnership
from tournaments.views.doors import club_context, directed_club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def partnerships(request: HttpRequest, club: str) -> HttpResponse:
    """Who are partners; a form joins two more."""
    found = directed_club(request, club)
    people = list(Player.objects.filter(club=found, inactive_since=None).order_by("sort_key", "pk"))
    typed = request.POST if request.method == "POST" else None
    form = PartnershipForm(people, typed, initial={"day": timezone.localdate()})
    if form.is_valid():
        clean, known = form.cleaned_data, {one.pk: one for one in people}
        try:
            made = form_partnership(
                club=found,
                one=known[clean["one"]],
                other=known[clean["other"]],
                day=clean["day"],
                note=clean["note"],
                actor=Actor.of(request),
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{made.pair} are partners.")
            return redirect("tournaments:partnerships", club=found.slug)
    return _page(request, found, form)


@login_required
@require_POST
def partnership_end(request: HttpRequest, club: str, partnership: int) -> HttpResponse:
    """The two part on a day, or never were partners (`mistake`)."""
    found = directed_club(request, club)
    one = Partnership.objects.select_related("pair").filter(pair__club=found, pk=partnership).first()
    if one is None:
        raise Http404
    if request.POST.get("change") == "mistake":
        drop_partnership(partnership=one, actor=Actor.of(request))
        messages.success(request, f"{one.pair} were written down by mistake.")
        return redirect("tournaments:partnerships", club=found.slug)
    form = DayForm(request.POST)
    fault = "" if form.is_valid() else str(form.errors["day"][0])
    if not fault:
        try:
            end_partnership(partnership=one, day=form.cleaned_data["day"], actor=Actor.of(request))
        except EventViolation as refused:
            fault = refused.sentence
    if fault:
        people = list(Player.objects.filter(club=found, inactive_since=None).order_by("sort_key", "pk"))
        return _page(request, found, PartnershipForm(people, initial={"day": timezone.localdate()}), fault)
    messages.success(request, f"{one.pair} have parted.")
    return redirect("tournaments:partnerships", club=found.slug)


def _page(request: HttpRequest, club: Club, form: PartnershipForm, fault: str = "") -> HttpResponse:
    context = {
        "form": form,
        "fault": fault,
        "lines": partnerships_of(club),
        "today": timezone.localdate(),
        **club_context(club, "partnerships"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/club/partnerships.html", context, status=status)
