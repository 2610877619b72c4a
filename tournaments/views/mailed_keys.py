"""Sign up, sign in by a letter, a forgotten password: a key is sent, and its page does what it is for.

The answer to who asks is the same for every address. Looking at a key's page uses nothing up, since mail
programs look, too.
"""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.actors import asked_from
from tournaments.engine.errors import EventViolation
from tournaments.forms_accounts import AddressForm, NewAccountForm, PasswordForm
from tournaments.models import MailedKey
from tournaments.services import accounts
from tournaments.services.accounts import KeyRefused, mail_key, open_key
from tournaments.views.doors import let_in, letter_pages, local_page

Purpose = MailedKey.Purpose
GET_OR_POST = ["GET", "HEAD", "POST"]


@require_http_methods(GET_OR_POST)
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an account."""
    return _ask(request, Purpose.SIGN_UP)


@require_http_methods(GET_OR_POST)
def sign_in_link(request: HttpRequest) -> HttpResponse:
    """Ask for a link that signs in."""
    return _ask(request, Purpose.SIGN_IN)


@require_http_methods(GET_OR_POST)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a new password."""
    return _ask(request, Purpose.PASSWORD)


def _ask(request: HttpRequest, purpose: str) -> HttpResponse:
    wanted = request.POST if request.method == "POST" else request.GET
    then, fault, status = local_page(request, wanted.get("next", "")), "", 200
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        address = form.cleaned_data["address"]
        try:
            mail_key(
                purpose=purpose,
                address=address,
                pages=letter_pages(request),
                then=then,
                place=asked_from(request),
            )
        except EventViolation as refused:
            fault, status = refused.sentence, 429
        else:
            return _sent(request, address)
    context = {"form": form, "purpose": purpose, "next": then, "fault": fault}
    status = 422 if form.errors else status
    return render(request, "tournaments/accounts/ask.html", context, status=status)


def _sent(request: HttpRequest, address: str) -> HttpResponse:
    printed = settings.EMAIL_BACKEND.endswith("console.EmailBackend")
    context = {"address": address, "printed": printed}
    return render(request, "tournaments/accounts/sent.html", context)


@never_cache
@sensitive_post_parameters()
@require_http_methods(GET_OR_POST)
def key(request: HttpRequest, token: str) -> HttpResponse:
    """What a letter's link opens: a form, or a button that uses it."""
    try:
        found = open_key(token)
        form = _form(request, found)
        if request.method == "POST" and (form is None or form.is_valid()):
            return _use(request, found, token, form)
    except KeyRefused as refused:
        context = {"fault": refused.sentence}
        return render(request, "tournaments/accounts/refused.html", context, status=refused.status)
    except EventViolation as refused:
        context = {"fault": refused.sentence}
        return render(request, "tournaments/accounts/refused.html", context, status=422)
    shown = {"key": found, "form": form}
    status = 422 if form and form.errors else 200
    return render(request, "tournaments/accounts/key.html", shown, status=status)


def _form(request: HttpRequest, found: MailedKey) -> PasswordForm | None:
    typed = request.POST if request.method == "POST" else None
    if found.purpose == Purpose.SIGN_UP:
        return NewAccountForm(typed, user=User(username=found.address, email=found.address))
    if found.purpose == Purpose.PASSWORD and found.user is not None:
        return PasswordForm(typed, user=found.user)
    return None


def _use(request: HttpRequest, found: MailedKey, token: str, form: PasswordForm | None) -> HttpResponse:
    typed = form.cleaned_data if form else {}
    if found.purpose == Purpose.SIGN_UP:
        user, then = accounts.sign_up(token=token, **typed)
        return let_in(request, user, then)
    if found.purpose == Purpose.SIGN_IN:
        user, then = accounts.redeem_sign_in(token=token)
        return let_in(request, user, then)
    if found.purpose == Purpose.PASSWORD:
        return let_in(request, accounts.renew_password(token=token, **typed))
    accounts.move_address(token=token)
    messages.success(request, f"Your account uses {found.address} now.")
    return redirect("tournaments:me")
