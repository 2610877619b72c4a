"""A score that a side does not accept: the director lets the sheet stand, or puts that side's figures down.

Letting it stand is the director's word in place of the side's; the other way are adjustments of what the
hands came to, or another card. All are lines of the sheet with a reason, and can be taken back there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction

from scoring.agreements import Agreement, agreement_of
from scoring.engine.errors import RuleViolation
from scoring.engine.seats import side_code, side_name
from scoring.engine.states import Ending
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
    """A card in place of the card that ended the game; where hands did, adjustments of what they came to."""
    figures, game = there.figures[side], there.game
    card = game.sheet.card
    if card is not None and game.state.ended_by == Ending.CARD:
        type_table_total(
            match=match,
            points=figures,
            lone=card.facts["lone"],
            reason=reason,
            actor=actor,
            line_id=line,
            seen=card.pk,
            game_number=game.game.number,
        )
        return
    _check_winner(game, figures)
    for code, points in figures.items():
        if points != there.score[code]:
            facts = {"side": code, "points": points - there.score[code]}
            new = NewLine(id=uuid5(line, code), kind=Kind.ADJUSTMENT, facts=facts, reason=reason)
            record_line(game_id=game.game.pk, new=new, actor=actor)


def _check_winner(game: GamePlay, figures: Mapping[str, int]) -> None:
    """Who won a race is settled by its hands: figures by which others won need a hand to be mended."""
    winner = game.state.winner
    if game.rules.hands is not None or winner is None:
        return
    best = max(figures.values())
    if [code for code, points in figures.items() if points == best] != [side_code(winner)]:
        won = f"By its hands {side_name(winner)} won this game."
        raise RuleViolation("winner-differs", f"{won} Open the sheet and mend the hand that is wrong.")
