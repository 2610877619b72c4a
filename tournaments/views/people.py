"""The club's list of people: searched, added to, changed, set aside."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_people import PersonForm
from tournaments.models import Club, Player
from tournaments.selectors.people_list import people_listed, player_of_club, taken_part
from tournaments.selectors.people_merged import may_be_one
from tournaments.services.people import add_player, bring_back_player, change_player, set_aside
from tournaments.views.doors import club_context, directed_club

ABOUT_THE_NAME = frozenset({"name-known", "no-letters", "name-too-long", "too-many-commas"})
"""Codes of refusals that belong to the field of the name."""
LONGEST_NUMBER = 6


@login_required
@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """The people of the club; `?find=` searches them, `?aside=1` shows those who come no more."""
    found = directed_club(request, club)
    find = request.GET.get("find", "").replace("\x00", "")[:80].strip()
    aside = request.GET.get("aside") == "1"
    page = request.GET.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < LONGEST_NUMBER else 1
    shown = people_listed(found, find=find, aside=aside, page=number)
    context = {"shown": shown, "find": find, "aside": aside, **club_context(found, "players")}
    return render(request, "tournaments/club/players.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_new(request: HttpRequest, club: str) -> HttpResponse:
    """Somebody new on the list."""
    found = directed_club(request, club)
    form = PersonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = add_player(club=found, facts=form.facts(), actor=Actor.of(request))
        except EventViolation as refused:
            _refuse(form, refused)
        else:
            messages.success(request, f"{made} is on the list.")
            return redirect("tournaments:players", club=found.slug)
    return _form(request, found, form, None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_change(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """What is known of a person, to be said anew."""
    found = directed_club(request, club)
    one = member(found, player)
    form = PersonForm(request.POST if request.method == "POST" else None, player=one)
    if form.is_valid():
        try:
            kept = change_player(player=one, facts=form.facts(), actor=Actor.of(request))
        except EventViolation as refused:
            _refuse(form, refused)
        else:
            messages.success(request, f"{kept} is kept.")
            return redirect("tournaments:players", club=found.slug)
    return _form(request, found, form, one)


@login_required
@require_POST
def player_state(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Set somebody aside, or have them back on the lists."""
    found = directed_club(request, club)
    one = member(found, player)
    if request.POST.get("change") == "back":
        bring_back_player(player=one, actor=Actor.of(request))
        messages.success(request, f"{one} is on the lists again.")
    else:
        set_aside(player=one, day=timezone.localdate(), actor=Actor.of(request))
        messages.success(request, f"{one} is offered on no list any more.")
    return redirect("tournaments:player_change", club=found.slug, player=one.pk)


def member(club: Club, player: int) -> Player:
    """A person of this club; to others it is not there."""
    one = player_of_club(club, player)
    if one is None:
        raise Http404
    return one


def _refuse(form: PersonForm, refused: EventViolation) -> None:
    form.add_error("name" if refused.code in ABOUT_THE_NAME else None, refused.sentence)


def _form(request: HttpRequest, club: Club, form: PersonForm, player: Player | None) -> HttpResponse:
    context = {
        "form": form,
        "player": player,
        "doubles": may_be_one(player) if player is not None else [],
        "played": player is not None and player.pk in taken_part([player.pk]),
        **club_context(club, "players"),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/player_form.html", context, status=status)
