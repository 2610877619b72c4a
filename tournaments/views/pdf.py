"""Answers on paper: which size was asked for, and a PDF to look at."""

from django.http import HttpRequest, HttpResponse

from tournaments.models import Event
from tournaments.services.paper import PAPERS, Paper, paper_of


def paper_asked(request: HttpRequest, event: Event) -> Paper:
    """The paper asked for (`paper` is "a4" or "us-letter"), or what the club most likely has."""
    said = request.POST.get("paper") or request.GET.get("paper")
    return next((one for one in PAPERS if one == said), paper_of(event.club.zone))


def pdf_answer(pdf: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows, and saves under this name."""
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
