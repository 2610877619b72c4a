"""Me: an account's clubs, people, tables and results; its name, password, address and sessions."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor, asked_from
from tournaments.engine.errors import EventViolation
from tournaments.forms_accounts import ChangedAddressForm, ChangedPasswordForm, NameForm
from tournaments.models import MailedKey
from tournaments.permissions import can_leave
from tournaments.selectors import me as selectors
from tournaments.selectors.accounts import name_of, sign_ins_of, two_steps_of
from tournaments.services.accounts import change_password, mail_key, rename_account
from tournaments.services.memberships import end_membership
from tournaments.services.sign_ins import end_sign_ins, follow_session
from tournaments.views.doors import letter_pages

GET_OR_POST = ["GET", "HEAD", "POST"]


def account(request: HttpRequest) -> User:
    """The account of a request that came through `login_required`."""
    assert isinstance(request.user, User)
    return request.user


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """All that is mine, on one page."""
    user = account(request)
    context = {
        "me": selectors.me(user, Actor.of(request)),
        "name": name_of(user),
        "held_back": Actor.of(request).held_back,
        "two_steps": two_steps_of(user),
        "sign_ins": sign_ins_of(user, request.session.session_key),
    }
    return render(request, "tournaments/accounts/me.html", context)


@login_required
@require_http_methods(GET_OR_POST)
def me_name(request: HttpRequest) -> HttpResponse:
    """The name that my clubs read."""
    user = account(request)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": user.first_name})
    if form.is_valid():
        rename_account(user=user, name=form.cleaned_data["name"])
        return redirect("tournaments:me")
    return _change(request, form, "Your name", "Keep the name")


@login_required
@sensitive_post_parameters()
@require_http_methods(GET_OR_POST)
def me_password(request: HttpRequest) -> HttpResponse:
    """Another password. Every other browser is signed out."""
    user = account(request)
    form = ChangedPasswordForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        change_password(user=user, password=form.cleaned_data["password"])
        old = request.session.session_key or ""
        update_session_auth_hash(request, user)
        new = request.session.session_key or ""
        follow_session(old=old, new=new)
        end_sign_ins(user=user, spare=new)
        messages.success(request, "The new password holds. Every other browser was signed out.")
        return redirect("tournaments:me")
    return _change(request, form, "Another password", "Keep the password")


@login_required
@sensitive_post_parameters()
@require_http_methods(GET_OR_POST)
def me_address(request: HttpRequest) -> HttpResponse:
    """Another e-mail address: it is used once a letter to it was answered."""
    user = account(request)
    form = ChangedAddressForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        address = form.cleaned_data["address"]
        purpose = MailedKey.Purpose.ADDRESS
        try:
            mail_key(
                purpose=purpose,
                address=address,
                pages=letter_pages(request),
                place=asked_from(request),
                user=user,
            )
        except EventViolation as refused:
            form.add_error("address", refused.sentence)
        else:
            messages.success(request, f"A letter is on its way to {address}. Its link makes the change.")
            return redirect("tournaments:me")
    return _change(request, form, "Another e-mail address", "Send the letter")


def _change(request: HttpRequest, form: object, title: str, button: str) -> HttpResponse:
    context = {"form": form, "title": title, "button": button, "crumbs": [("Me", reverse("tournaments:me"))]}
    status = 422 if getattr(form, "errors", None) else 200
    return render(request, "tournaments/accounts/change.html", context, status=status)


@login_required
@require_POST
def me_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out elsewhere: the sign-in named by `which`, or everywhere but here."""
    user, which = account(request), request.POST.get("which", "")
    only = [int(which)] if which.isdecimal() and len(which) < 19 else None
    ended = end_sign_ins(user=user, only=only, spare=request.session.session_key or "")
    messages.success(request, f"Signed out in {ended} other browser{'' if ended == 1 else 's'}.")
    return redirect("tournaments:me")


@login_required
@require_POST
def me_leave(request: HttpRequest, club: str) -> HttpResponse:
    """Give up my role in a club."""
    membership = selectors.membership_of(account(request), club)
    if membership is None:
        raise Http404
    if not can_leave(Actor.of(request), membership):
        raise PermissionDenied
    try:
        end_membership(membership=membership)
    except EventViolation as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, f"You have left {membership.club.name}.")
    return redirect("tournaments:me")
