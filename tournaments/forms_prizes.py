"""The form of a plan of prizes: a row for each kind of prize, and the rules for all of them."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms

from tournaments.engine.errors import EventViolation
from tournaments.engine.money import CURRENCIES, money, read_money
from tournaments.engine.prizes_rules import (
    MOST_PRIZES,
    NEED_HIDDEN,
    PLANS,
    UNITS,
    WAYS,
    OnePrize,
    PotRules,
    Prize,
    Unclaimed,
)
from tournaments.models import Pot

CATEGORIES = ("ladies", "men", "juniors")
FIRST_ROWS = 4
MORE_ROWS = 3
ROW = ("by", "category", "amounts", "kind", "hidden")
TICKS = ("paid", "from_round_1", "present")


class PlanForm(forms.Form):
    """How a pot is shared: a row for each kind of prize, then the rules for all of them."""

    unit = forms.TypedChoiceField(label="Prizes are multiples of", coerce=int)
    one_prize = forms.ChoiceField(
        label="Two prizes for one person",
        choices=[
            (OnePrize.OFF, "Anybody may win several"),
            (OnePrize.NEXT, "One prize each; the next one has what is freed"),
            (OnePrize.LEFT, "One prize each; what is freed nobody gets"),
        ],
        widget=forms.RadioSelect,
    )
    unclaimed = forms.ChoiceField(
        label="What nobody can claim",
        choices=[(Unclaimed.CARRY, "stays for next time"), (Unclaimed.FIRST, "goes to the first prize")],
        widget=forms.RadioSelect,
    )
    paid = forms.BooleanField(label="Only who has paid for this pot", required=False)
    from_round_1 = forms.BooleanField(label="Only who played from round 1", required=False)
    present = forms.BooleanField(label="Only who is there", required=False)
    reason = forms.CharField(max_length=200, required=False)

    def __init__(
        self, typed: Any = None, *, pot: Pot, before: PotRules | None, categories: Iterable[str] = ()
    ) -> None:
        self.currency = pot.currency
        start = before or PLANS["three"][1]
        count = typed.get("rows", "") if typed is not None else ""
        asked = int(count) if re.fullmatch(r"[0-9]{1,2}", count) else 0
        more = MORE_ROWS if typed is not None and "more" in typed else 0
        self.count = min(max(asked, FIRST_ROWS, len(start.prizes) + 1) + more, MOST_PRIZES)
        super().__init__(typed, initial=self._first(start))
        self.fields["unit"].choices = [(one, money(one, pot.currency)) for one in UNITS]  # type: ignore[attr-defined]
        known = sorted({*CATEGORIES, *categories, *(one.category for one in start.prizes)} - {""})
        for at in range(self.count):
            self._add_row(at, known)

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each row."""
        return [[self[f"{name}_{at}"] for name in ROW] for at in range(self.count)]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """Who may win."""
        return [self[name] for name in TICKS]

    def _add_row(self, at: int, categories: Sequence[str]) -> None:
        line = f" of line {at + 1}"
        ways = [("", "nothing"), *((way.code, way.name) for way in WAYS.values())]
        self.fields[f"by_{at}"] = forms.ChoiceField(label="Prize" + line, choices=ways, required=False)
        self.fields[f"category_{at}"] = forms.ChoiceField(
            label="For" + line,
            choices=[("", "everybody"), *((one, one) for one in categories)],
            required=False,
        )
        self.fields[f"amounts_{at}"] = forms.CharField(label="Amounts" + line, max_length=120, required=False)
        self.fields[f"kind_{at}"] = forms.ChoiceField(
            label="Counted in" + line, choices=[("shares", "shares"), ("money", "money")], required=False
        )
        self.fields[f"hidden_{at}"] = forms.IntegerField(
            label="Hidden score" + line, min_value=0, max_value=9999, required=False
        )

    def _first(self, rules: PotRules) -> dict[str, Any]:
        values: dict[str, Any] = {
            name: getattr(rules, name) for name in ("unit", "one_prize", "unclaimed", *TICKS)
        }
        for at, prize in enumerate(rules.prizes):
            amounts = [self._plain(amount) if prize.money else str(amount) for amount in prize.amounts]
            values |= {
                f"by_{at}": prize.by,
                f"category_{at}": prize.category,
                f"amounts_{at}": " ".join(amounts),
                f"kind_{at}": "money" if prize.money else "shares",
                f"hidden_{at}": prize.hidden,
            }
        return values

    def _plain(self, amount: int) -> str:
        return money(amount, self.currency).removeprefix(CURRENCIES[self.currency].sign)

    def clean(self) -> dict[str, Any]:
        """Put the rows together; what is wrong with one is told there."""
        clean = super().clean() or {}
        prizes = [prize for at in range(self.count) if (prize := self._prize(at, clean)) is not None]
        if self.errors:
            return clean
        try:
            clean["rules"] = PotRules(
                prizes=tuple(prizes),
                unit=clean["unit"],
                one_prize=OnePrize(clean["one_prize"]),
                unclaimed=Unclaimed(clean["unclaimed"]),
                **{name: clean[name] for name in TICKS},
            )
        except EventViolation as refused:
            self.add_error(None, refused.sentence)
        return clean

    def _prize(self, at: int, clean: dict[str, Any]) -> Prize | None:
        by = clean.get(f"by_{at}")
        if not by:
            return None
        hidden = clean.get(f"hidden_{at}") if by in NEED_HIDDEN else None
        if by in NEED_HIDDEN and hidden is None:
            self.add_error(f"hidden_{at}", "Give the score in the envelope.")
            return None
        in_money = clean.get(f"kind_{at}") == "money"
        try:
            return Prize(
                by=by,
                amounts=self._amounts(clean.get(f"amounts_{at}", ""), in_money=in_money),
                money=in_money,
                category=clean.get(f"category_{at}", "") if WAYS[by].groups is not None else "",
                hidden=hidden,
            )
        except EventViolation as refused:
            self.add_error(f"amounts_{at}", refused.sentence)
            return None

    def _amounts(self, typed: str, *, in_money: bool) -> tuple[int, ...]:
        words = [word for word in re.split(r"[\s;/+]+", typed) if word]
        if in_money:
            return tuple(read_money(word, self.currency) for word in words)
        if not all(re.fullmatch(r"[0-9]{1,6}%?", word) for word in words):
            raise EventViolation("shares-unreadable", "Write shares as whole numbers, such as 50 30 20.")
        return tuple(int(word.removesuffix("%")) for word in words)
