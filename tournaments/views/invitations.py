"""An invitation's page, for whoever holds its link: accepted with an account, or with one made for it."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_accounts import InvitedAccountForm, NewAccountForm
from tournaments.models import Invitation
from tournaments.permissions import can_claim
from tournaments.selectors.people import player_at
from tournaments.selectors.person_history import person_page
from tournaments.services.accounts import make_account
from tournaments.services.invitations import InvitationRefused, accept_invitation, open_invitation
from tournaments.services.memberships import claim_player
from tournaments.views.doors import let_in


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What is offered; POST accepts it for the account that is signed in, or for one made with it."""
    try:
        found = open_invitation(token)
    except InvitationRefused as refused:
        context = {"fault": refused.sentence}
        return render(request, "tournaments/accounts/refused.html", context, status=refused.status)
    form = None if request.user.is_authenticated else _form(request, found)
    if request.method == "POST":
        try:
            answer = _accept(request, found, token, form)
        except EventViolation as refused:
            return _page(request, found, form, refused.sentence)
        if answer is not None:
            return answer
    return _page(request, found, form)


def _form(request: HttpRequest, found: Invitation) -> NewAccountForm | None:
    """For an address that a letter reached, or in a hall. Elsewhere sign-up proves whose it is."""
    typed = request.POST if request.method == "POST" else None
    address = found.address or request.POST.get("address", "")[:150].strip()
    user = User(username=address, email=address)
    if found.address:
        return NewAccountForm(typed, user=user)
    return InvitedAccountForm(typed, user=user) if settings.HALL else None


def _accept(
    request: HttpRequest, found: Invitation, token: str, form: NewAccountForm | None
) -> HttpResponse | None:
    there = reverse("tournaments:club", args=[found.club.slug])
    if isinstance(request.user, User):
        accept_invitation(token=token, user=request.user)
        messages.success(request, f"You are {found.get_role_display()} of {found.club.name} now.")
        return redirect(there)
    if form is None:
        raise PermissionDenied
    if not form.is_valid():
        return None
    clean = {"address": found.address, **form.cleaned_data}
    with transaction.atomic():
        user = make_account(**clean)
        accept_invitation(token=token, user=user)
    return let_in(request, user, there)


def _page(
    request: HttpRequest, found: Invitation, form: NewAccountForm | None, fault: str = ""
) -> HttpResponse:
    context = {"invitation": found, "club": found.club, "form": form, "fault": fault, "here": request.path}
    status = 422 if fault or (form is not None and form.errors) else 200
    return render(request, "tournaments/accounts/invitation.html", context, status=status)


@login_required
@require_POST
def player_claim(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Say "this is me" of a player whose page one may see; the director is asked."""
    actor = Actor.of(request)
    found = player_at(club, player) if player < 2**63 else None
    if found is None or person_page(found, actor) is None:
        raise Http404
    if not can_claim(actor, found) or not isinstance(request.user, User):
        raise PermissionDenied
    try:
        claim_player(player=found, user=request.user)
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, f"The club's director is asked whether you are {found.name}.")
    return redirect("tournaments:me")
