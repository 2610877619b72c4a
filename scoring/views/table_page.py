"""What the page at the table shows: the state of one game, cut into the pieces the templates draw."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.urls import reverse

from scoring.engine.choices import AllPass, DealAgain, LoneBy, LoneDefender, Overshoot
from scoring.engine.hands import award_table
from scoring.engine.rulesets import Ruleset
from scoring.models import LedgerLine
from scoring.selectors.tables import TableState
from scoring.services.lines import NewLine
from scoring.views.hand_form import Told
from tournaments.models import TableLink

Kind = LedgerLine.Kind
State = dict[str, Any]

SUITS = (("S", "Spades"), ("H", "Hearts"), ("D", "Diamonds"), ("C", "Clubs"))


def page_of(link: TableLink, token: str, table: TableState, waiting: str) -> dict[str, object]:
    """The whole page but for what is being asked: see `question_of`."""
    state: State = table.as_dict()
    rules = table.game.rules
    return {
        "state": state,
        "sides": sides_of(state),
        "seats": seats_of(state),
        "rows": rows_of(state, rules),
        "dealer_name": state["names"].get(state["dealer"]),
        "over_words": over_words(state) if state["over"] else "",
        "open": not (state["over"] or state["closed"] or state["card"]),
        "last_deal": last_deal(state),
        "undo_line": str(uuid4()),
        "games": games_of(table),
        "waiting": waiting,
        "can_throw_in": rules.all_pass != AllPass.DEALER_MUST_MAKE,
        "may_play_alone": may_play_alone(rules),
        "suits": SUITS,
        "script": script_of(link, token, state, rules),
    }


def question_of(state: State, correct: str | None) -> dict[str, object]:
    """What the plain form asks: the next hand, who deals first, or a line that is being corrected.

    Each form carries a number for the line it will make, so that sending it twice records it once.
    """
    fresh = {"line": str(uuid4()), "deal_line": str(uuid4())}
    row = next((one for one in state["sheet"] if one["root"] == correct), None) if correct else None
    said = state["first_deal"]
    if row is None and said is not None and said["id"] == correct:
        return {**fresh, "ask": "first-deal", "replaces": said["id"], "chosen": said}
    if row is not None and row["kind"] in (Kind.HAND, Kind.THROWN_IN, Kind.VOID):
        there = {"hand_number": row["hand"], "replaces": row["id"], "chosen": row["facts"]}
        return {**fresh, **there, "ask": "hand", "correcting": row}
    return {
        **fresh,
        "ask": "hand",
        "ask_dealer": said is None and last_deal(state) is None,
        "hand_number": state["next_hand"],
        "replaces": state["replaces"] or "",
        "chosen": {},
    }


def confirmation_of(state: State, line: NewLine, told: Told) -> dict[str, object]:
    """The second step of the plain form: what the line will do, and the fields that record it."""
    facts = line.facts
    fields = [("line", line.id), ("kind", line.kind), ("hand_number", line.hand_number)]
    fields += [("replaces", line.replaces)] if line.replaces else []
    fields += [(name, facts[name]) for name in ("maker", "tricks", "trump") if name in facts]
    alone = facts.get("alone", [])
    assert isinstance(alone, list)
    fields += [("alone", seat) for seat in alone]
    mends = any(one["id"] == str(line.replaces) for one in state["sheet"])
    after = [(slashed(side), state["score"][side] + points) for side, points in told.points.items()]
    return {"told": told, "fields": fields, "after": [] if mends else after, "mends": mends}


def sides_of(state: State) -> list[dict[str, object]]:
    """Each side with its people and points, in the order of the seats."""
    top = max(state["score"].values())
    level = len(set(state["score"].values())) == 1
    return [
        {
            "code": side,
            "name": slashed(side),
            "people": [state["names"].get(seat, seat) for seat in side],
            "points": state["score"][side],
            "ahead": state["score"][side] == top and not level,
        }
        for side in state["sides"]
    ]


def seats_of(state: State) -> list[dict[str, object]]:
    """The seats clockwise from N, with names, and who deals now."""
    return [
        {"code": seat, "name": state["names"].get(seat, seat), "deals": seat == state["dealer"]}
        for seat in state["seats"]
    ]


def rows_of(state: State, rules: Ruleset) -> list[dict[str, object]]:
    """The score ladder, newest first; `figures` in the order of the sides, `ordinal` for hands that count."""
    counting = counts_of(rules)
    rows, ordinal = [], 0
    for row in state["sheet"]:
        counted = counting.get(row["kind"], 0)
        ordinal += counted
        more = {
            "sign": sign_of(row),
            "ordinal": ordinal if counted else None,
            "figures": [row["score"].get(side) for side in state["sides"]],
            "may_mend": row["kind"] in counting and not row["late"],
        }
        rows.append({**row, **more})
    return rows[::-1]


def counts_of(rules: Ruleset) -> dict[str, int]:
    """What each kind of deal adds to the number of hands."""
    return {str(Kind.HAND): 1, str(Kind.THROWN_IN): int(rules.thrown_in_counts), str(Kind.VOID): 0}


def sign_of(row: Mapping[str, Any]) -> str:
    """The words that a row of the ladder is marked by, as class names."""
    if row["outcome"] is None:
        return "void" if row["kind"] in (Kind.VOID, Kind.THROWN_IN) else "other"
    return f"{row['outcome']} lone" if row["alone"] else str(row["outcome"])


def last_deal(state: State) -> State | None:
    """The one hand that may be taken back."""
    return next((row for row in reversed(state["sheet"]) if row["hand"]), None)


def games_of(table: TableState) -> list[dict[str, object]]:
    """The other games of the match."""
    return [
        {
            "id": one.game.pk,
            "number": one.game.number,
            "score": [one.state.score[side] for side in one.rules.sides],
        }
        for one in table.play.games
        if one.game.pk != table.game.game.pk
    ]


def over_words(state: State) -> str:
    """How a game ended, with the people's names."""
    if state["winner"] is None:
        figures = sorted(set(state["score"].values()))
        return f"A level game: {figures[0]} all." if len(figures) == 1 else "A level game."
    names = [state["names"].get(seat, seat) for seat in state["winner"]]
    others = [str(points) for side, points in state["score"].items() if side != state["winner"]]
    verb = "wins" if len(names) == 1 else "win"
    return f"{' and '.join(names)} {verb}, {state['score'][state['winner']]}–{', '.join(others)}."


