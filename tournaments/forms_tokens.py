"""The form of a key for a program."""

from django import forms

from tournaments.models import ApiToken
from tournaments.services.tokens import MOST_DAYS

SCOPES = [
    (ApiToken.Scope.READ.value, "Read what I may read"),
    (ApiToken.Scope.SCORE.value, "Enter results, as a scorer"),
    (ApiToken.Scope.DIRECT.value, "Run events, as a director"),
    (ApiToken.Scope.ADMIN.value, "Run the club, as an owner"),
]


class TokenForm(forms.Form):
    """A name, what it may do, and for how long."""

    name = forms.CharField(max_length=80, help_text="Such as the program's name.")
    scopes = forms.MultipleChoiceField(
        label="It may",
        choices=SCOPES,
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        help_text="Never more than you may yourself.",
    )
    days = forms.IntegerField(
        label="Days until it ends",
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
        initial=365,
        help_text="Left empty, it does not end by itself.",
    )
