"""A round's places as the page to change them shows them: seats at tables, empty ones, and who sits out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.engine.formats import FORMATS
from tournaments.models import Entry, Event, Match, Player, Round, Seating, SitOut
from tournaments.selectors.entrants import entries_listed, people_of
from tournaments.selectors.forfeits import forfeit_words
from tournaments.selectors.played import drawn_of
from tournaments.selectors.seats import has_begun, is_over, newest_words, next_hand_of
from tournaments.selectors.sides import sides_at

WORDS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a round. `key` names it and who has it, so that a change is about what was looked at.

    `seat` is empty for whoever has none; `entry` and `person` are None where nobody sits. `beside` says more:
    for whom somebody plays, or whose seat is empty.
    """

    key: str
    table: int
    seat: str
    name: str
    entry: Entry | None = None
    person: int | None = None
    match: Match | None = None
    beside: str = ""

    @property
    def where(self) -> str:
        """For people: "table 2, North"."""
        if not self.table:
            return "has no seat"
        return f"table {self.table}, {WORDS[self.seat]}" if self.seat else f"table {self.table}"


@dataclass(frozen=True, slots=True)
class TableOfSeats:
    """A table with its places clockwise from North. `word` says how far it is; `bound` that entries stay."""

    table: int
    places: list[Place]
    match: Match | None = None
    word: str = ""
    bound: bool = False
    over: bool = False
    forfeited: bool = False
    sides: tuple[str, ...] = ()

    @property
    def next_hand(self) -> int:
        """The hand from which somebody may play on."""
        return next_hand_of(self.match)[1] if self.match is not None else 1


@dataclass(frozen=True, slots=True)
class RoundOfSeats:
    """A round's tables; who sits out, with the word for it; who takes part and has no place in it."""

    round: Round
    tables: list[TableOfSeats]
    out: list[Place]
    unplaced: list[Place]
    names: Mapping[int, str]

    @property
    def proposed(self) -> bool:
        """Whether the round does not bind yet."""
        return bool(self.round.state == Round.State.PROPOSED)

    def place(self, key: str) -> Place | None:
        """The place of a key, unless somebody else has it meanwhile."""
        everywhere = (*(place for table in self.tables for place in table.places), *self.out, *self.unplaced)
        return next((place for place in everywhere if place.key == key), None)

    def table_of(self, place: Place) -> TableOfSeats | None:
        """The table of a place."""
        return next((table for table in self.tables if place in table.places), None)


def round_of_seats(event: Event, number: int) -> RoundOfSeats | None:
    """A round with everybody's place; None where there is no such round. Five queries."""
    one = Round.objects.select_related("event", "stage").filter(event=event, number=number).first()
    if one is None:
        return None
    entries = {entry.pk: entry for entry in entries_listed(event)}
    names = {pk: str(entry) for pk, entry in entries.items()}
    if one.state == Round.State.PROPOSED:
        drawn = drawn_of(one)
        meets = one.format in FORMATS and FORMATS[one.format].entrants == "any"
        tables = [_drawn(table.table, table.seats, entries, meets=meets) for table in drawn.tables]
        out = [_without(entries[entry], "") for entry in drawn.sitting_out if entry in entries]
        return RoundOfSeats(one, tables, out, [], names)
    matches = Match.objects.filter(round=one).select_related("result", "forfeit").order_by("table", "pk")
    words = newest_words(match.pk for match in matches)
    tables = [_table(match, words[match.pk]) for match in matches]
    sitting_out = {row.entry_id: row for row in SitOut.objects.filter(round=one)}
    out = [
        _without(entries[pk], "did not come" if row.absent else "sits out")
        for pk, row in sitting_out.items()
        if pk in entries
    ]
    out.sort(key=lambda place: place.entry.number if place.entry else 0)
    there = {place.entry.pk for table in tables for place in table.places if place.entry} | set(sitting_out)
    return RoundOfSeats(one, tables, out, _unplaced(one, entries.values(), there), names)


def people_free(event: Event, shown: RoundOfSeats) -> list[Player]:
    """Who of the club has no seat in the round, by surname: they may play for somebody. One query."""
    seated = {place.person for table in shown.tables if not table.over for place in table.places}
    players = Player.objects.filter(club=event.club_id).order_by("sort_key", "pk")
    return [one for one in players if one.pk not in seated]


