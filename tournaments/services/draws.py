"""The draw: proposed, looked at, accepted round by round, taken back while nothing is recorded."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.formats.fixed_steps import draw_fixed_steps
from tournaments.engine.formats.options import StageTerms
from tournaments.engine.formats.round_robin import draw_pool_rounds, draw_the_rest, rounds_needed
from tournaments.engine.formats.seeds import Seed
from tournaments.engine.formats.settled import Settled, check_settled
from tournaments.engine.formats.wishes import Wishes
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound, Schedule
from tournaments.models import Backup, BetterDraw, Entry, Event, Round, Stage
from tournaments.selectors.brackets import BRACKETS
from tournaments.selectors.played import drawn_of, played_of, written
from tournaments.selectors.results import results_of
from tournaments.selectors.stages import entrants_of, terms_of
from tournaments.selectors.unsettled import last_round_of, must_have_winner, settled_of
from tournaments.selectors.wishes import wishes_of
from tournaments.services.announce import announce_on_commit, back_up_on_commit, improve_on_commit
from tournaments.services.revisions import raise_revisions
from tournaments.services.seats import entries_by_id, seat_round
from tournaments.services.stages import settle_pools, stage_to_draw

# Formats whose whole is drawn once, by services of their own.
DRAWN_AS_A_WHOLE = frozenset({"bracket"})
LEGS = {"round-robin": 1, "double-round-robin": 2}


@transaction.atomic
def propose_draw(
    *, event: Event, actor: Actor, seed: str | None = None, settled: Settled | None = None
) -> list[Round]:
    """Draw the rounds still to be drawn under the newest policy, in place of an older proposal.

    Where rounds follow results, that is the next round only; EventViolation tells which tables have no
    winner yet. `settled` is the director's word on those (see `engine.formats.settled`), which is kept with
    the round; what was said for the older proposal holds on. The seed is made here unless given (to run a
    disputed draw again) and stored on each round. Accepted rounds stay, and count as played when repeats are
    avoided.
    """
    locked = locked_event(event)
    said = {**_forget_proposal(locked), **(settled or {})}
    stage, terms = stage_to_draw(locked, terms_of(event))
    format = FORMATS.get(terms.format)
    if format is None or format.kind in DRAWN_AS_A_WHOLE:
        raise EventViolation("not-drawn-in-rounds", "This stage is not drawn round by round.")
    played = played_of(stage.rounds.order_by("number"))
    if terms.options.pools > 1 and not played:
        settle_pools(stage, terms, seed or "")
    wanted = rounds_wanted(format, stage, terms, played)
    if wanted < 1:
        raise EventViolation(
            "all-rounds-drawn", "Every round of this event is drawn already; add rounds first."
        )
    chance = Seed.read(seed or secrets.token_hex(8))
    word = _word_needed(stage, format, played, said) if format.draw_next is not None and played else {}
    drawn = draw_rounds(format, stage, terms, wanted, chance, played, word)
    made = _write_down(stage, format, drawn, chance, word)
    if format.improve is not None and not chance.moves and chance.may_grow:
        improve_on_commit(event.pk, chance.base)
    raise_revisions(event.pk, event.club_id)
    return made


def _forget_proposal(event: Event) -> dict[int, int]:
    """Take the older proposal and its better draw away; the director's word with which it was drawn."""
    proposed = event.rounds.filter(state=Round.State.PROPOSED)
    said = settled_of(proposed.order_by("number").first())
    proposed.delete()
    BetterDraw.objects.filter(event=event).delete()
    return said


def _write_down(
    stage: Stage, format: Format, drawn: Iterable[DrawnRound], seed: Seed, word: Settled
) -> list[Round]:
    """The rows of proposed rounds, numbered on from those the event has."""
    last = Round.objects.filter(event=stage.event_id).aggregate(last=Max("number"))["last"] or 0
    kept = {"settled": {str(table): side for table, side in word.items()}} if word else {}
    return Round.objects.bulk_create(
        Round(
            event_id=stage.event_id,
            stage=stage,
            number=number,
            format=format.code,
            seed=str(seed),
            draw=written(one) | kept,
        )
        for number, one in enumerate(drawn, start=last + 1)
    )


