"""What an account types about itself: bounds and shape; whether it holds, the services say."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User

from tournaments.models import Membership, Player
from tournaments.selectors.accounts import plain_address

NEW_PASSWORD = forms.PasswordInput(attrs={"autocomplete": "new-password"})
ADDRESS = forms.EmailInput(attrs={"autocomplete": "email"})
LONGEST_ADDRESS = 150
LONGEST_PASSWORD = 200
"""A password is hashed slowly: nobody makes the server hash a megabyte."""


class SignInForm(AuthenticationForm):
    """Address or name, and password. An address is compared as it is kept, in small letters."""

    def clean_username(self) -> str:
        """As it is kept."""
        said: str = self.cleaned_data["username"]
        return plain_address(said) if "@" in said else said


class AddressForm(forms.Form):
    """An e-mail address."""

    address = forms.EmailField(label="E-mail address", max_length=LONGEST_ADDRESS, widget=ADDRESS)

    def clean_address(self) -> str:
        """As it is kept."""
        return plain_address(self.cleaned_data["address"])


class PasswordForm(forms.Form):
    """A new password for `user`, whose address and name it may not be."""

    password = forms.CharField(
        label="Password",
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=NEW_PASSWORD,
        help_text="At least eight characters that others do not guess.",
    )

    def __init__(self, *args: Any, user: User, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user = user

    def clean_password(self) -> str:
        """Refused if it is short, well known, or the address again."""
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password, self.user)
        return password


class NewAccountForm(PasswordForm):
    """What a new account is, when its address is known."""

    name = forms.CharField(
        label="Your name",
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="As your club knows you. It is shown to the club's people only.",
    )
    field_order = ["name", "password"]


class InvitedAccountForm(NewAccountForm):
    """The same, when the address is not known yet."""

    address = forms.EmailField(label="E-mail address", max_length=LONGEST_ADDRESS, widget=ADDRESS)
    field_order = ["name", "address", "password"]


class ChangedPasswordForm(PasswordForm):
    """A new password, by who knows the old one."""

    old = forms.CharField(
        label="Password until now",
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ["old", "password"]

    def clean_old(self) -> str:
        """It must be the account's."""
        return _own_password(self.user, self.cleaned_data["old"])


class ChangedAddressForm(AddressForm):
    """Another address, by who knows the password."""

    old = ChangedPasswordForm.base_fields["old"]
    field_order = ["address", "old"]

    def __init__(self, *args: Any, user: User, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user = user
        self.fields["old"].label = "Password"

    def clean_old(self) -> str:
        """It must be the account's."""
        return _own_password(self.user, self.cleaned_data["old"])


def _own_password(user: User, said: str) -> str:
    if not user.check_password(said):
        raise forms.ValidationError("This is not your password.")
    return said


class NameForm(forms.Form):
    """The name that an account's clubs read."""

    name = forms.CharField(label="Your name", max_length=80, required=False)


class CodeForm(forms.Form):
    """A code from the app, or a recovery code."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )


class InvitationForm(forms.Form):
    """A role, whom it is for, and by mail or on the screen."""

    role = forms.ChoiceField(label="Role")
    address = forms.EmailField(
        label="E-mail address",
        max_length=LONGEST_ADDRESS,
        required=False,
        help_text="Left empty, the invitation is shown on this screen, to be photographed.",
    )
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label="This is",
        required=False,
        empty_label="nobody of the list",
        help_text="A player of the club, who then sees the next table and the own results.",
    )

    def __init__(self, *args: Any, roles: list[str], players: list[Player], **more: Any) -> None:
        super().__init__(*args, **more)
        role, player = self.fields["role"], self.fields["player"]
        assert isinstance(role, forms.ChoiceField) and isinstance(player, forms.ModelChoiceField)
        role.choices = [(one, Membership.Role(one).label) for one in roles]
        player.queryset = Player.objects.filter(pk__in=[one.pk for one in players]).order_by("sort_key", "pk")
