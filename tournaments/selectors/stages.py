"""The stages of an event: what is planned, who takes part, and who would go on now."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.options import DRAFT, StageTerms, stages_planned
from tournaments.engine.formats.stages import Cut, cut
from tournaments.engine.formats.tree import State, unfold
from tournaments.models import Entry, Event, EventPolicy, Match, MatchResult, Stage, StageStanding
from tournaments.selectors.brackets import bracket_of, is_bracket
from tournaments.selectors.ranking import Table, ranking_of_stage


def terms_of(event: Event) -> EventPolicy:
    """The terms in force. An event without any is a fault of ours."""
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    if policy is None:
        raise LookupError(f"event {event.pk} has no policy")
    return policy


def terms_being_drawn(event: Event, policy: EventPolicy) -> tuple[StageTerms, Format | None]:
    """What is planned of the newest stage, or of the first before there is one, and its format. One query.

    A draft of partners has no format.
    """
    planned = stages_planned(policy.movement)
    number = event.stages.order_by("-number").values_list("number", flat=True).first() or 1
    terms = planned[min(number, len(planned)) - 1]
    return terms, FORMATS.get(terms.format)


def entrants_of(stage: Stage) -> list[int]:
    """Entry ids of who is drawn in this stage now, in the order of its seeds or of entering."""
    there = Entry.objects.filter(event=stage.event_id, withdrawn_after__isnull=True).order_by("number")
    if not stage.seeds:
        return list(there.filter(drafted=False).values_list("pk", flat=True))
    taking_part = set(there.filter(pk__in=stage.seeds).values_list("pk", flat=True))
    return [entry for entry in stage.seeds if entry in taking_part]


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Who goes on from a stage: a cut for each of its tables, and the matches that have no result yet.

    `uncalled` counts the matches of a bracket that are still to be played and stand at no table.
    """

    stage: Stage
    tables: Sequence[Table]
    cuts: Sequence[Cut]
    missing: Sequence[Match]
    next: StageTerms | None
    uncalled: int = 0

    @property
    def level(self) -> list[int]:
        """Entries that are level at a border, of whom only some go on."""
        return [entry for one in self.cuts for entry in one.level]


def going_on(event: Event) -> GoingOn | None:
    """Who would go on from the newest stage now; None before there is one."""
    stage = event.stages.order_by("-number").first()
    if stage is None:
        return None
    planned = stages_planned(terms_of(event).movement)
    if stage.format == DRAFT:
        return GoingOn(stage, [], [Cut(tuple(stage.seeds))], [], planned[stage.number])
    terms = planned[stage.number - 1] if stage.number <= len(planned) else None
    following = planned[stage.number] if stage.number < len(planned) else None
    tables = ranking_of_stage(stage)
    cuts = [_cut(table, terms, pools=bool(stage.pools)) for table in tables] if following and terms else []
    over = Match.objects.filter(round__stage=stage, result__state=MatchResult.State.OVER)
    missing = Match.objects.filter(round__stage=stage, forfeit__isnull=True).exclude(pk__in=over)
    return GoingOn(
        stage,
        tables,
        cuts,
        list(missing.select_related("round").order_by("round__number", "table")),
        following,
        _uncalled(stage),
    )


def _uncalled(stage: Stage) -> int:
    if not is_bracket(stage) or not stage.seeds:
        return 0
    called = set(Match.objects.filter(round__stage=stage).values_list("number", flat=True))
    seen = enumerate(unfold(bracket_of(stage)))
    return sum(one.state in {State.WAITING, State.READY} and at not in called for at, one in seen)


def _cut(table: Table, terms: StageTerms, *, pools: bool) -> Cut:
    places = terms.options.each if pools else terms.go_on
    if places is None:
        return Cut(tuple(one.entry for one in table.order))
    if pools and places == 1:
        first = [one.entry for one in table.order if one.rank == 1]
        return Cut(tuple(first)) if len(first) == 1 else Cut((), tuple(first), 1)
    return cut(table.order, places)


@dataclass(frozen=True, slots=True)
class PoolShown:
    """A table of a stage: `number` 0 where it has no pools."""

    number: int
    lines: Sequence[StageStanding]


@dataclass(frozen=True, slots=True)
class StageShown:
    """A stage with its published tables."""

    number: int
    name: str
    format: str
    pools: Sequence[PoolShown]


@dataclass(frozen=True, slots=True)
class Named:
    """An entry by name."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class GoingOnShown:
    """Who would go on, by name: of the `level` ones `open_places`; `captains` choose among the `free`."""

    stage: Stage
    next: str
    through: Sequence[Named]
    level: Sequence[Named]
    open_places: int
    captains: Sequence[Named]
    free: Sequence[Named]
    missing: Sequence[str]
    refused: str = ""


def stages_shown(event: Event) -> list[StageShown]:
    """Every stage, those without tables included, with its tables as last published. Two queries."""
    with_tables = {one.number: one for one in stage_tables(event)}
    stages = Stage.objects.filter(event=event).order_by("number")
    return [with_tables.get(stage.number) or _shown(stage, []) for stage in stages]


def stage_tables(event: Event) -> list[StageShown]:
    """The tables of an event's stages and pools, as last published; none where it has but one. One query."""
    lines = StageStanding.objects.filter(stage__event=event).select_related(
        "stage", "entry__player", "entry__pair__first", "entry__pair__second"
    )
    pools: dict[Stage, dict[int, list[StageStanding]]] = defaultdict(lambda: defaultdict(list))
    for one in lines.order_by("stage__number", "pool", "place"):
        pools[one.stage][one.pool].append(one)
    return [
        _shown(stage, [PoolShown(number, told) for number, told in tables.items()])
        for stage, tables in pools.items()
    ]


def _shown(stage: Stage, pools: Sequence[PoolShown]) -> StageShown:
    format = FORMATS.get(stage.format)
    return StageShown(stage.number, str(stage), format.name if format else stage.format.capitalize(), pools)


def going_on_shown(event: Event, names: Mapping[int, str]) -> GoingOnShown | None:
    """Who would go on now; None where no further stage is planned. `refused` says what is in the way."""
    try:
        found = going_on(event)
    except EventViolation as impossible:
        stage = event.stages.order_by("number").last()
        return GoingOnShown(stage, "", [], [], 0, [], [], [], impossible.sentence) if stage else None
    if found is None or found.next is None:
        return None
    through = [entry for one in found.cuts for entry in one.through]
    half = len(through) // 2 if found.next.format == DRAFT else 0
    told = [Named(entry, names[entry]) for entry in through]
    format = FORMATS.get(found.next.format)
    return GoingOnShown(
        stage=found.stage,
        next=found.next.name or (format.name if format else "Draft"),
        through=told,
        level=[Named(entry, names[entry]) for entry in found.level],
        open_places=sum(one.open_places for one in found.cuts),
        captains=told[:half],
        free=told[half:][::-1] if half else [],
        missing=[
            *(f"{one.round}, table {one.table}" for one in found.missing),
            *([f"{found.uncalled} of the bracket not called yet"] if found.uncalled else []),
        ],
    )
