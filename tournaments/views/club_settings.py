"""A club's settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_club import ClubSettingsForm
from tournaments.services.club_settings import change_club
from tournaments.views.doors import club_context, directed_club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club: str) -> HttpResponse:
    """Name, time zone, currency, and what new events begin with."""
    found = directed_club(request, club)
    form = ClubSettingsForm(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            change_club(club=found, actor=Actor.of(request), **form.cleaned_data)
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, "The settings are kept.")
            return redirect("tournaments:club_settings", club=found.slug)
    context = {"form": form, **club_context(found, "settings")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/settings.html", context, status=status)