def may_play_alone(rules: Ruleset) -> bool:
    """Whether anybody chooses to; at a table of three the maker is alone without being asked."""
    chosen = rules.lone_by not in (LoneBy.NOBODY, LoneBy.MAKER_ALWAYS)
    return chosen or rules.lone_defender != LoneDefender.NO


def slashed(side: str) -> str:
    """N/S, as it is said at the table."""
    return "/".join(side)


def script_of(link: TableLink, token: str, state: State, rules: Ruleset) -> dict[str, object]:
    """What the script is given, so that it needs no rules: awards, the turn of the deal, addresses."""
    passes = {AllPass.NEXT_DEALER: "next", AllPass.SAME_DEALER: "same", AllPass.DEALER_MUST_MAKE: None}
    return {
        "token": token,
        "page": reverse("scoring:table", args=[token]),
        "ledger": reverse("scoring:ledger-line", args=[0, UUID(int=0)]),
        "table": reverse("scoring:game-table", args=[0]),
        "label": f"round {state['round']}, table {link.table}",
        "state": state,
        "awards": award_table(rules),
        "deal": {
            "hand": "next",
            "thrown-in": passes[rules.all_pass],
            "void": "same" if rules.void_hand == DealAgain.SAME_DEALER else "next",
        },
        "counts": counts_of(rules),
        "capped": rules.overshoot == Overshoot.CAP,
    }
