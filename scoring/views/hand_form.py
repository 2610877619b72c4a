"""What the plain form at the table sends, read into a line of the sheet. Its rules are the engine's."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.http import QueryDict

from scoring.engine.choices import LoneBy
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import award
from scoring.engine.ladder import line_sentence
from scoring.engine.lines import hand_of, item_of, tidy_facts
from scoring.engine.penalty_table import penalty_table
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import side_code
from scoring.models import LedgerLine
from scoring.services.lines import NewLine

Kind = LedgerLine.Kind
SEATS = [(seat, seat) for seat in "NESW"]
SHOWN_FIRST = (Kind.HAND, Kind.THROWN_IN, Kind.VOID, Kind.PENALTY)
SAID_AT_ONCE = (Kind.FIRST_DEAL, Kind.RETRACTION)
WORDS = {"seats-right": "right", "seats-wrong": "wrong", "agree": "", "dispute": ""}
"""Buttons by which people confirm their seats, or agree to the score or not."""


class HandForm(forms.Form):
    """`do` is the button: a kind to be shown first, one said at once, or `record` for what was shown."""

    do = forms.ChoiceField(choices=[(one, one) for one in (*SHOWN_FIRST, *SAID_AT_ONCE, *WORDS, "record")])
    kind = forms.ChoiceField(choices=[(one, one) for one in SHOWN_FIRST], required=False)
    game = forms.IntegerField(min_value=1, max_value=2**62)
    line = forms.UUIDField()
    hand_number = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    replaces = forms.UUIDField(required=False)
    maker = forms.CharField(max_length=1, required=False)
    alone = forms.MultipleChoiceField(choices=SEATS, required=False)
    tricks = forms.IntegerField(required=False)
    trump = forms.CharField(max_length=1, required=False)
    dealer = forms.CharField(max_length=1, required=False)
    reason = forms.CharField(max_length=300, required=False)
    side = forms.CharField(max_length=4, required=False)
    # A penalty: one of the ruleset's, by its place among them; the second step has the facts themselves.
    penalty = forms.IntegerField(min_value=0, required=False)
    hand = forms.IntegerField(min_value=1, max_value=10_000, required=False)
    off = forms.CharField(max_length=4, required=False)
    to = forms.CharField(max_length=4, required=False)
    points = forms.IntegerField(required=False)
    why = forms.CharField(max_length=20, required=False)


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that makes sense: its game, its line, and whether that is to be recorded at once."""

    game_id: int
    line: NewLine
    at_once: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What a line would do, said before it is recorded; `points` by side code."""

    sentence: str
    points: Mapping[str, int]
    outcome: str


def read_form(posted: QueryDict, rules: Ruleset) -> Sent:
    """Raises RuleViolation with a sentence that names the first thing to mend."""
    form = HandForm(posted)
    if not form.is_valid():
        field, problems = next(iter(form.errors.items()))
        if field in {"maker", "alone", "tricks", "trump", "dealer"}:
            raise RuleViolation("facts-malformed", f"{field.capitalize()}: {problems[0]}")
        raise RuleViolation("form-malformed", "This form is not complete any more. Open the table again.")
    sent = form.cleaned_data
    kind = (sent["kind"] or Kind.HAND) if sent["do"] == "record" else sent["do"]
    if sent["do"] in WORDS:
        kind, facts = Kind.CONFIRMATION, _word(sent, posted, rules)
    else:
        facts = _facts(kind, sent, rules)
    line = NewLine(
        id=sent["line"],
        kind=kind,
        hand_number=None if kind in {Kind.PENALTY, Kind.CONFIRMATION} else sent["hand_number"],
        facts=tidy_facts(kind, facts, rules),
        replaces=sent["replaces"],
        reason=sent["reason"],
    )
    return Sent(sent["game"], line, at_once=sent["do"] not in SHOWN_FIRST)


def _word(sent: Mapping[str, object], posted: QueryDict, rules: Ruleset) -> dict[str, object]:
    """That these are the people who sit here, or are not; what a side says of the score."""
    do = str(sent["do"])
    if WORDS[do]:
        return {"seats": WORDS[do]}
    if not sent["side"]:
        raise RuleViolation("side-missing", "Say which side this is.")
    if do == "agree":
        return {"side": sent["side"]}
    figures = {code: figure_of(posted.get(f"points_{code}", "")) for code in map(side_code, rules.sides)}
    return {"side": sent["side"], "disputed": figures}


def figure_of(typed: str) -> int:
    """A whole number as people type it. Raises RuleViolation."""
    figure = typed.strip()
    if not (figure.isascii() and figure.removeprefix("-").isdecimal() and len(figure) <= 4):
        raise RuleViolation("points-missing", "Type a whole number of points for each side.")
    return int(figure)


def _penalty(sent: Mapping[str, object], rules: Ruleset) -> dict[str, object]:
    """One of the ruleset's own penalties; in the second step its facts."""
    if sent["why"]:
        named = ("hand", "off", "to", "points", "why")
        return {name: sent[name] for name in named if sent[name] not in ("", None)}
    table, chosen = penalty_table(rules), sent["penalty"]
    if not isinstance(chosen, int) or chosen >= len(table):
        raise RuleViolation("offenders-missing", "Say who offended.")
    return {**table[chosen]["facts"], "hand": sent["hand"]}


def game_of(posted: QueryDict, name: str = "game") -> int | None:
    """The game a form is for, as far as it says; or another number by its name."""
    named = posted.get(name, "")
    return int(named) if named.isascii() and named.isdecimal() and len(named) < 19 else None


def _facts(kind: str, sent: Mapping[str, object], rules: Ruleset) -> dict[str, object]:
    if kind == Kind.VOID:
        return {"why": "misdeal"}
    if kind == Kind.PENALTY:
        return _penalty(sent, rules)
    if kind == Kind.FIRST_DEAL:
        if not sent["dealer"]:
            raise RuleViolation("dealer-missing", "Say who deals first.")
        return {"dealer": sent["dealer"]}
    if kind != Kind.HAND:
        return {}
    if not sent["maker"]:
        raise RuleViolation("maker-missing", "Say who made it.")
    if sent["tricks"] is None:
        raise RuleViolation("tricks-missing", "Say how many tricks they took.")
    alone = sent["alone"]
    assert isinstance(alone, list)
    always = [sent["maker"]] if rules.lone_by == LoneBy.MAKER_ALWAYS else []
    facts = {"maker": sent["maker"], "alone": [*alone, *always], "tricks": sent["tricks"]}
    return facts | ({"trump": sent["trump"]} if sent["trump"] else {})


def tell(line: NewLine, rules: Ruleset) -> Told:
    """Say what a line will do, in the words that the sheet will have."""
    item = item_of(line.kind, line.hand_number, line.facts, rules)
    if line.kind == Kind.PENALTY:
        facts = {name: held for name, held in line.facts.items() if name != "hand"}
        one = next((one for one in penalty_table(rules) if one["facts"] == facts), {})
        points = one.get("by_side", {})
        return Told(line_sentence(item, None, rules) if item is not None else "", points, "")
    if line.kind != Kind.HAND:
        return Told(line_sentence(item, None, rules) if item is not None else "", {}, "")
    earned = award(hand_of(line.facts), rules)
    points = {side_code(side): number for side, number in earned.by_side.items()}
    return Told(line_sentence(item, earned, rules) if item is not None else "", points, earned.outcome)
