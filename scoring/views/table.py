"""The page at the table: opened by a link, scored by tapping or by a plain form, without account or cookie.

The token in the address authorises. A form of another site does not know it: no CSRF token is needed.
"""

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import Game
from scoring.selectors.tables import TableNow, TableState, table_of_link, table_state
from scoring.services.lines import record_line
from scoring.services.matches import open_match
from scoring.views.hand_form import Sent, game_of, read_form, tell
from scoring.views.table_page import confirmation_of, page_of, question_of
from scoring.views.table_script import addresses_of
from tournaments.actors import Actor
from tournaments.models import Match, TableLink
from tournaments.permissions import can_score
from tournaments.services.links import LinkRefused, open_link

# The open page tells its sheet to the server that took over, at whatever address people type (`moving.js`).
# Nothing else can be reached from it: scripts, pictures and forms stay with this server.
ANY_SERVER = {"connect-src": [SELF, "http:", "https:"]}


@never_cache
@csp_update(ANY_SERVER)  # type: ignore[arg-type]  # its types know no addresses with a part in them
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The match to score at this table now; `?game=` another game of it, `?correct=` a line to mend."""
    try:
        link = open_link(token)
    except LinkRefused as refused:
        return refuse(request, refused)
    now = table_of_link(link)
    if _asks_json(request):
        return _whereabouts(request, link, now)
    if request.method == "POST":
        return _posted(request, link, token, now)
    return _page(request, link, token, now, _game_asked(request, now))


def refuse(request: HttpRequest, refused: LinkRefused) -> HttpResponse:
    """A key that opens nothing, with the sentence that says why."""
    if _asks_json(request):
        return _to_any_origin({"code": refused.code, "sentence": refused.sentence}, refused.status)
    return render(request, "scoring/link_refused.html", {"sentence": refused.sentence}, status=refused.status)


def _asks_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _whereabouts(request: HttpRequest, link: TableLink, now: TableNow) -> HttpResponse:
    """Asked by the script: what there is to score at this table now, and where a game it knows is here.

    `?match=&number=` names a game that lasts when a server is replaced by a backup, which may have given its
    number in the database to another. `game` is that game, or the last one the match has yet.
    """
    said: dict[str, object] = {"match": now.match.pk if now.match is not None else None}
    said["waiting"] = now.waiting
    match, number = game_of(request.GET, "match"), game_of(request.GET, "number")
    if match is not None and number is not None:
        said["game"] = _game_known_as(link, match, number)
    return _to_any_origin(said)


def _game_known_as(link: TableLink, match_id: int, number: int) -> dict[str, int] | None:
    match = Match.objects.select_related("round__event__club").filter(pk=match_id).first()
    if match is None or not can_score(Actor.of_link(link), match):
        return None
    try:
        open_match(match=match)
    except RuleViolation:
        return None
    games = list(match.games.order_by("number"))
    game = next((one for one in games if one.number == number), games[-1])
    return {"id": game.pk, "number": game.number}


def _to_any_origin(said: dict[str, object], status: int = 200) -> HttpResponse:
    """The token in the address lets in, no cookie: a page of the address before may read the answer."""
    answer = JsonResponse(said, status=status)
    answer.headers["Access-Control-Allow-Origin"] = "*"
    patch_vary_headers(answer, ["Accept"])
    return answer


def _game_asked(request: HttpRequest, now: TableNow) -> int | None:
    """An earlier game of the match, if the address names one."""
    named = game_of(request.GET)
    if named is None or now.match is None:
        return None
    if not Game.objects.filter(pk=named, match=now.match).exists():
        raise Http404
    return named


def _page(
    request: HttpRequest,
    link: TableLink,
    token: str,
    now: TableNow,
    game_id: int | None = None,
    *,
    status: int = 200,
    more: dict[str, object] | None = None,
) -> HttpResponse:
    context: dict[str, object] = {"link": link, "event": link.event, "token": token}
    context["script"] = addresses_of(link, token)
    context["waiting"] = now.waiting
    if now.match is not None:
        try:
            open_match(match=now.match)
        except RuleViolation as gone:  # its draw was taken back since the table was looked up
            return _page(request, link, token, TableNow(None, gone.sentence), status=409)
        shown = table_state(now.match, game_id)
        context |= page_of(link, token, shown, now.waiting)
        context |= question_of(shown, request.GET.get("correct"), request.GET.get("ask"))
        context["recorded"] = _recorded(shown, request.GET.get("recorded"))
        context |= more or {}
    response = render(request, "scoring/table.html", context, status=status)
    patch_vary_headers(response, ["Accept"])
    return response


def refused_page(
    request: HttpRequest, link: TableLink, token: str, refused: RuleViolation | LineConflict
) -> HttpResponse:
    """The table's page with the sentence by which a line was refused."""
    status = 409 if isinstance(refused, LineConflict) else 422
    more: dict[str, object] = {"refused": refused.sentence}
    return _page(request, link, token, table_of_link(link), status=status, more=more)


def _recorded(shown: TableState, line_id: str | None) -> str:
    """What the line just recorded said; nothing if it is not on the sheet."""
    rows = shown.as_dict()["sheet"]
    assert isinstance(rows, list)
    return next((row["sentence"] for row in rows if row["id"] == line_id), "") if line_id else ""


def _posted(request: HttpRequest, link: TableLink, token: str, now: TableNow) -> HttpResponse:
    """One press of a button of the plain form: shown, recorded, or refused with a sentence."""
    named = game_of(request.POST) or 0
    game = Game.objects.select_related("match__round__event__club").filter(pk=named).first()
    if game is None or not can_score(Actor.of_link(link), game.match):
        raise Http404
    here = now.match is not None and now.match.pk == game.match_id
    try:
        sent = read_form(request.POST, table_state(game.match, game.pk).game.rules)
        if sent.at_once:
            record_line(game_id=game.pk, new=sent.line, actor=Actor.of_link(link))
            return _back(token, sent)
        return _shown(request, link, token, TableNow(game.match, now.waiting if here else ""), sent)
    except (RuleViolation, LineConflict) as refused:
        status = 409 if isinstance(refused, LineConflict) else 422
        more: dict[str, object] = {"refused": refused.sentence, "posted": _posted_again(request)}
        return _page(request, link, token, now, game.pk if here else None, status=status, more=more)


def _shown(request: HttpRequest, link: TableLink, token: str, at: TableNow, sent: Sent) -> HttpResponse:
    """The second step: what the line would do, with one button that records it."""
    assert at.match is not None
    shown = table_state(at.match, sent.game_id)
    told = tell(sent.line, shown.game.rules)
    return _page(
        request, link, token, at, sent.game_id, more=confirmation_of(shown.as_dict(), sent.line, told)
    )


def _back(token: str, sent: Sent) -> HttpResponse:
    """Away from the form, so that reloading the page sends nothing again."""
    response = HttpResponseRedirect(f"{reverse('scoring:table', args=[token])}?recorded={sent.line.id}")
    response.status_code = 303
    return response


def _posted_again(request: HttpRequest) -> dict[str, object]:
    """The facts of a refused form, so that only what was wrong must be said again."""
    sent = request.POST
    return {"maker": sent.get("maker"), "alone": sent.getlist("alone"), "tricks": sent.get("tricks")}
