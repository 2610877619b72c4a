"""The grid of a round's table cards, typed as in a spreadsheet; and the way to a table's sheet."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from scoring.engine.errors import RuleViolation
from scoring.forms import RowForm
from scoring.models import Game
from scoring.selectors.grids import grid_rows
from scoring.services.grids import GridRefused, problems_of_table, type_round
from scoring.services.matches import open_match
from tournaments.actors import Actor
from tournaments.models import Event, Match, Round
from tournaments.views.doors import address_of, desk_context, directed_event


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_grid(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """A row a table. What was changed is written, all of it or nothing."""
    found = directed_event(request, club, event)
    one = _round(found, number)
    if request.htmx:  # type: ignore[attr-defined]
        return _doubts(request, one)
    forms = [RowForm(row, request.POST if request.method == "POST" else None) for row in grid_rows(one)]
    if request.method != "POST":
        return _grid(request, found, one, forms)
    if not all([form.is_valid() for form in forms]):  # noqa: C419 - every row is read, not only up to the first bad one
        return _grid(request, found, one, forms, status=422)
    typed = [row for form in forms if (row := form.typed()) is not None]
    try:
        written = type_round(round=one, typed=typed, actor=Actor.of(request))
    except GridRefused as refused:
        for form in forms:
            form.problems = refused.problems.get(form.row.key, [])
        return _grid(request, found, one, forms, status=409 if refused.conflict else 422)
    messages.success(request, f"{written} {'card is' if written == 1 else 'cards are'} on the sheet.")
    return redirect(address_of(found, "scoring:round_grid", {"number": number}))


def _doubts(request: HttpRequest, one: Round) -> HttpResponse:
    """What is wrong with the row that the cursor is in, once its points are typed. Nothing is written."""
    for row in grid_rows(one):
        form = RowForm(row, request.GET)
        if form.add_prefix("shown") in request.GET:
            form = form if form.has_points else RowForm(row)
            typed = form.typed() if form.is_valid() else None
            form.problems = problems_of_table(typed, row) if typed is not None else []
            return render(request, "scoring/director/pieces/grid_doubts.html", {"form": form})
    raise Http404


def _round(event: Event, number: int) -> Round:
    """An accepted round; nobody has cards of one that is only proposed."""
    one = Round.objects.select_related("event").filter(event=event, number=number).first()
    if one is None or one.state == Round.State.PROPOSED:
        raise Http404
    return one


def _grid(
    request: HttpRequest, event: Event, one: Round, forms: list[RowForm], status: int = 200
) -> HttpResponse:
    numbers = event.rounds.exclude(state=Round.State.PROPOSED).order_by("number")
    context = {
        "round": one,
        "numbers": list(numbers.values_list("number", flat=True)),
        "forms": forms,
        "refused": sum(bool(form.faults) for form in forms),
        **desk_context(event, "grid"),
    }
    response = render(request, "scoring/director/round_grid.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_sheet(request: HttpRequest, club: str, event: str, number: int, table: int) -> HttpResponse:
    """To the sheet of a table's newest game; POST opens the first, where nobody at the table has yet.

    In a bracket a table has several matches of one round: `?match=` names one, else it is the newest.
    """
    found = directed_event(request, club, event)
    matches = Match.objects.filter(round__event=found, round__number=number, table=table).order_by("-pk")
    named = request.GET.get("match", "")
    match = matches.filter(pk=int(named)).first() if _is_id(named) else matches.first()
    if match is None:
        raise Http404
    try:
        game = open_match(match=match) if request.method == "POST" else None
    except RuleViolation as gone:  # its draw was taken back since the table was looked up
        raise Http404 from gone
    game = Game.objects.filter(match=match).order_by("-number").first() or game
    if game is not None:
        return redirect(address_of(found, "scoring:sheet", {"game": game.pk}))
    context = {"number": number, "table": table, **desk_context(found, "sheet")}
    return render(request, "scoring/director/no_sheet.html", context)


def _is_id(named: str) -> bool:
    return named.isdecimal() and len(named) < 19
