"""Where do I sit: people found by name or number, and where a table goes next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.engine.names import fold
from tournaments.models import Entry, Match, MatchResult, Player, Round, Seating, SitOut
from tournaments.selectors.brackets import BRACKETS
from tournaments.selectors.clock import last_called
from tournaments.selectors.events import listed
from tournaments.selectors.paper_seats import TableSet, people_of
from tournaments.selectors.rounds import (
    SEATS,
    Place,
    TableShown,
    current_round,
    current_seatings,
    places_named,
    places_of,
    sit_outs_of,
    tables_of,
)

DONE = Q(result__state=MatchResult.State.OVER) | Q(forfeit__isnull=False)
"""Matches played to their end, or given up."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Rounds that are played together (one; of a bracket several), their tables, and who sits or sits out.

    `places` are by surname, `sitting_out` by number of entry.
    """

    rounds: Sequence[Round]
    tables: Sequence[TableShown]
    places: list[Place]
    sitting_out: list[str]

    @property
    def name(self) -> str:
        """ "round 3", or "Quarter-finals and Semi-finals"."""
        return listed(map(str, self.rounds))

    @property
    def closed(self) -> bool:
        """Whether nobody is at these tables any more."""
        return all(one.state == Round.State.CLOSED for one in self.rounds)


@dataclass(frozen=True, slots=True)
class Found:
    """Whom a search found in the round now and in the one after it; either may be empty."""

    now: list[Place]
    then: list[Place]
    sitting_out: list[str]
    sitting_out_then: list[str]

    def __bool__(self) -> bool:
        return bool(self.now or self.then or self.sitting_out or self.sitting_out_then)


def sittings_of(rounds: Sequence[Round]) -> tuple[Sitting | None, Sitting | None]:
    """What is played now, and the round after it if its draw is accepted. Four queries and three more."""
    now = playing(rounds)
    if not now:
        return None, None
    open_ones = [one for one in rounds if one.state == Round.State.ACCEPTED]
    later = [one for one in open_ones if one.number > now[-1].number]
    return sitting(now), (sitting(later[:1]) if later else None)


def playing(rounds: Sequence[Round]) -> list[Round]:
    """The first open round that has a table to play, with all others open where it is a bracket's.

    Once people are called to a round those before it are none of the hall's, though a table may play on.
    Where every table is done, the last round that was played. One query.
    """
    open_ones = [one for one in rounds if one.state == Round.State.ACCEPTED]
    left = Match.objects.filter(round__in=open_ones).exclude(DONE)
    to_play = set(left.order_by().values_list("round_id", flat=True))
    called = last_called(open_ones)
    going = [one for one in open_ones if one.pk in to_play]
    since = [one for one in going if called is not None and one.number >= called.number]
    first = next(iter(since or going), None)
    if first is None:
        now = current_round(rounds)
        return [now] if now is not None else []
    if first.format not in BRACKETS:
        return [first]
    return [one for one in open_ones if one.stage_id == first.stage_id and one.pk in to_play]


def tables_to_play(round: Round) -> list[int]:
    """The numbers of the tables of a round that are not over. One query."""
    left = Match.objects.filter(round=round).exclude(DONE).order_by("table")
    return list(left.values_list("table", flat=True))


def sitting(rounds: Sequence[Round]) -> Sitting:
    """Those rounds with everybody's place. Three queries for each."""
    tables = [table for one in rounds for table in tables_of(one)]
    resting = [name for one in rounds for name in sit_outs_of(one)]
    return Sitting(rounds, tables, _places_now(tables), resting)


def _places_now(tables: Sequence[TableShown]) -> list[Place]:
    """Everybody's place, by surname. In a bracket one may have had several: the last match called counts."""
    newest: dict[int, Place] = {}
    for table in sorted(tables, key=lambda table: table.match_id):
        newest |= {place.player_id: place for place in places_of([table])}
    return sorted(newest.values(), key=lambda place: (place.sort_key, place.player_id))


