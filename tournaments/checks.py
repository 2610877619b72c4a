"""What `manage.py check --deploy` says besides Django's own words: what a hall gives up, in one sentence."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register


@register(Tags.security, deploy=True)
def what_a_hall_gives_up(**_: Any) -> list[CheckMessage]:
    """Nothing on a server; in a hall one warning that sums up Django's four."""
    if not settings.HALL:
        return []
    return [
        Warning(
            "SERVE=hall: plain http. Whoever is in the same Wi-Fi can read what is sent, passwords and the "
            "cookies of sign-ins among it, and no browser insists on https.",
            hint="Right for the club's own network on the night. For the internet: SERVE=https behind TLS.",
            id="right_bower.W001",
        )
    ]
