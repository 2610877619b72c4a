"""The desk: the running night on one page, its clock, its calls, and the word to everybody.

The page asks for its moving part again every few seconds. What a form decides carries what it was decided
upon; where another director was faster nothing is changed, and the sentence tells how it is now.
"""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.permissions import can_mind_hall
from tournaments.selectors.backups import backup_fault
from tournaments.selectors.clock import call_mark, last_called
from tournaments.selectors.corrections import consequences
from tournaments.selectors.desk import RoundOnDesk, bells_gone, rounds_on_desk
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import head_of, policy_of
from tournaments.selectors.sit import tables_to_play
from tournaments.services import clock
from tournaments.services.events import change_state
from tournaments.services.rounds import close_round
from tournaments.views.doors import address_of, desk_context, directed_event
from tournaments.views.live import LivePage, answer_live, asks_for_part, etag_of

STATES = {"finish": Event.State.FINISHED, "reopen": Event.State.RUNNING}
USUAL_MINUTES = 20
QUICK = ("Last hand", "Dinner", "Please bring your cards to the desk")
Context = dict[str, object]


@login_required
@require_safe
def desk(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every table of every round: what needs the director first, then who plays, then who is done."""
    found = directed_event(request, club, event)
    live = LivePage(
        page="tournaments/director/desk.html",
        part="tournaments/director/_desk.html",
        context=partial(_moving, found),
        rest=partial(_rest, request, found),
        mark=_mark(found),
    )
    response = answer_live(request, found, live)
    if not asks_for_part(request):
        response.headers["Cache-Control"] = "no-store"  # it says once what was done, and how the backups are
    return response


def _mark(event: Event) -> str:
    return f"-{bells_gone(event, timezone.now())}"


def _moving(event: Event) -> Context:
    rounds = rounds_on_desk(event)
    called = last_called([one.round for one in rounds])
    return {
        "rounds": rounds,
        "in_play": [one for one in rounds if one.open],
        "waiting": [(one, table) for one in rounds for table in one.tables if table.needs_you],
        "late": sum(one.late for one in rounds),
        "called": called,
        "call_mark": call_mark([one.round for one in rounds]),
        "to_call": _to_call(rounds, called),
        "usual_minutes": (called.clock_minutes if called is not None else None) or USUAL_MINUTES,
        "quick": QUICK,
        "server_now": timezone.now(),
        **desk_context(event, "desk"),
    }


def _to_call(rounds: list[RoundOnDesk], called: Round | None) -> Round | None:
    """The round to be called next: the first open one with a table to play, after the one called last."""
    after = called.number if called is not None else 0
    left = (one.round for one in rounds if one.round.state == Round.State.ACCEPTED and not one.all_over)
    return next((one for one in left if one.number > after), None)


def _rest(request: HttpRequest, event: Event, context: Context) -> Context:
    correction = consequences(event)
    return {
        "head": head_of(event, policy_of(event), event.entries.count()),
        "backup_fault": backup_fault(),
        "hall": can_mind_hall(Actor.of(request)),
        "correction": correction,
        "consequences": correction.sentences(_names(event)) if correction is not None else [],
    }


def _names(event: Event) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in entries_listed(event)}


def _refused(request: HttpRequest, event: Event, fault: str, **more: object) -> HttpResponse:
    """The desk as it is now, with the sentence that says why nothing was done."""
    event.refresh_from_db()
    context = _moving(event)
    context |= _rest(request, event, context) | {"fault": fault, **more}
    context["poll_etag"] = etag_of(request, event, part=True, mark=_mark(event))
    return render(request, "tournaments/director/desk.html", context, status=422)


def _done(request: HttpRequest, event: Event, deed: Callable[[], object], told: str) -> HttpResponse:
    try:
        deed()
    except EventViolation as refused:
        return _refused(request, event, refused.sentence)
    messages.success(request, told)
    return redirect(address_of(event, "tournaments:desk"))


@login_required
@require_POST
def round_close(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """Close a round, or open it again: `closed` is "yes" or "no".

    Tables without a result are named first; `missing` repeats the numbers of those that were named.
    """
    found = directed_event(request, club, event)
    one, closed = _round(found, number), request.POST.get("closed")
    if closed not in {"yes", "no"}:
        raise Http404
    told = [_number(text, 0) for text in request.POST.get("missing", "")[:2000].split(",")]
    try:
        close_round(round=one, closed=closed == "yes", despite=told)
    except EventViolation as refused:
        missing = tables_to_play(one) if refused.code == "tables-not-over" else []
        return _refused(request, found, refused.sentence, closing=one if missing else None, missing=missing)
    messages.success(request, f"Round {number} is {'closed' if closed == 'yes' else 'open again'}.")
    return redirect(address_of(found, "tournaments:desk"))


@login_required
@require_POST
def round_clock(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """Change a round's clock: `deed` is start, add (both with `minutes`), pause, resume or stop."""
    found = directed_event(request, club, event)
    one, seen = _round(found, number), request.POST.get("seen", "")[:60]
    minutes = _number(request.POST.get("minutes", ""), 0)
    deeds: dict[str, tuple[Callable[..., object], str]] = {
        "start": (partial(clock.start_clock, minutes=minutes), "The clock runs."),
        "add": (partial(clock.add_minutes, minutes=minutes), f"{minutes} more on the clock."),
        "pause": (clock.pause_clock, "The clock stands."),
        "resume": (clock.resume_clock, "The clock runs on."),
        "stop": (clock.stop_clock, "The clock is taken away."),
    }
    deed, told = deeds.get(request.POST.get("deed", ""), (None, ""))
    if deed is None:
        raise Http404
    return _done(request, found, partial(deed, round=one, seen=seen), told)


@login_required
@require_POST
def round_call(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """Call people to a round's tables, with a clock if `minutes` are given; `deed` back takes it back."""
    found = directed_event(request, club, event)
    one, seen = _round(found, number), request.POST.get("seen", "")[:60]
    if request.POST.get("deed") == "back":
        deed = partial(clock.call_back, round=one, seen=seen)
        return _done(request, found, deed, f"The call to round {number} is taken back.")
    typed = request.POST.get("minutes", "").strip()
    minutes = _number(typed, 0) if typed else None
    deed = partial(clock.call_round, round=one, seen=seen, minutes=minutes)
    return _done(request, found, deed, f"Round {number} is called: phones and wall tell everybody.")


@login_required
@require_POST
def event_message(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Tell everybody `text`, or one of the usual messages (`quick`); an empty text takes it back."""
    found = directed_event(request, club, event)
    typed = request.POST.get("quick") or request.POST.get("text", "")
    text = "" if request.POST.get("deed") == "back" else typed
    text, seen = text.replace("\x00", "")[:1000], request.POST.get("seen", "").replace("\x00", "")
    told = f"Everybody is told: {text}" if text.strip() else "The message is taken back."
    return _done(request, found, partial(clock.tell_everybody, event=found, text=text, seen=seen), told)


@login_required
@require_POST
def event_state(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Finish the event, or open it again."""
    found = directed_event(request, club, event)
    wanted = STATES.get(request.POST.get("change", ""))
    if wanted is None:
        raise Http404
    if wanted == Event.State.RUNNING and not found.rounds.exclude(state=Round.State.PROPOSED).exists():
        wanted = Event.State.SETUP
    told = f"{found.name} is {'finished' if wanted == Event.State.FINISHED else 'open again'}."
    return _done(request, found, partial(change_state, event=found, state=wanted), told)


def _round(event: Event, number: int) -> Round:
    one = Round.objects.select_related("event__club").filter(event=event, number=number).first()
    if one is None:
        raise Http404
    return one


def _number(text: str, otherwise: int) -> int:
    """A small whole number as typed, or what stands for none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else otherwise
