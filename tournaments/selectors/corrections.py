"""A result corrected after the next draw: who should sit elsewhere, told exactly; nothing is moved by it."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from django.db.models import Q

from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.correction import SeatChange, round_changes, swiss_consequences
from tournaments.engine.formats.figures import people_of
from tournaments.engine.formats.seeds import Seed
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound
from tournaments.models import Event, Match, Round
from tournaments.selectors.played import drawn_of, played_of, written
from tournaments.selectors.results import results_of
from tournaments.selectors.unsettled import LastRound, last_round_of, settled_of


@dataclass(frozen=True, slots=True)
class Consequences:
    """What the results now say of the newest round, which was drawn from others, those of round `before`.

    `changes` are the people who should sit elsewhere and `due` is the draw in which they do; `open_tables`
    are tables of the round before that had a winner when it was drawn and have none now, and then nothing is
    due yet. `begun` says that something is recorded for the round, which then stays.
    """

    round: Round
    before: int
    changes: tuple[SeatChange, ...] = ()
    due: DrawnRound | None = None
    open_tables: tuple[int, ...] = ()
    begun: bool = False

    @property
    def proposed(self) -> bool:
        """Whether the round is not accepted yet."""
        return self.round.state == Round.State.PROPOSED

    def sentences(self, names: Mapping[int, str]) -> list[str]:
        """Each consequence for the director, by name."""
        told = [
            f"Round {self.round.number} was drawn with a winner of table {table} in round {self.before}, "
            "which has none now."
            for table in self.open_tables
        ]
        return told + [one.told(names) for one in self.changes]


def consequences(event: Event) -> Consequences | None:
    """What follows for the newest round from results that changed since it was drawn; None if nothing does.

    One query where the newest round does not follow results, eight at most. A round that is closed stays as
    it was played, and what the director chose to keep is not told again until results change again.
    """
    newest = event.rounds.select_related("stage").order_by("-number").first()
    if newest is None or not newest.draw or newest.state == Round.State.CLOSED:
        return None
    format = FORMATS.get(newest.format)
    if format is None or format.draw_next is None or event.state in {"finished", "archived"}:
        return None
    played = played_of(newest.stage.rounds.filter(number__lt=newest.number).order_by("number"))
    return _told(newest, format, played) if played else None


def _told(newest: Round, format: Format, played: list[DrawnRound]) -> Consequences | None:
    numbers = {one.number for one in played}
    results = [one for one in results_of(newest.event_id) if one.round in numbers]
    last = last_round_of(newest.stage, format, played[-1], results)
    said = settled_of(newest)
    open_tables = tuple(one.table for one in last.unsettled if one.table not in said)
    if open_tables:
        return Consequences(newest, last.number, open_tables=open_tables, begun=_begun(newest))
    changes, due = _due(newest, format, played, results, _word(last, said))
    if not changes or newest.kept == written(due):
        return None
    return Consequences(newest, last.number, changes, due, begun=_begun(newest))


def _due(
    newest: Round,
    format: Format,
    played: list[DrawnRound],
    results: list[Result],
    settled: dict[int, int],
) -> tuple[tuple[SeatChange, ...], DrawnRound]:
    """Who should sit elsewhere, and the draw that says so: the same people, and the seed the round had."""
    assert format.draw_next is not None, f"{format.code} follows no results"
    drawn, seed = drawn_of(newest), Seed.read(newest.seed).base
    people = people_of([drawn])
    due = format.draw_next(people, rng=Random(seed), played=played, results=results, settled=settled)
    if due == drawn or format.kind != "swiss":
        return round_changes(drawn, due), due
    # As good a draw by the new scores may join others; then nothing is wrong with the one there is.
    changes = swiss_consequences(
        people, seed=seed, played=played, drawn=drawn, results=results, settled=settled
    )
    return changes, due


def _word(last: LastRound, said: Mapping[int, int]) -> dict[int, int]:
    """What the director said of tables that still have no winner of their own."""
    return {one.table: said[one.table] for one in last.unsettled}


def _begun(round: Round) -> bool:
    """Whether anything is recorded for a round."""
    begun = Q(result__isnull=False) | Q(forfeit__isnull=False)
    return Match.objects.filter(begun, round=round).exists() or round.tallies.exists()
