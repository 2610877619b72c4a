"""Who sits where in some rounds together, as sheets of paper tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Match, MatchResult, Player, Round, Seating, SitOut
from tournaments.selectors.rounds import OPPOSITE, SEATS, current_seatings
from tournaments.selectors.sides import sides_at


@dataclass(frozen=True, slots=True)
class TableSet:
    """A table of a round and who sits there now, by seat."""

    match: Match
    seats: Mapping[str, Seating]

    @property
    def people(self) -> dict[str, Player]:
        """Seat → who sits there, clockwise from North."""
        taken = {seat: self.seats[seat].player for seat in SEATS if seat in self.seats}
        return {seat: player for seat, player in taken.items() if player is not None}

    @property
    def over(self) -> bool:
        """Whether it was played to its end, or given up."""
        played = hasattr(self.match, "result") and self.match.result.state == MatchResult.State.OVER
        return played or hasattr(self.match, "forfeit")

    def partner_of(self, seat: str) -> str:
        """The name of who sits opposite as a partner, or nothing."""
        people = self.people
        partner = None if seat in sides_at(people) else people.get(OPPOSITE[seat])
        return str(partner) if partner is not None else ""

    def opponents_of(self, seat: str) -> list[str]:
        """The names of the others, clockwise from North."""
        people = self.people
        own = {seat} if seat in sides_at(people) else {seat, OPPOSITE[seat]}
        return [str(player) for one, player in people.items() if one not in own]


@dataclass(frozen=True, slots=True)
class RoundSet:
    """A round with its tables by number, and who sits out, by number of entry."""

    round: Round
    tables: Sequence[TableSet]
    sitting_out: Sequence[SitOut]


def rounds_set(rounds: Sequence[Round]) -> list[RoundSet]:
    """Those rounds with everybody in their places. Three queries, however many rounds there are."""
    found = Match.objects.filter(round__in=rounds).select_related("result", "forfeit")
    matches = list(found.order_by("table", "pk"))
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
