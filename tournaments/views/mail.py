"""Results and fixtures by mail: asking, confirming, stopping. Nobody learns which addresses are known."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor, asked_from
from tournaments.forms_privacy import MailForm
from tournaments.models import Club, MailWish
from tournaments.permissions import can_see_club
from tournaments.selectors.mail import wish_of
from tournaments.services.mail_wishes import ask_for_mail, confirm_wish, stop_mail
from tournaments.views.doors import club_crumbs

MOST_ASKED = 20
"""Times that one network address may ask in an hour: a server's mail is not for strangers to spend."""
HOUR = 3600


@require_http_methods(["GET", "HEAD", "POST"])
def mail_ask(request: HttpRequest, club: str) -> HttpResponse:
    """The form, and the answer that is always the same."""
    found = get_object_or_404(Club, slug=club)
    if not can_see_club(Actor.of(request), found):
        raise Http404
    form = MailForm(request.POST if request.method == "POST" else None)
    context = {"club": found, "form": form, "crumbs": club_crumbs(found)}
    if not form.is_valid():
        return render(request, "tournaments/mail/ask.html", context, status=422 if form.errors else 200)
    if _asks_too_often(request):
        fault = "That is enough for an hour. Try again later."
        return render(request, "tournaments/mail/ask.html", context | {"fault": fault}, status=429)
    kinds = [MailWish.Kind(one) for one in form.cleaned_data["kinds"]]
    ask_for_mail(club=found, email=form.cleaned_data["email"], kinds=kinds)
    return render(request, "tournaments/mail/asked.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mail_confirm(request: HttpRequest, key: str) -> HttpResponse:
    """From the letter: a button, so that a program which only looks at links confirms nothing."""
    wish = _wish(key)
    if request.method == "POST":
        confirm_wish(wish=wish)
    done = request.method == "POST" or wish.confirmed_at is not None
    return render(request, "tournaments/mail/confirm.html", {"wish": wish, "club": wish.club, "done": done})


@never_cache
@csrf_exempt  # a mail program posts here by itself; the signed key says what may be stopped
@require_http_methods(["GET", "HEAD", "POST"])
def mail_stop(request: HttpRequest, key: str) -> HttpResponse:
    """From any letter: no more of these. Stopping what is stopped is no error."""
    wish = wish_of(key)
    if request.method == "POST" and wish is not None:
        stop_mail(wish=wish)
        wish = None
    return render(request, "tournaments/mail/stop.html", {"wish": wish, "club": wish.club if wish else None})


def _wish(key: str) -> MailWish:
    wish = wish_of(key)
    if wish is None:
        raise Http404
    return wish


def _asks_too_often(request: HttpRequest) -> bool:
    place = f"mail-asked-{asked_from(request) or 'here'}"
    cache.add(place, 0, HOUR)
    try:
        return cache.incr(place) > MOST_ASKED
    except ValueError:  # it ran out between the two
        return False
