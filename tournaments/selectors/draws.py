"""A draw to look at before it binds: every round with names, and how often people meet again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.figures import Figures, figures
from tournaments.engine.formats.options import StageTerms, stages_planned
from tournaments.engine.formats.seeds import Seed
from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.models import BetterDraw, Entry, Event, EventPolicy, Match, Round, Stage, Tally
from tournaments.selectors.matrix import Matrix, matrix_of
from tournaments.selectors.played import drawn_of, played_of
from tournaments.selectors.results import results_of
from tournaments.selectors.unsettled import LastRound, last_round_of, must_have_winner, settled_of
from tournaments.selectors.wishes import NotKept, not_kept, wishes_of

GHOST = "a ghost"
"""Who sits in an empty seat where the partner plays alone."""


@dataclass(frozen=True, slots=True)
class TableDrawn:
    """A table with its people by seat, North first; `word` says what is unusual about it.

    Two entries who meet are `sides`, and then there are no seats.
    """

    table: int
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    word: str = ""


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """One round as drawn, or once it binds as people sit.

    `free`: neither for it nor for any round after it is anything recorded, so that they may be taken back.
    `by_hand`: people changed places in it before it was accepted. `closed`: its seats stay as they are.
    """

    number: int
    name: str
    tables: list[TableDrawn]
    sitting_out: list[str]
    free: bool
    by_hand: bool = False
    closed: bool = False


@dataclass(frozen=True, slots=True)
class StageDrawn:
    """The stage that is being drawn: its terms and format, and its rounds, those that bind first."""

    stage: Stage | None
    terms: StageTerms
    format: Format | None
    rounds: list[DrawnRound]
    bound: int

    @property
    def by_result(self) -> bool:
        """Whether each round is drawn from the results of those before."""
        return self.format is not None and self.format.draw_next is not None

    @property
    def in_rounds(self) -> bool:
        """Whether it is drawn here; a bracket has a page of its own."""
        return self.format is not None and self.format.kind != "bracket"

    @property
    def meets(self) -> bool:
        """Whether two entries meet at a table, so that nobody partners anybody."""
        return self.format is not None and self.format.entrants == "any"

    @property
    def keeps_wishes(self) -> bool:
        """Whether this format can keep people apart."""
        return self.format is not None and self.format.plan is not None

    @property
    def may_be_level(self) -> bool:
        """Whether a table of the last round may count as level for the next draw."""
        return self.format is not None and not must_have_winner(self.format)

    @property
    def done(self) -> bool:
        """Whether all rounds planned bind; where the format itself counts them nobody knows beforehand."""
        return bool(self.terms.rounds) and self.bound >= self.terms.rounds


@dataclass(frozen=True, slots=True)
class BetterShown:
    """A better draw in words: each figure that changes, before and after, and the seed it will have."""

    seed: str
    changes: list[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class DrawShown:
    """Rounds still to be decided on, rounds that bind, and what those of the stage being drawn come to.

    `seed` is the next round's, or the last one's if none is proposed; `of_one_draw`: all proposed ones have
    it. `last` is the round whose results the next one follows, `settled` the director's word on it so far.
    """

    now: StageDrawn
    proposed: list[RoundDrawn]
    accepted: list[RoundDrawn]
    seed: str
    of_one_draw: bool
    figures: Figures | None
    matrix: Matrix | None
    not_kept: list[NotKept]
    last: LastRound | None
    settled: Mapping[int, int]
    better: BetterShown | None
    polled: bool

    @property
    def next(self) -> RoundDrawn | None:
        """The round to accept next."""
        return self.proposed[0] if self.proposed else None


def draw_of(event: Event, policy: EventPolicy, entries: Sequence[Entry]) -> DrawShown:
    """The whole draw of an event. Nine queries, four more where rounds follow results."""
    names = {entry.pk: str(entry) for entry in entries}
    rows = list(Round.objects.filter(event=event).order_by("number"))
    sat = {one.number: one for one in played_of(Round.objects.filter(event=event).order_by("number"))}
    drawn = [(one, sat.get(one.number) or drawn_of(one)) for one in rows if "tables" in one.draw]
    bound = max(_begun(event) | {one.number for one in rows if one.state == Round.State.CLOSED}, default=0)
    now = _stage_drawn(event, policy, drawn)
    waiting = [one for one, _ in drawn if one.state == Round.State.PROPOSED]
    shown = {one.number: _round(one, value, names, one.number > bound) for one, value in drawn}
    proposed = [shown.pop(one.number) for one in waiting]
    broken = _not_kept(event, now, entries, names)
    return DrawShown(
        now=now,
        proposed=proposed,
        accepted=list(shown.values()),
        seed=waiting[0].seed if waiting else next((one.seed for one in reversed(rows) if one.seed), ""),
        of_one_draw=len({one.seed for one in waiting}) < 2,
        figures=figures(now.rounds) if now.rounds else None,
        matrix=matrix_of(now.rounds, names) if now.rounds else None,
        not_kept=broken,
        last=_last_round(now),
        settled=settled_of(waiting[0]) if waiting else {},
        better=better_draw(event),
        polled=bool(waiting) and _may_get_better(now, broken=bool(broken)),
    )


def _may_get_better(now: StageDrawn, *, broken: bool) -> bool:
    """Whether a worker may come and offer a better draw of what is proposed."""
    if now.format is None or now.format.improve is None or settings.CELERY_TASK_ALWAYS_EAGER:
        return False
    found = figures(now.rounds)
    proven = found.partner_repeats.proven and found.unevenness.proven and found.opponent_repeats.proven
    return broken or not proven


_JUDGED = {
    "wishes": "wishes not kept",
    "partners": "repeated partners",
    "unevenness": "unevenness",
    "opponents": "repeated opponents",
}


def better_draw(event: Event) -> BetterShown | None:
    """The better draw that is offered, if there is one: what it gains, and what that costs. One query."""
    better = BetterDraw.objects.filter(event=event).first()
    if better is None:
        return None
    before, after = better.figures["before"], better.figures["after"]
    changes = [
        (word, before[code], after[code]) for code, word in _JUDGED.items() if before[code] != after[code]
    ]
    return BetterShown(str(Seed(better.seed, better.moves)), changes)


def matrix_shown(event: Event, policy: EventPolicy, names: Mapping[int, str]) -> tuple[Matrix | None, bool]:
    """Who met whom in the stage being drawn, proposed rounds included; whether entries meet two by two.

    Four queries.
    """
    rows = Round.objects.filter(event=event).order_by("number")
    sat = {one.number: one for one in played_of(rows)}
    drawn = [(one, sat.get(one.number) or drawn_of(one)) for one in rows if "tables" in one.draw]
    now = _stage_drawn(event, policy, drawn)
    return (matrix_of(now.rounds, names) if now.rounds else None), now.meets


def _stage_drawn(event: Event, policy: EventPolicy, drawn: Sequence[tuple[Round, DrawnRound]]) -> StageDrawn:
    stage = event.stages.order_by("-number").first()
    planned = stages_planned(policy.movement)
    terms = planned[min(stage.number, len(planned)) - 1] if stage is not None else planned[0]
    mine = [(one, value) for one, value in drawn if stage is not None and one.stage_id == stage.pk]
    bound = sum(one.state != Round.State.PROPOSED for one, _ in mine)
    return StageDrawn(stage, terms, FORMATS.get(terms.format), [value for _, value in mine], bound)


def _not_kept(
    event: Event, now: StageDrawn, entries: Sequence[Entry], names: Mapping[int, str]
) -> list[NotKept]:
    """Of what is proposed, or where nothing is, of the rounds that bind."""
    if not now.keeps_wishes or not now.rounds:
        return []
    return not_kept(now.rounds[now.bound :] or now.rounds, wishes_of(event.pk, now.terms, entries), names)


def _last_round(now: StageDrawn) -> LastRound | None:
    """The tables whose results the next round follows, or which those that are proposed followed."""
    if now.stage is None or now.format is None or not now.by_result or not now.bound:
        return None
    return last_round_of(now.stage, now.format, now.rounds[now.bound - 1], results_of(now.stage.event_id))


def _begun(event: Event) -> set[int]:
    """Numbers of the rounds for which something is recorded. Two queries."""
    recorded = Q(result__isnull=False) | Q(forfeit__isnull=False)
    matches = Match.objects.filter(recorded, round__event=event).order_by()
    cards = Tally.objects.filter(round__event=event, match__isnull=True).order_by()
    return {
        *matches.values_list("round__number", flat=True).distinct(),
        *cards.values_list("round__number", flat=True).distinct(),
    }


def _round(one: Round, drawn: DrawnRound, names: Mapping[int, str], free: bool) -> RoundDrawn:
    meets = one.format in FORMATS and FORMATS[one.format].entrants == "any"
    tables = sorted(drawn.tables, key=lambda table: table.table)
    return RoundDrawn(
        number=one.number,
        name=one.name or f"Round {one.number}",
        tables=[_met(table, names) if meets else _seated(table, names) for table in tables],
        sitting_out=[names.get(entry, "") for entry in drawn.sitting_out],
        free=free,
        by_hand=bool(one.draw.get("by_hand")),
        closed=one.state == Round.State.CLOSED,
    )


def _met(table: DrawnTable, names: Mapping[int, str]) -> TableDrawn:
    return TableDrawn(table.table, sides=tuple(names.get(entry, "") for entry in table.seated))


def _seated(table: DrawnTable, names: Mapping[int, str]) -> TableDrawn:
    if table.three_handed:
        three = tuple(names.get(entry, "") for entry in table.seated)
        return TableDrawn(table.table, (*three, ""), word="Three play here, each alone.")
    seats = tuple(names.get(entry, "") if entry is not None else GHOST for entry in table.seats)
    alone = [names.get(side[0], "") for side in table.sides if len(side) == 1]
    word = f"{' and '.join(alone)} {'plays' if len(alone) == 1 else 'play'} alone." if alone else ""
    return TableDrawn(table.table, seats, word=word)
