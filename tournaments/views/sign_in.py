"""Signing in: with a password, and with the second step's code."""

from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.forms_accounts import CodeForm, SignInForm
from tournaments.services.two_steps import WRONG, second_step_holds
from tournaments.views.doors import half_in, let_fully_in, let_in, local_page


class SignInPage(LoginView):
    """Django's sign-in; who has two steps goes on to the second. Guessers are stopped by axes."""

    authentication_form = SignInForm

    def form_valid(self, form: SignInForm) -> HttpResponse:  # type: ignore[override]
        user = form.get_user()
        assert isinstance(user, User)
        return let_in(self.request, user, local_page(self.request, self.get_redirect_url()))


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """The code that an account with two steps is asked for after its password."""
    half = half_in(request)
    if half is None:
        return redirect("login")
    user, then = half
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if second_step_holds(user=user, code=form.cleaned_data["code"]):
            return let_fully_in(request, user, then)
        form.add_error("code", WRONG)
    context = {"form": form}
    status = 422 if form.errors else 200
    return render(request, "tournaments/accounts/second_step.html", context, status=status)
