"""Adding one line to a game's sheet: the service behind the phone, the plain form, the grid and the import.

The order matters: lock the match, ask "have I heard this?", and only then "is this allowed?". A phone that
never got its answer sends the line again, perhaps after the game went on; that is no error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.agreements import agreement_of, window_open
from scoring.engine.errors import RuleViolation
from scoring.engine.games import may_record
from scoring.engine.lines import DEALS, hand_of, tidy_facts
from scoring.engine.rulesets import Ruleset
from scoring.errors import LineConflict
from scoring.models import Game, Late, LedgerLine
from scoring.selectors.match_reading import MatchRead, read_match
from scoring.selectors.matches import MatchPlay, play_match, play_read, seats_at
from scoring.services.projection import project_match
from scoring.sheets import Chain, Sheet, read_sheet
from tournaments.actors import Actor
from tournaments.models import Event, EventPolicy, Match, Round
from tournaments.permissions import can_correct

MOST_LINES = 1000
DIRECTORS_OWN = frozenset({"director-only", "directors-word", "window-closed"})
"""Why a phone may not write a line that a director may have written."""

Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLine:
    """A line as a device made it. `recorded_at` is the device's clock and decides nothing.

    `retold`: the device saw it on the sheet of a server that is gone, and tells it to the one that took over.
    """

    id: UUID
    kind: str
    hand_number: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    replaces: UUID | None = None
    reason: str = ""
    recorded_at: datetime = field(default_factory=timezone.now)
    retold: bool = False


class Status(StrEnum):
    """What became of a line: added; here already; or the same facts are here under another id."""

    RECORDED = "recorded"
    KNOWN = "known"
    HELD = "held"


@dataclass(frozen=True, slots=True)
class Recorded:
    """The line that now stands for what was sent, and the event's revision that shows it."""

    line: LedgerLine
    status: Status
    revision: int
    play: MatchPlay


@transaction.atomic
def record_line(*, game_id: int, new: NewLine, actor: Actor) -> Recorded:
    """Add one line; sending the same line again changes nothing.

    Raises LineConflict (409) when the id, the hand or the replaced line is taken by other facts,
    RuleViolation (422) when the facts are impossible under the game's ruleset or the moment is wrong. What
    comes after the round was closed, the card was typed or the link's evening is over is kept as late, for
    the director to decide; so is what only a director could have written, told again by a phone.
    """
    game = _locked_game(game_id)
    known = LedgerLine.objects.filter(pk=new.id).first()
    if known is not None:
        return _answer_known(game, known, new)
    read = read_match(game.match)
    lines = read.lines[game.pk]
    sheet = read_sheet(lines)
    rules = Ruleset.from_dict(game.ruleset)
    facts = tidy_facts(new.kind, new.facts, rules)
    _check_number(new)
    _check_seats(game, read, new, facts)
    if (held := _same_elsewhere(read, sheet, new, facts)) is not None:
        return _unchanged(game, held, Status.HELD)
    late = _lateness(game, sheet, new, actor)
    _check_place(sheet, new)
    late = _moment_of(game, read, sheet, new, facts, late, actor)
    line = _add_line(game, lines, new, facts, late, actor)
    play, revision = project_match(match=game.match, read=read.with_line(line))
    return Recorded(line, Status.RECORDED, revision, play)


def _add_line(
    game: Game,
    lines: Sequence[LedgerLine],
    new: NewLine,
    facts: dict[str, object],
    late: str,
    actor: Actor,
) -> LedgerLine:
    if len(lines) >= MOST_LINES:
        raise RuleViolation("sheet-full", f"A sheet holds {MOST_LINES} lines; this game has that many.")
    return LedgerLine.objects.create(
        id=new.id,
        game=game,
        position=max((one.position for one in lines), default=0) + 1,
        hand_number=new.hand_number,
        kind=new.kind,
        facts=facts,
        replaces_id=new.replaces,
        reason=new.reason.strip()[:300],
        late=late,
        recorded_by=actor.code,
        recorded_at=new.recorded_at,
    )


def _locked_game(game_id: int) -> Game:
    game = Game.objects.select_related("match__round__event__club").filter(pk=game_id).first()
    if game is None:
        raise RuleViolation("game-unknown", "There is no such game.")
    # The match, not the game: with laps a correction changes the next game too.
    if Match.objects.select_for_update().filter(pk=game.match_id).first() is None:
        raise RuleViolation("game-unknown", "This table has been drawn anew. Open its page again.")
    return game


