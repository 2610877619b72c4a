"""Matches of several games in Euchre Match Notation (EMN), read into records and written.

A match holds its players once, each with an identity of the file's own, and games in EGN with four
identities clockwise from N. Versions 1.0 and 1.1 differ in one name: `players` beside a game became
`playersOverride`. Format, teams and result of a match follow from elsewhere; they are skipped, and said to
be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.egn import opened
from scoring.engine.egn_deals import SEATS
from scoring.engine.egn_fields import Fields
from scoring.engine.egn_records import MIDNIGHT, game_in
from scoring.engine.egn_text import Node, Notes, Problem, quoted, read_json
from scoring.engine.egn_write import LONGEST_NAME, EgnWritten, LeftOut, fitting, game_of, players_of
from scoring.engine.egn_write_deals import Json
from scoring.engine.notation_games import GameRecord

__all__ = ["EMN_VERSIONS", "EmnRead", "MatchRecord", "Problem", "read_emn", "write_emn"]

EMN_VERSIONS = {"1.0": "players", "1.1": "playersOverride"}
"""The versions that can be written, and what each calls the players of a game."""

MOST_GAMES = 200

_FILE = {"fileType", "version", "metadata", "games"}
_METADATA = {"matchId", "title", "description", "date", "players"}
_SKIPPED = {"teams", "matchFormat", "result"}
_PLAYER = {"id", "name", "playerIds"}
_GAME = {"gameIndex", "gameData", *EMN_VERSIONS.values()}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match: what it is called, and its games in their order. An empty text is not there."""

    match_id: str = ""
    title: str = ""
    description: str = ""
    date: str = ""
    games: tuple[GameRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class EmnRead:
    """What a file holds: its match, or none, and every problem in the order of the text."""

    match: MatchRecord | None
    problems: tuple[Problem, ...]


def read_emn(text: str | bytes) -> EmnRead:
    """Read a match. Never raises, whatever it is given; what is wrong is in `problems`."""
    notes = opened(text)
    if isinstance(notes, Problem):
        return EmnRead(None, (notes,))
    root = read_json(notes)
    match = _match(root, notes) if root is not None else None
    return EmnRead(match, notes.told())


def _match(root: Node, notes: Notes) -> MatchRecord | None:
    kind = root.members.get("fileType")
    if kind is None or kind.value != "Euchre Match Notation":
        sentence = "This is no match in Euchre Match Notation; its “fileType” does not say so."
        notes.note("not-emn", sentence, kind.at if kind is not None else root.at)
        return None
    fields = Fields(root, notes, _FILE)
    _check_version(fields, notes)
    node = fields.object_of("metadata", partly=True)
    if node is None:
        fields.missing("metadata")
    metadata = Fields(node or Node({}, root.at, whole=False), notes, _METADATA | _SKIPPED, None, _SKIPPED)
    names = _names(metadata, notes)
    return MatchRecord(
        match_id=metadata.text("matchId") or "",
        title=metadata.text("title") or "",
        description=metadata.text("description") or "",
        date=(metadata.text("date") or "").removesuffix(MIDNIGHT),
        games=_games(fields, names, notes),
    )


def _check_version(fields: Fields, notes: Notes) -> None:
    version = fields.text("version")
    node = fields.node_of("version")
    if version is None or node is None:
        fields.missing("version")
    elif version[:3] not in {*EMN_VERSIONS, "1.2"}:
        sentence = f"Version {quoted(version)} is not known; it was read as 1.1."
        notes.note("version-unknown", sentence, node.at, warning=True)


def _names(metadata: Fields, notes: Notes) -> dict[str, str]:
    """Return the players' names by their identities."""
    listed = metadata.listed("players")
    if listed is None:
        metadata.missing("players")
        return {}
    names: dict[str, str] = {}
    for node in listed.items:
        player = Fields(node, notes, _PLAYER)
        identity, name = player.text("id"), player.text("name")
        if identity is None or name is None:
            notes.note("player-nameless", "A player has an identity and a name.", node.at)
        elif identity in names:
            notes.note("player-twice", f"The identity {quoted(identity)} stands here twice.", node.at)
        else:
            names[identity] = name
    return names


def _games(fields: Fields, names: Mapping[str, str], notes: Notes) -> tuple[GameRecord, ...]:
    listed = fields.listed("games", partly=True)
    if listed is None:
        fields.missing("games")
        return ()
    if len(listed.items) > MOST_GAMES:
        sentence = f"A match has {MOST_GAMES} games at most; those from here on were not read."
        notes.note("too-many-games", sentence, listed.items[MOST_GAMES].at)
    read = [_game(node, names, notes) for node in listed.items[:MOST_GAMES]]
    return tuple(game for game in read if game is not None)


def _game(node: Node, names: Mapping[str, str], notes: Notes) -> GameRecord | None:
    if not isinstance(node.value, dict):
        notes.note("wrong-shape", f"A game is an object, not {quoted(node.value)}.", node.at)
        return None
    fields = Fields(node, notes, _GAME)
    game = fields.object_of("gameData", partly=True)
    if game is None:
        fields.missing("gameData")
        return None
    seated = next((held for name in EMN_VERSIONS.values() if (held := fields.listed(name))), None)
    if seated is not None:
        _seat_players(game, seated, names, notes)
    return game_in(game, notes)


def _seat_players(game: Node, seated: Node, names: Mapping[str, str], notes: Notes) -> None:
    """Put the names of those whom the match seats in place of those that the game itself may have."""
    if len(seated.items) != len(SEATS):
        notes.note("players-not-four", f"Four play; here are {len(seated.items)}.", seated.at)
        return
    for node in seated.items:
        if not isinstance(node.value, str) or node.value not in names:
            notes.note("player-unknown", f"No player of the match is {quoted(node.value)}.", node.at)
            return
    players = [Node(names[str(node.value)], node.at) for node in seated.items]
    metadata = game.members.get("metadata")
    if metadata is not None and isinstance(metadata.value, dict):
        metadata.value["players"] = Node(players, seated.at, seated.named_at)


# --- written


def write_emn(match: MatchRecord, *, version: str = "1.0") -> EgnWritten:
    """Write a match of games of four. A game that cannot be written is left out, and said to be.

    `version` is one of EMN_VERSIONS, else ValueError. The hands of `left_out` count in their own games.
    """
    if version not in EMN_VERSIONS:
        raise ValueError(f"EMN is written as {' or '.join(EMN_VERSIONS)}.")
    identities: dict[tuple[str, int], str] = {}
    left: list[LeftOut] = []
    games: list[Json] = []
    for game in match.games:
        file, missing = game_of(game)
        left += missing
        if file is not None:
            seated = _identities(players_of(game), identities)
            games.append({"gameIndex": len(games), EMN_VERSIONS[version]: seated, "gameData": file})
    players = [{"id": one, "name": name} for (name, _), one in identities.items()]
    if not games:
        left.append(LeftOut("no-games", "A match without a game cannot be written."))
        return EgnWritten("", tuple(left))
    texts = {"matchId": match.match_id, "title": match.title, "description": match.description}
    metadata: Json = {**fitting({**texts, "date": match.date}, left), "players": players}
    file = {"fileType": "Euchre Match Notation", "version": version, "metadata": metadata, "games": games}
    return EgnWritten(json.dumps(file, indent=1, ensure_ascii=False), tuple(left))


def _identities(names: Sequence[str], known: dict[tuple[str, int], str]) -> list[str]:
    """Return an identity for each player; one name in one game twice is two people."""
    seated: list[str] = []
    for place, name in enumerate(names):
        one = (name[:LONGEST_NAME], names[:place].count(name))
        seated.append(known.setdefault(one, f"p-{len(known) + 1:02}"))
    return seated
