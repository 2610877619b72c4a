"""Seeing to it that everything written is in a club's feed."""

from django.db import transaction

from tournaments.selectors.feed import is_noted
from tournaments.services.revisions import raise_unrecorded


def count_what_is_noted(*, club_id: int) -> None:
    """Give a number to what was written and counted by nobody: by a shell, a projection, a migration."""
    if is_noted(club_id):
        with transaction.atomic():
            raise_unrecorded(club_id)
