"""Games of records written in EGN 1.4, and what of them the format cannot say.

EGN holds four players, who dealt, the cards dealt and turned up, the calls in turn, one lone hand a side,
the discard, cards passed, and tricks in the order of play. Nothing else is written; whatever else a record
holds is in `left_out`, hand by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from scoring.engine.egn_deals import SEATS
from scoring.engine.egn_records import DESCRIPTION, GAME_ID, MIDNIGHT
from scoring.engine.egn_rules import flags_of, lost, rules_of
from scoring.engine.egn_write_deals import Json, LeftOut, deal_of
from scoring.engine.notation_games import GameRecord
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import sides_of

__all__ = ["EgnWritten", "LeftOut", "game_of", "write_egn"]

VERSION = "1.4"
MOST_DEALS = 100

LONGEST = {"title": 128, "description": 1024, "gameId": 64, "matchId": 64, "date": 64}
LONGEST_NAME = 64
"""What the format allows, in letters."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?", re.ASCII)
_NAMES = ("North", "East", "South", "West")


@dataclass(frozen=True, slots=True)
class EgnWritten:
    """A file's text, "" if there can be none, and everything of the record that is not in it."""

    text: str
    left_out: tuple[LeftOut, ...]


def write_egn(game: GameRecord) -> EgnWritten:
    """Write one game of four players. Never raises for what a record can hold."""
    file, left = game_of(game)
    return EgnWritten(json.dumps(file, indent=1, ensure_ascii=False) if file else "", tuple(left))


def game_of(game: GameRecord) -> tuple[Json | None, list[LeftOut]]:
    """Return a game as the file's own value, and what is left out; None if four do not play."""
    rules = game.rules
    if not isinstance(rules, Ruleset) or rules.players != len(SEATS):
        sentence = "Only euchre for four can be written in this form."
        return None, [LeftOut("not-four-handed", sentence)]
    metadata, left = _metadata(game, rules)
    deals: list[Json] = []
    for place, hand in enumerate(game.hands[:MOST_DEALS]):
        assert isinstance(hand, HandRecord)
        deal, missing = deal_of(hand, place)
        left += missing
        if deal is not None:
            deals.append(deal)
    if len(game.hands) > MOST_DEALS:
        left.append(
            LeftOut("too-many-deals", f"A file has {MOST_DEALS} deals at most; the rest is not kept.")
        )
    file: Json = {
        "fileType": "Euchre Game Notation",
        "version": VERSION,
        "metadata": metadata,
        "deals": deals,
    }
    return file, left


def _metadata(game: GameRecord, rules: Ruleset) -> tuple[Json, list[LeftOut]]:
    left = _left_of_tags(game)
    tags = dict(game.tags)
    texts = {
        "gameId": tags.get(GAME_ID, ""),
        "title": game.event,
        "description": tags.get(DESCRIPTION, ""),
        "date": game.date,
    }
    metadata: Json = dict(fitting(texts, left))
    metadata["players"] = players_of(game)
    if any(len(name) > LONGEST_NAME for name in game.names.values()):
        left.append(LeftOut("names", f"A name has {LONGEST_NAME} letters at most; longer ones were cut."))
    metadata["initialScore"] = _points(game, game.start, "start", left) or [0, 0]
    if (final := _points(game, game.result, "result", left)) is not None:
        metadata["finalScore"] = final
    metadata["ruleset"] = flags_of(rules)
    unkept = lost(rules, rules_of(flags_of(rules))[0])
    left += [LeftOut("rule", f"The rule {name} ({getattr(rules, name)}) is not kept.") for name in unkept]
    return metadata, left


def fitting(texts: Mapping[str, str], left: list[LeftOut]) -> dict[str, str]:
    """Return the texts that the format can hold; a day without an hour is written as its midnight."""
    held: dict[str, str] = {}
    for name, text in texts.items():
        if name == "date" and _DAY.fullmatch(text):
            text += MIDNIGHT
        if len(text) > LONGEST[name] or (name == "date" and text and not _TIME.fullmatch(text)):
            left.append(LeftOut("text", f"The format cannot hold this {name}."))
        elif text:
            held[name] = text
    return held


def players_of(game: GameRecord) -> list[str]:
    """Return the players' names clockwise from N; those not known are called by their seats."""
    names = [game.names.get(seat, "").strip() for seat in SEATS]
    return [name[:LONGEST_NAME] or seat for name, seat in zip(names, _NAMES, strict=True)]


def _points(
    game: GameRecord, points: tuple[int, ...] | None, name: str, left: list[LeftOut]
) -> list[int] | None:
    """Put points in the order of the file: players 0 and 2, then 1 and 3."""
    if points is None:
        return None
    by_side = dict(zip(game.sides, points, strict=False))
    if len(points) != len(game.sides) or set(by_side) != set(sides_of(4)):
        left.append(LeftOut("points", f"The {name} is not two sides' points; it is not kept."))
        return None
    return [by_side[side] for side in sides_of(4)]


def _left_of_tags(game: GameRecord) -> list[LeftOut]:
    held = {
        "Site": game.site,
        "Table": game.table,
        "Status": game.status,
        "Cut": game.cut,
        "Packets": game.packets,
        "Seats": game.seats if game.seats != SEATS else (),
        "Sides": game.sides if set(game.sides) != set(sides_of(4)) else (),
        "Cards": game.cards if game.cards != 5 else (),
        **{name: text for name, text in game.tags if name not in (GAME_ID, DESCRIPTION)},
    }
    return [LeftOut("tag", f"The tag {name} is not kept.") for name, value in held.items() if value]
