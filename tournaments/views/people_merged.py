"""One person's two records: looked at side by side, made one, parted again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Player, PlayerMerge
from tournaments.selectors.people_list import people_listed, player_of_club
from tournaments.selectors.people_merged import may_be_one, merge_seen, merges_of
from tournaments.services.people_merged import merge_players, undo_merge
from tournaments.views.doors import club_context, directed_club

LONGEST_ID = 12


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Make one of this record and of `other`; without an other, find it first."""
    found = directed_club(request, club)
    kept = player_of_club(found, player)
    if kept is None:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    gone = _other(found, kept, sent.get("other", ""))
    if gone is None:
        return _choose(request, found, kept)
    if request.method == "POST":
        try:
            merge_players(
                kept=kept,
                gone=gone,
                actor=Actor.of(request),
                reason=sent.get("reason", "").replace("\x00", ""),
            )
        except EventViolation as refused:
            return _both(request, found, kept, gone, refused.sentence)
        messages.success(request, f"{gone} is now {kept}, with both histories.")
        return redirect("tournaments:player_change", club=found.slug, player=kept.pk)
    return _both(request, found, kept, gone, "")


def _other(club: Club, kept: Player, typed: str) -> Player | None:
    if not (typed.isascii() and typed.isdigit() and len(typed) < LONGEST_ID):
        return None
    one = player_of_club(club, int(typed))
    return one if one is not None and one.pk != kept.pk else None


def _choose(request: HttpRequest, club: Club, kept: Player) -> HttpResponse:
    find = request.GET.get("find", "").replace("\x00", "")[:80].strip()
    lines = people_listed(club, find=find).lines if find else []
    context = {
        "player": kept,
        "find": find,
        "lines": [line for line in lines if line.player.pk != kept.pk],
        "doubles": may_be_one(kept),
        **club_context(club, "players"),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/club/merge_choose.html", context, status=status)


def _both(request: HttpRequest, club: Club, kept: Player, gone: Player, fault: str) -> HttpResponse:
    context = {"seen": merge_seen(kept, gone), "fault": fault, **club_context(club, "players")}
    return render(request, "tournaments/club/merge.html", context, status=422 if fault else 200)


@login_required
@require_safe
def merges(request: HttpRequest, club: str) -> HttpResponse:
    """The records that were made one."""
    found = directed_club(request, club)
    return _merges(request, found, "")


@login_required
@require_POST
def merge_undo(request: HttpRequest, club: str, merge: int) -> HttpResponse:
    """Part two records again."""
    found = directed_club(request, club)
    one = PlayerMerge.objects.filter(club=found, pk=merge).first()
    if one is None:
        raise Http404
    try:
        back = undo_merge(merge=one, actor=Actor.of(request))
    except EventViolation as refused:
        return _merges(request, found, refused.sentence)
    messages.success(request, f"{back} has a record of their own again.")
    return redirect("tournaments:player_change", club=found.slug, player=back.pk)


def _merges(request: HttpRequest, club: Club, fault: str) -> HttpResponse:
    context = {"merges": merges_of(club), "fault": fault, **club_context(club, "players")}
    return render(request, "tournaments/club/merges.html", context, status=422 if fault else 200)
