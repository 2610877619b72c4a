"""Two-step sign-in on and off, and its recovery codes."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.engine.errors import EventViolation
from tournaments.forms_accounts import CodeForm
from tournaments.selectors.accounts import two_steps_of
from tournaments.selectors.qr import qr_picture
from tournaments.services.two_steps import (
    begin_two_steps,
    confirm_two_steps,
    end_two_steps,
    renew_recovery_codes,
)

CRUMBS = "tournaments:me"


@login_required
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def two_steps(request: HttpRequest) -> HttpResponse:
    """The QR code to begin with; or, when it is on, fresh recovery codes and the way out.

    `do` is confirm, renew or end; each needs a code.
    """
    user = request.user
    assert isinstance(user, User)
    if request.method != "POST":
        return _page(request, user, CodeForm())
    do, form = request.POST.get("do", ""), CodeForm(request.POST)
    if do not in {"confirm", "renew", "end"}:
        raise Http404
    if form.is_valid():
        try:
            return _do(request, user, do, form.cleaned_data["code"])
        except EventViolation as refused:
            form.add_error("code", refused.sentence)
    return _page(request, user, form, do)


def _do(request: HttpRequest, user: User, do: str, code: str) -> HttpResponse:
    if do == "end":
        end_two_steps(user=user, code=code)
        messages.success(request, "Two-step sign-in is off.")
        return redirect("tournaments:me")
    codes = (confirm_two_steps if do == "confirm" else renew_recovery_codes)(user=user, code=code)
    context = {"codes": codes, "crumbs": _crumbs()}
    return render(request, "tournaments/accounts/recovery_codes.html", context)


def _page(request: HttpRequest, user: User, form: CodeForm, do: str = "") -> HttpResponse:
    state = two_steps_of(user)
    seed = None if state.on else begin_two_steps(user=user)
    context = {
        "state": state,
        "typed": seed.typed if seed else "",
        "picture": qr_picture(seed.address) if seed else "",
        "form": form,
        "do": do,
        "crumbs": _crumbs(),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/accounts/two_steps.html", context, status=status)


def _crumbs() -> list[tuple[str, str]]:
    return [("Me", reverse("tournaments:me"))]
