"""Who sits where in some rounds together, as sheets of paper tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Match, Player, Round, Seating, SitOut
from tournaments.selectors.rounds import OPPOSITE, SEATS, current_seatings


@dataclass(frozen=True, slots=True)
class TableSet:
    """A table of a round and who sits there now, by seat."""

    match: Match
    seats: Mapping[str, Seating]

    @property
    def for_themselves(self) -> bool:
        """Whether nobody has a partner: two or three players, North, South and perhaps East."""
        return set(self.seats) in ({"N", "S"}, {"N", "E", "S"})

    def partner_of(self, seat: str) -> str:
        """The name of who sits opposite as a partner, or nothing."""
        partner = None if self.for_themselves else self.seats.get(OPPOSITE[seat])
        return str(partner.player) if partner is not None else ""

    def opponents_of(self, seat: str) -> list[str]:
        """The names of the others, clockwise from North."""
        own = {seat} if self.for_themselves else {seat, OPPOSITE[seat]}
        return [str(self.seats[one].player) for one in SEATS if one in self.seats and one not in own]


@dataclass(frozen=True, slots=True)
class RoundSet:
    """A round with its tables by number, and who sits out, by number of entry."""

    round: Round
    tables: Sequence[TableSet]
    sitting_out: Sequence[SitOut]


def rounds_set(rounds: Sequence[Round]) -> list[RoundSet]:
    """Those rounds with everybody in their places. Three queries, however many rounds there are."""
    matches = list(Match.objects.filter(round__in=rounds).select_related("result").order_by("table", "pk"))
    seated = current_seatings(match.pk for match in matches)
    out = SitOut.objects.filter(round__in=rounds).select_related(
        "entry__player", "entry__pair__first", "entry__pair__second"
    )
    resting = list(out.order_by("entry__number"))
    return [
        RoundSet(
            one,
            [TableSet(match, seated.get(match.pk, {})) for match in matches if match.round_id == one.pk],
            [row for row in resting if row.round_id == one.pk],
        )
        for one in rounds
    ]


def people_of(entry: Entry) -> list[Player]:
    """The one player, or the two of the pair. No query if they were selected with the entry."""
    if entry.player is not None:
        return [entry.player]
    return [entry.pair.first, entry.pair.second] if entry.pair is not None else []
