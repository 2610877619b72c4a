"""For whoever runs the service: does it live, can it serve, and what it counts."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.actors import asked_from
from tournaments.metrics import TYPE, told
from tournaments.permissions import can_read_metrics
from tournaments.selectors.readiness import is_ready, parts_ready


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """The process lives. Nothing else is asked: a lost database is no reason to start it again."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """200 when pages can be served, else 503; each part with one word."""
    parts = parts_ready()
    good = is_ready(parts)
    return JsonResponse({"ready": good, "build": settings.VERSION, **parts}, status=200 if good else 503)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus's text for the operator's address or token; to others it is not there."""
    _, _, token = request.headers.get("Authorization", "").partition("Bearer ")
    if not can_read_metrics(asked_from(request), token):
        raise Http404
    return HttpResponse(told(), content_type=TYPE)
