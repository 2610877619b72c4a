"""A hand that a program sends in parts, written as one line of the native form.

So there is one reader, and whatever cannot be read is told as it is for pasted text. Words of the native form
are taken as they stand (`p`, `o*`, `h@S`, `AD`); a part that is absent is not known. A word never holds what
parts words or sections, so that no part can speak for another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

UNKNOWN = "?"

_PARTING = frozenset('|{}[]"%\\')


class NotAWord(Exception):
    """A word that no line can hold; it says where it stood."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


def line_of(hand: Mapping[str, object]) -> str:
    """Write the line. `hand` has passed the serializer: its shapes are right, its words may be anything."""
    sections = (_head(hand), _deal(hand), _calls(hand), _play(hand), _outcome(hand))
    return " | ".join(sections)


def _word(where: str, said: object) -> str:
    """Let a word through that stays one word, or several where the form itself has several."""
    text = " ".join(str(said).split())
    if not text or not text.isprintable() or _PARTING & set(text):
        raise NotAWord(where)
    return text


def _words(where: str, said: object) -> list[str]:
    assert isinstance(said, Sequence)
    return [_word(f"{where}[{at}]", word) for at, word in enumerate(said)]


def _head(hand: Mapping[str, object]) -> str:
    number = hand.get("number")
    words = [f"{1 if number is None else number}."]
    words += [_word("dealer", hand.get("dealer") or "-"), _word("upcard", hand.get("upcard") or "--")]
    for part, mark in (("scores", "at"), ("cuts", "cut"), ("packets", "packets")):
        if (said := hand.get(part)) is not None:
            words += [mark, *(_points(said) if part == "scores" else _words(part, said))]
    return " ".join(words)


def _points(said: object) -> list[str]:
    assert isinstance(said, Mapping)
    return [f"{_word('side', side)}{points:+d}" for side, points in said.items()]


def _deal(hand: Mapping[str, object]) -> str:
    held = hand.get("held") or {}
    assert isinstance(held, Mapping)
    seats = [f"{_word('held', seat)}:{''.join(_words(f'held.{seat}', held[seat]))}" for seat in held]
    return " ".join(seats) or UNKNOWN


def _calls(hand: Mapping[str, object]) -> str:
    calls, alone = hand.get("calls"), hand.get("alone")
    words = [UNKNOWN] if calls is None else _words("calls", calls)
    if (discard := hand.get("discard")) is not None:
        words.append("x" + _word("discard", discard))
    if alone is not None:
        words += [f"{seat}*" for seat in _words("alone", alone)] or ["-*"]
    words += _words("exchanges", hand.get("exchanges") or ())
    if (kings := hand.get("kings")) is not None:
        words += [f"K!{seat}" for seat in _words("kings", kings)] or ["K!-"]
    return " ".join(words)


def _play(hand: Mapping[str, object]) -> str:
    tricks = hand.get("tricks")
    if tricks is None:
        return UNKNOWN
    assert isinstance(tricks, Sequence)
    told = [_trick(f"tricks[{at}]", trick) for at, trick in enumerate(tricks)]
    if hand.get("claims"):
        told.append(" ".join(_words("claims", hand["claims"])))
    if hand.get("stopped"):
        told.append("...")
    return " / ".join(told)


def _trick(where: str, trick: object) -> str:
    assert isinstance(trick, Mapping)
    words = _words(where, trick["cards"]) or ["-"]
    if any(" " in word or "/" in word for word in words):
        raise NotAWord(where)
    if trick.get("winner"):
        words[-1] += ">" + _word(where, trick["winner"])
    if trick.get("leader"):
        words.insert(0, _word(where, trick["leader"]) + ":")
    return " ".join(words)


def _outcome(hand: Mapping[str, object]) -> str:
    said = hand.get("said") or {}
    assert isinstance(said, Mapping)
    words = []
    if said.get("makers_tricks") is not None or said.get("others_tricks") is not None:
        counts = (said.get("makers_tricks"), said.get("others_tricks"))
        words.append("-".join(UNKNOWN if count is None else str(count) for count in counts))
    if (points := said.get("points")) is not None:
        words += _points(points) or ["+0"]
    if hand.get("thrown_in"):
        words.append("passed")
    if hand.get("redeal"):
        words.append("redeal " + _word("redeal", hand["redeal"]))
    words += _words("penalties", hand.get("penalties") or ())
    return " ".join(words)
