"""A director's page of the trophies: put one on the board, write down who held it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.engine.errors import EventViolation
from tournaments.forms_history import HolderForm, TrophyForm
from tournaments.models import Trophy, TrophyHolder
from tournaments.selectors.club_history import trophies_of, trophy_at, years_held
from tournaments.services import trophies
from tournaments.views.doors import directed_club, history_crumbs


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trophies_desk(request: HttpRequest, club: str) -> HttpResponse:
    """The board, and a form for another trophy."""
    found = directed_club(request, club)
    form = TrophyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = trophies.add_trophy(club=found, **form.cleaned_data)
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{made.name} is on the board. Who held it comes next.")
            return redirect("tournaments:trophy_desk", found.slug, made.pk)
    context = {
        "club": found,
        "trophies": trophies_of(found),
        "form": form,
        "crumbs": history_crumbs(found),
    }
    return render(
        request, "tournaments/history/trophies_desk.html", context, status=422 if form.errors else 200
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def trophy_desk(request: HttpRequest, club: str, trophy: int) -> HttpResponse:
    """One trophy: write down a holder (`do` is "hold"), strike one out ("strike"), rename, take it off."""
    found = _trophy(request, club, trophy)
    do = request.POST.get("do", "") if request.method == "POST" else ""
    holder = HolderForm(found.club, request.POST if do == "hold" else None)
    naming = TrophyForm(
        request.POST if do == "rename" else None,
        initial={"name": found.name, "note": found.note},
        auto_id="rename_%s",
    )
    fault = ""
    try:
        if (said := _done(request, found, do, holder, naming)) is not None:
            messages.success(request, said)
            if do == "drop":
                return redirect("tournaments:trophies_desk", found.club.slug)
            return redirect("tournaments:trophy_desk", found.club.slug, found.pk)
    except EventViolation as refused:
        fault = refused.sentence
    context = {
        "club": found.club,
        "trophy": found,
        "years": years_held(found),
        "form": holder,
        "naming": naming,
        "fault": fault,
        "crumbs": history_crumbs(found.club),
    }
    status = 422 if fault or holder.errors or naming.errors else 200
    return render(request, "tournaments/history/trophy_desk.html", context, status=status)


def _done(
    request: HttpRequest, trophy: Trophy, do: str, holder: HolderForm, naming: TrophyForm
) -> str | None:
    """What was done, in words; None where nothing was asked for, or a form is not filled in."""
    if do == "hold" and holder.is_valid():
        said = holder.cleaned_data
        trophies.hold_trophy(trophy=trophy, year=said["year"], holding=holder.holding(), note=said["note"])
        return f"Written down for {said['year']}."
    if do == "rename" and naming.is_valid():
        trophies.change_trophy(trophy=trophy, **naming.cleaned_data)
        return "The trophy is renamed."
    if do == "strike":
        trophies.take_back_holder(holder=_holder(trophy, request.POST.get("holder", "")))
        return "Struck out."
    if do == "drop":
        trophies.drop_trophy(trophy=trophy)
        return f"{trophy.name} is off the board."
    return None


def _holder(trophy: Trophy, key: str) -> TrophyHolder:
    known = key.isascii() and key.isdecimal() and len(key) < 19
    found = TrophyHolder.objects.filter(trophy=trophy, pk=int(key)).first() if known else None
    if found is None:
        raise EventViolation("trophy-holder-gone", "That is struck out already.")
    return found


def _trophy(request: HttpRequest, club: str, trophy: int) -> Trophy:
    directed_club(request, club)
    found = trophy_at(club, trophy)
    if found is None:
        raise Http404
    return found