def draw_rounds(
    format: Format,
    stage: Stage,
    terms: StageTerms,
    wanted: int,
    seed: Seed,
    played: Sequence[DrawnRound],
    settled: Settled | None = None,
) -> Sequence[DrawnRound]:
    """The next rounds by a format: all that are wanted, or the next one where it follows results."""
    entrants, rng = entrants_of(stage), seed.to_draw()
    if seed.moves and format.improve is None:
        raise EventViolation("seed-unknown", f"No draw of this movement is made better; {seed} is no seed.")
    if stage.pools:
        return _pool_rounds(format, stage, entrants, wanted, len(played))
    if format.plan is not None:
        wishes = wishes_of(stage.event_id, terms)
        drawn = format.plan(entrants, wanted, rng=rng, played=played, wishes=wishes).schedule
        return improved(format, drawn, seed, played, wishes).rounds if seed.moves else drawn.rounds
    if terms.options.steps and format.code == "fixed-steps":
        north, east, south, west = terms.options.steps
        steps = (north, east, south, west)
        return draw_fixed_steps(entrants, wanted, rng=rng, played=played, steps=steps).rounds
    if format.kind == "round-robin" and not terms.rounds and played:
        return draw_the_rest(entrants, rng=rng, played=played, legs=LEGS[format.code]).rounds
    if format.draw_next is None:
        return format.draw(entrants, wanted, rng=rng, played=played).rounds
    if not played:
        return format.draw(entrants, 1, rng=rng).rounds
    results = _results_of(stage, played)
    return [format.draw_next(entrants, rng=rng, played=played, results=results, settled=settled)]


def improved(
    format: Format, drawn: Schedule, seed: Seed, played: Sequence[DrawnRound], wishes: Wishes
) -> Schedule:
    """A draw made better by the moves of its seed, the very same every time; itself where none is better."""
    assert format.improve is not None, f"{format.code} makes no draw better"
    # A schedule's tables may come in any order; a stored draw has them by number, and the moves go by order.
    ordered = [
        replace(one, tables=tuple(sorted(one.tables, key=lambda table: table.table))) for one in drawn.rounds
    ]
    return format.improve(
        Schedule(tuple(ordered)), rng=seed.to_improve(), moves=seed.moves, played=played, wishes=wishes
    )


def _results_of(stage: Stage, played: Sequence[DrawnRound]) -> list[Result]:
    numbers = {one.number for one in played}
    return [one for one in results_of(stage.event_id) if one.round in numbers]


def _word_needed(
    stage: Stage, format: Format, played: Sequence[DrawnRound], said: Mapping[int, int]
) -> dict[int, int]:
    """The director's word on each table of the last round that has no winner; refuse where it is missing."""
    last = last_round_of(stage, format, played[-1], _results_of(stage, played))
    waiting = [str(one.table) for one in last.unsettled if one.table not in said]
    if waiting:
        tables = f"Table {waiting[0]} has" if len(waiting) == 1 else f"Tables {', '.join(waiting)} have"
        raise EventViolation(
            "results-missing",
            f"{tables} no winner in round {last.number} yet. Type the cards, or say how to go on without.",
        )
    word = {one.table: said[one.table] for one in last.unsettled}
    check_settled(word, played[-1], level=not must_have_winner(format))
    return word


def rounds_wanted(format: Format, stage: Stage, terms: StageTerms, played: Sequence[DrawnRound]) -> int:
    """How many rounds are still to be drawn; a round robin without a number goes on till all have met."""
    if terms.rounds or format.kind != "round-robin":
        return terms.rounds - len(played)
    legs = LEGS[format.code]
    if stage.pools:
        return len(draw_pool_rounds(stage.pools, legs=legs).rounds) - len(played)
    return rounds_needed(entrants_of(stage), played, legs)


