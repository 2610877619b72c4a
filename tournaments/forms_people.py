"""The forms of the club's list of people."""

from typing import Any

from django import forms

from tournaments.engine.names import LONGEST_NAME
from tournaments.models import Player
from tournaments.selectors.people_list import contact_of, sort_name_of
from tournaments.services.people import ContactFacts, PersonFacts


class PersonForm(forms.Form):
    """What is known of a person."""

    name = forms.CharField(max_length=LONGEST_NAME, help_text="First name, then surname.")
    sort_name = forms.CharField(
        label="Sorted as",
        max_length=LONGEST_NAME,
        required=False,
        help_text="Surname, First. Empty: by the last word of the name.",
    )
    note = forms.CharField(
        label="Mark that tells namesakes apart",
        max_length=40,
        required=False,
        help_text="Shown behind the name: from Bude, junior.",
    )
    aliases = forms.CharField(
        label="Other names, one a line",
        max_length=1_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="Nicknames and former names; pasted lists know them.",
    )
    pronunciation = forms.CharField(
        label="Said as", max_length=80, required=False, help_text="For whoever calls the names."
    )
    remarks = forms.CharField(
        label="Directors’ notes",
        max_length=1_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    email = forms.EmailField(max_length=120, required=False, label="E-mail")
    phone = forms.CharField(
        max_length=40, required=False, widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})
    )
    address = forms.CharField(max_length=300, required=False)

    def __init__(self, typed: Any = None, *, player: Player | None = None) -> None:
        super().__init__(typed, initial=_values(player) if player is not None else {})

    @property
    def names(self) -> list[forms.BoundField]:
        """The fields of the name."""
        return [self[name] for name in ("name", "sort_name", "note", "aliases", "pronunciation", "remarks")]

    @property
    def reach(self) -> list[forms.BoundField]:
        """The fields of how to reach somebody."""
        return [self[name] for name in ("email", "phone", "address")]

    def facts(self) -> PersonFacts:
        """What the services take."""
        clean = self.cleaned_data
        return PersonFacts(
            name=clean["name"],
            sort_name=clean["sort_name"],
            note=clean["note"],
            aliases=tuple(clean["aliases"].splitlines()),
            pronunciation=clean["pronunciation"],
            remarks=clean["remarks"],
            contact=ContactFacts(email=clean["email"], phone=clean["phone"], address=clean["address"]),
        )


def _values(player: Player) -> dict[str, str]:
    contact = contact_of(player)
    return {
        "name": player.name,
        "sort_name": sort_name_of(player),
        "note": player.note,
        "aliases": "\n".join(one.name for one in player.aliases.all()),
        "pronunciation": player.pronunciation,
        "remarks": player.remarks,
        "email": contact.email if contact else "",
        "phone": contact.phone if contact else "",
        "address": contact.address if contact else "",
    }
