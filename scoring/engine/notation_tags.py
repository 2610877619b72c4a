"""The tags of a game in the native form, read and written.

Known: Event, Site, Date, Table; N, E, S, W, the players' names; Players, Seats, Sides, Deck, Cards;
Ruleset, Rules; Cut, Packets, Target, Start, Result, Status. All others are kept in their order. Deck,
Target and Players say again what the rules say; where the rules do not say it themselves, they change them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scoring.engine.egn_text import Notes, Problem, quoted
from scoring.engine.errors import RulesetError
from scoring.engine.notation_cards import SEATS, side_named, side_text
from scoring.engine.notation_games import GameRecord
from scoring.engine.notation_hands import MOST_CUTS, MOST_PACKETS, cut_named, cuts_text
from scoring.engine.notation_rules import (
    BOOK,
    BY_PLAYERS,
    Rules,
    changed,
    changes_in,
    changes_text,
    differences,
    entry_of,
)
from scoring.engine.notation_text import escaped, number_in, unescaped
from scoring.engine.records import Cut
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, sides_of

TEXTS = ("Event", "Site", "Date", "Table")
STATUSES = ("final", "unfinished", "abandoned")
MOST_TAGS = 100
"""Tags of one game."""

KNOWN = (
    *TEXTS,
    *Seat,
    *("Players", "Seats", "Sides", "Deck", "Cards", "Ruleset", "Rules"),
    *("Cut", "Packets", "Target", "Start", "Result", "Status"),
)
_SPELT = {name.lower(): name for name in KNOWN}
_TAG = re.compile(r'\s*\[\s*([^\W\d]\w*)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_COMMENT = re.compile(r"\s*(?:\{(?:[^}\\]|\\.)*\}|%.*)")
_POINTS = re.compile(r"(-?[0-9]{1,18})(?:-|$)")
_DECKS: dict[int, tuple[int, bool]] = {
    24: (9, False),
    25: (9, True),
    28: (8, False),
    29: (8, True),
    32: (7, False),
    33: (7, True),
}
"""Lowest rank and Benny by the number of cards."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag as it stands in the text: line from 1, and where its value begins, counted from 0."""

    name: str
    value: str
    line: int
    at: int


def read_tag_line(text: str, number: int, notes: Notes) -> list[Tag]:
    """Read a line of tags; what is none is noted."""
    tags: list[Tag] = []
    at = 0
    while at < len(text) and not text[at:].isspace():
        if found := _TAG.match(text, at):
            tags.append(Tag(found[1], unescaped(found[2]), number, found.start(2)))
        elif (found := _COMMENT.match(text, at)) is None:
            sentence = f"{quoted(text[at:].strip())} is no tag; the rest of the line was skipped."
            notes.keep(Problem("tag-unreadable", sentence, number, at + 1))
            break
        at = found.end()
    return tags


def read_tags(tags: list[Tag], notes: Notes) -> GameRecord:
    """Turn tags into a game without hands; what is wrong in them is noted and left out."""
    return _Reader(notes).read(tags)