def _pool_rounds(
    format: Format, stage: Stage, entrants: Sequence[int], wanted: int, before: int
) -> list[DrawnRound]:
    """The next rounds of all pools side by side; who would meet somebody that has left sits out."""
    there = set(entrants)
    drawn = draw_pool_rounds(stage.pools, legs=LEGS[format.code]).rounds[before : before + wanted]
    rounds = []
    for one in drawn:
        meetings = [table for table in one.tables if there.issuperset(table.seated)]
        tables = tuple(replace(table, table=at) for at, table in enumerate(meetings, start=1))
        playing = {entry for table in tables for entry in table.seated}
        rounds.append(DrawnRound(one.number, tables, tuple(sorted(there - playing))))
    return rounds


@transaction.atomic
def discard_draw(*, event: Event) -> int:
    """Take the proposal away; how many rounds it had."""
    locked = locked_event(event)
    count = locked.rounds.filter(state=Round.State.PROPOSED).count()
    locked.rounds.filter(state=Round.State.PROPOSED).delete()
    BetterDraw.objects.filter(event=event).delete()
    raise_revisions(event.pk, event.club_id)
    return count


@transaction.atomic
def accept_draw(*, event: Event, seed: str, actor: Actor, upto: int | None = None) -> list[Round]:
    """Make the proposal with this seed binding, or its rounds up to number `upto`; play may begin.

    The rounds' matches, seats and sit-outs are made. Refused when another proposal has come in its place
    since it was looked at, and when somebody has left for whom it was drawn.
    """
    locked = locked_event(event)
    waiting = locked.rounds.filter(state=Round.State.PROPOSED).exclude(format__in=BRACKETS)
    proposed = list(waiting.select_related("stage").order_by("number"))
    if not proposed:
        raise EventViolation("nothing-proposed", "There is no draw to accept; propose one first.")
    if proposed[0].seed != seed:
        raise EventViolation(
            "draw-changed", "Another draw was proposed meanwhile. Look at it, then accept it."
        )
    # Rounds taken back may have come of several draws: each is accepted by its own seed, the first one first.
    rounds = [one for one in proposed if one.seed == seed and (upto is None or one.number <= upto)]
    if not rounds:
        raise EventViolation("nothing-proposed", f"Round {upto} is not proposed.")
    points = int(terms_of(event).absence.get("sit_out_points", 0))
    entries = entries_by_id(event)
    _refuse_outdated(rounds, entries)
    for one in rounds:
        games = int(one.stage.options.get("best_of", 1))
        seat_round(
            one,
            drawn_of(one),
            entries,
            sit_out_points=points,
            best_of=games if games > 1 else None,
            actor=actor,
        )
    Round.objects.filter(pk__in=[one.pk for one in rounds]).update(
        state=Round.State.ACCEPTED, accepted_at=timezone.now()
    )
    BetterDraw.objects.filter(event=event).delete()
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    back_up_on_commit(event.pk, rounds[-1].number, Backup.Why.DRAW)
    return rounds


def _refuse_outdated(rounds: Sequence[Round], entries: Mapping[int, Entry]) -> None:
    """After an accepted draw was taken back somebody may have left who still stands in it."""
    gone = {
        str(entry)
        for one in rounds
        for table in drawn_of(one).tables
        for entry in (entries[seated] for seated in table.seated)
        if entry.withdrawn_after is not None and entry.withdrawn_after < one.number
    }
    if gone:
        raise EventViolation("draw-outdated", f"Drawn with {', '.join(sorted(gone))}, who left: draw anew.")


def locked_event(event: Event) -> Event:
    """The event, held until the transaction ends; EventViolation where it is over."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state in {Event.State.FINISHED, Event.State.ARCHIVED}:
        raise EventViolation("event-over", "This event is over; open it again to change its rounds.")
    return locked
