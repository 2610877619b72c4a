"""Brackets as trees: matches fed by entries, winners and losers; results beside them; who meets whom of both.

A verdict names the two it is about. When a correction brings other people to a match, a verdict of the former
two no longer counts there: no score ever sticks to other people.
"""

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tournaments.engine.errors import EventViolation

NOBODY = -1
"""In the place of an entry: there will never be anybody here."""


class Feed(enum.IntEnum):
    """What fills a side of a match."""

    ENTRY = 0
    WINNER = 1
    LOSER = 2
    FIRST_LOSER = 3  # the loser, if that was the first match the loser played
    NOBODY = 4


class Source(NamedTuple):
    """`of` is an entry, or the number of a match, by `kind`."""

    kind: Feed
    of: int


NONE = Source(Feed.NOBODY, NOBODY)


class Part(enum.IntEnum):
    """The parts of a bracket: MAIN is the winners' side, AGAIN the grand final's second match."""

    MAIN = 0
    LOSERS = 1
    FINAL = 2
    AGAIN = 3
    THIRD = 4
    PLATE = 5


class BracketMatch(NamedTuple):
    """`number` counts from 0 so that every match comes after those that feed it; `round` counts from 1 in its
    part, `slot` from 0 at the top of the round, places without a match counted too."""

    number: int
    part: Part
    round: int
    slot: int
    one: Source
    other: Source


class How(enum.Enum):
    """How a match was decided."""

    PLAYED = "played"
    WALKOVER = "walkover"  # one side did not come; it has lost as if it had played
    WITHDRAWN = "withdrawn"  # one side left the event; it is in no later match
    NO_SHOW = "no-show"  # neither side came; both are out and nobody goes on


@dataclass(frozen=True, slots=True)
class Verdict:
    """A match between these two, decided. `winner` is None for a double no-show; `games` are in the order of
    `between`."""

    between: tuple[int, int]
    winner: int | None
    games: tuple[int, int] = (0, 0)
    how: How = How.PLAYED

    @property
    def loser(self) -> int:
        """Who goes where losers go: NOBODY after a withdrawal or a double no-show."""
        if self.winner is None or self.how is How.WITHDRAWN:
            return NOBODY
        return self.between[1] if self.winner == self.between[0] else self.between[0]


class State(enum.Enum):
    """Where a match stands. IDLE: a side stays empty, or a second match is not needed; it is not played."""

    WAITING = "waiting"
    READY = "ready"
    DECIDED = "decided"
    IDLE = "idle"


class Seen(NamedTuple):
    """A match as it stands: entries (None: not known yet, NOBODY: never), its state, who goes on, who not."""

    one: int | None
    other: int | None
    state: State
    winner: int | None = None
    loser: int | None = None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The tree, and what is known.

    `pinned` holds, by match, who went on and who went where losers go (or NOBODY), kept against a verdict
    corrected later.
    """

    seeds: tuple[int, ...]
    matches: tuple[BracketMatch, ...]
    best_of: int = 1
    final_best_of: int = 1
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    pinned: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, seeds: Sequence[int], matches: Sequence[BracketMatch], *, best_of: int, final_best_of: int
    ) -> "Bracket":
        """A bracket without results."""
        return cls(tuple(seeds), tuple(matches), best_of, final_best_of)

    @property
    def rounds(self) -> int:
        """Rounds of the winners' side, the first one included."""
        return (len(self.seeds) - 1).bit_length()

    @property
    def grand(self) -> bool:
        """Whether there is a grand final, as in double elimination: it comes last."""
        return bool(self.matches) and self.matches[-1].part in (Part.FINAL, Part.AGAIN)

    def games_of(self, number: int) -> int:
        """Best of how many games this match is."""
        match = self.matches[number]
        final = match.part in (Part.FINAL, Part.AGAIN) or (
            match.part is Part.MAIN and match.round == self.rounds and not self.grand
        )
        return self.final_best_of if final else self.best_of


def unfold(bracket: Bracket) -> list[Seen]:
    """Every match as it stands, by number."""
    seen: list[Seen] = []
    played: set[int] = set()
    for match in bracket.matches:
        one, other = (_side(source, seen, played, bracket) for source in (match.one, match.other))
        state = _decide(match, one, other, bracket, seen)
        if state.state is State.DECIDED and match.part is Part.MAIN:
            played.add(match.number)
        seen.append(state)
    return seen


