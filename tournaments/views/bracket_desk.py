"""The director's bracket: seeded, proposed, accepted, called to tables; what differs, to keep or redraw."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_bracket import CallForm, SeedsForm, TablesForm
from tournaments.models import Event
from tournaments.selectors.bracket_desk import desk_shown, seeding_shown
from tournaments.selectors.bracket_drawings import drawings_of
from tournaments.selectors.bracket_pages import BracketPage, bracket_page, bracket_shown
from tournaments.services.bracket_calls import call_matches
from tournaments.services.brackets import accept_bracket, propose_bracket, undo_bracket
from tournaments.services.draws import discard_draw
from tournaments.views.doors import address_of, desk_context, directed_event
from tournaments.views.live import LivePage, answer_live, asks_for_part, etag_of

Context = dict[str, Any]


@login_required
@require_safe
def bracket_desk(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Seeds and proposal before it binds; then the queue, the tables, and what waits for the director."""
    found = directed_event(request, club, event)
    live = LivePage(
        page="tournaments/bracket/desk.html",
        part="tournaments/bracket/_desk.html",
        context=partial(_context, request, found),
    )
    if asks_for_part(request):
        return answer_live(request, found, live)
    return _page(request, found)


def _page(
    request: HttpRequest, event: Event, fault: str = "", seeds: SeedsForm | None = None
) -> HttpResponse:
    context = _context(request, event, seeds) | {"fault": fault}
    context["poll_etag"] = etag_of(request, event, part=True)
    status = 422 if fault or (seeds is not None and seeds.errors) else 200
    return render(request, "tournaments/bracket/desk.html", context, status=status)


def _context(request: HttpRequest, event: Event, seeds: SeedsForm | None = None) -> Context:
    page = bracket_page(event)
    context: Context = desk_context(event, "bracket") | {"page": page, "directing": True}
    context["live"] = page.binds and event.state == Event.State.RUNNING
    if not page.binds:
        context["seeding"] = seeding = seeding_shown(event, page)
        context["seeds"] = seeds or SeedsForm(people=seeding.people, seeding=seeding.how)
    if page.now is not None:
        shown = bracket_shown(page.now, page.names)
        context |= {"bracket": shown, "drawings": drawings_of(page.now.bracket, shown.matches)}
        if page.binds:
            tables = _tables(request, page)
            context["desk"] = desk_shown(page.now, shown, page.names, tables)
            context["tables_form"] = TablesForm(initial={"tables": tables})
    return context


def _tables(request: HttpRequest, page: BracketPage) -> int:
    """Tables in the hall: as last typed here, else as many as are in use or could be."""
    typed = request.session.get(f"tables-{page.stage.event_id}") if page.stage is not None else None
    if isinstance(typed, int):
        return typed
    now = page.now
    if now is None:
        return 1
    return max([len(now.bracket.seeds) // 2, *(match.table for match in now.called.values())], default=1)


@login_required
@require_POST
def bracket_propose(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Propose a bracket of these seeds, in place of an older proposal."""
    found = directed_event(request, club, event)
    seeding = seeding_shown(found, bracket_page(found))
    form = SeedsForm(request.POST, people=seeding.people, seeding=seeding.how)
    if not form.is_valid():
        return _page(request, found, seeds=form)
    seed = form.cleaned_data["seed"] or None
    try:
        propose_bracket(
            event=found, actor=Actor.of(request), seed=seed, order=form.order, ratings=form.ratings
        )
    except EventViolation as refused:
        return _page(request, found, refused.sentence, form)
    return redirect(address_of(found, "tournaments:bracket_desk"))


@login_required
@require_POST
def bracket_accept(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Make the bracket that was looked at binding."""
    found = directed_event(request, club, event)
    seed, actor = request.POST.get("seed", "")[:40], Actor.of(request)
    return _done(
        request,
        found,
        lambda: accept_bracket(event=found, seed=seed, actor=actor),
        "The bracket is accepted. Call the first matches.",
    )


@login_required
@require_POST
def bracket_undo(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the proposal away, or make an accepted bracket a proposal again: `what` is discard or undo."""
    found = directed_event(request, club, event)
    what = request.POST.get("what")
    if what == "discard":
        return _done(request, found, lambda: discard_draw(event=found), "The proposal is discarded.")
    if what != "undo":
        raise Http404
    actor = Actor.of(request)
    return _done(
        request, found, lambda: undo_bracket(event=found, actor=actor), "The bracket is only proposed again."
    )


@login_required
@require_POST
def bracket_tables(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Remember, for this browser, how many tables stand in the hall."""
    found = directed_event(request, club, event)
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _page(request, found, str(form.errors["tables"][0]))
    request.session[f"tables-{found.pk}"] = form.cleaned_data["tables"]
    return redirect(address_of(found, "tournaments:bracket_desk"))


@login_required
@require_POST
def bracket_call(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Call match `number` to `table`; with neither, the next matches to all free tables."""
    found = directed_event(request, club, event)
    form = CallForm(request.POST)
    if not form.is_valid():
        return _page(request, found, "This is no match, or no table.")
    number, table = form.cleaned_data["number"], form.cleaned_data["table"]
    tables = [table] if table else range(1, _tables(request, bracket_page(found)) + 1)
    at = number - 1 if number else None
    try:
        made = call_matches(event=found, tables=tables, actor=Actor.of(request), number=at)
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    told = ", ".join(f"match {(one.number or 0) + 1} to table {one.table}" for one in made)
    messages.success(request, f"Called: {told}." if made else "No match is ready, or no table is free.")
    return redirect(address_of(found, "tournaments:bracket_desk"))


def _done(request: HttpRequest, event: Event, change: Callable[[], object], told: str) -> HttpResponse:
    """Back to the bracket with a word, or the page with the sentence that says why not."""
    try:
        change()
    except EventViolation as refused:
        return _page(request, event, refused.sentence)
    messages.success(request, told)
    return redirect(address_of(event, "tournaments:bracket_desk"))