@dataclass(slots=True)
class _Reader:
    notes: Notes
    known: dict[str, Tag] = field(default_factory=dict)
    others: list[tuple[str, str]] = field(default_factory=list)

    def read(self, tags: list[Tag]) -> GameRecord:
        for tag in tags:
            self._sort(tag)
        rules = self._rules()
        seats = self._seats() or rules.seats
        sides = self._sides() or sides_of(len(rules.seats))
        return GameRecord(
            event=self._text("Event"),
            site=self._text("Site"),
            date=self._text("Date"),
            table=self._text("Table"),
            names={seat: self.known[seat].value for seat in Seat if seat in self.known},
            rules=rules,
            seats=seats,
            sides=sides,
            cards=self._number("Cards", 1, 16) or 5,
            cut=self._cut(),
            packets=self._packets(),
            start=self._points("Start"),
            result=self._points("Result"),
            status=self._status(),
            tags=tuple(self.others),
        )

    def _note(self, code: str, sentence: str, tag: Tag, *, warning: bool = False, at: int = 0) -> None:
        self.notes.keep(Problem(code, sentence, tag.line, tag.at + 1 + at, warning=warning))

    def _sort(self, tag: Tag) -> None:
        name = _SPELT.get(tag.name.lower())
        if name is None:
            if len(self.others) < MOST_TAGS:
                self.others.append((tag.name, tag.value))
            else:
                self._note("too-many-tags", f"A game has {MOST_TAGS} tags at most.", tag)
        elif name in self.known:
            self._note("tag-twice", f"The tag {name} stands here twice; the first one counts.", tag)
        else:
            self.known[name] = tag

    def _text(self, name: str) -> str:
        tag = self.known.get(name)
        return tag.value if tag is not None else ""

    def _number(self, name: str, least: int, most: int) -> int | None:
        tag = self.known.get(name)
        if tag is None:
            return None
        number = number_in(tag.value.strip())
        if number is None or not least <= number <= most:
            sentence = f"{name} is a whole number from {least} to {most}, not {quoted(tag.value)}."
            self._note("tag-wrong", sentence, tag)
            return None
        return number

    # --- the rules

    def _rules(self) -> Rules:
        players = self._number("Players", 2, 4)
        base = self._entry(players)
        changes: dict[str, object] = {}
        if tag := self.known.get("Rules"):
            changes, unread = changes_in(tag.value, base)
            for one in unread:
                self._note("rule-unknown", one.sentence, tag, at=one.at)
        rules = self._change(base, changes, tag)
        rules = self._said_again(rules, changes)
        if players is not None and players != len(rules.seats):
            sentence = f"By these rules {len(rules.seats)} play, not {players}."
            self._note("players-differ", sentence, self.known["Players"])
        return rules

    def _entry(self, players: int | None) -> Rules:
        if players is None and (tag := self.known.get("Seats")):
            players = len(tag.value.split())
        kin = BOOK[BY_PLAYERS.get(players or 4, BY_PLAYERS[4])]
        if (tag := self.known.get("Ruleset")) is None:
            return kin
        entry = BOOK.get(tag.value.strip().lower())
        if entry is None:
            sentence = f"No ruleset is called {quoted(tag.value)}; it was read as {quoted(kin.key)}."
            self._note("ruleset-unknown", sentence, tag)
        return entry or kin

    def _change(self, rules: Rules, changes: dict[str, object], tag: Tag | None) -> Rules:
        try:
            return changed(rules, changes)
        except RulesetError as error:
            if tag is not None:
                self._note("rules-refused", error.sentence, tag)
            return rules

    def _said_again(self, rules: Rules, changes: dict[str, object]) -> Rules:
        """Take deck and target from their tags where the rules do not say otherwise."""
        if (target := self._number("Target", 1, 1000)) is not None and target != rules.target:
            rules = self._differing("Target", rules, {"target": target}, changes)
        size = self._number("Deck", 1, 99)
        if size is None or (size == 32 and not isinstance(rules, Ruleset)):
            return rules
        if size not in _DECKS or not isinstance(rules, Ruleset):
            decks = ", ".join(map(str, _DECKS))
            self._note("tag-wrong", f"A deck has {decks} cards.", self.known["Deck"])
            return rules
        lowest, benny = _DECKS[size]
        if (lowest, benny) == (rules.lowest_rank, rules.benny):
            return rules
        return self._differing("Deck", rules, {"lowest_rank": lowest, "benny": benny}, changes)

    def _differing(
        self, name: str, rules: Rules, said: dict[str, object], changes: dict[str, object]
    ) -> Rules:
        tag = self.known[name]
        if any(field in changes for field in said):
            self._note("tag-differs", f"{name} says other than the rules do; the rules count.", tag)
            return rules
        return self._change(rules, said, tag)

    # --- the rest

    def _seats(self) -> tuple[Seat, ...] | None:
        tag = self.known.get("Seats")
        if tag is None:
            return None
        seats = tuple(SEATS[word] for word in tag.value.split() if word in SEATS)
        if len(seats) != len(tag.value.split()) or len(set(seats)) != len(seats) or len(seats) < 2:
            self._note("tag-wrong", f"Seats are letters clockwise, not {quoted(tag.value)}.", tag)
            return None
        return seats

    def _sides(self) -> tuple[Side, ...] | None:
        tag = self.known.get("Sides")
        if tag is None:
            return None
        words = tag.value.split()
        if not words or any(letter not in SEATS for word in words if word != "-" for letter in word):
            self._note("tag-wrong", f"Sides are seats that belong together, not {quoted(tag.value)}.", tag)
            return None
        return tuple(side_named(word) for word in words[:MOST_TAGS])

    def _cut(self) -> tuple[Cut, ...] | None:
        tag = self.known.get("Cut")
        if tag is None:
            return None
        cuts: list[Cut] = []
        stage = 1
        for word in tag.value.split():
            if word[0] == "/":
                again = number_in(word[1:]) if word[1:] else stage + 1
                stage = stage if again is None else again
            elif (cut := cut_named(word, stage)) and len(cuts) < MOST_CUTS:
                cuts.append(cut)
            else:
                self._note("tag-wrong", f"{quoted(word)} is no card cut, or one too many.", tag)
        return tuple(cuts)

    def _packets(self) -> tuple[int, ...] | None:
        tag = self.known.get("Packets")
        if tag is None:
            return None
        sizes = [number_in(word) for word in tag.value.split()]
        if None in sizes or len(sizes) > MOST_PACKETS:
            self._note("tag-wrong", f"Packets are sizes in the order dealt, not {quoted(tag.value)}.", tag)
            return None
        return tuple(size for size in sizes if size is not None)

    def _points(self, name: str) -> tuple[int, ...] | None:
        tag = self.known.get(name)
        if tag is None:
            return None
        points: list[int] = []
        at = 0
        value = tag.value.strip()
        while (found := _POINTS.match(value, at)) and at < len(value):
            points.append(int(found[1]))
            at = found.end()
        if at < len(value) or value.endswith("-"):
            self._note("tag-wrong", f"{name} is points side by side, not {quoted(tag.value)}.", tag)
            return None
        return tuple(points)

    def _status(self) -> str:
        tag = self.known.get("Status")
        if tag is None:
            return ""
        status = tag.value.strip().lower()
        if status not in STATUSES:
            self._note("tag-wrong", f"Status is {', '.join(STATUSES)}; not {quoted(tag.value)}.", tag)
            return ""
        return status


