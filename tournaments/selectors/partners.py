"""Partners drawn by lot, to look at before they bind; and those that were drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.bracket import draw_partners
from tournaments.engine.formats.options import PLAYERS
from tournaments.engine.seating import Couple
from tournaments.models import Entry, Event, PartnerDraw, Round, Wish
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import policy_of


@dataclass(frozen=True, slots=True)
class PartnersDrawn:
    """Couples of entry ids by lot, the entries by id, and the seed; the same seed gives the same couples."""

    seed: str
    category: str
    couples: Sequence[Couple]
    entries: dict[int, Entry]

    @property
    def written(self) -> str:
        """The couples as a form carries them, to see that they are still the same."""
        return " ".join(f"{one}-{other}" for one, other in self.couples)

    @property
    def names(self) -> list[tuple[str, str]]:
        """Both names of each couple, in the order of the draw."""
        return [(str(self.entries[one]), str(self.entries[other])) for one, other in self.couples]


def partners_by_lot(event: Event, seed: str, category: str = "") -> PartnersDrawn:
    """Draw a partner for every single player, spouses and others kept apart; nothing is written. Two queries.

    With a category one partner comes from those who have it and one from the others. Raises EventViolation
    for an odd number, bags of unequal size, or couples that cannot be kept apart.
    """
    singles = [
        one for one in entries_listed(event) if one.player_id is not None and one.withdrawn_after is None
    ]
    bag = [one.pk for one in singles if category and category in one.categories]
    others = [one.pk for one in singles if one.pk not in set(bag)]
    apart = [(one.one_id, one.other_id) for one in Wish.objects.filter(event=event)]
    if category and not (bag and others):
        everybody = "everybody" if bag else "nobody"
        raise EventViolation("bags-unequal", f"Two bags cannot be made: {everybody} is of {category}.")
    people, second = (bag, others) if category else (others, [])
    couples = draw_partners(people, rng=Random(seed), others=second, apart=apart)
    return PartnersDrawn(seed, category, couples, {one.pk: one for one in singles})


def bags_of(event: Event) -> list[str]:
    """The categories of the single entries: each can part two bags. One query."""
    return sorted({word for one in entries_listed(event) if one.player_id for word in one.categories})


def may_draw_partners(event: Event) -> bool:
    """Whether single players have entered whose format could pair them up, and nothing is drawn yet."""
    policy = policy_of(event)
    if policy is None or event.state != Event.State.SETUP:
        return False
    format = FORMATS.get(str(policy.movement["format"]))
    meets = format is not None and format.entrants == "any"
    alone = policy.movement.get("entrants", PLAYERS) == PLAYERS
    return meets and alone and not drawn_partners(event) and nothing_drawn(event)


def drawn_partners(event: Event) -> PartnerDraw | None:
    """How partners were drawn by lot, if they were. One query."""
    return PartnerDraw.objects.filter(event=event).first()


def nothing_drawn(event: Event) -> bool:
    """Whether no round and no bracket binds. One query."""
    return not event.rounds.exclude(state=Round.State.PROPOSED).exists()
