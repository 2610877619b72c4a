"""A hand entered card by card, one question at a time; under it the verdict on what is there so far.

Every answer is a form of one button: it is posted, and leads to the address that holds the hand so far, so
that going back takes an answer back. Nothing is written, so no cookie and no CSRF token is needed.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.selectors.hand_best import Budget, best_sentences
from scoring.selectors.hand_entry import answered, cards_to_deal, hand_begun, hand_in
from scoring.selectors.hand_questions import asking
from scoring.selectors.hand_tables import shown_hand
from scoring.selectors.hands import BOOK, Examined
from scoring.views.hands import MOST_IN_ADDRESS

MOST_IN_AT = 200


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def hand_entry(request: HttpRequest) -> HttpResponse:
    """Ask for the rules, then for the hand; an answer leads to the next question."""
    sent = request.POST if request.method == "POST" else request.GET
    text = sent.get("text", "")[:MOST_IN_ADDRESS]
    at = sent.get("at", "")[:MOST_IN_AT]
    if sent.get("ruleset") in RULESETS and not text:
        return _to(hand_begun(RULESETS[sent["ruleset"]]), at)
    one = hand_in(text) if text else None
    if one is None:
        refusal = "This hand cannot be read any more; begin again." if text else ""
        return _begin(request, refusal)
    if request.method != "POST" or not sent.get("do"):
        return _question(request, one)
    try:
        return _to(answered(one, sent["do"], sent.getlist("cards")), at)
    except RuleViolation as error:
        return _question(request, one, error.sentence)


def _to(text: str, at: str) -> HttpResponse:
    carried = {"text": text, **({"at": at} if at else {})}
    return redirect(reverse("scoring:hand_entry") + "?" + urlencode(carried))


def _table_of(at: str) -> dict[str, str] | None:
    """The row of a table's sheet that the hand is for: its link's token, its game, its first line."""
    parts = at.split("/")
    return (
        dict(zip(("token", "game", "root"), parts, strict=True)) if len(parts) == 3 and all(parts) else None
    )


def _begin(request: HttpRequest, refusal: str) -> HttpResponse:
    groups = [
        (heading, [rules for rules in RULESETS.values() if rules.players == players])
        for players, heading in ((4, "Four play"), (3, "Three play"), (2, "Two play"))
    ]
    context = {"groups": groups, "refusal": refusal}
    return render(request, "scoring/hand_begin.html", context, status=422 if refusal else 200)


def _question(request: HttpRequest, one: Examined, refusal: str = "") -> HttpResponse:
    assert isinstance(one.record, HandRecord)
    assert isinstance(one.rules, Ruleset)
    seat = request.GET.get("held", "")
    sent = request.POST if request.method == "POST" else request.GET
    at = sent.get("at", "")[:MOST_IN_AT]
    context = {
        "text": one.text,
        "hand": shown_hand(one, best_sentences(one, Budget())),
        "book": BOOK,
        "begun": one.record != HandRecord(number=one.record.number),
        "refusal": refusal,
        "at": at,
        "for_table": _table_of(at),
        "rules": one.rules,
        "address": reverse("scoring:hands") + "?" + urlencode({"text": one.text}),
    }
    if seat in one.rules.seats:
        context |= {"dealing": seat, "cards": cards_to_deal(one.record, one.rules, Seat(seat))}
    else:
        context["asking"] = asking(one)
    return render(request, "scoring/hand_entry.html", context, status=422 if refusal else 200)
