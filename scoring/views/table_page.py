"""What the page at the table shows: the state of one game, cut into the pieces the templates draw."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from scoring.engine.choices import AllPass, LoneBy, LoneDefender
from scoring.engine.hands import greatest_for_a_side
from scoring.engine.penalty_table import penalty_table
from scoring.engine.rulesets import Ruleset
from scoring.models import LedgerLine
from scoring.selectors.history import told_of
from scoring.selectors.tables import TableState
from scoring.services.lines import NewLine
from scoring.views.hand_form import Told
from scoring.views.table_script import SUITS, counts_of, script_of
from tournaments.models import TableLink
from tournaments.selectors.clock import clock_at

Kind = LedgerLine.Kind
State = dict[str, Any]
SENT_AGAIN = ("maker", "tricks", "trump", "hand", "off", "to", "points", "why")
REASONS = ("Typed wrongly", "Counted wrongly", "All at the table agree")


def page_of(link: TableLink, token: str, table: TableState, waiting: str) -> dict[str, object]:
    """The whole page but for what is being asked: see `question_of`."""
    state: State = table.as_dict(whole=True)
    rules = table.game.rules
    last_game = table.game.game.number >= table.play.games_in_a_match
    return {
        "state": state,
        "clock": clock_at(table.play.match.round),
        "sides": sides_of(state),
        "seats": seats_of(state),
        "rows": rows_of(state, rules),
        "dealer_name": state["names"].get(state["dealer"]),
        "over_words": over_words(state) if state["over"] else "",
        "standing": standing_words(state, rules),
        "penalties": [{**one, "name": slashed(str(one["side"]))} for one in penalty_table(rules)],
        "said_words": said_words(state),
        "reasons": REASONS,
        "open": not (state["over"] or state["closed"] or state["card"]),
        "last_deal": last_deal(state),
        **{f"{form}_line": str(uuid4()) for form in ("undo", "agree", "dispute")},
        "games": games_of(table),
        "waiting": waiting,
        "can_throw_in": rules.all_pass != AllPass.DEALER_MUST_MAKE,
        "may_play_alone": may_play_alone(rules),
        "suits": SUITS,
        "script": script_of(link, token, state, rules, last_game=last_game),
    }


def question_of(table: TableState, correct: str | None, ask: str | None = None) -> dict[str, object]:
    """What the plain form asks: the next hand, a penalty, who deals first, or a line that is being corrected.

    Each form carries a number for the line it will make, so that sending it twice records it once.
    """
    state: State = table.as_dict()
    fresh = {"line": str(uuid4()), "deal_line": str(uuid4()), "seats_line": str(uuid4())}
    row = next((one for one in state["sheet"] if one["root"] == correct), None) if correct else None
    said = state["first_deal"]
    if row is None and said is not None and said["id"] == correct:
        return {**fresh, "ask": "first-deal", "replaces": said["id"], "chosen": said}
    if row is not None and row["kind"] in (Kind.HAND, Kind.THROWN_IN, Kind.VOID, Kind.PENALTY):
        return {**fresh, **_correcting(table, state, row)}
    begun = last_deal(state) is not None
    if ask == "penalty" and not (state["over"] or state["closed"] or state["card"]):
        return {**fresh, "ask": "penalty", "ask_penalty": True}
    return {
        **fresh,
        "ask": "hand",
        "ask_dealer": said is None and not begun,
        "ask_seats": not begun and state["seats_said"] != "right",
        "hand_number": state["next_hand"],
        "replaces": state["replaces"] or "",
        "chosen": {},
    }


def _correcting(table: TableState, state: State, row: State) -> dict[str, object]:
    """A row that is looked at: its history, and the form that mends it or takes a penalty back."""
    chain = next(one for one in table.game.sheet.chains if str(one.root.pk) == row["root"])
    rules, names = table.game.rules, state["names"]
    history = [(line, _by(line), told_of(line, rules, names)) for line in chain.lines]
    ask = "penalty" if row["kind"] == Kind.PENALTY else "hand"
    there = {"hand_number": row["hand"] or "", "replaces": row["id"], "chosen": row["facts"]}
    return {**there, "ask": ask, "correcting": row, "fixed": fixed(state, row), "history": history}


def _by(line: LedgerLine) -> str:
    return "at the table" if line.recorded_by.startswith("link:") else "the director"


def fixed(state: State, row: State) -> str:
    """Why the table cannot change a row any more."""
    if row["by"] == "director":
        return "The director wrote this; ask the director to change it."
    last = last_deal(state)
    later = row["hand"] and last is not None and row["hand"] < last["hand"]
    return (
        "It is too late to change this hand here; ask the director." if later and not state["window"] else ""
    )


def confirmation_of(state: State, line: NewLine, told: Told) -> dict[str, object]:
    """The second step of the plain form: what the line will do, and the fields that record it."""
    facts = line.facts
    fields = [("line", line.id), ("kind", line.kind)]
    fields += [("hand_number", line.hand_number)] if line.hand_number is not None else []
    fields += [("replaces", line.replaces)] if line.replaces else []
    fields += [(name, facts[name]) for name in SENT_AGAIN if name in facts]
    alone = facts.get("alone", [])
    assert isinstance(alone, list)
    fields += [("alone", seat) for seat in alone]
    mends = any(one["id"] == str(line.replaces) for one in state["sheet"])
    score: Mapping[str, int] = state["score"] if told.points else {}
    after = [(slashed(side), points + told.points.get(side, 0)) for side, points in score.items()]
    return {"told": told, "fields": fields, "after": [] if mends else after, "mends": mends}


def sides_of(state: State) -> list[dict[str, object]]:
    """Each side with its people and points, in the order of the seats."""
    top = max(state["score"].values())
    level = len(set(state["score"].values())) == 1
    return [
        {
            "code": side,
            "name": slashed(side),
            "people": [state["names"][seat] for seat in side if seat in state["names"]] or [slashed(side)],
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
            "may_mend": (row["kind"] in counting or row["kind"] == Kind.PENALTY) and not row["late"],
        }
        rows.append({**row, **more})
    return rows[::-1]


def sign_of(row: Mapping[str, Any]) -> str:
    """The words that a row of the ladder is marked by, as class names."""
    if row["outcome"] is None:
        return {Kind.VOID: "void", Kind.THROWN_IN: "void", Kind.PENALTY: "penalty"}.get(row["kind"], "other")
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
        for one in table.play.counted
        if one.game.pk != table.game.game.pk
    ]


def over_words(state: State) -> str:
    """How a game ended, with the people's names."""
    if state["winner"] is None:
        figures = sorted(set(state["score"].values()))
        return f"A level game: {figures[0]} all." if len(figures) == 1 else "A level game."
    winner = state["winner"]
    names = [state["names"][seat] for seat in winner if seat in state["names"]] or [slashed(winner)]
    others = [str(points) for side, points in state["score"].items() if side != state["winner"]]
    verb = "wins" if len(names) == 1 else "win"
    return f"{' and '.join(names)} {verb}, {state['score'][state['winner']]}–{', '.join(others)}."


