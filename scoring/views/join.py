"""The way in for somebody who has the table's card but no camera: six letters."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from rest_framework.throttling import SimpleRateThrottle

from scoring.views.table_script import worker_at
from tournaments.services.links import LinkRefused, redeem_code


class CodeThrottle(SimpleRateThrottle):
    """So many tries a minute from one address: guessing 28 bits takes longer than any evening."""

    scope = "table-code"

    def get_cache_key(self, request: HttpRequest, view: object) -> str:  # type: ignore[override]
        """The address the last proxy saw; without a proxy a header that claims one counts for nothing."""
        proxied = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.SECURE_PROXY_SSL_HEADER else ""
        address = proxied.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
        return self.cache_format % {"scope": self.scope, "ident": address}


@never_cache
@csrf_exempt  # there is no account to act for, and typing a code opens a page, nothing more
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and go to the table that it opens."""
    if request.method != "POST":
        return render(request, "scoring/join.html", {"script": worker_at()})
    throttle = CodeThrottle()
    if not throttle.allow_request(request, None):  # type: ignore[arg-type]
        seconds = int(throttle.wait() or 0) + 1
        response = _again(
            request, f"Too many codes were tried from here. Wait {seconds} seconds, then try again.", 429
        )
        response.headers["Retry-After"] = str(seconds)
        return response
    try:
        _, token = redeem_code(request.POST.get("code", "")[:40])
    except LinkRefused as refused:
        return _again(request, refused.sentence, refused.status)
    return redirect("scoring:table", token=token)


def _again(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    context = {"sentence": sentence, "code": request.POST.get("code", "")[:40], "script": worker_at()}
    return render(request, "scoring/join.html", context, status=status)
