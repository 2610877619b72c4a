"""Rounds as the engine's values: as they were drawn, and as people really sat."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.engine.formats import FORMATS
from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.models import Round, Seating

SEATS = "NESW"


def drawn_of(round: Round) -> DrawnRound:
    """The engine's value of a round's draw."""
    tables = tuple(
        DrawnTable(table, *seats) for table, seats in enumerate(round.draw.get("tables", []), start=1)
    )
    return DrawnRound(round.number, tables, tuple(round.draw.get("sitting_out", [])))


def written(drawn: DrawnRound) -> dict[str, object]:
    """The JSON of a drawn round; see `Round.draw`."""
    tables = sorted(drawn.tables, key=lambda table: table.table)
    return {"tables": [list(table.seats) for table in tables], "sitting_out": list(drawn.sitting_out)}


def played_of(rounds: QuerySet[Round]) -> list[DrawnRound]:
    """Rounds that bind, as people really sat: who was swapped in counts, not who was drawn. Two queries.

    Of two entries who met, both stand as they are drawn: at North and East. Who was drawn and sat nowhere
    sat out. Rounds without a draw are left out.
    """
    binding = [one for one in rounds.exclude(state=Round.State.PROPOSED) if one.draw]
    seated: dict[int, dict[int, dict[str, int | None]]] = defaultdict(lambda: defaultdict(dict))
    facts = Seating.objects.filter(match__round__in=[one.pk for one in binding])
    for fact in facts.select_related("match").order_by("pk"):
        there = fact.entry_id if fact.player_id is not None else None
        seated[fact.match.round_id][fact.match.table][fact.seat] = there
    return [_as_seated(one, seated[one.pk]) for one in binding]


def _as_seated(round: Round, tables: dict[int, dict[str, int | None]]) -> DrawnRound:
    drawn = drawn_of(round)
    meets = round.format in FORMATS and FORMATS[round.format].entrants == "any"
    now = []
    for table in drawn.tables:
        seats = [tables.get(table.table, {}).get(seat) for seat in SEATS]
        if meets:
            two = list(dict.fromkeys(entry for entry in seats if entry is not None))
            seats = [*two, None, None, None, None][:4]
        now.append(DrawnTable(table.table, *seats))
    everybody = {entry for table in drawn.tables for entry in table.seated} | set(drawn.sitting_out)
    there = {entry for table in now for entry in table.seated}
    return DrawnRound(round.number, tuple(now), tuple(sorted(everybody - there)))


def rounds_with_draw(rounds: Iterable[Round]) -> list[tuple[Round, DrawnRound]]:
    """Each round that was drawn here, with its draw."""
    return [(one, drawn_of(one)) for one in rounds if one.draw]