# --- written


def write_tags(game: GameRecord) -> list[str]:
    """Write a game's tags, one a line. Players and ruleset are always written."""
    pairs = [(name, text) for name in TEXTS if (text := getattr(game, name.lower()))]
    pairs += [(str(seat), game.names[seat]) for seat in Seat if seat in game.names]
    pairs += _table_pairs(game)
    pairs += _rules_pairs(game)
    if game.cut is not None:
        pairs.append(("Cut", cuts_text(game.cut)))
    if game.packets is not None:
        pairs.append(("Packets", " ".join(map(str, game.packets))))
    if game.rules.target is not None:
        pairs.append(("Target", str(game.rules.target)))
    for name, points in (("Start", game.start), ("Result", game.result)):
        if points is not None:
            pairs.append((name, "-".join(map(str, points))))
    if game.status:
        pairs.append(("Status", game.status))
    return [f'[{name} "{escaped(value)}"]' for name, value in (*pairs, *game.tags)]


def _table_pairs(game: GameRecord) -> list[tuple[str, str]]:
    pairs = [("Players", str(len(game.rules.seats)))]
    if game.seats != game.rules.seats:
        pairs.append(("Seats", " ".join(game.seats)))
    if game.sides != sides_of(len(game.rules.seats)):
        pairs.append(("Sides", " ".join([side_text(side) for side in game.sides])))
    if isinstance(game.rules, Ruleset):
        deck = (game.rules.lowest_rank, game.rules.benny)
        pairs.append(("Deck", str(next(size for size, of in _DECKS.items() if of == deck))))
    if game.cards != 5:
        pairs.append(("Cards", str(game.cards)))
    return pairs


def _rules_pairs(game: GameRecord) -> list[tuple[str, str]]:
    entry = entry_of(game.rules)
    changes = differences(game.rules, entry)
    pairs = [("Ruleset", entry.key)]
    return [*pairs, ("Rules", changes_text(changes))] if changes else pairs
