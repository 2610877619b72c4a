"""What the engine ranks by, read from the tallies in a fixed number of queries."""

from collections import defaultdict
from fractions import Fraction

from django.db.models import F, OuterRef, Q, Subquery

from tournaments.engine.results import Result, Tally
from tournaments.engine.totals import own_averages
from tournaments.models import Entry, EventPolicy, MatchResult, SitOut
from tournaments.models import Tally as TallyRow
from tournaments.selectors.forfeits import forfeits_of

AVERAGE = "average"
"""The policy's word for a sit-out that gives as much as the entry's rounds did on the average."""


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
    given_up = forfeits_of(event_id)
    told = TallyRow.objects.filter(round__event_id=event_id).select_related("round").order_by("pk")
    told = told.annotate(state=F("match__result__state"))
    rows = [row for row in told if row.match_id not in given_up.matches]
    at_tables: dict[int, list[TallyRow]] = defaultdict(list)
    for row in rows:
        if row.match_id is not None:
            at_tables[row.match_id].append(row)
    seen = {(row.round_id, row.entry_id) for row in rows if row.match_id is not None} | given_up.entries
    results = [
        Result(
            round=row.round.number,
            match=row.match_id,
            tally=_tally(row, at_tables.get(row.match_id or 0, [])),
            over=row.state != MatchResult.State.LIVE,
        )
        for row in rows
        if row.match_id is not None or (row.round_id, row.entry_id) not in seen
    ]
    carded = {(row.round_id, row.entry_id) for row in rows} | given_up.entries
    left = Q(entry__withdrawn_after__lt=F("round__number"))
    sit_outs = SitOut.objects.filter(~left, round__event_id=event_id).select_related("round").order_by("pk")
    rows_out = [
        row for row in sit_outs.annotate(absence=_absence()) if (row.round_id, row.entry_id) not in carded
    ]
    average = {
        (row.entry_id, row.round.number)
        for row in rows_out
        if not row.absent and (row.absence or {}).get("sit_out") == AVERAGE
    }
    return own_averages([*results, *given_up.results, *map(_sat_out, rows_out)], average)


def _absence() -> Subquery:
    """What the newest policy of a sit-out's event says of absence."""
    policies = EventPolicy.objects.filter(event=OuterRef("round__event")).order_by("-number")
    return Subquery(policies.values("absence")[:1])


def _tally(row: TallyRow, table: list[TallyRow]) -> Tally:
    others = [one for one in table if one.pk != row.pk]
    return Tally(
        entry=row.entry_id,
        person=row.player_id or 0,
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
        partners=frozenset(one.entry_id for one in others if one.side == row.side),
        opponents=frozenset(one.entry_id for one in others if one.side != row.side),
    )


def _sat_out(row: SitOut) -> Result:
    tally = Tally(entry=row.entry_id, person=0, points=row.points, games_won=Fraction(0), games_played=0)
    return Result(round=row.round.number, match=None, tally=tally, sat_out=True)