def said_words(state: State) -> str:
    """What the sides say of the score."""
    words = [f"{slashed(side)} agreed." for side in state["confirmed"]]
    for side, figures in state["disputed"].items():
        told = ", ".join(f"{slashed(one)} {figures[one]}" for one in state["sides"])
        words.append(f"{slashed(side)} say {told}. The director decides.")
    return " ".join(words)


def standing_words(state: State, rules: Ruleset) -> str:
    """What laps and lurches make of this game, if they do."""
    words = [
        f"{slashed(side)} brought {points} in from the last game."
        for side, points in state["brought"].items()
    ]
    if state["lap"]:
        laps = "lap" if len(state["winner"]) > 1 else "laps"
        words.append(f"{slashed(state['winner'])} {laps}: {state['lap']} over, carried into the next game.")
    nothing = state["lurched"] or _threatened(state, rules)
    if nothing:
        sides = f"{', '.join(map(slashed, nothing))} {'have' if len(''.join(nothing)) > 1 else 'has'} nothing"
        lurch = f"A lurch: {sides}, and the game counts double."
        words.append(lurch if state["lurched"] else f"{sides} yet: a lurch would count double.")
    return " ".join(words)


def _threatened(state: State, rules: Ruleset) -> list[str]:
    """Who would lose without a point, and double, if the next hand ended the game."""
    best = max(state["score"].values())
    near = rules.target is not None and best + greatest_for_a_side(rules) >= rules.target
    if not rules.lurches or state["over"] or not near:
        return []
    return [side for side, points in state["score"].items() if points <= 0]


def may_play_alone(rules: Ruleset) -> bool:
    """Whether anybody chooses to; at a table of three the maker is alone without being asked."""
    chosen = rules.lone_by not in (LoneBy.NOBODY, LoneBy.MAKER_ALWAYS)
    return chosen or rules.lone_defender != LoneDefender.NO


def slashed(side: str) -> str:
    """N/S, as it is said at the table."""
    return "/".join(side)
