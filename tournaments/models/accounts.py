"""What an account has besides Django's own row: keys sent by mail, sign-ins, codes for a lost phone."""

from django.conf import settings
from django.db import models


class MailedKey(models.Model):
    """A key that was sent to an address and opens one thing once. Only its hash is kept.

    A row is made whether or not the address has an account, so that asking takes as long either way.
    """

    class Purpose(models.TextChoices):
        SIGN_UP = "sign-up", "make an account"
        SIGN_IN = "sign-in", "sign in"
        PASSWORD = "password", "choose a new password"
        ADDRESS = "address", "use another address"

    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    address = models.CharField(max_length=150)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="mailed_keys"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    then = models.CharField(max_length=200, blank=True, help_text="The page that was wanted; a local path.")
    asked_from = models.GenericIPAddressField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["address", "made_at"], name="keys_of_an_address"),
            models.Index(fields=["asked_from", "made_at"], name="keys_asked_from"),
        ]

    def __str__(self) -> str:
        return f"key {self.pk} to {self.purpose}"


class SignIn(models.Model):
    """Where an account is signed in. The session itself is Django's; this says whose it is, and whence."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=60, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"sign-in {self.pk} of {self.user_id}"


class RecoveryCode(models.Model):
    """Stands once for the code of a phone that was lost. 80 random bits; only the hash is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"recovery code {self.pk} of {self.user_id}"
