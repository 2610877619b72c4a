"""What the table's script is given, so that it needs no rules: awards, penalties, the turn of the deal."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.urls import reverse

from scoring.engine.choices import AllPass, DealAgain, Overshoot, RevokeCounts
from scoring.engine.hands import award_table, greatest_for_a_side
from scoring.engine.penalty_table import penalty_table
from scoring.engine.rulesets import Ruleset
from scoring.models import LedgerLine
from tournaments.models import TableLink

Kind = LedgerLine.Kind

SUITS = (("S", "Spades"), ("H", "Hearts"), ("D", "Diamonds"), ("C", "Clubs"))


def script_of(
    link: TableLink, token: str, state: dict[str, Any], rules: Ruleset, *, last_game: bool = True
) -> dict[str, object]:
    """All of it for a table with a match; `addresses_of` is what a table without one needs."""
    return {
        **addresses_of(link, token),
        "token": token,
        "ledger": reverse("scoring:ledger-line", args=[0, UUID(int=0)]),
        "table": reverse("scoring:game-table", args=[0]),
        "cards": reverse("scoring:hand-cards", args=[token]),
        "label": f"round {state['round']}, table {link.table}",
        "event": f"{link.event.club.slug}/{link.event.slug}",
        "state": state,
        **terms_of(rules, state["seats"], last_game=last_game),
    }


def addresses_of(link: TableLink, token: str) -> dict[str, object]:
    """The page itself, and the worker that keeps it for when there is no signal."""
    return {
        "page": reverse("scoring:table", args=[token]),
        "label": f"table {link.table}",
        "state": None,
        **worker_at(),
    }


def worker_at() -> dict[str, str]:
    """Where the worker is, and which pages it keeps."""
    return {"worker": reverse("scoring:service-worker"), "scope": reverse("scoring:table-start")}


def terms_of(rules: Ruleset, seats: Collection[str], *, last_game: bool) -> dict[str, object]:
    """The ruleset, laid out in tables that are looked up. Nobody makes it from a seat that nobody has."""
    awards: list[Any] = [*award_table(rules)]
    passes = {AllPass.NEXT_DEALER: "next", AllPass.SAME_DEALER: "same", AllPass.DEALER_MUST_MAKE: None}
    return {
        "awards": [one for one in awards if {one["maker"], *one["alone"]} <= set(seats)],
        "penalties": penalty_table(rules),
        "instead": rules.revoke_counts == RevokeCounts.INSTEAD,
        "deal": {
            "hand": "next",
            "thrown-in": passes[rules.all_pass],
            "void": "same" if rules.void_hand == DealAgain.SAME_DEALER else "next",
        },
        "counts": counts_of(rules),
        "capped": rules.overshoot == Overshoot.CAP,
        "laps": rules.laps and not last_game,
        "lurches": rules.lurches,
        "reach": greatest_for_a_side(rules),
        "suits": dict(SUITS),
    }


def counts_of(rules: Ruleset) -> dict[str, int]:
    """What each kind of deal adds to the number of hands."""
    return {str(Kind.HAND): 1, str(Kind.THROWN_IN): int(rules.thrown_in_counts), str(Kind.VOID): 0}
