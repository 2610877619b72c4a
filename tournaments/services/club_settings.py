"""What a club is called, where its clock stands, and what its new events begin with."""

import zoneinfo

from django.db import transaction

from scoring.engine.catalogue import RULESETS
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.money import currency_of
from tournaments.models import Club
from tournaments.selectors.club_rules import offered_rules
from tournaments.services.revisions import raise_club_revision


@transaction.atomic
def change_club(
    *, club: Club, name: str, zone: str, currency: str, usual_ruleset: str, usual_format: str, actor: Actor
) -> Club:
    """Say it anew; the address stays. What is usual may be empty, and pots there are keep their currency."""
    held = Club.objects.select_for_update().get(pk=club.pk)
    called = " ".join(name.split())
    if not called:
        raise EventViolation("club-name-empty", "A club needs a name.")
    if zone not in zoneinfo.available_timezones():
        raise EventViolation("zone-unknown", "There is no such time zone.")
    if usual_ruleset and usual_ruleset not in RULESETS and usual_ruleset not in offered_rules(held):
        raise EventViolation("ruleset-unknown", "There are no such rules.")
    if usual_format and usual_format not in FORMATS:
        raise EventViolation("movement-unknown", "There is no such movement.")
    held.name, held.zone, held.currency = called, zone, currency_of(currency).code
    held.usual_ruleset, held.usual_format = usual_ruleset, usual_format
    held.save(update_fields=["name", "zone", "currency", "usual_ruleset", "usual_format"])
    raise_club_revision(held.pk)
    return held
