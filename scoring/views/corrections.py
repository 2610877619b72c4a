"""The director's view of a sheet: every line ever written, and every way to mend it, each with a reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.engine.errors import RuleViolation
from scoring.engine.lines import DEALS
from scoring.errors import LineConflict
from scoring.forms import ADDED, MendForm, ReasonForm, id_of
from scoring.models import Game, LedgerLine
from scoring.selectors.history import history_of
from scoring.selectors.match_reading import EXTRA_HAND
from scoring.selectors.tables import TableState, table_state
from scoring.services.lines import NewLine, record_line
from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.permissions import can_correct
from tournaments.views.doors import address_of, desk_context, directed_event

Kind = LedgerLine.Kind
Forms = dict[str, ReasonForm]


@dataclass(frozen=True, slots=True)
class At:
    """Where we are: an event's game and its state."""

    event: Event
    game: Game
    table: TableState

    @property
    def state(self) -> dict[str, Any]:
        """The table's state in plain types."""
        return self.table.as_dict()

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Seats with their people."""
        names: Mapping[str, str] = self.state["names"]
        return [(seat, f"{names.get(seat, '')} ({seat})") for seat in self.state["seats"]]

    def line(self, line_id: UUID | None) -> LedgerLine:
        """A line of this game."""
        found = self.game.lines.filter(pk=line_id).first() if line_id is not None else None
        if found is None:
            raise Http404
        return found


@dataclass(frozen=True, slots=True)
class Change:
    """A line about to be written, and the form it came from."""

    form: ReasonForm
    kind: str
    facts: Mapping[str, object] = field(default_factory=dict)
    replaces: LedgerLine | None = None


def _at(request: HttpRequest, club: str, event: str, game: int) -> At:
    found = directed_event(request, club, event)
    one = Game.objects.select_related("match__round__event__club").filter(pk=game).first()
    if one is None or one.match.round.event_id != found.pk:
        raise Http404
    if not can_correct(Actor.of(request), one.match):
        raise PermissionDenied
    return At(found, one, table_state(one.match, one.pk))


@login_required
@require_safe
def sheet(request: HttpRequest, club: str, event: str, game: int) -> HttpResponse:
    """The sheet as it stands and its whole history; `?mend=` a line to correct, `?undo=` one to take back."""
    return _page(request, _at(request, club, event, game), {})


def _page(request: HttpRequest, at: At, refused: Forms, fault: str = "", status: int = 200) -> HttpResponse:
    state = at.state
    added = {name: refused.get(name) or form(state["sides"], prefix=name) for name, form in ADDED.items()}
    lines = list(at.game.lines.order_by("position"))
    told = history_of(lines, at.table.game.rules, state["names"])
    context = {
        "game": at.game,
        "state": state,
        "sides": [
            (side, "/".join(side), state["score"][side], _people(side, state)) for side in state["sides"]
        ],
        "rows": _rows(state),
        "late": [
            (one, refused.get(f"late-{one.line.pk}") or ReasonForm())
            for one in told
            if one.line.late and not one.replaced_by
        ],
        "history": told,
        "added": [(name.capitalize(), name, form, name in refused) for name, form in added.items()],
        "fault": fault,
        "extra_hand": _extra_hand(at),
        **_asked(request, at, refused),
        **desk_context(at.event, "sheet"),
    }
    return render(request, "scoring/director/sheet.html", context, status=status)


def _extra_hand(at: At) -> dict[str, str] | None:
    """The side that won the extra hand, "" before it is said; None where no extra hand decides the game."""
    play, game = at.table.play, at.table.game
    if play.level_game != EXTRA_HAND or not (game.state.over and game.state.level):
        return None
    return {"side": play.extra_hands.get(game.game.number, "")}


def _people(side: str, state: Mapping[str, Any]) -> str:
    return " & ".join(state["names"][seat] for seat in side if seat in state["names"])


def _rows(state: Mapping[str, Any]) -> list[dict[str, object]]:
    """The lines that hold. Of the hands only the last may go; an earlier one is mended instead."""
    last = max((row["hand"] for row in state["sheet"] if row["kind"] in DEALS), default=None)
    return [
        {
            **row,
            "figures": [row["score"].get(side, "") for side in state["sides"]],
            "is_deal": row["kind"] in DEALS,
            "may_go": row["kind"] not in DEALS or row["hand"] == last,
        }
        for row in state["sheet"]
    ]


def _asked(request: HttpRequest, at: At, refused: Forms) -> dict[str, object]:
    """The form of the line that is being mended or taken back, if one is."""
    sent = request.POST if request.method == "POST" else request.GET
    mend, undo = id_of(sent.get("mend", "")), id_of(sent.get("undo", ""))
    if mend is not None:
        line = at.line(mend)
        first = {
            "kind": line.kind,
            **{name: line.facts.get(name) for name in ("maker", "alone", "tricks", "why")},
        }
        return {"mended": line, "mend": refused.get("mend") or MendForm(at.seats, initial=first)}
    if undo is not None:
        return {"undone": at.line(undo), "undo": refused.get("undo") or ReasonForm(prefix="undo")}
    return {}


@login_required
@require_POST
def sheet_line(request: HttpRequest, club: str, event: str, game: int, change: str) -> HttpResponse:
    """Write one line: mend, undo, accept, refuse, penalty, adjustment or concession."""
    at = _at(request, club, event, game)
    name, made = _change(request, at, change)
    if not made.form.is_valid():
        return _page(request, at, {name: made.form}, _first_fault(made.form), status=422)
    if change in {"mend", *ADDED}:
        assert isinstance(made.form, ReasonForm)
        made = Change(
            made.form, made.kind or made.form.cleaned_data["kind"], made.form.facts(), made.replaces
        )
    try:
        record_line(game_id=at.game.pk, new=_new_line(made), actor=Actor.of(request))
    except RuleViolation as refused:
        return _page(request, at, {name: made.form}, refused.sentence, status=422)
    except LineConflict as refused:
        return _page(request, at, {name: made.form}, refused.sentence, status=409)
    messages.success(request, "The line is on the sheet.")
    return redirect(address_of(at.event, "scoring:sheet", {"game": at.game.pk}))


def _change(request: HttpRequest, at: At, change: str) -> tuple[str, Change]:
    """What is asked for, by the name that its form has on the page."""
    sent = request.POST
    if change in ADDED:
        return change, Change(ADDED[change](at.state["sides"], sent, prefix=change), ADDED[change].kind)
    line = at.line(id_of(sent.get("replaces", "") or sent.get(change, "")))
    if change == "mend":
        return "mend", Change(MendForm(at.seats, sent), "", replaces=line)
    if change == "undo":
        return "undo", Change(ReasonForm(sent, prefix="undo"), Kind.RETRACTION, replaces=line)
    if change in {"accept", "refuse"} and line.late:
        form = ReasonForm(sent)
        standing = _standing_instead(at, line) if change == "refuse" else line
        if standing is None:
            return f"late-{line.pk}", Change(form, Kind.RETRACTION, replaces=line)
        return f"late-{line.pk}", Change(form, standing.kind, standing.facts, line)
    raise Http404


def _standing_instead(at: At, late: LedgerLine) -> LedgerLine | None:
    """What held before a late correction: refusing it lets that stand, and does not take the hand away."""
    chain = at.table.game.sheet.with_line(late.pk)
    return chain.held if chain is not None else None


def _new_line(made: Change) -> NewLine:
    clean = made.form.cleaned_data
    return NewLine(
        id=clean["line"],
        kind=made.kind,
        hand_number=made.replaces.hand_number if made.replaces is not None else None,
        facts=made.facts,
        replaces=made.replaces.pk if made.replaces is not None else None,
        reason=clean["reason"],
    )


def _first_fault(form: ReasonForm) -> str:
    """A sentence for the top of the page; what each field wants stands beside it."""
    return next(str(sentence) for sentences in form.errors.values() for sentence in sentences)
