"""Ratings of persons from the results of the tables they sat at: Weng and Lin's Bayesian approximation.

A match is two sides of one or two people; what counts is who won more games of it, or that nobody did. Points
count nothing. The model is Bradley-Terry in full pairing, where a level match is half a win for each, as the
library `openskill` has it.

This is the one place in the house with floating-point numbers: a rating is an estimate with a width of its
own, its formulas need roots and exponentials, and nothing is ever ranked, paid or parted by it. The same
matches in the same order give the same numbers to the last bit, and that is all that is asked of them.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()
WIDTH = 2
"""How many sigmas the shown range reaches to each side: 19 of 20 people are inside theirs."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is thought of a person: `mu` the best guess, `sigma` how unsure it is, after so many matches."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def low(self) -> float:
        """The lower end of the range."""
        return self.mu - WIDTH * self.sigma

    @property
    def high(self) -> float:
        """The upper end of the range."""
        return self.mu + WIDTH * self.sigma


UNKNOWN = Rating(_MODEL.mu, _MODEL.sigma)
"""Somebody of whom nothing is known yet."""


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """Two sides of people, who are all different, and the half games each side won: a level game is 1."""

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    won: tuple[int, int]


def rate(ratings: Mapping[int, Rating], match: RatedMatch) -> dict[int, Rating]:
    """The new ratings of those who sat at the table; who is not in `ratings` begins as unknown."""
    before = [[ratings.get(person, UNKNOWN) for person in side] for side in match.sides]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in before]
    first, second = match.won
    rated = _MODEL.rate(teams, ranks=[float(second > first), float(first > second)])
    return {
        person: Rating(new.mu, new.sigma, old.matches + 1)
        for side, olds, news in zip(match.sides, before, rated, strict=True)
        for person, old, new in zip(side, olds, news, strict=True)
    }


def replay(ratings: Mapping[int, Rating], matches: Iterable[RatedMatch]) -> dict[int, Rating]:
    """The ratings after these matches, in their order; people who sat at none of them are left out."""
    met: dict[int, Rating] = {}
    for match in matches:
        known = {
            person: met.get(person) or ratings.get(person, UNKNOWN) for side in match.sides for person in side
        }
        met |= rate(known, match)
    return met