def found_in(now: Sitting | None, then: Sitting | None, who: str, entries: Iterable[Entry]) -> Found:
    """Those whose name holds every word of `who`, or whose number it is. No query."""
    return Found(
        _chosen(now, who, entries),
        _chosen(then, who, entries),
        _resting(now, who, entries),
        _resting(then, who, entries),
    )


def _chosen(sitting: Sitting | None, who: str, entries: Iterable[Entry]) -> list[Place]:
    if sitting is None:
        return []
    numbered = {player.pk for entry in _numbered(who, entries) for player in people_of(entry)}
    if numbered:
        return [place for place in sitting.places if place.player_id in numbered]
    return places_named(sitting.places, who)


def _resting(sitting: Sitting | None, who: str, entries: Iterable[Entry]) -> list[str]:
    if sitting is None:
        return []
    numbered = {str(entry) for entry in _numbered(who, entries)}
    words = fold(who).split()
    return [
        name
        for name in sitting.sitting_out
        if name in numbered or (not numbered and words and all(word in fold(name) for word in words))
    ]


def _numbered(who: str, entries: Iterable[Entry]) -> list[Entry]:
    """The entry with this number: "17" or "#17"."""
    number = who.strip().removeprefix("#")
    return [entry for entry in entries if number.isdecimal() and str(entry.number) == number]


def next_tables(match: Match) -> list[Place]:
    """Where those who sit at this match go next, by surname: each to the first match still to be played.

    Empty while nothing later is drawn; who sits out the next round is told by `next_sit_outs` instead.
    `match.round` is read. Five queries.
    """
    here = current_seatings([match.pk]).get(match.pk, {}).values()
    resting = {row.entry_id for row in _resting_next(match, here)}
    people = {one.player.pk for one in here if one.player is not None and one.entry_id not in resting}
    later = _later(match, people)
    seated = current_seatings(one.pk for one in later)
    found: dict[int, Place] = {}
    for one in later:
        table = TableSet(one, seated.get(one.pk, {}))
        for seat, player in table.people.items():
            if player.pk in people:
                found.setdefault(player.pk, _place(table, seat, player))
    return sorted(found.values(), key=lambda place: (place.sort_key, place.player_id))


def next_sit_outs(match: Match) -> list[str]:
    """Who of this match sits out the round after it, if that is accepted. Three queries."""
    here = current_seatings([match.pk]).get(match.pk, {}).values()
    return [str(row.entry) for row in _resting_next(match, here)]


def _resting_next(match: Match, here: Iterable[Seating]) -> list[SitOut]:
    later = Round.objects.filter(
        event=match.round.event_id, number__gt=match.round.number, state=Round.State.ACCEPTED
    )
    following = later.order_by("number").first()
    if following is None:
        return []
    rows = SitOut.objects.filter(round=following, entry__in=[one.entry_id for one in here])
    people = rows.select_related("entry__player", "entry__pair__first", "entry__pair__second")
    return list(people.order_by("entry__number"))


def _later(match: Match, people: Iterable[int]) -> list[Match]:
    """Matches of these people that are not over, of later rounds or called later in the same bracket."""
    after = Q(round__number__gt=match.round.number) | Q(number__isnull=False, pk__gt=match.pk)
    found = Match.objects.filter(
        after,
        round__event=match.round.event_id,
        round__state=Round.State.ACCEPTED,
        seatings__player__in=list(people),
    )
    return list(found.exclude(DONE).exclude(pk=match.pk).order_by("round__number", "pk").distinct())


def _place(table: TableSet, seat: str, player: Player) -> Place:
    return Place(
        name=str(player),
        player_id=player.pk,
        sort_key=player.sort_key,
        table=table.match.table,
        seat=SEATS[seat],
        partner=table.partner_of(seat),
        opponents=listed(table.opponents_of(seat)),
    )
