"""Founding a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms import ClubForm
from tournaments.permissions import can_found_club
from tournaments.services.clubs import found_club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """The form of a new club, and the club it makes."""
    actor = Actor.of(request)
    if not can_found_club(actor):
        raise PermissionDenied
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = found_club(name=form.cleaned_data["name"], zone=form.cleaned_data["zone"], actor=actor)
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{club.name} is founded. Its first event comes next.")
            return redirect("tournaments:event_new", club=club.slug)
    context = {"form": form, "crumbs": [("Clubs", reverse("tournaments:home"))]}
    return render(request, "tournaments/director/club_new.html", context, status=422 if form.errors else 200)
