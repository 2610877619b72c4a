"""What the engine ranks by, read from the tallies in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from tournaments.engine.results import Result, Tally
from tournaments.engine.totals import own_averages
from tournaments.models import Entry, EventPolicy, MatchResult, SitOut
from tournaments.models import Tally as TallyRow
from tournaments.selectors.forfeits import Forfeits, forfeits_of

AVERAGE = "average"
"""The policy's word for a sit-out that gives as much as the entry's rounds did on the average."""


@dataclass(frozen=True, slots=True)
class ResultsRead:
    """An event's results: those of each match by its id, and all others (forfeits, cards, sitting out).

    `given_up` are matches that count as forfeited and not as they were played. `watched` are (round number,
    entry) of cards and sit-outs, which count only while no table tells of them, and `averaged` says that one
    of them depends on all the others: a new result there changes more than itself.
    """

    by_match: Mapping[int, Sequence[Result]]
    others: Sequence[Result]
    given_up: frozenset[int]
    watched: frozenset[tuple[int, int]]
    averaged: bool


class _Row(NamedTuple):
    """A stored tally, as it is read; the names are those of the tally's row."""

    match: int | None
    round: int
    round_number: int
    entry: int
    player: int | None
    side: str
    state: str | None
    points: int
    points_against: int
    games_played: int
    half_games_won: int
    hands: int
    tricks: int
    hands_won: int
    made: int
    euchred: int
    euchres: int
    marches: int
    lone_tried: int
    lone_marched: int
    personal_credit: int
    streak: int


_SUMS = _Row._fields[7:]


def entry_names(event_id: int) -> dict[int, str]:
    """Entry id → name as shown, in the order of entering."""
    entries = Entry.objects.filter(event_id=event_id).select_related("player", "pair__first", "pair__second")
    return {entry.pk: str(entry) for entry in entries.order_by("number")}


def results_of(event_id: int) -> list[Result]:
    """Every result of an event: tables, forfeits, personal cards, points for sitting out. Four queries.

    A match that was forfeited counts as that and as nothing else, whatever was played of it. Where an entry
    has both a table's tally and a personal card for a round, the table's counts: it knows more. Who has left
    gets nothing for sitting out after that; where the policy says so, sitting out gives one's own average.
    """
    read = read_results(event_id)
    return [*chain.from_iterable(read.by_match.values()), *read.others]


def read_results(event_id: int) -> ResultsRead:
    """The results of an event as `results_of` tells them, match by match. Four queries."""
    given_up = forfeits_of(event_id)
    rows = [row for row in _rows(TallyRow.objects.filter(round__event_id=event_id)) if _counts(row, given_up)]
    by_match = _by_match(row for row in rows if row.match is not None)
    seen = {(row.round, row.entry) for row in rows if row.match is not None} | given_up.entries
    cards = [row for row in rows if row.match is None]
    carded = {(row.round, row.entry) for row in rows} | given_up.entries
    out = _sit_outs(event_id)
    told = [_result(row, ()) for row in cards if (row.round, row.entry) not in seen]
    told += given_up.results
    at_tables = list(chain.from_iterable(by_match.values()))
    silent = [row for row in out if (row.round_id, row.entry_id) not in carded]
    average = {(row.entry_id, row.round.number) for row in silent if _by_average(row)}
    whole = own_averages([*at_tables, *told, *map(_sat_out, silent)], average)
    watched = {(row.round_number, row.entry) for row in cards}
    watched |= {(row.round.number, row.entry_id) for row in out}
    return ResultsRead(
        by_match, whole[len(at_tables) :], given_up.matches, frozenset(watched), averaged=bool(average)
    )


def results_at(matches: Collection[int]) -> dict[int, list[Result]]:
    """The results of these matches as played, by match id; of one without any, an empty list. One query."""
    read = _by_match(_rows(TallyRow.objects.filter(match__in=matches)))
    return {match: read.get(match, []) for match in matches}


def _rows(tallies: QuerySet[TallyRow]) -> list[_Row]:
    """Whole rows of the model, with the drawn round of each, would take ten times as long."""
    told = tallies.order_by("pk").values_list(
        "match_id",
        "round_id",
        "round__number",
        "entry_id",
        "player_id",
        "side",
        F("match__result__state"),
        *_SUMS,
    )
    return [_Row._make(row) for row in told]


def _counts(row: _Row, given_up: Forfeits) -> bool:
    return row.match not in given_up.matches


def _by_match(rows: Iterable[_Row]) -> dict[int, list[Result]]:
    tables: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        tables[row.match or 0].append(row)
    return {match: [_result(row, table) for row in table] for match, table in tables.items()}


def _result(row: _Row, table: Sequence[_Row]) -> Result:
    return Result(
        round=row.round_number,
        match=row.match,
        tally=_tally(row, table),
        over=row.state != MatchResult.State.LIVE,
    )


def _sit_outs(event_id: int) -> list[SitOut]:
    left = Q(entry__withdrawn_after__lt=F("round__number"))
    sit_outs = SitOut.objects.filter(~left, round__event_id=event_id).select_related("round")
    return list(sit_outs.defer("round__draw").annotate(absence=_absence()).order_by("pk"))


def _absence() -> Subquery:
    """What the newest policy of a sit-out's event says of absence."""
    policies = EventPolicy.objects.filter(event=OuterRef("round__event")).order_by("-number")
    return Subquery(policies.values("absence")[:1])


def _by_average(row: SitOut) -> bool:
    """Whether it gives one's own average; `absence` was annotated."""
    absence = getattr(row, "absence", None) or {}
    return not row.absent and absence.get("sit_out") == AVERAGE


def _tally(row: _Row, table: Sequence[_Row]) -> Tally:
    others = [one for one in table if one is not row]
    return Tally(
        entry=row.entry,
        person=row.player or 0,
        points=row.points,
        points_against=row.points_against,
        games_won=Fraction(row.half_games_won, 2),
        games_played=row.games_played,
        hands=row.hands,
        tricks=row.tricks,
        hands_won=row.hands_won,
        made=row.made,
        euchred=row.euchred,
        euchres=row.euchres,
        marches=row.marches,
        lone_tried=row.lone_tried,
        lone_marched=row.lone_marched,
        personal_credit=row.personal_credit,
        streak=row.streak,
        partners=frozenset(one.entry for one in others if one.side == row.side),
        opponents=frozenset(one.entry for one in others if one.side != row.side),
    )


def _sat_out(row: SitOut) -> Result:
    tally = Tally(entry=row.entry_id, person=0, points=row.points, games_won=Fraction(0), games_played=0)
    return Result(round=row.round.number, match=None, tally=tally, sat_out=True)
