"""Games recorded elsewhere, in Euchre Game Notation (EGN): what can be read, and all that is wrong in it.

The format is JSON, versions 1.0.0 to 1.4: players, score at the start, house rules, and deals with calls and
tricks (`egn_deals`). Reading never raises, whatever it is given. A field nobody knows, a version nobody knows
and a last deal that was not played out are warnings; everything else wrong is an error. What a file says of
title, date and identities is known and bears on nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.engine.egn_deals import SEATS, EgnDeal, Flags, read_deal
from scoring.engine.egn_fields import Fields
from scoring.engine.egn_text import Node, Notes, Problem, quoted, read_json
from scoring.engine.seats import left_of

__all__ = ["MOST_BYTES", "EgnDeal", "EgnGame", "EgnPlayer", "EgnRead", "Problem", "read_egn"]

MOST_BYTES = 20 * 1024 * 1024
MOST_DEALS = 900
"""Deals in one game; a score sheet has room for little more."""

_FILE = {"fileType", "version", "metadata", "deals"}
_METADATA = {
    "gameId",
    "matchId",
    "title",
    "description",
    "date",
    "players",
    "initialScore",
    "finalScore",
    "ruleset",
}
_PLAYER = {"name", "playerIds"}
_FLAGS: Mapping[str, type] = {
    "std": bool,
    "canadian": bool,
    "defend_alone": bool,
    "farmer": bool,
    "farmers": bool,
    "partners_best": bool,
    "go_under": bool,
    "joker": bool,
    "allow_no_trump": bool,
    "fast_break": bool,
    "four_trick_tokens": bool,
    "loner_lead": str,
    "jokers": int,
    "min_rank": int,
    "winning_score": int,
    "num_deals": int,
    "loner_march_score": int,
    "loner_euchred_score": int,
    "num_players": int,
}
_LEADS = {"LEFT_OF_DEALER", "LEFT_OF_LONER"}
_KINDS = {"Euchre Game Notation": "game", "Euchre Match Notation": "match"}
_HIGHEST_SCORE = 999


@dataclass(frozen=True, slots=True)
class EgnPlayer:
    """A player's name as it stands in the file, and where."""

    name: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class EgnGame:
    """A game. `players` sit clockwise from N; scores are N/S first. `deals` are those that could be read."""

    players: tuple[EgnPlayer, ...]
    initial_score: tuple[int, int]
    final_score: tuple[int, int] | None
    """As the file states it, if it does; it is worked out from nothing here."""
    flags: Flags
    deals: tuple[EgnDeal, ...]
    version: str


@dataclass(frozen=True, slots=True)
class EgnRead:
    """What a file holds: its game, or none, and every problem in the order of the text."""

    games: tuple[EgnGame, ...]
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are no warnings."""
        return tuple(problem for problem in self.problems if not problem.warning)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What was skipped or looks odd, while the facts stand as read."""
        return tuple(problem for problem in self.problems if problem.warning)


def read_egn(text: str | bytes) -> EgnRead:
    """Read a file of one game. Never raises; what is wrong is in `problems`."""
    notes = opened(text)
    if isinstance(notes, Problem):
        return EgnRead((), (notes,))
    root = read_json(notes)
    game = _game(root, notes) if root is not None else None
    return EgnRead((game,) if game is not None else (), notes.told())


def opened(text: str | bytes) -> Notes | Problem:
    """Return the notes for reading a file, or the one problem for which none of it can be read."""
    if len(text) > MOST_BYTES:
        return Problem("too-big", f"A file has {MOST_BYTES // 1024 // 1024} MB at most.", 1, 1)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
            return Problem("not-utf-8", "The file is not in UTF-8; save it so.", line, column)
    notes = Notes(text.removeprefix("\ufeff"))
    return notes if notes.text.strip() else Problem("not-json", "The file is empty.", 1, 1)


