"""A better draw of the rounds that are proposed: looked for in the background, offered, taken or not.

The search is the draw's own (`Format.improve`), begun from the draw as proposed, with a counted number of
moves and a chance that follows from its seed: see `engine.formats.seeds`. It goes in steps, each longer and
each from the beginning, so that a better draw is offered early and no step depends on another. With a worker
each step is a task of its own, so that no standings wait for the longest; without one a single short one is
made.
"""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.figures import figures
from tournaments.engine.formats.options import StageTerms, stages_planned
from tournaments.engine.formats.rotation import verdict
from tournaments.engine.formats.seeds import MOST_MOVES, Seed
from tournaments.engine.formats.wishes import Wishes
from tournaments.engine.seating import DrawnRound, Schedule
from tournaments.models import BetterDraw, Event, Round
from tournaments.selectors.played import drawn_of, played_of, written
from tournaments.selectors.stages import terms_of
from tournaments.selectors.wishes import wishes_of
from tournaments.services.announce import improve_on_commit
from tournaments.services.draws import draw_rounds, improved, locked_event
from tournaments.services.revisions import raise_revisions

STEPS = (100_000, 600_000, MOST_MOVES)
"""Moves of each step where a worker makes them."""
WITHOUT_WORKER = (40_000,)
"""And where they are made before the director's answer goes out: well below half a second."""

WORDS = ("wishes", "partners", "unevenness", "opponents")
"""What a draw is judged by, in this order, the lower the better; see `rotation.verdict`."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Rounds proposed together, with what there is to judge them by."""

    event: Event
    rounds: list[Round]
    format: Format
    terms: StageTerms
    played: list[DrawnRound]
    wishes: Wishes

    @property
    def schedule(self) -> Schedule:
        """The rounds as they stand."""
        return Schedule(tuple(drawn_of(one) for one in self.rounds))

    @property
    def seed(self) -> Seed:
        """Their chance, with the moves if a better draw was taken."""
        return Seed.read(self.rounds[0].seed)

    def verdict(self, rounds: Schedule) -> tuple[int, int, int, int]:
        """What such rounds would be worth after those played."""
        return verdict(rounds, self.played, self.wishes)


def find_better(*, event_id: int, seed: str, step: int = 0) -> bool:
    """Make one step of the search and offer what it found; whether a better draw is offered.

    Nothing happens where the proposal with this seed no longer stands, or cannot be better. May run twice.
    """
    event = Event.objects.filter(pk=event_id).first()
    proposal = _proposal(event, seed) if event is not None else None
    if proposal is None:
        return False
    steps = WITHOUT_WORKER if settings.CELERY_TASK_ALWAYS_EAGER else STEPS
    if step >= len(steps) or _as_good_as_can_be(proposal):
        return False
    found = improved(
        proposal.format,
        _as_first_drawn(proposal),
        Seed(seed, steps[step]),
        proposal.played,
        proposal.wishes,
    )
    offered = _offer(event_id, Seed(seed, steps[step]), found)
    if step + 1 < len(steps):
        improve_on_commit(event_id, seed, step + 1)
    return offered


@transaction.atomic
def take_better(*, event: Event, seed: str, actor: Actor) -> list[Round]:
    """Put the better draw with this seed ("owl+600000") in place of the proposal, which gets that seed."""
    locked = locked_event(event)
    offer = BetterDraw.objects.filter(event=locked).first()
    if offer is None or str(Seed(offer.seed, offer.moves)) != seed:
        raise EventViolation(
            "draw-changed", "This better draw is no longer offered. Look at what is proposed now."
        )
    rounds = list(locked.rounds.filter(state=Round.State.PROPOSED).order_by("number"))
    if len(rounds) != len(offer.rounds) or Seed.read(rounds[0].seed).base != offer.seed:
        raise EventViolation("draw-changed", "Other rounds are proposed now than this draw was made for.")
    for one, drawn in zip(rounds, offer.rounds, strict=True):
        one.draw, one.seed = drawn, seed
    Round.objects.bulk_update(rounds, ["draw", "seed"])
    offer.delete()
    raise_revisions(event.pk, event.club_id)
    return rounds


def _proposal(event: Event, seed: str) -> Proposal | None:
    """The rounds proposed with this seed, if they stand. Six queries."""
    proposed = event.rounds.filter(state=Round.State.PROPOSED).select_related("stage")
    rounds = list(proposed.order_by("number"))
    if not rounds or any(Seed.read(one.seed).base != seed for one in rounds):
        return None
    stage, planned = rounds[0].stage, stages_planned(terms_of(event).movement)
    format = FORMATS.get(stage.format)
    if format is None or format.improve is None or stage.number > len(planned):
        return None
    terms = planned[stage.number - 1]
    played = played_of(stage.rounds.order_by("number"))
    return Proposal(event, rounds, format, terms, played, wishes_of(event.pk, terms))


def _as_first_drawn(proposal: Proposal) -> Schedule:
    """The draw with which every step begins; drawn again where a better one was taken since."""
    if not proposal.seed.moves:
        return proposal.schedule
    stage, wanted = proposal.rounds[0].stage, len(proposal.rounds)
    base = Seed(proposal.seed.base)
    return Schedule(tuple(draw_rounds(proposal.format, stage, proposal.terms, wanted, base, proposal.played)))


def _as_good_as_can_be(proposal: Proposal) -> bool:
    """Whether every wish is kept and every figure is at its proven floor."""
    found = figures([*proposal.played, *proposal.schedule.rounds])
    proven = found.partner_repeats.proven and found.unevenness.proven and found.opponent_repeats.proven
    return proven and proposal.verdict(proposal.schedule)[0] == 0


@transaction.atomic
def _offer(event_id: int, seed: Seed, found: Schedule) -> bool:
    """Keep the draw as an offer if it is better than what stands and what is offered, at this moment."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    proposal = _proposal(event, seed.base) if event is not None else None
    if event is None or proposal is None or not _same_rounds(proposal.schedule, found):
        return False
    offer = BetterDraw.objects.filter(event=event, seed=seed.base).first()
    stands, better = proposal.verdict(proposal.schedule), proposal.verdict(found)
    if better >= stands or (offer is not None and better >= proposal.verdict(_offered(offer, proposal))):
        return False
    BetterDraw.objects.update_or_create(
        event=event,
        defaults={
            "seed": seed.base,
            "moves": seed.moves,
            "rounds": [written(one) for one in found.rounds],
            "figures": {
                "before": dict(zip(WORDS, stands, strict=True)),
                "after": dict(zip(WORDS, better, strict=True)),
            },
        },
    )
    raise_revisions(event.pk, event.club_id)
    return True


def _offered(offer: BetterDraw, proposal: Proposal) -> Schedule:
    numbers = [one.number for one in proposal.rounds]
    return Schedule(
        tuple(
            drawn_of(Round(number=number, draw=draw))
            for number, draw in zip(numbers, offer.rounds, strict=True)
        )
    )


def _same_rounds(stands: Schedule, found: Schedule) -> bool:
    """Whether both have the same rounds, with the same people seated and sitting out in each."""

    def people(schedule: Schedule) -> list[tuple[int, set[int], set[int]]]:
        return [
            (one.number, {entry for table in one.tables for entry in table.seated}, set(one.sitting_out))
            for one in schedule.rounds
        ]

    return people(stands) == people(found)
