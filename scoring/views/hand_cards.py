"""The cards of a hand, for those at a table who want them written down: by way of the hand checker.

From a row of the sheet to the checker, which asks card by card under the table's own rules, and back with the
text, which goes onto the sheet with the hand. The token authorises, as everywhere at the table.
"""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.engine.errors import RuleViolation
from scoring.engine.hand_texts import text_of
from scoring.engine.notation import GameRecord, write_native
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.errors import LineConflict
from scoring.models import Game, LedgerLine
from scoring.selectors.tables import TableState, table_state
from scoring.services.lines import NewLine, record_line
from scoring.views.hand_form import game_of
from scoring.views.table import refuse, refused_page
from tournaments.actors import Actor
from tournaments.permissions import can_score
from tournaments.services.links import LinkRefused, open_link

WHY = "Cards written down"


@never_cache
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def hand_cards(request: HttpRequest, token: str) -> HttpResponse:
    """`game` and `root` name the hand. GET goes to the checker; POST puts its `text` on the sheet."""
    try:
        link = open_link(token)
    except LinkRefused as refused:
        return refuse(request, refused)
    sent = request.POST if request.method == "POST" else request.GET
    game = Game.objects.select_related("match__round__event__club").filter(pk=game_of(sent) or 0).first()
    if game is None or not can_score(Actor.of_link(link), game.match):
        raise Http404
    shown = table_state(game.match, game.pk)
    row = _row(shown, sent.get("root", ""))
    if request.method != "POST":
        return _to_checker(token, game, row, shown.game.rules)
    try:
        record_line(game_id=game.pk, new=_line(row, sent.get("text", "")), actor=Actor.of_link(link))
    except (RuleViolation, LineConflict) as refused:
        return refused_page(request, link, token, refused)
    return HttpResponseRedirect(f"{reverse('scoring:table', args=[token])}?correct={row['root']}")


def _row(shown: TableState, root: str) -> dict[str, Any]:
    rows = shown.as_dict()["sheet"]
    assert isinstance(rows, list)
    found = next((row for row in rows if row["root"] == root and row["kind"] == LedgerLine.Kind.HAND), None)
    if found is None:
        raise Http404
    return dict(found)


def _to_checker(token: str, game: Game, row: dict[str, Any], rules: Ruleset) -> HttpResponse:
    kept = row["facts"].get("record")
    text = text_of(kept, rules) if kept else _begun(row, rules)
    there = {"text": text, "at": f"{token}/{game.pk}/{row['root']}"}
    return HttpResponseRedirect(f"{reverse('scoring:hand_entry')}?{urlencode(there)}")


def _begun(row: dict[str, Any], rules: Ruleset) -> str:
    """A hand of which only the dealer is known, if that."""
    dealer = Seat(row["dealer"]) if row["dealer"] else None
    hand = HandRecord(number=row["hand"], dealer=dealer)
    return write_native([GameRecord(rules=rules, seats=rules.seats, sides=rules.sides, hands=(hand,))])


def _line(row: dict[str, Any], text: str) -> NewLine:
    return NewLine(
        id=uuid4(),
        kind=LedgerLine.Kind.HAND,
        hand_number=row["hand"],
        facts={**row["facts"], "record": text},
        replaces=UUID(row["id"]),
        reason=WHY,
    )
