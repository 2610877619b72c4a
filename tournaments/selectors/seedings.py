"""Who is seeded in a bracket."""

from tournaments.models import Entry, Event, Stage
from tournaments.selectors.stages import entrants_of


def bracket_entrants(stage: Stage) -> list[int]:
    """Entry ids of a bracket's population, in the order of its seeds or of entering."""
    return entrants_of(stage) if stage.seeds else entrants_by_entering(stage.event)


def entrants_by_entering(event: Event) -> list[int]:
    """Entry ids in the order of entering; where partners were made, the pairs play and not the singles."""
    there = Entry.objects.filter(event=event, withdrawn_after__isnull=True).order_by("number")
    entries = list(there.values_list("pk", "pair"))
    in_pairs = [entry for entry, pair in entries if pair is not None]
    return in_pairs or [entry for entry, _ in entries]
