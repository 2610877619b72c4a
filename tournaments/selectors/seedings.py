"""Who is seeded in a bracket."""

from tournaments.models import Entry, Stage
from tournaments.selectors.stages import entrants_of


def bracket_entrants(stage: Stage) -> list[int]:
    """Entry ids of a bracket's population; where partners were made, the pairs play and not the singles."""
    if stage.seeds:
        return entrants_of(stage)
    there = Entry.objects.filter(event=stage.event_id, withdrawn_after__isnull=True).order_by("number")
    pairs = there.filter(pair__isnull=False)
    return list((pairs if pairs.exists() else there).values_list("pk", flat=True))
