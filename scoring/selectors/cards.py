"""Personal cards as they stand."""

from scoring.models import CardLine


def held_cards(event_id: int) -> dict[tuple[int, int], CardLine]:
    """(round id, entry id) → the line that holds; cards taken back are left out. One query."""
    lines = list(CardLine.objects.filter(round__event_id=event_id).order_by("round_id", "position"))
    replaced = {line.replaces_id for line in lines if line.replaces_id is not None}
    return {
        (line.round_id, line.entry_id): line
        for line in lines
        if line.pk not in replaced and line.points is not None
    }
