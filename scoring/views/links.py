"""Table links: made afresh, shown once on cards to print, taken back.

Only hashes are kept, so the page that shows fresh links holds all that their cards need, and hands it back
when the cards are wanted as PDF.
"""

import io
import re
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.selectors.hall import LOOPBACK, qr_code, qr_image
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event
from tournaments.selectors.desk import tables_of_event
from tournaments.selectors.links import links_out, tables_opened
from tournaments.selectors.paper_asked import head_of_paper
from tournaments.services.links import IssuedLink, issue_table_links, revoke_table_links
from tournaments.services.paper import PAPERS, compile_pdf
from tournaments.views.doors import address_of, desk_context, directed_event
from tournaments.views.pdf import paper_asked, pdf_answer

KEY = re.compile(r"([A-Za-z0-9_-]{20,60}):([A-Z]{6})")
"""A card as the page of fresh links hands it back: token and letters."""


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_links(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """How many links are out; POST makes fresh ones and shows them, this once."""
    found = directed_event(request, club, event)
    tables = tables_of_event(found) or found.entries.count() // 4
    if request.method != "POST":
        return _page(request, found, tables)
    try:
        issued = issue_table_links(event=found, tables=tables, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, tables, refused.sentence)
    base = address_for_phones(request)
    context = {
        "cards": [_card(one, base) for one in issued],
        "join": base + reverse("scoring:join"),
        "unreachable": urlsplit(base).hostname in LOOPBACK,
        "papers": PAPERS,
        "paper": paper_asked(request, found),
        **desk_context(found, "links"),
    }
    return render(request, "scoring/director/link_cards.html", context)


@login_required
@never_cache
@require_POST
def table_cards(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The cards of links just made, as PDF: each `card` is a token and its letters, from the page of them."""
    found = directed_event(request, club, event)
    keys = [key.groups() for one in request.POST.getlist("card") if (key := KEY.fullmatch(one))]
    tables = tables_opened(found, [token for token, _ in keys])
    if not keys or len(tables) < len(keys):
        sentence = "These links are no longer the newest. Make new ones, and print their cards."
        return _page(request, found, tables_of_event(found) or found.entries.count() // 4, sentence)
    base = address_for_phones(request)
    cards = [_printed(tables[token], token, letters, base) for token, letters in keys]
    content = {**head_of_paper(found), "join": base + reverse("scoring:join"), "cards": cards}
    pdf = compile_pdf("table_cards", content, paper_asked(request, found))
    return pdf_answer(pdf, f"{found.slug}-table-cards.pdf")


@login_required
@require_POST
def table_links_revoke(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take every link of the event back."""
    found = directed_event(request, club, event)
    count = revoke_table_links(event=found)
    messages.success(
        request, f"{count} {'link' if count == 1 else 'links'} taken back; they open nothing now."
    )
    return redirect(address_of(found, "scoring:table_links"))


def _page(request: HttpRequest, event: Event, tables: int, fault: str = "") -> HttpResponse:
    context = {"out": links_out(event), "tables": tables, "fault": fault, **desk_context(event, "links")}
    return render(request, "scoring/director/table_links.html", context, status=422 if fault else 200)


def _card(issued: IssuedLink, base: str) -> dict[str, object]:
    address = base + reverse("scoring:table", args=[issued.token])
    image = qr_image(address)
    key = f"{issued.token}:{issued.code}"
    return {
        "table": issued.link.table,
        "address": address,
        "image": image,
        "letters": issued.code,
        "key": key,
    }


def _printed(table: int, token: str, letters: str, base: str) -> dict[str, object]:
    address = base + reverse("scoring:table", args=[token])
    drawn = io.BytesIO()
    qr_code(address).save(drawn, kind="svg", border=2, xmldecl=False)
    return {"table": table, "address": address, "letters": letters, "qr": drawn.getvalue().decode()}


def address_for_phones(request: HttpRequest) -> str:
    """The service's address as a phone in the hall can reach it: never this laptop's own name for itself."""
    host = request.get_host()
    parts = urlsplit(f"//{host}")
    if settings.HALL and parts.hostname in LOOPBACK:
        there = next(
            (
                one
                for one in settings.ALLOWED_HOSTS
                if one.count(".") == 3 and one[0].isdigit() and one not in LOOPBACK
            ),
            None,
        )
        if there:
            host = f"{there}:{parts.port}" if parts.port else there
    return f"{request.scheme}://{host}"
