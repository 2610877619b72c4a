"""The people of a club: roles, invitations, and accounts that say to be a player."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_accounts import InvitationForm
from tournaments.models import Club, Membership
from tournaments.permissions import (
    can_ask_two_steps,
    can_change_member,
    can_grant,
    can_see_people,
    can_settle_claim,
)
from tournaments.selectors import club_people as selectors
from tournaments.selectors.accounts import has_two_steps, name_of
from tournaments.selectors.qr import qr_picture
from tournaments.services.invitations import invite, revoke_invitation
from tournaments.services.memberships import (
    ask_two_steps,
    change_role,
    end_membership,
    part_from_player,
    settle_claim,
)
from tournaments.views.doors import club_crumbs


def _club(request: HttpRequest, slug: str) -> Club:
    """The club at an address, for who may see its people."""
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Http404
    if not can_see_people(Actor.of(request), found):
        raise PermissionDenied
    return found


def _roles(actor: Actor, club: Club) -> list[str]:
    """What the actor may give, the least first."""
    return [role for role in reversed(Membership.Role.values) if can_grant(actor, club, role)]


@login_required
@require_safe
def club_people(request: HttpRequest, club: str) -> HttpResponse:
    """Who has which role, who is invited, who says to be whom."""
    found, actor = _club(request, club), Actor.of(request)
    shown = selectors.club_people(found)
    rows = [(one, can_change_member(actor, one.membership)) for one in shown.people]
    context = {
        "club": found,
        "rows": rows,
        "shown": shown,
        "claims": [(claim, name_of(claim.user)) for claim in shown.claims],
        "roles": [(role, Membership.Role(role).label) for role in _roles(actor, found)],
        "mine": actor.user_id,
        "here": "accounts",
        "owns": can_ask_two_steps(actor, found),
        "crumbs": club_crumbs(found),
    }
    return render(request, "tournaments/accounts/club_people.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_invite(request: HttpRequest, club: str) -> HttpResponse:
    """Invite by mail, or on the screen: then the link and its QR code are shown once."""
    found, actor = _club(request, club), Actor.of(request)
    form = InvitationForm(
        request.POST if request.method == "POST" else None,
        roles=_roles(actor, found),
        players=selectors.unjoined_players(found),
    )
    crumbs = [*club_crumbs(found), ("Accounts", reverse("tournaments:club_people", args=[found.slug]))]
    context = {"club": found, "form": form, "crumbs": crumbs, "here": "accounts"}
    if form.is_valid():
        try:
            return _invite(request, found, form, actor, context)
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
    status = 422 if form.errors else 200
    return render(request, "tournaments/accounts/club_invite.html", context, status=status)


def _invite(
    request: HttpRequest, club: Club, form: InvitationForm, actor: Actor, context: dict[str, object]
) -> HttpResponse:
    def link(token: str) -> str:
        return request.build_absolute_uri(reverse("tournaments:invitation", args=[token]))

    issued = invite(club=club, actor=actor, link=link, **form.cleaned_data)
    address = issued.invitation.address
    if address and not settings.HALL:
        messages.success(request, f"An invitation is on its way to {address}.")
        return redirect("tournaments:club_people", club=club.slug)
    # Whoever answers a letter shows that the address is theirs: no link is shown where mail goes out.
    shown = {
        "link": link(issued.token),
        "picture": qr_picture(link(issued.token)),
        "invitation": issued.invitation,
    }
    return render(request, "tournaments/accounts/invitation_shown.html", context | shown)


@login_required
@require_POST
def club_invitation(request: HttpRequest, club: str, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    found = _club(request, club)
    offered = selectors.invitation_at(found, invitation)
    if offered is None:
        raise Http404
    if not can_grant(Actor.of(request), found, offered.role):
        raise PermissionDenied
    try:
        revoke_invitation(invitation=offered)
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    return redirect("tournaments:club_people", club=found.slug)


@login_required
@require_POST
def club_member(request: HttpRequest, club: str, member: int) -> HttpResponse:
    """Change a member: `do` is role (to `role`), part (from the player) or remove."""
    found, actor, do = _club(request, club), Actor.of(request), request.POST.get("do", "")
    membership = selectors.membership_at(found, member)
    if membership is None or do not in {"role", "part", "remove"}:
        raise Http404
    role = request.POST.get("role", "")[:10]
    if not can_change_member(actor, membership) or (do == "role" and not can_grant(actor, found, role)):
        raise PermissionDenied
    try:
        if do == "role":
            change_role(membership=membership, role=role)
        elif do == "part":
            part_from_player(membership=membership)
        else:
            end_membership(membership=membership)
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, f"Changed for {name_of(membership.user)}.")
    return redirect("tournaments:club_people", club=found.slug)


@login_required
@require_POST
def club_claim(request: HttpRequest, club: str, claim: int) -> HttpResponse:
    """Confirm that an account is a player (`do` is confirm), or decline."""
    found = _club(request, club)
    said = selectors.claim_at(found, claim)
    if said is None:
        raise Http404
    if not can_settle_claim(Actor.of(request), said):
        raise PermissionDenied
    try:
        settle_claim(claim=said, confirmed=request.POST.get("do") == "confirm")
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    return redirect("tournaments:club_people", club=found.slug)


@login_required
@require_POST
def club_two_steps(request: HttpRequest, club: str) -> HttpResponse:
    """Ask the owners for two-step sign-in (`asked` is yes), or no longer."""
    found, actor = _club(request, club), Actor.of(request)
    if not can_ask_two_steps(actor, found) or actor.user_id is None:
        raise PermissionDenied
    user = request.user
    try:
        ask_two_steps(
            club=found,
            asked=request.POST.get("asked") == "yes",
            has_two_steps=has_two_steps(user),  # type: ignore[arg-type]
        )
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    return redirect("tournaments:club_people", club=found.slug)
