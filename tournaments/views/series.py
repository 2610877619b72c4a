"""A series: its table for everybody, and the director's pages that make it and choose its nights."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_history import SeriesForm, said_of
from tournaments.models import Series
from tournaments.permissions import can_direct, can_see_club
from tournaments.selectors.series import events_to_choose, series_at, series_page
from tournaments.services import series as services
from tournaments.services.history import freshen_history
from tournaments.views.doors import directed_club, history_crumbs


@require_safe
def series(request: HttpRequest, club: str, series: str) -> HttpResponse:
    """The table, with each night's figures; those that were dropped are marked."""
    found = series_at(club, series)
    actor = Actor.of(request)
    if found is None or not can_see_club(actor, found.club):
        raise Http404
    freshen_history(club_id=found.club_id)
    services.hide_hidden(series=found)
    context = {
        "club": found.club,
        "page": series_page(found),
        "mine": actor.player_ids,
        "directs": can_direct(actor, found.club),
        "crumbs": history_crumbs(found.club),
    }
    return render(request, "tournaments/history/series.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new series of the club."""
    found = directed_club(request, club)
    form = SeriesForm(
        found,
        request.POST if request.method == "POST" else None,
        initial={"way": "best", "best": 5, "chain": ["FIRSTS", "TOP"]},
    )
    if form.is_valid():
        try:
            made = services.create_series(club=found, new=form.new(), actor=Actor.of(request))
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{made.name} is set up.")
            return redirect("tournaments:series_desk", found.slug, made.slug)
    context = {"club": found, "form": form, "crumbs": history_crumbs(found)}
    return render(request, "tournaments/history/series_new.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_desk(request: HttpRequest, club: str, series: str) -> HttpResponse:
    """Its nights and its rule: `do` is "nights" (with `event`s), "rule", or "drop"."""
    found = _series(request, club, series)
    do = request.POST.get("do", "") if request.method == "POST" else ""
    form = SeriesForm(found.club, request.POST if do == "rule" else None, initial=said_of(found))
    fault = ""
    try:
        if (said := _done(request, found, do, form)) is not None:
            messages.success(request, said)
            if do == "drop":
                return redirect("tournaments:club_history", found.club.slug)
            return redirect("tournaments:series_desk", found.club.slug, found.slug)
    except EventViolation as refused:
        fault = refused.sentence
    events = events_to_choose(found)
    context = {
        "club": found.club,
        "series": found,
        "events": events,
        "counted": sum(chosen for _, chosen in events),
        "form": form,
        "fault": fault,
        "crumbs": history_crumbs(found.club),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/history/series_desk.html", context, status=status)


def _done(request: HttpRequest, series: Series, do: str, form: SeriesForm) -> str | None:
    """What was done, in words; None where nothing was asked for, or the form is not filled in."""
    if do == "nights":
        chosen = [key for key in request.POST.getlist("event") if key.isascii() and key.isdecimal()]
        services.choose_events(series=series, events=[int(key) for key in chosen if len(key) < 19])
        return "The nights are chosen, and the table is counted."
    if do == "rule" and form.is_valid():
        services.change_series(series=series, new=form.new())
        return "The rule is changed, and the table is counted."
    if do == "drop":
        services.drop_series(series=series)
        return f"{series.name} is taken away; its nights stay as they are."
    return None


def _series(request: HttpRequest, club: str, series: str) -> Series:
    directed_club(request, club)
    found = series_at(club, series)
    if found is None:
        raise Http404
    return found
