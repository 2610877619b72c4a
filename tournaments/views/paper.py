"""Paper: what can be printed, on which paper, for which round; each sheet is a PDF at its own address."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.engine.errors import EventViolation
from tournaments.models import Event
from tournaments.selectors.paper import SHEETS, printed
from tournaments.selectors.paper_asked import wanted
from tournaments.selectors.rounds import current_round, rounds_of
from tournaments.services.paper import PAPERS, compile_pdf
from tournaments.views.doors import desk_context, directed_event
from tournaments.views.pdf import paper_asked, pdf_answer


@login_required
@require_safe
def paper(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Everything there is to print, a link each."""
    return _page(request, directed_event(request, club, event))


def _page(request: HttpRequest, event: Event, fault: str = "") -> HttpResponse:
    rounds = rounds_of(event)
    now = current_round(rounds)
    asked = request.GET.get("round", "")
    numbers = {str(one.number) for one in rounds}
    context = {
        "sheets": SHEETS.values(),
        "papers": PAPERS,
        "paper": paper_asked(request, event),
        "rounds": rounds,
        "round": asked if asked in {*numbers, "all"} else (str(now.number) if now else ""),
        "fault": fault,
        **desk_context(event, "paper"),
    }
    return render(request, "tournaments/director/paper.html", context, status=422 if fault else 200)


@login_required
@never_cache
@require_safe
def paper_sheet(request: HttpRequest, club: str, event: str, sheet: str) -> HttpResponse:
    """One sheet as PDF: `paper` is "a4" or "us-letter", `round` a number or "all"."""
    found = directed_event(request, club, event)
    chosen = SHEETS.get(sheet)
    if chosen is None:
        raise Http404
    asked_round = request.GET.get("round", "") if chosen.by_round else ""
    try:
        content = printed(chosen, wanted(found, asked_round))
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    pdf = compile_pdf(chosen.layout, content, paper_asked(request, found))
    return pdf_answer(pdf, f"{found.slug}-{chosen.key}.pdf")
