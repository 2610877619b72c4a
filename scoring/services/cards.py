"""Totals from paper, typed in by the director: of a whole table, or of one person's own card."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import CardLine, LedgerLine
from scoring.selectors.matches import GamePlay, MatchPlay, play_match
from scoring.services.lines import NewLine, Recorded, record_line
from scoring.services.matches import open_match
from tournaments.actors import Actor
from tournaments.models import Entry, Match, Round
from tournaments.services.results import report_card

MOST_POINTS = 999
MOST_LONE_HANDS = 99


@transaction.atomic
def type_table_total(
    *,
    match: Match,
    points: Mapping[str, int],
    lone: Mapping[str, int],
    reason: str,
    actor: Actor,
    line_id: UUID,
    seen: UUID | None = None,
    game_number: int | None = None,
) -> Recorded:
    """Put a table card's totals on the sheet, keyed by side code; they count in place of the hands.

    Of a match of several games the card is that of game `game_number`, else of the one being played. `seen`
    is the id of the totals the director was shown, None for none: when others hold now, LineConflict.
    """
    open_match(match=match)
    current = _game_to_type(play_match(match), game_number)
    chain = next((one for one in current.sheet.chains if one.root.kind == LedgerLine.Kind.CARD), None)
    newest = chain.newest if chain is not None else None
    shown = newest if newest is not None and newest.kind == LedgerLine.Kind.CARD else None
    if newest is not None and newest.pk == line_id:
        newest = newest.replaces  # sent twice: record_line knows it
    elif (shown.pk if shown else None) != seen:
        raise LineConflict("card-changed", "Another director typed this card meanwhile.", shown)
    facts = {"points": dict(points), "lone": dict(lone)}
    new = NewLine(
        id=line_id,
        kind=LedgerLine.Kind.CARD,
        facts=facts,
        replaces=newest.pk if newest is not None else None,
        reason=reason,
    )
    return record_line(game_id=current.game.pk, new=new, actor=actor)


def _game_to_type(play: MatchPlay, number: int | None) -> GamePlay:
    current = play.current
    assert current is not None, "its first game is open"
    if number is None:
        return current
    found = next((one for one in play.counted if one.game.number == number), None)
    if found is not None:
        return found
    if play.over:
        raise RuleViolation("match-over", f"The match is over after {len(play.counted)} games.")
    raise RuleViolation("game-not-open", f"Type game {current.game.number} first.")


@transaction.atomic
def record_personal_card(
    *,
    round: Round,
    entry: Entry,
    points: int | None,
    lone_hands: int,
    reason: str,
    actor: Actor,
    line_id: UUID,
    seen: UUID | None = None,
) -> CardLine:
    """Put one round of a personal card in, or take it back (`points` None); sending it again is harmless.

    `seen` is the id of the line the director was shown. Raises LineConflict when another one holds now, and
    RuleViolation for figures that no card has or a change without a reason.
    """
    # The round, since a card has no match; two directors typing one column wait for each other.
    locked = Round.objects.select_for_update().select_related("event").get(pk=round.pk)
    lone_hands = lone_hands if points is not None else 0
    if (known := CardLine.objects.filter(pk=line_id).first()) is not None:
        return _known_card(known, (round.pk, entry.pk, points, lone_hands))
    _check_figures(locked, entry, points, lone_hands)
    newest = CardLine.objects.filter(round=locked, entry=entry).order_by("-position").first()
    _check_seen(newest, seen, reason)
    last = CardLine.objects.filter(round=locked).aggregate(last=Max("position"))["last"] or 0
    line = CardLine.objects.create(
        id=line_id,
        round=locked,
        entry=entry,
        position=last + 1,
        points=points,
        lone_hands=lone_hands,
        replaces=newest,
        reason=reason.strip()[:300],
        recorded_by=actor.code,
        recorded_at=timezone.now(),
    )
    report_card(round=locked, entry_id=entry.pk, points=points, lone_hands=lone_hands)
    return line


def _known_card(known: CardLine, said: tuple[int, int, int | None, int]) -> CardLine:
    if (known.round_id, known.entry_id, known.points, known.lone_hands) != said:
        raise LineConflict("id-taken", "This line's number is used already; type the figure anew.")
    return known


def _check_seen(newest: CardLine | None, seen: UUID | None, reason: str) -> None:
    """Nobody writes over a figure he was not shown, or over one without saying why."""
    shown = newest if newest is not None and newest.points is not None else None
    if (shown.pk if shown else None) != seen:
        raise LineConflict("card-changed", "Another director typed this figure meanwhile.")
    if shown is not None and not reason.strip():
        raise RuleViolation("reason-missing", "Say why the figure is changed.")


def _check_figures(round: Round, entry: Entry, points: int | None, lone_hands: int) -> None:
    if round.state == Round.State.PROPOSED:
        raise RuleViolation("round-not-accepted", "This round is only proposed; accept the draw first.")
    if entry.event_id != round.event_id:
        raise RuleViolation("not-an-entrant", "This person is not entered in the event.")
    if points is not None and not -MOST_POINTS <= points <= MOST_POINTS:
        raise RuleViolation("points-out-of-range", f"A round's points are {-MOST_POINTS} to {MOST_POINTS}.")
    if not 0 <= lone_hands <= MOST_LONE_HANDS:
        raise RuleViolation("lone-hands-out-of-range", f"A round has 0 to {MOST_LONE_HANDS} lone hands.")