def _answer_known(game: Game, known: LedgerLine, new: NewLine) -> Recorded:
    if known.game_id != game.pk:
        raise LineConflict("id-taken", "This line's number is used in another game; record the hand anew.")
    facts = tidy_facts(new.kind, new.facts, Ruleset.from_dict(game.ruleset))
    same = (known.kind, known.hand_number, known.facts, known.replaces_id) == (
        new.kind,
        new.hand_number,
        facts,
        new.replaces,
    )
    if not same:
        raise LineConflict("id-taken", "This line is on the sheet with other facts.", known)
    return _unchanged(game, known, Status.KNOWN)


def _unchanged(game: Game, line: LedgerLine, status: Status) -> Recorded:
    play = play_match(game.match)
    return Recorded(line, status, play.revision, play)


def _same_elsewhere(
    read: MatchRead, sheet: Sheet, new: NewLine, facts: dict[str, object]
) -> LedgerLine | None:
    """The line with these very facts in this very place: two phones wrote down the same hand."""
    if new.kind == Kind.CONFIRMATION and new.replaces is None:
        return agreement_of(sheet, read.seatings).holds(facts)
    chain = _chain_of(sheet, new)
    if chain is None:
        return None
    if new.replaces is None:
        candidates = [chain.newest] if chain.newest.kind != Kind.RETRACTION else []
    else:
        candidates = [line for line in chain.lines if line.replaces_id == new.replaces]
    for line in candidates:
        if (line.kind, line.facts) == (new.kind, facts):
            return line
    return None


def _chain_of(sheet: Sheet, new: NewLine) -> Chain | None:
    if new.replaces is not None:
        return sheet.with_line(new.replaces)
    if new.hand_number is not None:
        return sheet.of_hand(new.hand_number)
    if new.kind == Kind.CARD:
        return next((one for one in sheet.chains if one.root.kind == Kind.CARD), None)
    return None


def _check_number(new: NewLine) -> None:
    """A deal stands at its number, who deals first at 0, a retraction where the line was, others nowhere."""
    if new.kind == Kind.RETRACTION:
        if new.replaces is None:
            raise RuleViolation("nothing-to-take-back", "Say which line is taken back.")
    elif new.kind in DEALS:
        if not new.hand_number:
            raise RuleViolation("wrong-hand", "Hands are numbered from 1.")
    elif new.hand_number != (0 if new.kind == Kind.FIRST_DEAL else None):
        raise RuleViolation("wrong-hand", "Only hands have a number; who deals first is line 0 of the sheet.")


def _check_seats(game: Game, read: MatchRead, new: NewLine, facts: Mapping[str, object]) -> None:
    """Nobody deals, makes or plays alone from a seat that is empty at that hand."""
    alone = facts.get("alone", [])
    named = {str(facts[name]) for name in ("dealer", "maker") if name in facts}
    named.update(map(str, alone if isinstance(alone, list) else []))
    if not named:
        return
    there = seats_at(read.seatings, game.number, max(1, new.hand_number or 1))
    if there and (empty := sorted(named - set(there))):
        raise RuleViolation("seat-empty", f"Nobody sits at {', '.join(empty)} at this table.")


def _check_place(sheet: Sheet, new: NewLine) -> None:
    """Refuse a place that is not free: conflicts first, since a person has to choose between two figures."""
    chain = _chain_of(sheet, new)
    if new.replaces is None:
        if chain is not None and chain.newest.kind == Kind.RETRACTION:
            raise LineConflict(
                "hand-undone", "This hand was taken back meanwhile. Look, then record it again."
            )
        if chain is not None:
            raise LineConflict("hand-taken", "This hand is on the sheet with other facts.", chain.newest)
        return
    if chain is None:
        raise LineConflict("line-unknown", "The line this one would replace is not on this sheet.")
    if chain.newest.pk != new.replaces:
        raise LineConflict("replaced-already", "This line was changed meanwhile.", chain.newest)
    if new.hand_number != chain.root.hand_number:
        raise RuleViolation("wrong-hand", "A correction keeps its hand's number.")
    alike = DEALS if chain.root.kind in DEALS else {chain.root.kind}
    if new.kind != Kind.RETRACTION and new.kind not in alike:
        raise RuleViolation("wrong-kind", "A hand is replaced by a hand, and a penalty by a penalty.")


