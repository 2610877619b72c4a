"""The forms of privacy: what strangers read of a person, whether a club is listed, how long contacts stay."""

from django import forms

from tournaments.models import Club, MailWish, Player

LONGEST_MONTHS = 240


class PrivacyForm(forms.Form):
    """What strangers read in place of a name."""

    privacy = forms.ChoiceField(
        label="Strangers read", choices=Player.Privacy.choices, widget=forms.RadioSelect
    )


class EraseForm(forms.Form):
    """A tick that stands for knowing what happens."""

    sure = forms.BooleanField(label="I know that this cannot be undone")


class ClubPrivacyForm(forms.Form):
    """Whether a club stands on lists, and how long contacts are kept."""

    unlisted = forms.BooleanField(
        label="Not on the list of clubs, and not for search engines", required=False
    )
    contact_months = forms.IntegerField(
        label="Months that contacts are kept after somebody last played",
        min_value=0,
        max_value=LONGEST_MONTHS,
        help_text="0: until somebody takes them away.",
    )

    @classmethod
    def of(cls, club: Club, typed: object = None) -> "ClubPrivacyForm":
        """The form as the club has it, or as it was typed."""
        kept = {"unlisted": club.unlisted, "contact_months": club.contact_months}
        return cls(typed, initial=kept)  # type: ignore[arg-type]


class MailForm(forms.Form):
    """An address, and what it wants to be told."""

    email = forms.EmailField(
        label="E-mail address", max_length=120, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    kinds = forms.MultipleChoiceField(
        label="What",
        choices=[
            (MailWish.Kind.RESULTS, "results, when an event is over"),
            (MailWish.Kind.FIXTURES, "matches of the week"),
        ],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick what you want to be sent."},
    )
