"""A club's history: winners, trophies, records, series; and the yearbook on paper."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Club
from tournaments.permissions import can_direct, can_see_club
from tournaments.selectors.club_history import club_past, trophy_at, years_held
from tournaments.selectors.leagues import seasons_of
from tournaments.selectors.yearbook import yearbook_of
from tournaments.services.history import freshen_history
from tournaments.services.paper import PAPERS, compile_pdf, paper_of
from tournaments.views.doors import club_crumbs, directed_club, history_crumbs
from tournaments.views.pdf import pdf_answer


@require_safe
def club_history(request: HttpRequest, club: str) -> HttpResponse:
    """What a club has played and who won it, the winners of the year that `?year=` names."""
    found = get_object_or_404(Club, slug=club)
    actor = Actor.of(request)
    if not can_see_club(actor, found):
        raise Http404
    freshen_history(club_id=found.pk)
    year = request.GET.get("year", "")
    context = {
        "club": found,
        "past": club_past(found, int(year) if year.isdecimal() and len(year) == 4 else None),
        "seasons": seasons_of(found),
        "directs": can_direct(actor, found),
        "crumbs": club_crumbs(found),
    }
    return render(request, "tournaments/history/club.html", context)


@require_safe
def trophy(request: HttpRequest, club: str, trophy: int) -> HttpResponse:
    """A trophy and its holders, year by year."""
    found = trophy_at(club, trophy)
    actor = Actor.of(request)
    if found is None or not can_see_club(actor, found.club):
        raise Http404
    context = {
        "club": found.club,
        "trophy": found,
        "years": years_held(found),
        "directs": can_direct(actor, found.club),
        "crumbs": history_crumbs(found.club),
    }
    return render(request, "tournaments/history/trophy.html", context)


@login_required
@never_cache
@require_safe
def yearbook(request: HttpRequest, club: str, year: int) -> HttpResponse:
    """The yearbook as PDF: `paper` is "a4" or "us-letter"."""
    found = directed_club(request, club)
    freshen_history(club_id=found.pk)
    content = yearbook_of(found, year)
    if content is None:
        raise Http404
    said = request.GET.get("paper")
    paper = next((one for one in PAPERS if one == said), paper_of(found.zone))
    return pdf_answer(compile_pdf("yearbook", content, paper), f"{found.slug}-{year}.pdf")
