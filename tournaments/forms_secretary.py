"""The secretary's forms: partnerships, houses, registrations."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms

from tournaments.forms_cash import MoneyField
from tournaments.forms_leagues import DayField
from tournaments.models import Player, Registration, Venue
from tournaments.services.venues import MOST_ROOM, MOST_TABLES, VenueFacts

VENUE_FIELDS = ("name", "room", "tables", "address", "note", "map_link")


class PartnershipForm(forms.Form):
    """Two people of the club's list, and the day."""

    one = forms.TypedChoiceField(label="One", coerce=int)
    other = forms.TypedChoiceField(label="The other", coerce=int)
    day = DayField(label="Partners since")
    note = forms.CharField(max_length=200, required=False)

    def __init__(self, people: Sequence[Player], typed: Any = None, *, initial: Any = None) -> None:
        super().__init__(typed, initial=initial)
        choices = [("", "choose somebody"), *((str(one.pk), str(one)) for one in people)]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]


class VenueForm(forms.Form):
    """What is known of a house."""

    name = forms.CharField(max_length=80)
    tables = forms.IntegerField(label="Tables it has", min_value=1, max_value=MOST_TABLES, required=False)
    room = forms.IntegerField(label="League matches at once", min_value=1, max_value=MOST_ROOM, initial=1)
    address = forms.CharField(max_length=300, required=False)
    note = forms.CharField(
        max_length=300, required=False, help_text="Parking, the side door, who has the key."
    )
    map_link = forms.URLField(label="Link to a map", max_length=300, required=False, assume_scheme="https")

    def __init__(self, typed: Any = None, *, venue: Venue | None = None) -> None:
        initial = {name: getattr(venue, name) for name in VENUE_FIELDS} if venue is not None else {}
        super().__init__(typed, initial=initial)

    def facts(self) -> VenueFacts:
        """What the services take."""
        return VenueFacts(**{name: self.cleaned_data[name] for name in VENUE_FIELDS})


class RegisterForm(forms.Form):
    """Whom to register, and what each owes."""

    def __init__(
        self, people: Sequence[Player], currency: str, typed: Any = None, *, day: Any = None
    ) -> None:
        super().__init__(typed, initial={"day": day})
        self.people = people
        self.fields["fee"] = MoneyField(currency=currency, label="Each owes", required=False)
        self.fields["day"] = DayField(label="Registered on")
        self.fields["who"] = forms.TypedMultipleChoiceField(
            choices=[(one.pk, str(one)) for one in people],
            coerce=int,
            error_messages={
                "required": "Nobody is ticked.",
                "invalid_choice": "Somebody who is ticked is registered already.",
            },
        )


class FeeForm(forms.Form):
    """Money taken or given back for one registration. `id` makes a form sent twice one payment."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    back = forms.BooleanField(label="Given back", required=False)
    reason = forms.CharField(max_length=200, required=False, help_text="Needed where money is given back.")

    def __init__(self, registration: Registration, typed: Any = None) -> None:
        super().__init__(typed, initial={"id": uuid4()})
        self.fields["amount"] = MoneyField(
            currency=registration.currency,
            label="Amount",
            required=False,
            help_text="Empty: all that is owed.",
        )

    @property
    def signed(self) -> int | None:
        """The amount as the service takes it: below 0 where it was given back."""
        amount: int | None = self.cleaned_data["amount"]
        return -amount if amount is not None and self.cleaned_data["back"] else amount

    def clean(self) -> dict[str, Any]:
        """What is given back has an amount."""
        clean = super().clean() or {}
        if clean.get("back") and clean.get("amount") is None and "amount" not in self.errors:
            self.add_error("amount", "Say how much is given back.")
        return clean


class RegistrationForm(forms.Form):
    """Another fee or note."""

    note = forms.CharField(max_length=200, required=False)

    def __init__(self, registration: Registration, shown: str, typed: Any = None) -> None:
        super().__init__(typed, initial={"note": registration.note, "fee": shown})
        self.fields["fee"] = MoneyField(currency=registration.currency, label="Owes in all")
