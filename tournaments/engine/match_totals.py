"""What only whole matches tell: matches won, league points, and how strong the opponents were."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from tournaments.engine.results import Result
from tournaments.engine.totals import Figure, Totals, half, half_shares, ratio, tidy


class Outcome(Enum):
    """How a match ended for one side. A match that nobody came to is LOST by everybody."""

    WON = "won"
    LEVEL = "level"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a league gives for a match; one lost is one that was played, or was forfeited to the others."""

    won: int = 2
    level: int = 1
    lost: int = 0

    def of(self, outcome: Outcome) -> int:
        """The points of one match."""
        return {Outcome.WON: self.won, Outcome.LEVEL: self.level, Outcome.LOST: self.lost}[outcome]


@dataclass(slots=True)
class _Part:
    """One entry's part in a match: games in halves, and whom it met."""

    won: Figure = 0
    played: int = 0
    opponents: set[int] = field(default_factory=set)
    forfeit: bool = False


def outcomes(entries: Iterable[int], results: Iterable[Result]) -> dict[int, list[tuple[Outcome, bool]]]:
    """Each entry's matches that are over, in the order of rounds: how they ended, and whether by half.

    The second value tells that a level match was one in which both won something, so that each has won half
    of it; where a level game counts nothing, one of a single game has no winner at all. A match that is
    still played, or in which no game was finished, is no match yet: unplayed is never a draw.
    """
    found: dict[int, list[tuple[Outcome, bool]]] = {entry: [] for entry in entries}
    for parts in _matches(results):
        for entry, part in parts.items():
            if entry in found and part.played:
                found[entry].append(_outcome(part, parts))
    return found


def _matches(results: Iterable[Result]) -> list[dict[int, _Part]]:
    matches: dict[tuple[int, int, int], dict[int, _Part]] = defaultdict(lambda: defaultdict(_Part))
    for result in results:
        tally = result.tally
        if result.sat_out or not result.over:
            continue
        # A personal card is a match of its own: nobody knows who else was there.
        key = (result.round, 0, result.match) if result.match is not None else (result.round, 1, tally.entry)
        part = matches[key][tally.entry]
        part.won += half_shares(tally) * tally.games_won
        part.played += half_shares(tally) * tally.games_played
        part.opponents |= tally.opponents - {tally.entry}
        part.forfeit = part.forfeit or result.forfeit
    return [matches[key] for key in sorted(matches)]


def _outcome(part: _Part, parts: Mapping[int, _Part]) -> tuple[Outcome, bool]:
    known = [parts[one].won for one in part.opponents if one in parts]
    theirs = max(known) if known else part.played - part.won
    if part.won != theirs:
        return (Outcome.WON if part.won > theirs else Outcome.LOST), False
    if part.forfeit:
        return Outcome.LOST, False
    return Outcome.LEVEL, part.won > 0


def matches_won(entries: Iterable[int], results: Iterable[Result]) -> dict[int, Figure]:
    """Matches won; a level one counts half to each side where both won something."""
    return {
        entry: half(sum(2 if how is Outcome.WON else int(shared) for how, shared in told))
        for entry, told in outcomes(entries, results).items()
    }


def league_points(
    entries: Iterable[int], results: Iterable[Result], points: MatchPoints
) -> dict[int, Figure]:
    """Points for matches won, level and lost, by the event's policy."""
    return {
        entry: sum(points.of(how) for how, _ in told) for entry, told in outcomes(entries, results).items()
    }


def opposition(totals: Mapping[int, Totals], results: Iterable[Result]) -> dict[int, Figure]:
    """The mean win share of those whom each entry met at a table, one for each meeting; exact.

    Who is not among `totals` (a filler, somebody who left and took the results along) is not counted, nor a
    match that nobody played.
    """
    shares = {entry: ratio(one.games_won, one.games_played) for entry, one in totals.items()}
    met: dict[int, list[Figure]] = {entry: [] for entry in totals}
    for result in results:
        if result.tally.entry in met and not result.sat_out and not result.forfeit:
            others = result.tally.opponents - {result.tally.entry}
            met[result.tally.entry] += [shares[other] for other in others if other in shares]
    return {entry: _mean(told) for entry, told in met.items()}


def _mean(figures: Sequence[Figure]) -> Figure:
    return tidy(sum((Fraction(one) for one in figures), Fraction(0)) / len(figures)) if figures else 0