def fillers_free(event: Event, shown: RoundOfSeats) -> list[Entry]:
    """The event's fillers who have no seat in the round. One query."""
    seated = {place.entry.pk for table in shown.tables for place in table.places if place.entry}
    fillers = Entry.objects.filter(event=event, filler=True, player__isnull=False).select_related("player")
    return [one for one in fillers.order_by("number") if one.pk not in seated]


@dataclass(frozen=True, slots=True)
class Told:
    """A change of a seat, as it was told; `where` is empty for two who changed places in a proposal."""

    where: str
    who: str
    since: str
    reason: str


def changes_told(shown: RoundOfSeats) -> list[Told]:
    """What was changed in the seats of a round, in its order, each with its reason. One query at most."""
    if shown.proposed:
        return [_swapped(one, shown.names) for one in shown.round.draw.get("by_hand", [])]
    ids = {table.match.pk: table.table for table in shown.tables if table.match is not None}
    facts = (
        Seating.objects.filter(match__in=ids)
        .exclude(reason="")
        .select_related("player", "entry__player", "entry__pair__first", "entry__pair__second")
    )
    return [
        Told(f"Table {ids[one.match_id]}, {WORDS[one.seat]}", _who(one), _since(one), one.reason)
        for one in facts.order_by("pk")
    ]


def _swapped(told: Mapping[str, Any], names: Mapping[int, str]) -> Told:
    two = [names.get(told[name], "somebody") for name in ("one", "other")]
    return Told("", " and ".join(two), "changed places", str(told["reason"]))


def _who(fact: Seating) -> str:
    if fact.player is None:
        return f"nobody, in place of {fact.entry}"
    own = fact.player_id in people_of(fact.entry)
    return str(fact.player) if own else f"{fact.player} for {fact.entry}"


def _since(fact: Seating) -> str:
    if (fact.from_game, fact.from_hand) == (1, 1):
        return ""
    game = f" of game {fact.from_game}" if fact.from_game > 1 else ""
    return f"from hand {fact.from_hand}{game} on"


def _drawn(
    number: int, seats: Sequence[int | None], entries: Mapping[int, Entry], *, meets: bool
) -> TableOfSeats:
    places = []
    for seat, pk in zip("NESW", seats, strict=True):
        entry = entries.get(pk) if pk is not None else None
        if entry is not None:
            key = f"t{number}-{seat}-{entry.pk}"
            places.append(Place(key, number, "" if meets else seat, str(entry), entry))
    return TableOfSeats(number, places)


def _table(match: Match, words: Mapping[str, Seating]) -> TableOfSeats:
    taken = {seat for seat, one in words.items() if one.player_id is not None}
    sides = sides_at(taken)
    seats = "NS" if len(sides) == 2 and len(sides[0]) == 1 else "NESW"
    given_up = forfeit_words(match)
    over, begun = is_over(match), has_begun(match)
    return TableOfSeats(
        table=match.table,
        places=[_place(match, seat, words.get(seat)) for seat in seats],
        match=match,
        word=given_up or ("over" if over else "being played" if begun else "not begun"),
        bound=over or begun or match.number is not None,
        over=over,
        forfeited=bool(given_up),
        sides=sides,
    )


def _place(match: Match, seat: str, word: Seating | None) -> Place:
    if word is None or word.player is None:
        beside = f"seat of {word.entry}" if word is not None else ""
        return Place(f"m{match.pk}-{seat}-0", match.table, seat, "nobody", match=match, beside=beside)
    own = word.player_id in people_of(word.entry)
    return Place(
        key=f"m{match.pk}-{seat}-{word.entry_id}-{word.player_id}",
        table=match.table,
        seat=seat,
        name=str(word.player),
        entry=word.entry,
        person=word.player_id,
        match=match,
        beside="" if own else f"for {word.entry}",
    )


def _without(entry: Entry, word: str) -> Place:
    return Place(f"out-{entry.pk}", 0, "", str(entry), entry, beside=word)


def _unplaced(one: Round, entries: Iterable[Entry], there: set[int]) -> list[Place]:
    """Whoever could be seated and is nowhere: came late, or was brought back."""
    if not one.draw:
        return []
    staying = [entry for entry in entries if entry.withdrawn_after is None and not entry.drafted]
    seeds = set(one.stage.seeds)
    return [
        _without(entry, "has no place yet")
        for entry in staying
        if entry.pk not in there and not entry.filler and (not seeds or entry.pk in seeds)
    ]
