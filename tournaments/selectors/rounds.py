"""Rounds, their tables as they stand, and who sits where."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.engine.names import fold
from tournaments.models import Event, Match, Round, Seating, SitOut
from tournaments.selectors.events import listed
from tournaments.selectors.forfeits import forfeit_words
from tournaments.selectors.sides import sides_at

SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SIDES = ("NS", "EW", *SEATS)
"""The order in which sides are told: PostgreSQL keeps the keys of JSON in an order of its own."""
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True, slots=True)
class Step:
    """One round in the strip. `state` is closed, now, drawn (to be played later) or coming (not drawn)."""

    number: int
    state: str

    @property
    def has_page(self) -> bool:
        """Whether there is a seating to look at."""
        return self.state != "coming"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat now; `taken_over` says that somebody else sat there before."""

    letter: str
    player_id: int
    name: str
    sort_key: str
    dealer: bool = False
    taken_over: bool = False

    @property
    def word(self) -> str:
        """North, East, South or West."""
        return SEATS[self.letter]


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's points at a table: "N/S", 8; None before the first hand."""

    name: str
    points: int | None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table of a round as it stands. `kind` is waiting, playing, last (hand) or over."""

    match_id: int
    table: int
    seats: list[Seat]
    kind: str = "waiting"
    word: str = "not begun"
    scores: list[SideScore] = field(default_factory=list)
    games: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one person sits, with whom and against whom."""

    name: str
    player_id: int
    sort_key: str
    table: int
    seat: str
    partner: str
    opponents: str


def rounds_of(event: Event) -> list[Round]:
    """The rounds that are played or will be: what is only proposed is the director's. One query."""
    return list(Round.objects.filter(event=event).exclude(state=Round.State.PROPOSED).order_by("number"))


def current_round(rounds: Sequence[Round]) -> Round | None:
    """The first that is not closed; after the last one, the last."""
    open_ones = [one for one in rounds if one.state == Round.State.ACCEPTED]
    return open_ones[0] if open_ones else (rounds[-1] if rounds else None)


def round_strip(rounds: Sequence[Round], planned: int) -> list[Step]:
    """The rounds of the evening, those not drawn yet included."""
    now = current_round(rounds)
    by_number = {one.number: one for one in rounds}
    last = max(planned, *by_number) if by_number else planned
    return [Step(number, _step_state(by_number.get(number), now)) for number in range(1, last + 1)]


def _step_state(one: Round | None, now: Round | None) -> str:
    if one is None:
        return "coming"
    if one.state == Round.State.CLOSED:
        return "closed"
    return "now" if now is not None and one.pk == now.pk else "drawn"


def current_seatings(matches: Iterable[int]) -> dict[int, dict[str, Seating]]:
    """Match id → seat → the fact that holds now: seats are only added, so it is the last one. One query.

    A seat that nobody has any more is left out.
    """
    held: dict[int, dict[str, Seating]] = {}
    for seating in Seating.objects.filter(match_id__in=list(matches)).select_related("player").order_by("pk"):
        held.setdefault(seating.match_id, {})[seating.seat] = seating
    return {
        match: {seat: one for seat, one in seated.items() if one.player_id is not None}
        for match, seated in held.items()
    }


def tables_of(round: Round) -> list[TableShown]:
    """Every table of a round, by number. Two queries."""
    matches = list(Match.objects.filter(round=round).select_related("result", "forfeit").order_by("table"))
    seated = current_seatings(match.pk for match in matches)
    return [_table(match, seated.get(match.pk, {})) for match in matches]


def _table(match: Match, seated: Mapping[str, Seating]) -> TableShown:
    live: dict[str, Any] = match.result.live if hasattr(match, "result") else {}
    dealer = None if live.get("over") else live.get("dealer")
    seats = [_seat(seated[letter], dealer) for letter in SEATS if letter in seated]
    given_up = forfeit_words(match)
    if not live:
        sides = [SideScore("/".join(side), None) for side in sides_at(seated)]
        kind, word = ("over", given_up) if given_up else ("waiting", "not begun")
        return TableShown(match.pk, match.table, seats, kind, word, sides)
    kind, word = ("over", given_up) if given_up else _state_of(live)
    return TableShown(match.pk, match.table, seats, kind, word, _scores(live), _games(live))


def _seat(seating: Seating, dealer: str | None) -> Seat:
    assert seating.player is not None, "an empty seat is not shown"
    return Seat(
        letter=seating.seat,
        player_id=seating.player.pk,
        name=str(seating.player),
        sort_key=seating.player.sort_key,
        dealer=seating.seat == dealer,
        taken_over=(seating.from_game, seating.from_hand) > (1, 1),
    )


def _state_of(live: Mapping[str, Any]) -> tuple[str, str]:
    if live.get("over"):
        return "over", "over"
    if live.get("last_hand"):
        return "last", "last hand"
    hands = int(live.get("hands") or 0)
    left = live.get("hands_left")
    return "playing", f"hand {hands + 1}" if left is None else f"hand {hands + 1} of {hands + int(left)}"


def _scores(live: Mapping[str, Any]) -> list[SideScore]:
    score = _by_side(live.get("score") or {})
    best = [side for side, points in score.items() if points == max(score.values())]
    ahead = live.get("winner") or (best[0] if len(best) == 1 < len(score) else None)
    return [SideScore("/".join(side), points, side == ahead) for side, points in score.items()]


def _games(live: Mapping[str, Any]) -> str:
    """The single games of a match of several: "10–7, 8–10"."""
    games = [_by_side(game) for game in live.get("games") or []]
    return ", ".join("–".join(map(str, game.values())) for game in games) if len(games) > 1 else ""


def _by_side(points: Mapping[str, int]) -> dict[str, int]:
    return {side: points[side] for side in SIDES if side in points}


def sit_outs_of(round: Round) -> list[str]:
    """Who sits out, by number of entry. One query."""
    rows = SitOut.objects.filter(round=round).select_related(
        "entry__player", "entry__pair__first", "entry__pair__second"
    )
    return [str(row.entry) for row in rows.order_by("entry__number")]


def places_of(tables: Iterable[TableShown]) -> list[Place]:
    """Where everybody sits, by surname."""
    places = [_place(table, seat) for table in tables for seat in table.seats]
    return sorted(places, key=lambda place: (place.sort_key, place.player_id))


def _place(table: TableShown, seat: Seat) -> Place:
    others = {one.letter: one.name for one in table.seats if one.letter != seat.letter}
    each_alone = seat.letter in sides_at(one.letter for one in table.seats)
    partner = "" if each_alone else others.pop(OPPOSITE[seat.letter], "")
    return Place(
        name=seat.name,
        player_id=seat.player_id,
        sort_key=seat.sort_key,
        table=table.table,
        seat=seat.word,
        partner=partner,
        opponents=listed(others.values()),
    )


def places_named(places: Iterable[Place], name: str) -> list[Place]:
    """Those whose name holds every word asked for, whatever its case and accents."""
    words = fold(name).split()
    return [place for place in places if words and all(word in fold(place.name) for word in words)]
