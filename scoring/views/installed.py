"""The table's page as an installed one: its manifest, and the worker that keeps it when there is no signal.

A browser takes the worker over https and from the machine itself; on plain http it asks for none of this.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

HERE = Path(__file__).resolve().parent.parent / "static" / "scoring"
WORKER = HERE / "service_worker.js"
SCRIPTS = tuple(f"scoring/{one.name}" for one in sorted(HERE.glob("*.js")) if one != WORKER)
SHEETS = tuple(f"css/{name}.css" for name in ("tokens", "base", "pieces", "pages", "print", "table"))
ICONS = ("icons/favicon.svg", "icons/suits.svg")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker with what it keeps, for the tables' pages and no others."""
    start = reverse("scoring:table-start")
    facts = {"BUILD": f"{settings.BUILD}-{digest_of_parts()}", "SHELL": parts(), "START": start}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in facts.items())
    answer = HttpResponse(head + WORKER.read_text(), content_type="text/javascript; charset=utf-8")
    answer.headers["Service-Worker-Allowed"] = start
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to put the page beside its other apps."""
    start = reverse("scoring:table-start")
    icons = [{"src": static("icons/favicon.svg"), "type": "image/svg+xml", "sizes": "any"}]
    icons += [
        {"src": static(f"icons/app-{size}.png"), "type": "image/png", "sizes": f"{size}x{size}"}
        for size in (192, 512)
    ]
    said = {
        "id": start,
        "name": "Right Bower: a table's score",
        "short_name": "Right Bower",
        "start_url": start,
        "scope": start,
        "display": "standalone",
        "background_color": "#faf8f3",
        "theme_color": "#0b4836",
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


def parts() -> list[str]:
    """The addresses of everything that the page is made of.

    A module names the others by their plain names, also where the page's own links have a hash in theirs.
    """
    plain = [f"{settings.STATIC_URL}{name}" for name in SCRIPTS]
    return sorted({*(static(name) for name in (*SCRIPTS, *SHEETS, *ICONS)), *plain})


@cache
def digest_of_parts() -> str:
    """Changes whenever one of the files does, also between two releases."""
    found = hashlib.sha256()
    for name in (*SCRIPTS, *SHEETS, *ICONS):
        place = finders.find(name)
        found.update(Path(str(place)).read_bytes() if place else b"")
    return found.hexdigest()[:12]
