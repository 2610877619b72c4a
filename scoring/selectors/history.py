"""A game's whole sheet, replaced lines included: what was said, by whom, when and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.errors import RuleViolation
from scoring.engine.hands import award, sentence
from scoring.engine.lines import VOID_REASONS, hand_of
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import side_code
from scoring.models import Late, LedgerLine
from tournaments.models import TableLink
from tournaments.selectors.accounts import names_of_accounts

Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True)
class LineTold:
    """A line in words. `replaced_by` and `replaces` are positions on this sheet."""

    line: LedgerLine
    told: str
    who: str
    late: str
    replaces: int | None
    replaced_by: int | None


def history_of(lines: Iterable[LedgerLine], rules: Ruleset, names: Mapping[str, str]) -> list[LineTold]:
    """Every line in the order of arrival; `names` by seat. Two queries at most, for who wrote them."""
    ordered = sorted(lines, key=lambda line: line.position)
    position = {line.pk: line.position for line in ordered}
    after = {line.replaces_id: line.position for line in ordered if line.replaces_id is not None}
    who = actors_named({line.recorded_by for line in ordered})
    return [
        LineTold(
            line=line,
            told=told_of(line, rules, names),
            who=who[line.recorded_by],
            late=Late(line.late).label if line.late else "",
            replaces=position.get(line.replaces_id) if line.replaces_id is not None else None,
            replaced_by=after.get(line.pk),
        )
        for line in ordered
    ]


def actors_named(codes: Iterable[str]) -> dict[str, str]:
    """Actor code → words: an account's name, "a phone at table 3". Two queries."""
    codes = set(codes)
    keys = {code.removeprefix("link:") for code in codes if code.startswith("link:")}
    words = names_of_accounts(codes)
    links = TableLink.objects.filter(pk__in=[int(key) for key in keys if key.isdecimal()])
    words |= {f"link:{link.pk}": f"a phone at table {link.table}" for link in links}
    return {code: words.get(code, _unnamed(code)) for code in codes}


def _unnamed(code: str) -> str:
    kind, _, key = code.partition(":")
    return {"user": "an account that is gone", "link": "a table link", "command": f"the command {key}"}.get(
        kind, code
    )


def told_of(line: LedgerLine, rules: Ruleset, names: Mapping[str, str]) -> str:
    """What a line says, in the table's words."""
    facts: dict[str, Any] = line.facts
    match line.kind:
        case Kind.HAND:
            return _hand(facts, rules, names)
        case Kind.VOID:
            return f"Void: {VOID_REASONS.get(facts.get('why', ''), facts.get('why', ''))}"
        case Kind.FIRST_DEAL:
            return f"{_named(facts.get('dealer', ''), names)} deals first"
        case Kind.CARD:
            return "Card: " + ", ".join(
                f"{slashed(side)} {points} (lone hands {facts['lone'].get(side, 0)})"
                for side, points in facts["points"].items()
            )
        case Kind.PENALTY:
            off = f" off {slashed(facts['off'])}" if facts.get("off") else ""
            to = f" to {slashed(facts['to'])}" if facts.get("to") else ""
            return f"Penalty for {str(facts.get('why', '')).replace('-', ' ')}: {facts['points']}{off}{to}"
        case Kind.ADJUSTMENT:
            return f"Adjustment: {facts['points']:+d} to {slashed(facts['side'])}"
        case Kind.CONFIRMATION if "seats" in facts:
            return f"The seats are {facts['seats']}"
        case Kind.CONCESSION:
            return f"{slashed(facts['side'])} give the game up"
        case Kind.CONFIRMATION:
            return _word(facts, rules)
    return {Kind.THROWN_IN: "Thrown in", Kind.RETRACTION: "Taken back", Kind.TIME: "The bell"}.get(
        Kind(line.kind), line.kind
    )


def _word(facts: Mapping[str, Any], rules: Ruleset) -> str:
    """What a side said of the score."""
    if "disputed" not in facts:
        return f"{slashed(facts['side'])} confirm the result"
    sides = [side_code(side) for side in rules.sides]
    figures = ", ".join(f"{slashed(side)} {facts['disputed'][side]}" for side in sides)
    return f"{slashed(facts['side'])} dispute the result: {figures}"


def slashed(side: str) -> str:
    """A side's code as it is said at the table: N/S."""
    return "/".join(side)


def _named(seat: str, names: Mapping[str, str]) -> str:
    return names.get(seat, seat)


def _hand(facts: Mapping[str, Any], rules: Ruleset, names: Mapping[str, str]) -> str:
    try:
        hand = hand_of(facts)
        said = sentence(hand, rules, award(hand, rules))
    except RuleViolation as impossible:  # a line imported before the ruleset was amended
        said = impossible.sentence
    lone = [_named(seat, names) for seat in facts["alone"]]
    alone = f", {' and '.join(lone)} alone" if lone else ""
    return f"{_named(facts['maker'], names)} made it{alone}, {facts['tricks']} tricks. {said}"
