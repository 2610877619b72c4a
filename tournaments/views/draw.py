"""The draw: proposed by lot with a seed that is kept, looked at, accepted round by round or discarded."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_draw import SeedForm, SettledForm, StepsForm
from tournaments.models import Event, Round
from tournaments.selectors.corrections import consequences
from tournaments.selectors.draws import DrawShown, better_draw, draw_of
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.stages import terms_of
from tournaments.selectors.steps import steps_page
from tournaments.selectors.swiss import SWISS, swiss_words
from tournaments.services.better_draws import take_better
from tournaments.services.corrections import keep_as_drawn, redraw_round
from tournaments.services.draws import accept_draw, discard_draw, propose_draw
from tournaments.services.steps import choose_steps
from tournaments.views.doors import address_of, desk_context, directed_event
from tournaments.views.live import LivePage, answer_live, asks_for_part, etag_of

OVER = frozenset({Event.State.FINISHED, Event.State.ARCHIVED})


@login_required
@require_safe
def draw(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every round as drawn, with its repeats; or, asked for alone, whether a better draw was found."""
    found = directed_event(request, club, event)
    if asks_for_part(request):
        return answer_live(request, found, _better_part(found))
    return _page(request, found)


@login_required
@require_POST
def draw_propose(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Draw the rounds still to be drawn, in place of an older proposal."""
    found = directed_event(request, club, event)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return _page(request, found, seed=form)
    shown, names = _shown(found)
    settled = _settled_form(request.POST, shown, names)
    if settled is not None and not settled.is_valid():
        return _page(request, found, settled=settled)
    word = settled.settled if settled is not None else {}
    return _done(
        request,
        found,
        lambda: propose_draw(
            event=found, actor=Actor.of(request), seed=form.cleaned_data["seed"] or None, settled=word
        ),
    )


@login_required
@require_POST
def draw_discard(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the proposal away."""
    found = directed_event(request, club, event)
    return _done(request, found, lambda: discard_draw(event=found), "The proposal is discarded.")


@login_required
@require_POST
def draw_accept(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Make the rounds that were looked at binding, up to one of them or all; another draw is refused."""
    found = directed_event(request, club, event)
    typed = request.POST.get("upto", "")
    upto = _number(typed)
    if typed and upto is None:
        raise Http404
    try:
        rounds = accept_draw(
            event=found, seed=request.POST.get("seed", "")[:40], actor=Actor.of(request), upto=upto
        )
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    one = len(rounds) == 1
    what = f"Round {rounds[0].number} is" if one else f"Rounds {rounds[0].number} to {rounds[-1].number} are"
    messages.success(request, f"{what} accepted, and play may begin.")
    return redirect(address_of(found, "tournaments:desk"))


@login_required
@require_POST
def draw_better(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the better draw that was looked at."""
    found = directed_event(request, club, event)
    seed = request.POST.get("seed", "")[:40]
    return _done(
        request,
        found,
        lambda: take_better(event=found, seed=seed, actor=Actor.of(request)),
        "The better draw is proposed now.",
    )


@login_required
@require_POST
def draw_correct(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What becomes of a round drawn from results that were corrected since: `choice` is keep or redraw."""
    found = directed_event(request, club, event)
    number, choice = _number(request.POST.get("number", "")), request.POST.get("choice")
    if number is None or choice not in {"keep", "redraw"}:
        raise Http404
    if choice == "keep":
        return _done(
            request,
            found,
            lambda: keep_as_drawn(event=found, number=number),
            f"Round {number} stays as it was drawn.",
        )
    return _done(
        request,
        found,
        lambda: redraw_round(event=found, number=number, actor=Actor.of(request)),
        f"Round {number} is proposed anew, from the results as they are now.",
    )


@login_required
@require_POST
def draw_steps(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Let people move by these steps."""
    found = directed_event(request, club, event)
    form = StepsForm(request.POST)
    if not form.is_valid():
        return _page(request, found, steps=form)
    return _done(
        request,
        found,
        lambda: choose_steps(event=found, steps=form.steps, actor=Actor.of(request)),
        "The steps are in the terms.",
    )


def _done(request: HttpRequest, event: Event, deed: Callable[[], object], told: str = "") -> HttpResponse:
    """Do it and show the draw; where it is refused, show why."""
    try:
        deed()
    except EventViolation as refused:
        return _page(request, event, refused.sentence)
    if told:
        messages.success(request, told)
    return redirect(address_of(event, "tournaments:draw"))


def _page(
    request: HttpRequest,
    event: Event,
    fault: str = "",
    *,
    seed: SeedForm | None = None,
    settled: SettledForm | None = None,
    steps: StepsForm | None = None,
) -> HttpResponse:
    shown, names = _shown(event)
    correction = consequences(event)
    over = event.state in OVER
    tried = steps or (StepsForm(request.GET) if "north" in request.GET else None)
    context = {
        "form": seed or SeedForm(),
        "settled": settled or _settled_form(None, shown, names),
        "steps_form": tried or StepsForm(),
        "steps": _steps(shown, len(names), tried),
        "fault": fault,
        "players": len(names),
        "drawn": shown,
        "better": shown.better,
        "polled": shown.polled,
        "correction": correction,
        "given_up": swiss_words(event, names) if shown.now.terms.format == SWISS else [],
        "consequences": correction.sentences(names) if correction is not None else [],
        "may_propose": not over and shown.now.in_rounds and not shown.now.done,
        "poll_etag": etag_of(request, event, part=True),
        **desk_context(event, "draw"),
    }
    refused = fault or any(form is not None and form.errors for form in (seed, settled, steps))
    return render(request, "tournaments/director/draw.html", context, status=422 if refused else 200)


def _shown(event: Event) -> tuple[DrawShown, dict[int, str]]:
    entries = entries_listed(event)
    return draw_of(event, terms_of(event), entries), {entry.pk: str(entry) for entry in entries}


def _settled_form(typed: Any, shown: DrawShown, names: Mapping[int, str]) -> SettledForm | None:
    """Asked where the next round follows results and tables have none to go by."""
    if shown.last is None or not shown.last.unsettled or shown.now.done:
        return None
    return SettledForm(
        typed,
        tables=shown.last.unsettled,
        names=names,
        level=shown.now.may_be_level,
        said=shown.settled,
    )


def _steps(shown: DrawShown, people: int, tried: StepsForm | None) -> object:
    if shown.now.bound:
        return None
    return steps_page(
        people, shown.now.terms, tried.steps if tried is not None and tried.is_valid() else None
    )


def _better_part(event: Event) -> LivePage:
    def context() -> dict[str, object]:
        waiting = event.rounds.filter(state=Round.State.PROPOSED).exists()
        return {"better": better_draw(event), "polled": waiting, **desk_context(event, "draw")}

    return LivePage("tournaments/director/_better.html", "tournaments/director/_better.html", context)


def _number(text: str) -> int | None:
    """A round's number as sent, or None."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
