"""Whose card is whose: the cards of one trick, fitted to the seats that were written beside them.

Seats are claims. Where they keep the turn there is nothing to ask. Where they do not, the reading with the
fewest slips is taken: one card too many, one card lost, one letter wrong, cards in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

UNKNOWN = -1


@dataclass(slots=True)
class Fit:
    """The cards of a trick, as offsets from its first card, and the place each belongs to.

    `slips` are what is wrong: a code, the offset, and the place it is said of. `taken` is how many cards were
    used up, those that belong to no trick among them.
    """

    cards: list[tuple[int, int]]
    taken: int
    slips: list[tuple[str, int, int]] = field(default_factory=list)
    reordered: bool = False
    """The cards stand in another order than the turn's."""
    across: bool = False
    """The tricks as written down are not the tricks as played."""


def fit(written: Sequence[int], order: tuple[int, ...], *, first: bool, surplus: bool) -> Fit:
    """Fit cards to those who play, in turn from who should lead.

    `written` holds the places written beside this trick's cards and the next one, UNKNOWN where none stands;
    `first` says that it is the first trick, `surplus` that more cards were written down than can be played.
    """
    k = len(order)
    window = tuple(written[:k])
    if len(window) == k:
        if _keeps(window, order):
            return _in_turn(order)
        full = _filled(window, order)
        if sorted(full) == sorted(order):
            return _reordered(full, order, first)
    return (surplus and _with_extra(written, order)) or _with_slip(window, order, first)


def _keeps(window: Sequence[int], order: Sequence[int]) -> bool:
    return all(place in (UNKNOWN, due) for place, due in zip(window, order, strict=False))


def _in_turn(order: tuple[int, ...]) -> Fit:
    return Fit(list(enumerate(order)), len(order))


def _filled(window: Sequence[int], order: Sequence[int]) -> list[int]:
    """Give the cards without a seat to those who are left, in turn; a seat named first leads."""
    if window[0] in order:
        at = order.index(window[0])
        order = (*order[at:], *order[:at])
        if _keeps(window, order):
            return list(order)
    left = [place for place in order if place not in window]
    return [place if place != UNKNOWN else left.pop(0) if left else UNKNOWN for place in window]


def _reordered(full: list[int], order: tuple[int, ...], first: bool) -> Fit:
    """All played, not in turn: note each card that was played before its turn."""
    found = Fit(list(enumerate(full)), len(full), reordered=True)
    turned = _rotated(order, full[0])
    if list(turned) == full:
        found.slips.append(("wrong-first-leader" if first else "wrong-leader", 0, full[0]))
        return found
    waiting = list(order)
    for offset, place in enumerate(full):
        if place != waiting[0]:
            found.slips.append(("out-of-turn", offset, place))
        waiting.remove(place)
    return found


def _rotated(order: tuple[int, ...], lead: int) -> tuple[int, ...]:
    at = order.index(lead)
    return (*order[at:], *order[:at])


def _with_extra(written: Sequence[int], order: tuple[int, ...]) -> Fit | None:
    """Find one card without which the turn is kept."""
    k = len(order)
    if len(written) < 2 or UNKNOWN in written[: k + 1]:
        return None
    for extra in range(min(k + 1, len(written))):
        rest = [place for at, place in enumerate(written[: k + 1]) if at != extra]
        short = len(rest) < k  # the play stops in this trick
        if not _keeps(rest, order) or (short and written[extra] in order):
            continue
        code = "plays-twice-in-trick" if written[extra] in order else "sitting-out-plays"
        offsets = [at for at in range(min(k + 1, len(written))) if at != extra]
        cards = list(zip(offsets, order, strict=False))
        return Fit(cards, len(cards) + 1, [(code, extra, written[extra])], across=True)
    return None


def _with_slip(window: Sequence[int], order: tuple[int, ...], first: bool) -> Fit:
    """Take the cards as they stand: a seat that cannot be is read as the one whose turn it was."""
    found = Fit([], len(window))
    if _keeps(window, order):
        found.cards = list(zip(range(len(window)), order, strict=False))
        return found
    wrong = [at for at, place in enumerate(window) if place not in (UNKNOWN, order[at])]
    if len(wrong) == 1 or len(window) == len(order):
        found.cards = list(enumerate(order[: len(window)]))
        for at in wrong[:1]:
            found.slips.append((_slip_code(at, window[at], order, first), at, window[at]))
        if len(wrong) > 1:
            _as_written(found, window, order)
        return found
    waiting = list(order)
    for at, place in enumerate(window):
        due = place if place in waiting else waiting[0]
        if place != waiting[0] and place != UNKNOWN and not found.slips:
            found.slips.append((_slip_code(at, place, order, first), at, place))
        waiting.remove(due)
        found.cards.append((at, due))
    found.reordered = True
    return found


def _slip_code(at: int, place: int, order: tuple[int, ...], first: bool) -> str:
    if place not in order:
        return "sitting-out-plays"
    if at == 0:
        return "wrong-first-leader" if first else "wrong-leader"
    return "out-of-turn"


def _as_written(found: Fit, window: Sequence[int], order: tuple[int, ...]) -> None:
    """Several seats are wrong: give each card to its seat where that can be, the rest to who is left."""
    left = [place for place in order if place not in window]
    given: list[tuple[int, int]] = []
    for at, place in enumerate(window):
        taken = [one for _, one in given]
        if place in order and place not in taken:
            given.append((at, place))
        elif left:
            given.append((at, left.pop(0)))
    found.cards, found.reordered = given, True
