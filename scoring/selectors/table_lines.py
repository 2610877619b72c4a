"""The lines of a sheet as pages and phones get them: those that hold, those that wait, all there are."""

from collections.abc import Mapping

from scoring.engine.games import Row
from scoring.engine.seats import Side, side_code
from scoring.models import LedgerLine
from scoring.selectors.matches import GamePlay, MatchPlay
from scoring.sheets import Chain


def by_code(held: Mapping[Side, int]) -> dict[str, int]:
    """A mapping by side, keyed by the sides' codes."""
    return {side_code(side): number for side, number in held.items()}


def sheet_rows(game: GamePlay) -> list[dict[str, object]]:
    """The score ladder, a row for each line that holds, in the order of the sheet."""
    chains = {chain.held.pk: chain for chain in game.sheet.chains if chain.held is not None}
    return [
        _row(line, row, chains[line.pk], game) for line, row in zip(game.lines, game.state.rows, strict=True)
    ]


def late_rows(game: GamePlay) -> list[dict[str, object]]:
    """Lines that came late and wait for the director."""
    waiting = [chain.waiting for chain in game.sheet.chains if chain.waiting is not None]
    return [
        {
            "id": str(line.pk),
            "hand": line.hand_number,
            "kind": line.kind,
            "facts": line.facts,
            "late": line.late,
            "replaces": str(line.replaces_id) if line.replaces_id else None,
        }
        for line in waiting
    ]


def _row(line: LedgerLine, row: Row, chain: Chain, game: GamePlay) -> dict[str, object]:
    award = row.award
    points = by_code(award.by_side) if award is not None and not row.replaced else {}
    facts: dict[str, object] = line.facts
    return {
        "id": str(line.pk),
        "root": str(chain.root.pk),
        "hand": chain.root.hand_number,
        "kind": line.kind,
        "facts": facts,
        "dealer": str(row.dealer) if row.dealer is not None else None,
        "sentence": row.sentence,
        "outcome": str(award.outcome) if award is not None else None,
        "alone": facts.get("alone", []),
        "points": points,
        "score": by_code(row.score),
        "late": line.late,
        "after_end": row.after_the_end,
        "corrected": len(chain.lines) > 1,
        "by": _by(chain.newest),
    }


def line_dict(line: LedgerLine) -> dict[str, object]:
    """A held line as a conflict shows it."""
    return {
        "id": str(line.pk),
        "hand": line.hand_number,
        "kind": line.kind,
        "facts": line.facts,
        "replaces": str(line.replaces_id) if line.replaces_id else None,
    }


def every_line(play: MatchPlay) -> list[dict[str, object]]:
    """All lines of a match in the order of arrival, those that were replaced too, as a device sent them.

    A phone keeps them: should the server be lost, it tells them to the one that takes over.
    """
    return [
        {
            **line_dict(line),
            "game": game.game.number,
            "reason": line.reason,
            "recorded_at": line.recorded_at.isoformat(),
            "by": _by(line),
        }
        for game in play.games
        for line in sorted(
            (line for chain in game.sheet.chains for line in chain.lines), key=lambda line: line.position
        )
    ]


def _by(line: LedgerLine) -> str:
    """Whether a phone of the table wrote the line, or somebody whose word stands there."""
    return "phone" if line.recorded_by.startswith("link:") else "director"
