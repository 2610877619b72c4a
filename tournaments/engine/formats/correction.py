"""A corrected result after the next draw: exactly who should have gone on or met, for the director to choose.

Nothing here changes a draw by itself. Kept, people stay where they were drawn and play on from there;
redrawn, they follow the corrected result. Either way a score stays with the people who made it.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import listed
from tournaments.engine.formats._scores import games_won
from tournaments.engine.formats.settled import Settled, as_settled
from tournaments.engine.formats.swiss import draw_swiss_round, given_up
from tournaments.engine.formats.tree import (
    NOBODY,
    Bracket,
    How,
    Seen,
    State,
    Verdict,
    unfold,
    verdict_of,
)
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound

Sides = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class MatchChange:
    """A later match of a bracket in which others should be, or that should (not) be played.

    In `was` and `due` NOBODY or None where that is so; `needed` is false where the match would not be played.
    `loses_result` says that a result of the former two is held, which a redraw takes away.
    """

    match: int
    was: Sides
    due: Sides
    needed: bool
    loses_result: bool

    @property
    def sentence(self) -> str:
        """For the director, with the numbers of the entries."""
        return self.told({})

    def told(self, names: Mapping[int, str]) -> str:
        """For the director, with the names of the entries."""
        ending = "; its result would be void" if self.loses_result else ""
        due = _sides(self.due, names)
        if set(self.was) == set(self.due):
            if self.needed:
                return f"Match {self.match + 1}: {due} would have to play."
            return f"Match {self.match + 1} would not be needed{ending}."
        return f"Match {self.match + 1}: {due} instead of {_sides(self.was, names)}{ending}."


@dataclass(frozen=True, slots=True)
class SeatChange:
    """An entry that should sit elsewhere in a round already drawn; table None is to sit out."""

    entry: int
    table_was: int | None
    table_due: int | None
    partners_was: tuple[int, ...]
    partners_due: tuple[int, ...]
    opponents_was: tuple[int, ...]
    opponents_due: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """For the director, with the numbers of the entries."""
        return self.told({})

    def told(self, names: Mapping[int, str]) -> str:
        """For the director, with the names of the entries."""
        was = _seat(self.table_was, self.partners_was, self.opponents_was, names)
        due = _seat(self.table_due, self.partners_due, self.opponents_due, names)
        if self.table_due is not None:
            was = was.removeprefix("be ")
        return f"{names.get(self.entry, self.entry)} should {due}, not {was}."


class DrawNext(Protocol):
    """As in the catalogue of formats."""

    def __call__(
        self,
        entrants: Sequence[int],
        *,
        rng: random.Random,
        played: Sequence[DrawnRound],
        results: Sequence[Result],
        settled: Settled | None = None,
    ) -> DrawnRound: ...


# --- brackets
# -------------------------------------------------------------------------------------------------


def bracket_consequences(bracket: Bracket, number: int, verdict: Verdict | None) -> tuple[MatchChange, ...]:
    """Every later match that would have other people if match `number` had this verdict, in their order.

    None takes the verdict away: the match is open again.
    """
    due = unfold(redrawn(bracket, number, verdict))
    return tuple(
        MatchChange(
            at,
            (was.one, was.other),
            (now.one, now.other),
            now.state is not State.IDLE,
            was.state is State.DECIDED,
        )
        for at, (was, now) in enumerate(zip(unfold(bracket), due, strict=True))
        if at != number and _differs(was, now)
    )


def correct(
    bracket: Bracket,
    number: int,
    winner: int | None,
    games: tuple[int, int] | None = None,
    *,
    how: How = How.PLAYED,
    keep: bool,
) -> Bracket:
    """The bracket with another verdict for a match already decided.

    With `keep` the result is corrected and nobody moves: who went on stays, and so do all later results.
    Without, everybody moves as the verdict says, and results of matches that now have other people are
    gone. Raises EventViolation where nothing is decided yet.
    """
    verdict = verdict_of(bracket, number, winner, games, how)
    before = unfold(bracket)[number]
    if before.state is not State.DECIDED or before.winner is None or before.loser is None:
        raise EventViolation("match-not-decided", f"Match {number + 1} has no result to correct.")
    if not keep:
        return redrawn(bracket, number, verdict)
    pinned = {**bracket.pinned, number: (before.winner, before.loser)}
    return replace(bracket, verdicts={**bracket.verdicts, number: verdict}, pinned=pinned)


def redrawn(bracket: Bracket, number: int, verdict: Verdict | None) -> Bracket:
    """With this verdict (or none), unpinned, and without results of matches that get other people by it."""
    pinned = {at: two for at, two in bracket.pinned.items() if at != number}
    others = {at: one for at, one in bracket.verdicts.items() if at != number}
    verdicts = others if verdict is None else {**others, number: verdict}
    free = replace(bracket, verdicts=verdicts, pinned=pinned)
    seen: list[Seen] = unfold(free)
    held = {
        at: one
        for at, one in free.verdicts.items()
        if {seen[at].one, seen[at].other} == set(one.between) and seen[at].state is not State.IDLE
    }
    return replace(free, verdicts=held)


def _differs(was: Seen, now: Seen) -> bool:
    """Other people, or the same who now have to play or not."""
    idle = (was.state is State.IDLE) != (now.state is State.IDLE)
    return idle or {was.one, was.other} != {now.one, now.other}


# --- rounds
# ---------------------------------------------------------------------------------------------------


def round_changes(drawn: DrawnRound, due: DrawnRound) -> tuple[SeatChange, ...]:
    """Entries whose table, partners or opponents differ between two draws of one round."""
    was, now = _places(drawn), _places(due)
    nowhere = (None, (), ())
    changes = []
    for entry in sorted(was.keys() | now.keys()):
        one, other = was.get(entry, nowhere), now.get(entry, nowhere)
        if one != other:
            changes.append(SeatChange(entry, one[0], other[0], one[1], other[1], one[2], other[2]))
    return tuple(changes)


def next_round_consequences(
    draw_next: DrawNext,
    entrants: Sequence[int],
    *,
    seed: int | str,
    played: Sequence[DrawnRound],
    drawn: DrawnRound,
    results: Sequence[Result],
    settled: Settled | None = None,
) -> tuple[SeatChange, ...]:
    """Who should sit elsewhere in `drawn`, the round after `played`, by corrected `results`.

    The draw is made again with the seed of the first: what differs comes of the correction alone.
    """
    due = draw_next(entrants, rng=random.Random(seed), played=played, results=results, settled=settled)
    return round_changes(drawn, due)


def swiss_consequences(
    entrants: Sequence[int],
    *,
    seed: int | str,
    played: Sequence[DrawnRound],
    drawn: DrawnRound,
    results: Sequence[Result],
    settled: Settled | None = None,
) -> tuple[SeatChange, ...]:
    """The same for a Swiss round; nothing where the round as drawn is as good by the corrected scores."""
    if settled and played:
        results = as_settled(results, played[-1], settled)
    scores: Mapping[int, Fraction] = games_won(entrants, played, results)
    due = draw_swiss_round(scores, rng=random.Random(seed), played=played).round
    if given_up(scores, drawn, played=played) <= given_up(scores, due, played=played):
        return ()
    return round_changes(drawn, due)


_Place = tuple[int | None, tuple[int, ...], tuple[int, ...]]


def _places(drawn: DrawnRound) -> dict[int, _Place]:
    """By entry its table, partners and opponents."""
    places: dict[int, _Place] = dict.fromkeys(drawn.sitting_out, (None, (), ()))
    for table in drawn.tables:
        for side in table.sides:
            others = tuple(sorted(set(table.seated).difference(side)))
            for entry in side:
                places[entry] = (table.table, tuple(sorted(set(side) - {entry})), others)
    return places


def _seat(
    table: int | None, partners: Sequence[int], opponents: Sequence[int], names: Mapping[int, str]
) -> str:
    if table is None:
        return "sit out"
    beside = f" with {listed(names.get(entry, entry) for entry in partners)}" if partners else ""
    return f"be at table {table}{beside} against {listed(names.get(entry, entry) for entry in opponents)}"


def _sides(two: Sides, names: Mapping[int, str]) -> str:
    told = [
        "nobody" if one == NOBODY else "somebody not yet known" if one is None else names.get(one, str(one))
        for one in two
    ]
    return f"{told[0]} and {told[1]}"
