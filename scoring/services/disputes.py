"""A score that a side does not accept: the director lets the sheet stand, or puts that side's figures down.

Letting it stand is the director's word in place of the side's; the other way is a card of that side's totals.
Both are lines of the sheet with a reason, and can be taken back there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction

from scoring.agreements import Agreement, agreement_of
from scoring.engine.errors import RuleViolation
from scoring.engine.seats import Seat, side_code
from scoring.errors import LineConflict
from scoring.models import LedgerLine
from scoring.selectors.matches import GamePlay, play_match
from scoring.selectors.table_lines import by_code
from scoring.services.cards import type_table_total
from scoring.services.lines import NewLine, record_line
from tournaments.actors import Actor
from tournaments.models import Match

SHEET = "sheet"
Kind = LedgerLine.Kind


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is in dispute at a table: the sheet's score, and each side's figures, by side.

    `seen` names the newest line: whoever decides sends it back, so that nobody decides upon an older sheet.
    """

    game: GamePlay
    agreement: Agreement
    score: Mapping[str, int]
    figures: Mapping[str, Mapping[str, int]]
    seen: str


def dispute_at(match: Match) -> Dispute | None:
    """The dispute at a match's current game; None where nobody disputes. Reads as `play_match` does."""
    game = play_match(match).current
    if game is None:
        return None
    agreement = agreement_of(game.sheet, match.seatings.all())
    if not agreement.disputed:
        return None
    newest = max(line.position for chain in game.sheet.chains for line in chain.lines)
    seen = f"{game.game.pk}.{newest}"
    return Dispute(game, agreement, by_code(game.state.score), agreement.disputed, seen)


@transaction.atomic
def settle_dispute(*, match: Match, choice: str, seen: str, reason: str, actor: Actor, line: UUID) -> None:
    """Decide: `choice` is SHEET, or the code of the side whose figures are right. A reason is needed.

    Raises LineConflict where the sheet was changed since it was looked at, or another director decided.
    """
    Match.objects.select_for_update().get(pk=match.pk)
    there = dispute_at(match)
    if there is None or there.seen != seen:
        raise LineConflict("dispute-changed", _how_it_is(there))
    if not reason.strip():
        raise RuleViolation("reason-missing", "Say why you decide so.")
    if choice == SHEET:
        _let_it_stand(there, reason, actor, line)
    elif choice in there.figures:
        _take_figures(match, there, choice, reason, actor, line)
    else:
        raise RuleViolation("choice-unknown", "Choose the sheet's score, or one side's.")


def _how_it_is(there: Dispute | None) -> str:
    if there is None:
        return "Nothing is in dispute any more: another director decided, or the people agreed."
    score = " to ".join(str(points) for points in there.score.values())
    return f"The sheet was changed meanwhile and now says {score}. Look, then decide."


def _let_it_stand(there: Dispute, reason: str, actor: Actor, line: UUID) -> None:
    for side in there.figures:
        word = NewLine(
            id=uuid5(line, side),
            kind=Kind.CONFIRMATION,
            facts={"side": side},
            replaces=there.agreement.words[side].pk,
            reason=reason,
        )
        record_line(game_id=there.game.game.pk, new=word, actor=actor)


def _take_figures(match: Match, there: Dispute, side: str, reason: str, actor: Actor, line: UUID) -> None:
    card = there.game.sheet.card
    type_table_total(
        match=match,
        points=there.figures[side],
        lone=_lone_marches(there.game),
        reason=reason,
        actor=actor,
        line_id=line,
        seen=card.pk if card is not None else None,
        game_number=there.game.game.number,
    )


def _lone_marches(game: GamePlay) -> dict[str, int]:
    """Lone hands marched, by side: of the card if one is typed, else counted on the sheet."""
    if game.sheet.card is not None:
        return dict(game.sheet.card.facts["lone"])
    count = {side_code(side): 0 for side in game.rules.sides}
    for line in game.lines:
        facts = line.facts
        if line.kind == Kind.HAND and facts["tricks"] == 5 and facts["maker"] in facts["alone"]:
            count[side_code(game.rules.side_of(Seat(facts["maker"])))] += 1
    return count
