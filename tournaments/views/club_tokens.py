"""A club's keys for programs: made, shown once, revoked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_tokens import TokenForm
from tournaments.models import ApiToken, Club
from tournaments.permissions import can_make_tokens
from tournaments.selectors.tokens import tokens_of
from tournaments.services.tokens import issue_token, revoke_token
from tournaments.views.doors import club_context


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest, club: str) -> HttpResponse:
    """Every key, and the form for another; a new one's secret is on the answer and nowhere else."""
    found = _club(request, club)
    form, secret = TokenForm(request.POST if request.method == "POST" else None), ""
    if form.is_valid():
        try:
            secret = issue_token(club=found, actor=Actor.of(request), **form.cleaned_data).secret
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            form = TokenForm()
    context = {"form": form, "secret": secret, "tokens": tokens_of(found), **club_context(found, "tokens")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/tokens.html", context, status=status)


@login_required
@require_POST
def token_revoke(request: HttpRequest, club: str, token: int) -> HttpResponse:
    """It opens nothing from now on."""
    found = ApiToken.objects.filter(club=_club(request, club), pk=token).first()
    if found is None:
        raise Http404
    revoke_token(token=found)
    messages.success(request, f"{found.name} opens nothing any more.")
    return redirect("tournaments:tokens", club=club)


def _club(request: HttpRequest, slug: str) -> Club:
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Http404
    if not can_make_tokens(Actor.of(request), found):
        raise PermissionDenied
    return found
