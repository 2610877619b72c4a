"""The fields of one object in a file of games: each read by its type, and whatever is not known reported.

Names are compared without case and underscores, since the versions of the format spell them differently
(`playerCards`, `player_cards`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from scoring.engine.egn_text import Node, Notes, quoted

COMMENTARY = frozenset({"alternativeLines", "callAnnotations", "playAnnotations", "cardExchanges"})
"""Fields of the format that bear on no result: they are skipped, and said to be."""

_Kind = TypeVar("_Kind")


class Fields:
    """One object's fields. `deal` is the deal it belongs to, counted from 1, None outside the deals.

    A field that is absent or null is None; one of the wrong type is None too, and noted. What was still open
    when the text broke off counts as absent, and `complete` then tells not to ask for what is missing.
    """

    def __init__(
        self,
        node: Node,
        notes: Notes,
        known: Collection[str],
        deal: int | None = None,
        skipped: Collection[str] = COMMENTARY,
    ) -> None:
        self.node = node
        self.notes = notes
        self.deal = deal
        self.complete = node.whole
        self._held: dict[str, Node] = {}
        names = {_plain(name): name for name in known}
        for written, member in node.members.items():
            name = names.get(_plain(written))
            if name is None:
                self._skip("field-unknown", f"The field {quoted(written)} is not known", member)
            elif name in self._held:
                sentence = f"The field {quoted(written)} stands here twice; the first counts."
                notes.note("field-twice", sentence, member.named_at, deal=deal)
            elif name in skipped:
                self._skip("field-skipped", f"{quoted(written)} bears on no result", member)
            else:
                self._held[name] = member

    def _skip(self, code: str, sentence: str, member: Node) -> None:
        self.notes.note(code, f"{sentence}; it was skipped.", member.named_at, deal=self.deal, warning=True)

    def node_of(self, name: str, *, partly: bool = False) -> Node | None:
        """Return a field's value with its place, whatever its type; `partly` also takes what broke off."""
        held = self._held.get(name)
        return held if held is not None and held.value is not None and (held.whole or partly) else None

    def text(self, name: str) -> str | None:
        """Return a field that is a text."""
        return self._typed(self.node_of(name), name, str)

    def number(self, name: str) -> int | None:
        """Return a field that is a whole number."""
        return self._typed(self.node_of(name), name, int)

    def flag(self, name: str) -> bool:
        """Return a field that is true or false; false if it is absent."""
        return self._typed(self.node_of(name), name, bool) is True

    def listed(self, name: str, *, partly: bool = False) -> Node | None:
        """Return a field that is a list."""
        held = self.node_of(name, partly=partly)
        return held if self._typed(held, name, list) is not None else None

    def object_of(self, name: str, *, partly: bool = False) -> Node | None:
        """Return a field that is an object."""
        held = self.node_of(name, partly=partly)
        return held if self._typed(held, name, dict) is not None else None

    def _typed(self, held: Node | None, name: str, kind: type[_Kind]) -> _Kind | None:
        if held is None:
            return None
        value = held.value
        if isinstance(value, kind) and type(value) is kind:
            return value
        sentence = f"“{name}” is {_KINDS[kind]}, not {quoted(value)}."
        self.notes.note("wrong-shape", sentence, held.at, deal=self.deal)
        return None

    def missing(self, name: str) -> None:
        """Note that a field is absent, unless the text broke off before it could come."""
        if self.complete and self.node_of(name, partly=True) is None:
            self.notes.note("field-missing", f"“{name}” is missing here.", self.node.at, deal=self.deal)


_KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()
