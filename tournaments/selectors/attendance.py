"""Who is there and who is not, and what the rounds that bind make of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.figures import Figures, figures
from tournaments.models import Entry, Event, Match, Round, Stage, Tally
from tournaments.selectors.entrants import people_of
from tournaments.selectors.played import drawn_of, played_of
from tournaments.selectors.rounds import current_seatings
from tournaments.selectors.stages import entrants_of


@dataclass(frozen=True, slots=True)
class DrawnSoFar:
    """The rounds of the newest stage: numbers of those only proposed, and the figures of all of them."""

    proposed: tuple[int, ...]
    figures: Figures | None


@dataclass(frozen=True, slots=True)
class StillSeated:
    """Somebody who has left and has a seat in a round to come."""

    entry: Entry
    round: int
    tables: list[int]


@dataclass(frozen=True, slots=True)
class Attendance:
    """What the director should see to.

    `still_seated`: by round, who has left and has a seat. `unplaced`: who takes part and has no place in the
    rounds `first` to `last`, all that are left: they bind already, and nothing is recorded in them.
    `last_begun` is the last round in which something is recorded, or which is closed; 0 before the first.
    `outdated`: what is proposed was drawn for other people, as after an accepted draw was taken back.
    """

    still_seated: list[StillSeated]
    unplaced: list[Entry]
    first: int = 0
    last: int = 0
    last_begun: int = 0
    last_accepted: int = 0
    outdated: bool = False


def drawn_so_far(event: Event) -> DrawnSoFar:
    """What is drawn, accepted rounds as people really sat. Four queries."""
    stage = newest_stage(event)
    if stage is None:
        return DrawnSoFar((), None)
    rounds = stage.rounds.order_by("number")
    proposed = list(rounds.filter(state=Round.State.PROPOSED))
    numbers = tuple(one.number for one in proposed)
    if is_bracket(stage):
        return DrawnSoFar(numbers, None)
    drawn = [*played_of(rounds), *(drawn_of(one) for one in proposed)]
    return DrawnSoFar(numbers, figures(drawn) if drawn else None)


def newest_stage(event: Event) -> Stage | None:
    """The stage being played or drawn. One query."""
    return event.stages.order_by("-number").first()


def is_bracket(stage: Stage) -> bool:
    """Whether a stage is drawn as a tree, once for all its rounds."""
    return stage.format in FORMATS and FORMATS[stage.format].kind == "bracket"


def last_accepted(event: Event) -> int:
    """The number of the last round that binds, 0 before the first. One query."""
    binding = Round.objects.filter(event=event).exclude(state=Round.State.PROPOSED)
    return binding.order_by("-number").values_list("number", flat=True).first() or 0


def attendance_of(event: Event, entries: Sequence[Entry]) -> Attendance:
    """Whom the rounds that bind seat though they have left, or leave out though they are there.

    Three queries before the first round binds, then ten at most.
    """
    rounds = list(Round.objects.filter(event=event).select_related("stage").order_by("number"))
    binding = [one for one in rounds if one.state != Round.State.PROPOSED]
    outdated = _outdated(event, [one for one in rounds if one.state == Round.State.PROPOSED])
    if not binding:
        return Attendance([], [], outdated=outdated)
    begun = _begun(event)
    untouched = [one for one in binding if one.pk not in begun]
    last_begun = max((one.number for one in binding if one.pk in begun), default=0)
    to_come = [one for one in untouched if one.number > last_begun and _seats_everybody(one)]
    all_bind = len(binding) == len(rounds)
    unplaced = _unplaced(event, to_come, entries) if to_come and all_bind else []
    return Attendance(
        still_seated=_still_seated(binding, begun, entries),
        unplaced=unplaced,
        first=to_come[0].number if unplaced else 0,
        last=to_come[-1].number if unplaced else 0,
        last_begun=last_begun,
        last_accepted=binding[-1].number,
        outdated=outdated,
    )


def _seats_everybody(round: Round) -> bool:
    """Whether whoever takes part has a table or sits out; a bracket seats whoever is still in it."""
    return bool(round.draw) and not is_bracket(round.stage)


def _begun(event: Event) -> set[int]:
    """Rounds that are closed, or in which something is recorded. Three queries."""
    closed = Round.objects.filter(event=event, state=Round.State.CLOSED).values_list("pk", flat=True)
    matches = Match.objects.filter(round__event=event)
    played = matches.filter(result__isnull=False) | matches.filter(forfeit__isnull=False)
    cards = Tally.objects.filter(round__event=event).order_by().values_list("round", flat=True).distinct()
    return {*closed, *played.values_list("round", flat=True), *cards}


def _unplaced(event: Event, to_come: Sequence[Round], entries: Sequence[Entry]) -> list[Entry]:
    due = _due(event).difference(*(_placed(one) for one in to_come))
    return [one for one in entries if one.pk in due]


def _outdated(event: Event, proposed: Sequence[Round]) -> bool:
    seating = [one for one in proposed if _seats_everybody(one)]
    if not seating:
        return False
    due = _due(event)
    return any(_placed(one) != due for one in seating)


def _due(event: Event) -> set[int]:
    """Entry ids of those who take part in the newest stage now. Two queries."""
    stage = newest_stage(event)
    return set(entrants_of(stage)) if stage is not None else set()


def _placed(round: Round) -> set[int]:
    """Entry ids of those who have a table in a round as drawn, or sit out."""
    drawn = drawn_of(round)
    return {*drawn.sitting_out, *(entry for table in drawn.tables for entry in table.seated)}


def _still_seated(
    binding: Sequence[Round], begun: Collection[int], entries: Sequence[Entry]
) -> list[StillSeated]:
    left = {one.pk: one for one in entries if one.withdrawn_after is not None}
    open_rounds = {one.pk: one.number for one in binding if one.state == Round.State.ACCEPTED}
    if not left or not open_rounds:
        return []
    waiting = Match.objects.filter(round__in=open_rounds, result__isnull=True, forfeit__isnull=True)
    matches = {one.pk: one for one in waiting}
    tables: dict[tuple[int, int], set[int]] = {}
    for match_id, seats in current_seatings(matches).items():
        match = matches[match_id]
        for seating in seats.values():
            entry = left.get(seating.entry_id)
            if entry is None or seating.player_id not in people_of(entry):
                continue  # still here, or somebody else has taken the seat, or nobody
            if open_rounds[match.round_id] > (entry.withdrawn_after or 0):
                tables.setdefault((open_rounds[match.round_id], entry.pk), set()).add(match.table)
    return [StillSeated(left[entry], number, sorted(at)) for (number, entry), at in sorted(tables.items())]