@dataclass(frozen=True, slots=True)
class EgnHead:
    """What a file says of its game beside the deals, and the fields of the file and of its metadata."""

    file: Fields
    metadata: Fields
    players: tuple[EgnPlayer, ...]
    initial_score: tuple[int, int] | None
    final_score: tuple[int, int] | None
    flags: Flags
    version: str


def _game(root: Node, notes: Notes) -> EgnGame | None:
    head = read_head(root, notes)
    if head is None:
        return None
    deals = _deals(head.file, head.flags, notes)
    if len(head.players) != len(SEATS):
        return None
    start = head.initial_score or (0, 0)
    return EgnGame(head.players, start, head.final_score, head.flags, deals, head.version)


def read_head(root: Node, notes: Notes) -> EgnHead | None:
    """Read what stands beside the deals; None if this is no game, or has no metadata."""
    if not _is_game(root, notes):
        return None
    fields = Fields(root, notes, _FILE)
    version = _version(fields, notes)
    node = fields.object_of("metadata", partly=True)
    if node is None:
        fields.missing("metadata")
        return None
    metadata = Fields(node, notes, _METADATA)
    flags = _flags(metadata, notes)
    players = _players(metadata, flags, notes)
    start = _score(metadata, "initialScore", notes)
    final = _score(metadata, "finalScore", notes)
    return EgnHead(fields, metadata, players, start, final, flags, version)


def _is_game(root: Node, notes: Notes) -> bool:
    spelt = {name.replace("_", "").casefold(): held for name, held in root.members.items()}
    kind = spelt.get("filetype")
    if kind is None and isinstance(root.value, dict) and not root.whole:
        return False  # it broke off before it could say, and that is said already
    value = kind.value if kind is not None else None
    found = _KINDS.get(value) if isinstance(value, str) else None
    if found == "match":
        sentence = "This is a match of several games; extract its games into files of their own."
        notes.note("match-notation", sentence, root.at)
    elif found is None:
        sentence = "This is no game in Euchre Game Notation; its “fileType” does not say so."
        notes.note("not-egn", sentence, kind.at if kind is not None else root.at)
    return found == "game"


def _version(fields: Fields, notes: Notes) -> str:
    version = fields.text("version")
    node = fields.node_of("version")
    if version is None or node is None:
        fields.missing("version")
        return ""
    numbers = version.split(".")
    known = len(numbers) in {2, 3} and all(one.isascii() and one.isdigit() for one in numbers)
    if not known or numbers[0] != "1" or numbers[1] not in {"0", "1", "2", "3", "4"}:
        sentence = f"Version {quoted(version)} is not known; it was read as 1.4."
        notes.note("version-unknown", sentence, node.at, warning=True)
    return version[:20]


def _flags(metadata: Fields, notes: Notes) -> Flags:
    """The house rules the file states, those of the wrong type left out."""
    node = metadata.object_of("ruleset")
    if node is None:
        return {}
    fields = Fields(node, notes, _FLAGS)
    stated: dict[str, bool | int | str] = {}
    for name, kind in _FLAGS.items():
        if (held := fields.node_of(name)) is None:
            continue
        value = fields.text(name) if kind is str else fields.number(name) if kind is int else held.value
        if kind is bool and not isinstance(value, bool):
            fields.flag(name)  # says what is wrong
        elif name == "loner_lead" and value is not None and value not in _LEADS:
            notes.note("rule-unknown", f"“{name}” is {' or '.join(sorted(_LEADS))}.", held.at)
        elif isinstance(value, bool | int | str):
            stated[name] = value
    return stated


def _players(metadata: Fields, flags: Flags, notes: Notes) -> tuple[EgnPlayer, ...]:
    listed = metadata.listed("players")
    if listed is None:
        metadata.missing("players")
        return ()
    if len(listed.items) != len(SEATS) or flags.get("num_players", 4) != 4:
        sentence = f"Games of four players are read; here are {len(listed.items)}."
        notes.note("players-not-four", sentence, listed.at)
        return ()
    players = [player for node in listed.items if (player := _player(node, notes)) is not None]
    seen: set[str] = set()
    for player, node in zip(players, listed.items, strict=False):
        name = player.name.casefold()
        if name in seen:
            notes.note("player-twice", f"{quoted(player.name)} sits here twice.", node.at)
        seen.add(name)
    return tuple(players)


