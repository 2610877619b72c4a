"""The houses where a club plays."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_secretary import VenueForm
from tournaments.models import Club, Venue
from tournaments.selectors.venues import venue_of, venues_of
from tournaments.services.venues import add_venue, change_house, drop_venue
from tournaments.views.doors import club_context, directed_club


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venues(request: HttpRequest, club: str) -> HttpResponse:
    """The houses; a form adds one."""
    found = directed_club(request, club)
    form = VenueForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = add_venue(club=found, facts=form.facts(), actor=Actor.of(request))
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{made.name} is on the list.")
            return redirect("tournaments:venues", club=found.slug)
    context = {"form": form, "lines": venues_of(found), **club_context(found, "venues")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/venues.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def venue_change(request: HttpRequest, club: str, venue: int) -> HttpResponse:
    """What is known of a house, to be said anew."""
    found = directed_club(request, club)
    one = _venue(found, venue)
    form = VenueForm(request.POST if request.method == "POST" else None, venue=one)
    if form.is_valid():
        try:
            kept = change_house(venue=one, facts=form.facts(), actor=Actor.of(request))
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{kept.name} is kept.")
            return redirect("tournaments:venues", club=found.slug)
    return _form(request, found, one, form)


@login_required
@require_POST
def venue_drop(request: HttpRequest, club: str, venue: int) -> HttpResponse:
    """Take a house off the list."""
    found = directed_club(request, club)
    one = _venue(found, venue)
    try:
        drop_venue(venue=one, actor=Actor.of(request))
    except EventViolation as refused:
        return _form(request, found, one, VenueForm(venue=one), refused.sentence)
    messages.success(request, f"{one.name} is off the list.")
    return redirect("tournaments:venues", club=found.slug)


def _venue(club: Club, venue: int) -> Venue:
    one = venue_of(club, venue)
    if one is None:
        raise Http404
    return one


def _form(request: HttpRequest, club: Club, venue: Venue, form: VenueForm, fault: str = "") -> HttpResponse:
    context = {"form": form, "venue": venue, "fault": fault, **club_context(club, "venues")}
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/club/venue_form.html", context, status=status)
