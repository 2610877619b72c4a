"""The hall: how phones reach this laptop, what is kept of the night, and how it goes on on another one."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scoring.selectors.hall import hall_addresses, phones_that_came
from scoring.services.hall import count_phone
from tournaments.actors import Actor
from tournaments.models import Backup
from tournaments.permissions import can_mind_hall
from tournaments.selectors.backups import backup_fault, backup_folder, last_good_backup
from tournaments.services.backups import keep_night


@login_required
@never_cache
@require_safe
def hall(request: HttpRequest) -> HttpResponse:
    """Addresses, phones that came, backups, and the way to another laptop."""
    _mind(request)
    return _page(request, backup_fault())


@login_required
@require_POST
def hall_backup(request: HttpRequest) -> HttpResponse:
    """Take a backup now: it tries the folder, too."""
    _mind(request)
    if not settings.BACKUP_FOLDER:
        return _page(
            request, "There is no backup folder yet. Set BACKUP_FOLDER and start the service again.", 422
        )
    tried = keep_night(why=Backup.Why.ASKED)
    if tried.fault:
        return _page(request, tried.fault, 422)
    messages.success(request, f"{tried.name} is written and checked.")
    return redirect("scoring:hall")


@never_cache
@require_safe
def hall_ping(request: HttpRequest) -> HttpResponse:
    """The page that tells a phone, and the director, that the phone reaches the laptop."""
    if not settings.HALL:
        raise Http404
    counted = count_phone(request.META.get("REMOTE_ADDR", ""), request.headers.get("User-Agent", ""))
    return render(request, "scoring/hall_ping.html", {"counted": counted})


def _mind(request: HttpRequest) -> None:
    if not can_mind_hall(Actor.of(request)):
        raise PermissionDenied


def _page(request: HttpRequest, fault: str, status: int = 200) -> HttpResponse:
    folder = backup_folder()
    context = {
        "addresses": hall_addresses(settings.ALLOWED_HOSTS, request.scheme or "http", request.get_port()),
        "port": request.get_port(),
        "phones": phones_that_came(),
        "folder": folder,
        "good": last_good_backup(),
        "fault": fault or folder.fault,
        "crumbs": [("Clubs", reverse("tournaments:home"))],
    }
    return render(request, "scoring/director/hall.html", context, status=status)
