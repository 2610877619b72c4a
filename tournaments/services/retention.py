"""What is kept for a time only, and goes when it is over; see docs/privacy.md."""

from datetime import date

from tournaments.services.audit import forget_addresses
from tournaments.services.mail_wishes import drop_unconfirmed
from tournaments.services.privacy import expire_contacts


def forget_what_is_old(*, today: date) -> dict[str, int]:
    """Everything whose time is over, by kind, with how many of each went. May run as often as one likes."""
    return {
        "contacts": expire_contacts(today=today),
        "addresses of requests": forget_addresses(),
        "mail never confirmed": drop_unconfirmed(),
    }
