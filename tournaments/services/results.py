"""Results as the tables report them: the one door through which `scoring` writes here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments import models
from tournaments.engine.results import Tally
from tournaments.models import Match, MatchResult, Round
from tournaments.services.announce import announce_on_commit
from tournaments.services.bracket_hearing import hear_result
from tournaments.services.revisions import raise_for_result, raise_revisions


@dataclass(frozen=True, slots=True)
class PersonResult:
    """One person's tally and the side it was made on ("NS"), or "" where sides are not known."""

    side: str
    tally: Tally


def report_match(
    *, match: Match, over: bool, live: Mapping[str, object], people: Sequence[PersonResult]
) -> int:
    """Put the table's state and its people's tallies in place of the older ones; the event's new revision.

    Runs inside the caller's transaction, which holds the match; `match.round.event` is read. The partners and
    opponents of the tallies are not stored: they follow from the sides.
    """
    state = MatchResult.State.OVER if over else MatchResult.State.LIVE
    if not MatchResult.objects.filter(match=match).update(state=state, live=dict(live)):
        MatchResult.objects.create(match=match, state=state, live=dict(live))
    models.Tally.objects.filter(match=match).delete()
    models.Tally.objects.bulk_create(_row(match.round_id, match.pk, one) for one in people)
    if match.number is not None:  # of a bracket, where more than the result may change
        hear_result(match=match)
        return event_changed(match.round)
    announce_on_commit(match.round.event_id)
    return raise_for_result(match.round.event_id, match.round.event.club_id, match.pk)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What `report_match` is told of one match."""

    match: Match
    over: bool
    live: Mapping[str, object]
    people: Sequence[PersonResult]


def report_anew(*, event_id: int, club_id: int, reports: Sequence[MatchReport]) -> int:
    """Report many matches of an event whose results were dropped; the event's new revision.

    Runs inside the caller's transaction, which holds the event; the caller publishes the standings then.
    """
    states = {True: MatchResult.State.OVER, False: MatchResult.State.LIVE}
    MatchResult.objects.bulk_create(
        MatchResult(match=one.match, state=states[one.over], live=dict(one.live)) for one in reports
    )
    models.Tally.objects.bulk_create(
        _row(one.match.round_id, one.match.pk, person) for one in reports for person in one.people
    )
    for one in reports:
        hear_result(match=one.match)
    return raise_revisions(event_id, club_id)


def report_card(*, round: Round, entry_id: int, points: int | None, lone_hands: int) -> int:
    """Put a personal card's round in place (None takes it back); the event's new revision."""
    models.Tally.objects.filter(round=round, entry_id=entry_id, match__isnull=True).delete()
    if points is not None:
        models.Tally.objects.create(
            round=round,
            entry_id=entry_id,
            points=points,
            lone_marched=lone_hands,
            lone_tried=lone_hands,
            games_played=1,
        )
    return event_changed(round)


def report_cards(*, cards: Sequence[tuple[Round, int, int, int]]) -> None:
    """Personal cards of rounds that had none: (round, entry id, points, lone hands) each.

    Runs inside the caller's transaction, which raises the event's revision.
    """
    models.Tally.objects.bulk_create(
        models.Tally(
            round=round,
            entry_id=entry_id,
            points=points,
            lone_marched=lone_hands,
            lone_tried=lone_hands,
            games_played=1,
        )
        for round, entry_id, points, lone_hands in cards
    )


def event_changed(round: Round) -> int:
    """The last statements of a change: raise the event's revision, ask for new standings after commit."""
    event = round.event
    announce_on_commit(event.pk)
    return raise_revisions(event.pk, event.club_id)


def _row(round_id: int, match_id: int, one: PersonResult) -> models.Tally:
    tally = one.tally
    return models.Tally(
        round_id=round_id,
        match_id=match_id,
        entry_id=tally.entry,
        player_id=tally.person,
        side=one.side,
        points=tally.points,
        points_against=tally.points_against,
        games_played=tally.games_played,
        half_games_won=_halves(tally.games_won),
        hands=tally.hands,
        tricks=tally.tricks,
        hands_won=tally.hands_won,
        made=tally.made,
        euchred=tally.euchred,
        euchres=tally.euchres,
        marches=tally.marches,
        lone_tried=tally.lone_tried,
        lone_marched=tally.lone_marched,
        personal_credit=tally.personal_credit,
        streak=tally.streak,
    )


def _halves(games: Fraction) -> int:
    halves = games * 2
    if halves.denominator != 1:
        raise ValueError(f"games won come in halves, not {games}")
    return halves.numerator