def _player(node: Node, notes: Notes) -> EgnPlayer | None:
    """A name, or an object with a name and other services' identities."""
    name = node.value
    if node.members:
        name = Fields(node, notes, _PLAYER).text("name")
    if not isinstance(name, str) or not name.strip():
        notes.note("player-nameless", "A player has no name here.", node.at)
        return None
    return EgnPlayer(name.strip(), *notes.place(node.at))


def _score(metadata: Fields, name: str, notes: Notes) -> tuple[int, int] | None:
    listed = metadata.listed(name)
    if listed is None:
        return None
    points = [node.value for node in listed.items]
    sound = all(type(one) is int and 0 <= one <= _HIGHEST_SCORE for one in points)
    if len(points) != 2 or not sound:
        notes.note("score-wrong", f"“{name}” is two whole numbers: players 0 and 2, 1 and 3.", listed.at)
        return None
    first, second = points
    assert isinstance(first, int)
    assert isinstance(second, int)
    return first, second


def _deals(fields: Fields, flags: Flags, notes: Notes) -> tuple[EgnDeal, ...]:
    listed = fields.listed("deals", partly=True)
    if listed is None:
        fields.missing("deals")
        return ()
    nodes = listed.items
    if len(nodes) > MOST_DEALS:
        sentence = f"A game has {MOST_DEALS} deals at most; those from here on were not read."
        notes.note("too-many-deals", sentence, nodes[MOST_DEALS].at)
    if not nodes and listed.whole:
        notes.note("no-deals", "There is no deal to read.", listed.at)
    read = [
        _deal(node, number, len(nodes), flags, notes) for number, node in enumerate(nodes[:MOST_DEALS], 1)
    ]
    deals = tuple(deal for deal in read if deal is not None)
    _check_order(nodes, notes)
    _check_dealers(deals, notes)
    return deals


def _deal(node: Node, number: int, count: int, flags: Flags, notes: Notes) -> EgnDeal | None:
    if not node.whole:
        return None  # the file breaks off in it, and that is said already
    if isinstance(node.value, str):
        sentence = "This deal is packed into a text; unpack the file first."
        notes.note("deal-packed", sentence, node.at, deal=number)
        return None
    if not isinstance(node.value, dict):
        notes.note("wrong-shape", f"A deal is an object, not {quoted(node.value)}.", node.at, deal=number)
        return None
    return read_deal(node, number, last=number == count, flags=flags, notes=notes)


def _check_order(nodes: Sequence[Node], notes: Notes) -> None:
    """Deals are numbered from 0 in order; a number out of its place hints at one left out or repeated."""
    for place, node in enumerate(nodes[:MOST_DEALS]):
        number = node.members.get("dealNumber") or node.members.get("deal_number")
        if number is not None and number.value != place:
            sentence = f"This is deal {place} of the file, not {quoted(number.value)}."
            notes.note("deal-number", sentence, number.at, deal=place + 1, warning=True)


def _check_dealers(deals: Sequence[EgnDeal], notes: Notes) -> None:
    """The deal passes to the left, or stays where the last one was thrown in."""
    for before, deal in pairwise(deals):
        due = left_of(before.dealer, SEATS)
        stays = before.hand is None and deal.dealer == before.dealer
        if deal.number == before.number + 1 and deal.dealer != due and not stays:
            sentence = f"{due} should deal here, not {deal.dealer}; a deal may be left out."
            problem = Problem(
                "dealer-out-of-turn", sentence, deal.line, deal.column, deal.number, warning=True
            )
            notes.keep(problem)
