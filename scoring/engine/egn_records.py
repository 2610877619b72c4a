"""Games in EGN and matches in EMN, read into records: all that a file says of each hand.

`egn` reads the same files for their results and refuses what does not come to one. Here nothing is judged:
a deal that breaks off, a suit made too early or a trick of six cards is kept as it was written, for
`examine` to find. What a record has no place for is a warning; what cannot be read is an error; nothing
raises.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.egn import MOST_DEALS, EgnHead, opened, read_head
from scoring.engine.egn_deal_records import read_deal_record
from scoring.engine.egn_deals import SEATS
from scoring.engine.egn_rules import rules_of
from scoring.engine.egn_text import Node, Notes, Problem, read_json
from scoring.engine.notation_games import GameRecord
from scoring.engine.records import HandRecord

__all__ = ["EgnRecordsRead", "GameRecord", "Problem", "game_in", "read_egn_records"]

GAME_ID, DESCRIPTION = "GameId", "Description"
"""The tags in which a game keeps what EGN has a field for and the native form has not."""

MIDNIGHT = "T00:00"
"""What a day is written with where the format asks for the hour; nobody plays then."""


@dataclass(frozen=True, slots=True)
class EgnRecordsRead:
    """What a file holds: its games, and every problem in the order of the text."""

    games: tuple[GameRecord, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are no warnings."""
        return tuple(problem for problem in self.problems if not problem.warning)


def read_egn_records(text: str | bytes) -> EgnRecordsRead:
    """Read a file of one game of four players. Never raises; what is wrong is in `problems`."""
    notes = opened(text)
    if isinstance(notes, Problem):
        return EgnRecordsRead((), (notes,))
    root = read_json(notes)
    game = game_in(root, notes) if root is not None else None
    return EgnRecordsRead((game,) if game is not None else (), notes.told())


def game_in(root: Node, notes: Notes) -> GameRecord | None:
    """Read the game that a value of the file holds; None if it holds none."""
    head = read_head(root, notes)
    if head is None or len(head.players) != len(SEATS):
        return None
    rules, unkept = rules_of(head.flags)
    node = head.metadata.node_of("ruleset") or root
    for sentence in unkept:
        notes.note("rule-not-kept", sentence, node.at, warning=True)
    return GameRecord(
        event=head.metadata.text("title") or "",
        date=(head.metadata.text("date") or "").removesuffix(MIDNIGHT),
        names={seat: player.name for seat, player in zip(SEATS, head.players, strict=True)},
        rules=rules,
        start=head.initial_score,
        result=head.final_score,
        tags=_tags(head),
        hands=_hands(head, notes),
    )


def _tags(head: EgnHead) -> tuple[tuple[str, str], ...]:
    own = head.metadata.text("gameId") or head.metadata.text("matchId")
    described = head.metadata.text("description")
    return tuple((name, text) for name, text in ((GAME_ID, own), (DESCRIPTION, described)) if text)


def _hands(head: EgnHead, notes: Notes) -> tuple[HandRecord, ...]:
    listed = head.file.listed("deals", partly=True)
    if listed is None:
        head.file.missing("deals")
        return ()
    nodes = listed.items
    if len(nodes) > MOST_DEALS:
        sentence = f"A game has {MOST_DEALS} deals at most; those from here on were not read."
        notes.note("too-many-deals", sentence, nodes[MOST_DEALS].at)
    defend = head.flags.get("defend_alone") is True
    read = (
        read_deal_record(node, place, notes, may_defend=defend)
        for place, node in enumerate(nodes[:MOST_DEALS], start=1)
    )
    return tuple(hand for hand in read if hand is not None)
