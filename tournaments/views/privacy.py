"""What is kept on people, who may read it, and how it goes: for directors, and for the person's account."""

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_privacy import ClubPrivacyForm, EraseForm, PrivacyForm
from tournaments.models import Player
from tournaments.permissions import can_direct, can_erase_person, can_keep_person, can_know_person
from tournaments.selectors.people import player_at
from tournaments.selectors.personal import account_kept, kept_on
from tournaments.services.privacy import change_club_privacy, change_privacy, erase_person
from tournaments.views.doors import club_crumbs, directed_club

CLUB_BASE, OWN_BASE = "tournaments/club/base.html", "tournaments/director/base.html"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person_privacy(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """What strangers read of a person; where to get all that is kept, and to have it erased."""
    found = _own_or_directed(request, club, player)
    form = PrivacyForm(request.POST or None, initial={"privacy": found.privacy})
    fault = ""
    if request.method == "POST" and form.is_valid():
        try:
            change_privacy(player=found, privacy=Player.Privacy(form.cleaned_data["privacy"]))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            messages.success(request, "Kept. It holds for everything played before, too.")
            return redirect("tournaments:person_privacy", club=club, player=player)
    return _person_page(request, found, form, EraseForm(), fault)


@login_required
@require_POST
def person_erase(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Erase a person: their results stay, under `Former player`."""
    found = _own_or_directed(request, club, player)
    if not can_erase_person(Actor.of(request), found):
        raise PermissionDenied
    form, fault = EraseForm(request.POST), ""
    if form.is_valid():
        try:
            erase_person(player=found)
        except EventViolation as refused:
            fault = refused.sentence
        else:
            messages.success(request, "Erased. What was played stays, under “Former player”.")
            return redirect("tournaments:club", club=club)
    return _person_page(request, found, PrivacyForm(initial={"privacy": found.privacy}), form, fault)


@login_required
@never_cache
@require_safe
def person_data(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """All that is kept on a person, as a JSON file."""
    found = _own_or_directed(request, club, player)
    return _file({"made": timezone.now().isoformat(), **kept_on(found)}, f"person-{found.pk}.json")


@login_required
@never_cache
@require_safe
def my_data(request: HttpRequest) -> HttpResponse:
    """All that is kept on the account that asks, and on the players it is."""
    user = User.objects.get(username=request.user.get_username())
    mine = Player.objects.filter(pk__in=Actor.of(request).player_ids).select_related("club").order_by("pk")
    told = {
        "made": timezone.now().isoformat(),
        **account_kept(user),
        "people": [kept_on(one) for one in mine],
    }
    return _file(told, "my-data.json")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_privacy(request: HttpRequest, club: str) -> HttpResponse:
    """Whether a club stands on lists, and how long contacts are kept."""
    found = directed_club(request, club)
    form = ClubPrivacyForm.of(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        change_club_privacy(club=found, **form.cleaned_data)
        messages.success(request, "Kept.")
        return redirect("tournaments:club_privacy", club=club)
    context = {"form": form, "club": found, "here": "privacy", "crumbs": club_crumbs(found)}
    return render(request, "tournaments/privacy/club.html", context, status=422 if form.errors else 200)


def _own_or_directed(request: HttpRequest, club: str, player: int) -> Player:
    """The person at an address, for a director or for the person's own account; to others nobody is there."""
    actor = Actor.of(request)
    found = player_at(club, player) if player < 2**63 else None
    if found is None or not can_know_person(actor, found):
        raise Http404
    if not can_keep_person(actor, found):
        raise PermissionDenied
    return found


def _person_page(
    request: HttpRequest, found: Player, form: PrivacyForm, erase: EraseForm, fault: str
) -> HttpResponse:
    actor = Actor.of(request)
    context = {
        "player": found,
        "club": found.club,
        "form": form,
        "erase": erase if can_erase_person(actor, found) else None,
        "base": CLUB_BASE if can_direct(actor, found.club) else OWN_BASE,
        "fault": fault,
        "here": "players",
        "crumbs": [*club_crumbs(found.club), (str(found), _address(found))],
    }
    wrong = fault or form.errors or erase.errors
    return render(request, "tournaments/privacy/person.html", context, status=422 if wrong else 200)


def _address(player: Player) -> str:
    return reverse("tournaments:player", args=[player.club.slug, player.pk])


def _file(told: object, name: str) -> HttpResponse:
    """JSON that the browser saves, for people to read as well."""
    text = json.dumps(told, indent=2, ensure_ascii=False, default=str)
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
