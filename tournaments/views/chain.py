"""The chain of measures: put together by the director with a preview, and what parts those still level."""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.chains import CHAINS
from tournaments.engine.errors import EventViolation
from tournaments.forms_chain import ChainForm, preset_values
from tournaments.models import Event
from tournaments.selectors.chain_preview import preview_of
from tournaments.selectors.results import entry_names
from tournaments.selectors.stages import terms_of
from tournaments.selectors.tied import TiedGroup, tied_groups, words_of
from tournaments.services.events import Terms, amend_event, terms_from
from tournaments.services.tie_words import draw_lot, record_deciding_game
from tournaments.views.doors import address_of, desk_context, directed_event

MOST_NAMED = 8
"""A deciding game of more is written down two by two."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chain(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The chain in force; posted, how the table would look by another, or with `do=amend` the new terms."""
    found = directed_event(request, club, event)
    terms = terms_from(terms_of(found))
    stage = _stage(request, terms)
    if request.method != "POST":
        return _page(request, found, ChainForm(terms=terms, stage=stage))
    preset = preset_values(request.POST.get("preset", ""), terms)
    form = ChainForm(preset or request.POST, terms=terms, stage=stage)
    if not form.is_valid() or request.POST.get("do") != "amend":
        return _page(request, found, form)
    try:
        policy = amend_event(
            event=found,
            terms=_amended(terms, form),
            reason=form.cleaned_data["reason"],
            actor=Actor.of(request),
        )
    except EventViolation as refused:
        form.add_error("reason" if refused.code == "reason-missing" else None, refused.sentence)
        return _page(request, found, form)
    messages.success(request, f"Terms {policy.number} rank the table by this chain from now on.")
    return redirect(address_of(found, "tournaments:chain"))


def _stage(request: HttpRequest, terms: Terms) -> int:
    """The stage whose chain it is, 0 for the event's; 404 for one that is not planned."""
    said = request.POST.get("stage") or request.GET.get("stage") or "0"
    if not (said.isdecimal() and len(said) < 4 and int(said) <= len(terms.stages)):
        raise Http404
    return int(said)


def _amended(terms: Terms, form: ChainForm) -> Terms:
    chain, counting = form.cleaned_data["chain"], form.counting
    amended = replace(terms, match_points=counting.match_points, best_rounds=counting.best_rounds)
    if form.stage == 0:
        return replace(amended, chain=chain)
    if form.stage == 1:
        return replace(amended, stage_chain=chain)
    then = list(terms.then)
    then[form.stage - 2] = replace(then[form.stage - 2], chain=chain)
    return replace(amended, then=tuple(then))


def _page(request: HttpRequest, event: Event, form: ChainForm, fault: str = "") -> HttpResponse:
    """The whole page, or for htmx the preview alone, which stands in the page as one element."""
    valid = form.is_bound and form.is_valid()
    chain, counting = form.chain_now, None
    if valid:
        chain, counting = form.cleaned_data["chain"], form.counting
    preview = preview_of(event.pk, chain, counting, form.stage) if valid or not form.is_bound else None
    context = {"form": form, "preview": preview, "fault": fault, **desk_context(event, "chain")}
    status = 422 if fault or form.errors else 200
    if request.htmx:  # type: ignore[attr-defined]
        # htmx puts nothing in place of a refusal unless told to, and this preview says what is refused.
        return render(request, "tournaments/director/_chain_preview.html", context)
    names = entry_names(event.pk)
    context |= {
        "presets": CHAINS.values(),
        "stages": list(enumerate(form.before.stages, start=1)) if len(form.before.stages) > 1 else [],
        "tied": [_tied(one, names) for one in tied_groups(event.pk)],
        "words": words_of(event),
    }
    return render(request, "tournaments/director/chain.html", context, status=status)


def _tied(group: TiedGroup, names: dict[int, str]) -> dict[str, object]:
    people = [(entry, names.get(entry, "")) for entry in group.entries]
    return {
        "rank": group.rank,
        "people": people,
        "entries": ",".join(str(entry) for entry in group.entries),
        "by_lot": "LOT" in group.chain,
        "by_game": "GAME" in group.chain and len(people) <= MOST_NAMED,
        "places": range(1, len(people) + 1),
    }


@login_required
@require_POST
def chain_lot(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Draw lots among `entries` (ids with commas), who share a place."""
    found = directed_event(request, club, event)
    try:
        draw_lot(event=found, entries=_ids(request.POST.get("entries", "")), actor=Actor.of(request))
    except EventViolation as refused:
        return _refused(request, found, refused)
    messages.success(request, "The lot is drawn and recorded.")
    return redirect(address_of(found, "tournaments:chain"))


@login_required
@require_POST
def chain_game(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Record a deciding game: `order`, once for each place, are entry ids, the winner first."""
    found = directed_event(request, club, event)
    order = [entry for said in request.POST.getlist("order") for entry in _ids(said)]
    try:
        record_deciding_game(
            event=found, order=order, actor=Actor.of(request), reason=request.POST.get("reason", "")
        )
    except EventViolation as refused:
        return _refused(request, found, refused)
    messages.success(request, "The deciding game is recorded.")
    return redirect(address_of(found, "tournaments:chain"))


def _refused(request: HttpRequest, event: Event, refused: EventViolation) -> HttpResponse:
    return _page(request, event, ChainForm(terms=terms_from(terms_of(event))), refused.sentence)


def _ids(said: str) -> Sequence[int]:
    return [int(one) for one in said.split(",") if one.isdecimal() and one.isascii() and len(one) < 16]