def _side(source: Source, seen: Sequence[Seen], played: Collection[int], bracket: Bracket) -> int | None:
    if source.kind is Feed.ENTRY or source.kind is Feed.NOBODY:
        return source.of
    before = seen[source.of]
    if source.kind is Feed.WINNER:
        return before.winner
    if source.kind is Feed.FIRST_LOSER and before.loser is not None and before.loser != NOBODY:
        match = bracket.matches[source.of]
        feeds = [side for side in (match.one, match.other) if side.kind is Feed.WINNER]
        if any(side.of in played and seen[side.of].winner == before.loser for side in feeds):
            return NOBODY
    return before.loser


def _decide(
    match: BracketMatch, one: int | None, other: int | None, bracket: Bracket, seen: Sequence[Seen]
) -> Seen:
    if match.part is Part.AGAIN:
        first = seen[match.one.of]
        # Whoever comes from the winners' side has not lost yet: a second match only if that happens now.
        if first.state is State.IDLE or (first.state is State.DECIDED and first.winner == first.one):
            return Seen(one, other, State.IDLE, first.winner, first.loser)
    if one is None or other is None:
        return Seen(one, other, State.WAITING)
    if one == NOBODY or other == NOBODY:
        return Seen(one, other, State.IDLE, other if one == NOBODY else one, NOBODY)
    verdict = bracket.verdicts.get(match.number)
    if verdict is None or set(verdict.between) != {one, other}:
        return Seen(one, other, State.READY)
    kept = bracket.pinned.get(match.number)
    if kept is not None and {one, other, NOBODY}.issuperset(kept):
        return Seen(one, other, State.DECIDED, *kept)
    winner = NOBODY if verdict.winner is None else verdict.winner
    return Seen(one, other, State.DECIDED, winner, verdict.loser)


def ready(bracket: Bracket) -> tuple[int, ...]:
    """Numbers of the matches that can be played now, the first to be called first."""
    return tuple(number for number, one in enumerate(unfold(bracket)) if one.state is State.READY)


def call(bracket: Bracket, playing: Mapping[int, int], tables: Sequence[int]) -> list[tuple[int, int]]:
    """The next ready matches to the free tables: (match, table), in order. `playing` is match → its table."""
    free = [table for table in tables if table not in set(playing.values())]
    waiting = [number for number in ready(bracket) if number not in playing]
    return list(zip(waiting, free, strict=False))


def verdict_of(
    bracket: Bracket,
    number: int,
    winner: int | None,
    games: tuple[int, int] | None = None,
    how: How = How.PLAYED,
) -> Verdict:
    """A verdict for the two who are in this match now; `games` in the order in which they are drawn.

    Raises EventViolation for a match that does not exist or whose two are not known, a winner who is not in
    it, or games that do not make a match.
    """
    if not 0 <= number < len(bracket.matches):
        raise EventViolation("match-unknown", f"There is no match {number + 1} in this bracket.")
    match = unfold(bracket)[number]
    if match.one is None or match.other is None or match.state is State.IDLE:
        raise EventViolation("match-not-ready", f"It is not known yet who meets in match {number + 1}.")
    between = (match.one, match.other)
    if how is How.NO_SHOW:
        if winner is not None:
            raise EventViolation("winner-not-in-match", "Where neither side came, there is no winner.")
        return Verdict(between, None, (0, 0), how)
    if winner not in between:
        raise EventViolation("winner-not-in-match", f"{winner} is not one of {between[0]} and {between[1]}.")
    need = bracket.games_of(number) // 2 + 1
    scored = games or ((need, 0) if winner == between[0] else (0, need))
    if how is How.PLAYED:
        _check_games(*(scored if winner == between[0] else scored[::-1]), need)
    return Verdict(between, winner, scored, how)


def _check_games(won: int, lost: int, need: int) -> None:
    if won != need or not 0 <= lost < need:
        raise EventViolation(
            "games-wrong", f"Best of {2 * need - 1} ends {need} to 0–{need - 1}, not {won} to {lost}."
        )


def record(
    bracket: Bracket,
    number: int,
    winner: int | None,
    games: tuple[int, int] | None = None,
    *,
    how: How = How.PLAYED,
) -> Bracket:
    """The bracket with this match decided and everybody moved on; the one given is not changed.

    A match decided before is refused (EventViolation `match-decided`): that is a correction.
    """
    verdict = verdict_of(bracket, number, winner, games, how)
    held = bracket.verdicts.get(number)
    if held is not None and set(held.between) == set(verdict.between):
        raise EventViolation("match-decided", f"Match {number + 1} is decided already; correct it instead.")
    return replace(bracket, verdicts={**bracket.verdicts, number: verdict})
