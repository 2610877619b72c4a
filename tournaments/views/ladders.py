"""A club's ladders: rungs for everybody, challenges for those on them, joining and leaving for directors."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_league_names import NamesChecked, NamesForm, check_names
from tournaments.forms_leagues import LadderForm
from tournaments.models import Ladder, LadderChallenge, LadderRung, Player
from tournaments.permissions import can_challenge, can_direct, can_settle
from tournaments.selectors.ladders import ladder_page
from tournaments.services import ladders
from tournaments.views.doors import club_crumbs, directed_club, seen_ladder


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ladder_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new ladder of the club."""
    found = directed_club(request, club)
    form = LadderForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = ladders.create_ladder(club=found, name=form.cleaned_data["name"], terms=form.terms())
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(
                request, f"{made.name} is set up. Who stands on it comes next, the strongest first."
            )
            return redirect(_address(made))
    context = {"form": form, "club": found, "crumbs": club_crumbs(found)}
    return render(request, "tournaments/league/ladder_new.html", context, status=422 if form.errors else 200)


@require_safe
def ladder(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """The rungs from the top, open challenges, and the last ones played."""
    return _page(request, seen_ladder(request, club, ladder))


def _page(
    request: HttpRequest, ladder: Ladder, *, form: NamesForm | None = None, fault: str = ""
) -> HttpResponse:
    actor = Actor.of(request)
    page = ladder_page(ladder)
    directs = can_direct(actor, ladder.club)
    for line in page.lines:
        line.rung.ladder = ladder
    context = {
        "ladder": ladder,
        "club": ladder.club,
        "page": page,
        "directs": directs,
        "challengers": []
        if directs
        else [line for line in page.lines if line.may and can_challenge(actor, line.rung)],
        "pending": [(one, _may_settle(actor, ladder, one)) for one in page.pending],
        "people": list(Player.objects.filter(club=ladder.club)) if directs else [],
        "form": form or NamesForm(),
        "fault": fault,
        "crumbs": club_crumbs(ladder.club),
    }
    status = 422 if fault or (form is not None and form.errors) else 200
    return render(request, "tournaments/league/ladder.html", context, status=status)


def _may_settle(actor: Actor, ladder: Ladder, challenge: LadderChallenge) -> list[LadderRung]:
    """Whom this actor may name as the winner."""
    challenge.ladder = ladder
    return [one for one in (challenge.challenger, challenge.challenged) if can_settle(actor, challenge, one)]


def _address(ladder: Ladder) -> str:
    return reverse("tournaments:ladder", args=[ladder.club.slug, ladder.slug])


def _directed(request: HttpRequest, club: str, ladder: str) -> Ladder:
    found = seen_ladder(request, club, ladder)
    if not can_direct(Actor.of(request), found.club):
        raise PermissionDenied
    return found


@login_required
@require_POST
def ladder_check(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """How pasted names were read. Nobody has joined yet."""
    found = _directed(request, club, ladder)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form)
    text = form.cleaned_data["text"]
    return _check_page(request, found, text, check_names(found.club, text))


@login_required
@require_POST
def ladder_enter(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """Everybody of the checked page joins at the bottom, in that order, or nobody."""
    found = _directed(request, club, ladder)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form)
    text = form.cleaned_data["text"]
    check = check_names(found.club, text, request.POST)
    if check.fault:
        return _check_page(request, found, text, check, check.fault)
    try:
        ladders.join_players(ladder=found, entrants=check.coming)
    except EventViolation as refused:
        return _check_page(request, found, text, check, refused.sentence)
    messages.success(request, f"{len(check.coming)} joined at the bottom.")
    return redirect(_address(found))


def _check_page(
    request: HttpRequest, ladder: Ladder, text: str, check: NamesChecked, fault: str = ""
) -> HttpResponse:
    names = [ladder.club.slug, ladder.slug]
    context = {
        "text": text,
        "check": check,
        "fault": fault,
        "word": "Put all of these on the ladder",
        "check_at": reverse("tournaments:ladder_check", args=names),
        "enter_at": reverse("tournaments:ladder_enter", args=names),
        "back_to": _address(ladder),
        "club": ladder.club,
        "crumbs": [*club_crumbs(ladder.club), (ladder.name, _address(ladder))],
    }
    return render(request, "tournaments/league/names_check.html", context, status=422 if fault else 200)


@login_required
@require_POST
def ladder_change(request: HttpRequest, club: str, ladder: str) -> HttpResponse:
    """One change: a challenge, its result or its end; a pair joins; somebody leaves. `change` says which."""
    found = seen_ladder(request, club, ladder)
    try:
        told = _changed(request, found, request.POST.get("change", ""))
    except EventViolation as refused:
        return _page(request, found, fault=refused.sentence)
    messages.success(request, told)
    return redirect(_address(found))


def _changed(request: HttpRequest, ladder: Ladder, change: str) -> str:
    """Do what was asked, as far as this actor may; what has happened, in a sentence."""
    actor = Actor.of(request)
    if change == "challenge":
        challenger, challenged = _rung(request, ladder, "challenger"), _rung(request, ladder, "challenged")
        if not can_challenge(actor, challenger):
            raise PermissionDenied
        made = ladders.make_challenge(challenger=challenger, challenged=challenged, actor=actor)
        return f"{made.challenger} has challenged {made.challenged}."
    if change in {"settle", "call-off"}:
        return _settled(request, ladder, actor, off=change == "call-off")
    if not can_direct(actor, ladder.club):
        raise PermissionDenied
    if change == "leave":
        rung = _rung(request, ladder, "rung")
        ladders.leave_ladder(rung=rung)
        return f"{rung} has left the ladder."
    if change == "join-pair":
        joined = ladders.join_pair(
            ladder=ladder, one=_player(request, ladder, "first"), other=_player(request, ladder, "second")
        )
        return f"{joined} joined at the bottom."
    raise EventViolation("change-unknown", "Say what is to change.")


def _settled(request: HttpRequest, ladder: Ladder, actor: Actor, *, off: bool) -> str:
    people = [f"{end}__pair" for end in ("challenger", "challenged")]
    found = ladder.challenges.select_related("challenger", "challenged", *people)
    challenge = found.filter(pk=_number(request, "challenge")).first()
    if challenge is None:
        raise Http404
    challenge.ladder = ladder
    if off:
        if not can_direct(actor, ladder.club):
            raise PermissionDenied
        ladders.call_off(challenge=challenge)
        return "The challenge is called off."
    winner = _rung(request, ladder, "winner")
    if not can_settle(actor, challenge, winner):
        raise PermissionDenied
    score = request.POST.get("score", "").replace("\x00", "")[:40]
    ladders.settle_challenge(challenge=challenge, winner=winner, score=score)
    return f"{winner} has won."


def _number(request: HttpRequest, name: str) -> int:
    """An id in the form; 0 for anything else."""
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 19 else 0


def _rung(request: HttpRequest, ladder: Ladder, name: str) -> LadderRung:
    people = ("player", "pair__first", "pair__second")
    found = ladder.rungs.filter(pk=_number(request, name), rung__isnull=False).select_related(*people).first()
    if found is None:
        raise EventViolation("not-on-ladder", "Choose somebody who is on this ladder.")
    found.ladder = ladder
    return found


def _player(request: HttpRequest, ladder: Ladder, name: str) -> Player:
    found = Player.objects.filter(club=ladder.club, pk=_number(request, name)).first()
    if found is None:
        raise EventViolation("player-unknown", "Choose two people of the club.")
    return found
