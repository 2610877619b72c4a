"""Hands of long ago onto score sheets, through the same service as a phone's."""

from uuid import UUID, uuid5

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.old_tables import OldEvent, OldHand, OldTable
from tournaments.engine.spreadsheets import place_of
from tournaments.models import Event, Round
from tournaments.services.old_events import MadeEvent, finish
from tournaments.services.rounds import add_imported_round, add_match

LINES = UUID("0f0c7a4e-8b0d-4d7c-9a55-2a1d1c6e9b51")
"""Lines that come from a spreadsheet have ids worked out from it."""


def write_hands(*, made: MadeEvent, old: OldEvent, actor: Actor) -> None:
    """Seat everybody and record every hand; runs inside the caller's transaction.

    EventViolation with the row of a hand that the rules do not allow.
    """
    Event.objects.filter(pk=made.event.pk).update(state=Event.State.RUNNING)
    rounds = {number: add_imported_round(event=made.event, number=number) for number in old.rounds}
    for table in old.hands:
        _write_table(made, rounds[table.round], table, actor)
    Round.objects.filter(event=made.event).update(state=Round.State.CLOSED)
    Event.objects.filter(pk=made.event.pk).update(state=Event.State.FINISHED)
    finish(made)


def _write_table(made: MadeEvent, round: Round, table: OldTable, actor: Actor) -> None:
    seated = [made.entries[who, ""] for who in table.seated]
    match = add_match(round=round, table=table.table, seated=seated, actor=actor)
    game = open_match(match=match)
    for hand in table.hands:
        try:
            record_line(game_id=game.pk, new=_line(made.event, table, hand), actor=actor)
        except (RuleViolation, LineConflict) as refused:
            raise EventViolation(refused.code, f"{place_of(hand.row)}: {refused.sentence}") from refused


def _line(event: Event, table: OldTable, hand: OldHand) -> NewLine:
    facts: dict[str, object] = {"maker": hand.maker, "alone": list(hand.alone), "tricks": hand.tricks}
    return NewLine(
        id=uuid5(LINES, f"{event.pk} {table.round} {table.table} {hand.number}"),
        kind=LedgerLine.Kind.HAND,
        hand_number=hand.number,
        facts=facts,
    )
