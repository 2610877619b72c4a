"""The sentences of the prize list: what each payment is for, and where unclaimed money went."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.money import money
from tournaments.engine.prizes_rules import Contender, Prize


@dataclass(frozen=True, slots=True)
class Claim:
    """Level winners of one prize and what the places they take up are worth; `first` is the first of these.

    No winners: the money is the club's.
    """

    prize: Prize
    first: int
    places: tuple[int, ...]
    winners: tuple[Contender, ...]

    @property
    def name(self) -> str:
        """As it stands on an envelope: "1st place", "2nd and 3rd place, shared", "Most lone hands"."""
        name = places_name(self.prize, self.first, len(self.places))
        return f"{name}, shared" if len(self.winners) > 1 else name


@dataclass(frozen=True, slots=True)
class Part:
    """One winner's money. `extra` is unclaimed money in the whole prize; `uneven`: not all have the same."""

    amount: int
    extra: int
    uneven: bool = False


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if number % 100 in {11, 12, 13}:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def places_name(prize: Prize, first: int, count: int) -> str:
    """A prize's name with its places: "1st place", "2nd to 4th place (ladies)", "High game, 1st"."""
    last = first + count - 1
    between = " and " if count == 2 else " to "
    which = ordinal(first) if count == 1 else f"{ordinal(first)}{between}{ordinal(last)}"
    if prize.by == "places":
        name = f"{which} place"
    else:
        name = prize.way.name if len(prize.amounts) == 1 else f"{prize.way.name}, {which}"
    return f"{name} ({prize.category})" if prize.category else name


def told(claim: Claim, part: Part, one: Contender | None, currency: str) -> str:
    """Why somebody gets this money, with the sum it came from."""
    if one is None:
        return f"{claim.name}: {money(part.amount, currency)}."
    name = places_name(claim.prize, claim.first, len(claim.places))
    sentence = f"{name}{_merit(claim.prize, one)}: {_sum(claim, part, currency)}"
    if len(claim.winners) == 1:
        return f"{sentence}."
    others = listed([other.name for other in claim.winners if other.entry != one.entry])
    sentence += f", shared with {others}: {money(part.amount, currency)}."
    if part.uneven:
        sentence += " What does not split evenly goes by rank, then by entry number."
    return sentence


def told_unclaimed(name: str, amount: int, currency: str, to_first: bool) -> str:
    """Where money went that nobody could claim; without a name it was less than a prize is rounded to."""
    where = "goes to the first prize" if to_first else "stays in the pot for next time"
    if not name:
        return f"{money(amount, currency)} is too little to be shared and {where}."
    return f"{name}: nobody can claim it, and {money(amount, currency)} {where}."


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "Ann", "Ann and Bob", "Ann, Bob and Cora"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _merit(prize: Prize, one: Contender) -> str:
    """What somebody won it with, where the name does not say it."""
    if prize.by == "lone":
        return f" ({one.lone_marches})"
    if prize.by == "high":
        return f" ({one.high_game} points)"
    if prize.by in {"hidden", "nearest"}:
        return f" (hidden {prize.hidden}, scored {one.points})"
    return f" (ranked {ordinal(one.rank)} of all)" if prize.category else ""


def _sum(claim: Claim, part: Part, currency: str) -> str:
    """The places added up: "£18.00 + £12.00 = £30.00"; one place without extra is its amount alone."""
    terms = [money(amount, currency) for amount in claim.places]
    if part.extra:
        terms.append(f"{money(part.extra, currency)} unclaimed")
    total = money(sum(claim.places) + part.extra, currency)
    return f"{' + '.join(terms)} = {total}" if len(terms) > 1 else total
