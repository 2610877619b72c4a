"""The forms of the cash desk: pots, fees, what happened with one person."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms

from tournaments.engine.errors import EventViolation
from tournaments.engine.money import CURRENCIES, money, read_money
from tournaments.models import Pot
from tournaments.services.pots import NewPot


class MoneyField(forms.CharField):
    """An amount as people type it; cleans to minor units, or None where it may stay empty."""

    def __init__(self, *, currency: str, label: str, required: bool = True, help_text: str = "") -> None:
        self.currency = currency
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 8})
        super().__init__(label=label, required=required, help_text=help_text, max_length=20, widget=widget)

    def clean(self, value: Any) -> Any:
        """The minor units."""
        typed = super().clean(value)
        if not typed:
            return None
        try:
            return read_money(typed, self.currency)
        except EventViolation as refused:
            raise forms.ValidationError(refused.sentence) from None


class PotForm(forms.Form):
    """A new pot. The first one of an event may change the club's currency."""

    name = forms.CharField(max_length=60, initial="Entry fee")
    kind = forms.ChoiceField(
        label="Who pays",
        choices=[(Pot.Kind.ENTRY, "everybody entered"), (Pot.Kind.SIDE, "who wants to join")],
        widget=forms.RadioSelect,
        initial=Pot.Kind.ENTRY,
    )

    def __init__(self, typed: Any = None, *, currency: str, first: bool) -> None:
        super().__init__(typed, initial={} if first else {"name": "", "kind": Pot.Kind.SIDE})
        if first:
            self.fields["currency"] = forms.ChoiceField(
                choices=[(one.code, f"{one.code}, {one.name}") for one in CURRENCIES.values()],
                initial=currency,
            )
        code = currency
        if first and typed is not None and typed.get("currency") in CURRENCIES:
            code = typed["currency"]
        self.fields["fee"] = MoneyField(currency=code, label="Each pays")
        self.fields["carry_in"] = MoneyField(
            currency=code, label="In it already", required=False, help_text="From last time, or a gift."
        )
        self.fields["carry_reason"] = forms.CharField(
            label="Where that comes from", max_length=200, required=False
        )

    def new_pot(self) -> NewPot:
        """What the service takes."""
        clean = self.cleaned_data
        return NewPot(
            name=clean["name"],
            kind=clean["kind"],
            fee=clean["fee"],
            carry_in=clean["carry_in"] or 0,
            carry_reason=clean["carry_reason"],
        )


class TakeForm(forms.Form):
    """Fees by keyboard: whose, and for which pot. `form_id` makes a form sent twice one fact."""

    form_id = forms.UUIDField(widget=forms.HiddenInput)
    who = forms.CharField(
        label="Take from",
        max_length=400,
        help_text="Numbers or beginnings of names, such as 3 17, 20-24, bob r",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(
        self, typed: Any = None, *, pots: Sequence[Pot], pot: int | None = None, focus: bool = True
    ) -> None:
        super().__init__(
            typed, initial={"form_id": uuid4(), "pot": pot or (pots[0].number if pots else None)}
        )
        self.fields["pot"] = forms.TypedChoiceField(
            label="For",
            coerce=int,
            choices=[(one.number, f"{one.name}, {money(one.fee, one.currency)}") for one in pots],
        )
        if focus:
            self.fields["who"].widget.attrs["autofocus"] = True


class FactForm(forms.Form):
    """What happens between one person and one pot: an amount and a reason, or what is usual."""

    form_id = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, required=False)

    def __init__(
        self, typed: Any = None, *, pots: Sequence[Pot], usual: str, needs_reason: bool = False
    ) -> None:
        super().__init__(typed, initial={"form_id": uuid4()})
        self.fields["pot"] = forms.TypedChoiceField(
            label="Pot", coerce=int, choices=[(one.number, one.name) for one in pots]
        )
        currency = pots[0].currency if pots else next(iter(CURRENCIES))
        self.fields["amount"] = MoneyField(
            currency=currency, label="Amount", required=False, help_text=f"Empty: {usual}."
        )
        self.fields["reason"].required = needs_reason
        self.order_fields(["form_id", "pot", "amount", "reason"])


class StrikeForm(forms.Form):
    """Say that a fact never was."""

    form_id = forms.UUIDField(widget=forms.HiddenInput)
    fact = forms.UUIDField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200)

    def __init__(self, typed: Any = None, *, fact: str = "") -> None:
        super().__init__(typed, initial={"form_id": uuid4(), "fact": fact})


class ReasonForm(forms.Form):
    """A reason, which must be there."""

    reason = forms.CharField(max_length=200)
