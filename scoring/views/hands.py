"""The hand checker: paste hands, choose the rules, read the verdict.

Nothing is written, so a form sent from elsewhere can do no harm: no cookie and no CSRF token is needed, and a
short text may stand in the address, to be passed on.
"""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from scoring.engine.errors import RulesetError
from scoring.selectors.hand_best import Budget, best_sentences
from scoring.selectors.hand_tables import shown_hand
from scoring.selectors.hands import BOOK, MOST_LETTERS, Reading, Rules, examine_text, rules_named

MOST_SHOWN = 40
"""Hands laid out card by card on one page."""

MOST_PROBLEMS = 20
MOST_IN_ADDRESS = 4096


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def hands(request: HttpRequest) -> HttpResponse:
    """Ask for a text; show the verdict on the one that was sent, by form or in the address."""
    sent = request.POST if request.method == "POST" else request.GET
    text, key = sent.get("text", ""), sent.get("ruleset", "")
    context: dict[str, object] = {"text": text, "key": key, "book": BOOK}
    refusal = _refusal(request, text)
    rules: Rules | None = None
    try:
        rules = rules_named(key) if key else None
    except RulesetError as error:
        refusal = refusal or error.sentence
    if refusal:
        return render(request, "scoring/hands.html", context | {"refusal": refusal}, status=422)
    if not text.strip():
        return render(request, "scoring/hands.html", context)
    read = examine_text(text, rules)
    context |= _verdicts(read) | {"address": _address(read)}
    return render(request, "scoring/hands.html", context, status=200 if read.hands else 422)


def _refusal(request: HttpRequest, text: str) -> str:
    if request.method != "POST" and len(text) > MOST_IN_ADDRESS:
        return "This text is too long for an address; paste it below."
    if len(text) > MOST_LETTERS:
        return f"A text has {MOST_LETTERS:,} letters at most here; longer files go to the command “examine”."
    return ""


def _address(read: Reading) -> str:
    """Where this verdict can be found again; "" if the hands are too many to stand in an address."""
    text = "\n".join(one.text for one in read.hands[:MOST_SHOWN])
    address = reverse("scoring:hands") + "?" + urlencode({"text": text})
    return address if len(read.hands) <= MOST_SHOWN and len(text) <= MOST_IN_ADDRESS else ""


def _verdicts(read: Reading) -> dict[str, object]:
    counts: dict[str, int] = {}
    for one in read.hands:
        counts[one.verdict.status] = counts.get(one.verdict.status, 0) + 1
    # Hands with a fault first found, if there are more than a page holds.
    in_turn = read.hands
    if len(in_turn) > MOST_SHOWN:
        in_turn = tuple(sorted(in_turn, key=lambda one: not one.verdict.faults))
    budget = Budget()
    shown = [shown_hand(one, best_sentences(one, budget)) for one in in_turn[:MOST_SHOWN]]
    return {
        "read": read,
        "shown": shown,
        "counts": counts,
        "more": len(read.hands) - len(shown) + read.left_out,
        "problems": read.problems[:MOST_PROBLEMS],
        "more_problems": len(read.problems) - len(read.problems[:MOST_PROBLEMS]),
    }
