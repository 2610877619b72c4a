"""A club's lists as files: spreadsheets for its directors, and the feed of results for everybody."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.exports import LISTS, rows_of
from tournaments.services.workbooks import write_spreadsheet
from tournaments.views.doors import club_crumbs, directed_club


@login_required
@require_safe
def exports(request: HttpRequest, club: str) -> HttpResponse:
    """What can be written out."""
    found = directed_club(request, club)
    context = {"club": found, "crumbs": club_crumbs(found), "lists": LISTS, "here": "sheets"}
    return render(request, "tournaments/exports/exports.html", context)


@login_required
@require_safe
def export_file(request: HttpRequest, club: str, what: str, ending: str) -> HttpResponse:
    """One list as CSV or XLSX; `?event=` names an event, without it all are in it."""
    found = directed_club(request, club)
    if what not in LISTS or ending not in {"csv", "xlsx"}:
        raise Http404
    events = None
    if slug := request.GET.get("event", ""):
        events = list(found.events.filter(slug=slug[:80].replace("\x00", "")).values_list("pk", flat=True))
        if not events:
            raise Http404
    content, type = write_spreadsheet(rows_of(what, found, events), ending)
    answer = HttpResponse(content, content_type=type)
    answer["Content-Disposition"] = f'attachment; filename="{found.slug}-{what}.{ending}"'
    return answer