def _moment_of(
    game: Game,
    read: MatchRead,
    sheet: Sheet,
    new: NewLine,
    facts: dict[str, object],
    late: str,
    actor: Actor,
) -> str:
    """Why the line only waits, once it may come at this moment; see `_check_moment`."""
    try:
        _check_moment(game, read, sheet, new, facts, late, actor)
    except RuleViolation as refused:
        if new.retold and refused.code in DIRECTORS_OWN:
            return late or Late.MOVED
        raise
    return late


def _check_moment(
    game: Game,
    read: MatchRead,
    sheet: Sheet,
    new: NewLine,
    facts: dict[str, object],
    late: str,
    actor: Actor,
) -> None:
    """Refuse what comes at the wrong time: out of order, after the end, after the window for corrections."""
    directs = can_correct(actor, game.match)
    if not directs and new.kind in {Kind.CARD, Kind.ADJUSTMENT}:
        raise RuleViolation("director-only", "Totals and adjustments are the director's.")
    chain = sheet.with_line(new.replaces) if new.replaces is not None else None
    if chain is not None:
        if not directs and not _is_the_tables(chain.newest, actor):
            raise RuleViolation(
                "directors-word", "A director wrote this line; ask the director to change it."
            )
        _check_correction(game, sheet, chain, new, directs)
    if new.kind in DEALS and not late and (chain is None or not chain.counts):
        _check_next(game, read, sheet, new, facts)
    if new.kind == Kind.CONFIRMATION and "side" in facts and not late:
        _check_over(game, read)


def _is_the_tables(line: LedgerLine, actor: Actor) -> bool:
    """Whether a phone at the table wrote the line, or this very person; what others wrote is their word."""
    return line.recorded_by.startswith("link:") or line.recorded_by == actor.code


def _check_next(game: Game, read: MatchRead, sheet: Sheet, new: NewLine, facts: dict[str, object]) -> None:
    """A hand that comes onto the sheet, new or again, is the next one, in a game that is still on."""
    last = sheet.last_deal
    due = (last.root.hand_number or 0) + 1 if last is not None else 1
    if new.hand_number != due:
        raise LineConflict(
            "hand-missing", f"Hand {new.hand_number} comes after hand {due}, which is not here yet."
        )
    one = play_read(read).of_game(game.pk)
    may_record(one.rules, one.state, hand_of(facts) if new.kind == Kind.HAND else None)


def _check_over(game: Game, read: MatchRead) -> None:
    if not play_read(read).of_game(game.pk).state.over:
        raise RuleViolation("not-over", "The game is not over yet; a side agrees to its last figures.")


def _check_correction(game: Game, sheet: Sheet, chain: Chain, new: NewLine, directs: bool) -> None:
    if directs and not new.reason.strip():
        raise RuleViolation("reason-missing", "Say why the sheet is changed.")
    last = sheet.last_deal
    is_deal = chain.root.kind in DEALS
    later_hand = is_deal and last is not None and (last.root.hand_number or 0) > (chain.root.hand_number or 0)
    if new.kind == Kind.RETRACTION and later_hand and chain.held is not None:
        raise RuleViolation(
            "not-the-last-hand", "Only the last hand can be taken back; mend this one instead."
        )
    if not directs and later_hand and not window_open(_window_of(game), sheet):
        raise RuleViolation("window-closed", "It is too late to change this hand; ask the director.")


def _window_of(game: Game) -> str:
    policy = EventPolicy.objects.get(event=game.match.round.event, number=game.policy_number)
    return policy.correction_window


def _lateness(game: Game, sheet: Sheet, new: NewLine, actor: Actor) -> str:
    """Why this line only waits for the director; a director's own lines are never late."""
    if can_correct(actor, game.match):
        return Late.NO
    round_, event = game.match.round, game.match.round.event
    if round_.state == Round.State.CLOSED or event.state == Event.State.FINISHED:
        return Late.ROUND_CLOSED
    if sheet.card is not None:
        return Late.CARD_TYPED
    if actor.link is not None and actor.link.evening_ends < timezone.now():
        return Late.EVENING_OVER
    return Late.NO
