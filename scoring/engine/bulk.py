"""Which hands of a text are legal, yes or no: for files of very many hands.

The answers are those of `read_native` and `examine`, which are asked about every line that is not of the
plainest kind: complete, canonical and in order. Of a plain line no record is made; its cards become bits as
they stand there, what its calls lead to is read once (`swift`), and the tables of `deck` say what follows and
what wins. So only a yes is ever given the quick way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.deck import BIT
from scoring.engine.ecarte import EcarteRules
from scoring.engine.egn_text import Notes
from scoring.engine.examine import examine
from scoring.engine.hands import TRICKS
from scoring.engine.notation import Reader, lines_of
from scoring.engine.notation_cards import CARDS
from scoring.engine.notation_hands import read_hand
from scoring.engine.notation_text import LONGEST_NUMBER, Line
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.engine.swift import Setting, asks_the_unusual, ending_of, is_unusual, put_out, setting_of
from scoring.engine.terms import Terms, terms_of
from scoring.engine.verdicts import Status

__all__ = ["legal_hands"]

MOST_KEPT = 4096
_LONGEST = 400
"""Letters of a plain line; with every seat written it has some 300."""
_DEAL = 2 + 2 * TRICKS
"""Letters of a seat's cards, `N:9HJCKCKDTS`."""

_BITS: dict[str, int] = {text: BIT[card.rank, card.suit] for text, card in CARDS.items()}
_PAIRS = {one + two: _BITS[one] | _BITS[two] for one in _BITS for two in _BITS}
"""Two cards at once, which halves the cost of reading a hand."""

_PLAYED: dict[Seat, dict[str, int]] = {
    seat: {text + mark: bit for text, bit in _BITS.items() for mark in ("", f"@{seat}")} for seat in Seat
}
"""By who is to play: the cards as they may be written, alone or with this seat."""
_LAST: dict[Seat, dict[str, int]] = {
    seat: {
        text + mark: bit for text, bit in played.items() for mark in ("", *(f">{taker}" for taker in Seat))
    }
    for seat, played in _PLAYED.items()
}
"""The same of the last card of a trick, after which the winner may stand."""


class _Outcome(NamedTuple):
    """What a written outcome allows: numbers of the makers' tricks, points (None: any), a hand thrown in."""

    makers: frozenset[int]
    points: Mapping[Side, int] | None
    nothing: bool


def legal_hands(text: str, rules: Ruleset) -> Iterator[bool]:
    """Say of each hand of a text in the native form whether it is proved legal under these rules.

    Hand by hand what `examine` says of the record that `read_native` gives, in order, however many there are.
    Rules, cuts and packets in the tags are passed over; a hand of écarté is none of euchre, and not legal.
    Never raises on any text.
    """
    quick, reader, seats = _quick_by(rules), Reader(Notes(text)), rules.seats
    for number, line in enumerate(lines_of(text.removeprefix("\ufeff")), start=1):
        if reader.comment_from is None and quick.is_legal(line):
            game = reader.game_in_hand()
            if game.seats == seats and not isinstance(game.rules, EcarteRules):
                yield True
                continue
        reader.take(line, number)
        reader.games.clear()
        if reader.hands:
            hand = reader.hands.pop()
            yield isinstance(hand, HandRecord) and examine(hand, rules).status is Status.LEGAL


_Turn = tuple[dict[str, int], list[tuple[int, dict[str, int]]]]
"""Of a trick: how the card led may be written, and for whoever follows a place and the same."""


class _Path:
    """What the calls of plain lines lead to, made ready for cards as they are written."""

    def __init__(self, setting: Setting, terms: Terms) -> None:
        self.setting = setting
        if setting.thrown_in:
            return
        follows, in_suit, power = setting.tables
        self.led = {bit: (in_suit[suit], power[suit]) for bit, suit in follows.items()}
        self.turns = [_turn(turn) for turn in setting.turns]
        self.letters = [str(seat) for seat in terms.seats]

    def winners(self, play: str, held: list[int]) -> list[int] | None:
        """Play the tricks out of the hands; None, KeyError or ValueError if anything is amiss."""
        taker, led, turns, letters = self.setting.leader, self.led, self.turns, self.letters
        won = []
        for trick in play.split(" / "):
            word, *words = trick.split(" ")
            written, others = turns[taker]
            bit, mine = written[word], held[taker]
            if not mine & bit:
                return None
            held[taker] = mine ^ bit
            following, powers = led[bit]
            best = powers[bit]
            for word, (place, written) in zip(words, others, strict=True):
                bit, mine = written[word], held[place]
                if not mine & bit or (mine & following and not bit & following):
                    return None
                held[place] = mine ^ bit
                if powers[bit] > best:
                    best, taker = powers[bit], place
            if word[-2] == ">" and word[-1] != letters[taker]:
                return None
            won.append(taker)
        return won if len(won) == TRICKS else None


def _turn(turn: Sequence[tuple[int, Seat]]) -> _Turn:
    """Say how the cards of a trick may be written, in turn; whoever sits out leads none."""
    if not turn:
        return {}, []
    others = [(place, _PLAYED[seat]) for place, seat in turn[1:-1]]
    return _PLAYED[turn[0][1]], [*others, (turn[-1][0], _LAST[turn[-1][1]])]


class _Quick:
    """Judges plain lines under one ruleset; what calls and outcomes say is kept by their text."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.terms = rules, terms_of(rules)
        self.never = asks_the_unusual(rules)
        self.starts = [f"{seat}:" for seat in self.terms.seats]
        self.paths: dict[tuple[str, ...], _Path | None] = {}
        self.outcomes: dict[str, _Outcome] = {}

    def is_legal(self, line: str) -> bool:
        """Return True for a plain line of a legal hand, False if this is not the way to tell."""
        if self.never or len(line) > _LONGEST or "{" in line:
            return False
        try:
            head, deal, calls, play, outcome = line.split(" | ")
            number, dealer, upcard = head.split(" ")
            turned = _BITS[upcard]
            held = self._dealt(deal, turned)
            before, mark, after = calls.partition("x")
            path = self._path(dealer, upcard, before, mark, after[2:])
            if held is None or path is None or not _is_number(number):
                return False
            if mark and not put_out(path.setting, _BITS[after[:2]], held, turned, self.rules):
                return False
            if path.setting.thrown_in:
                return not play and self._says(outcome).nothing
            winners = path.winners(play, held)
        except (KeyError, ValueError):
            return False
        return winners is not None and self._agrees(path.setting, winners, outcome)

    def _dealt(self, deal: str, seen: int) -> list[int] | None:
        """Read the hands of all seats, in order; None, KeyError or ValueError if anything is amiss."""
        bits, pairs, held = _BITS, _PAIRS, []
        for start, cards in zip(self.starts, deal.split(" "), strict=True):
            if len(cards) != _DEAL or cards[:2] != start:
                return None
            hand = pairs[cards[2:6]] | pairs[cards[6:10]] | bits[cards[10:]]
            held.append(hand)
            seen |= hand
        return held if self.terms.all_dealt(seen) else None

    def _path(self, *said: str) -> _Path | None:
        """Return what calls lead to: dealer, upcard, and the section before, at and after the discard."""
        key = (said[0], said[1][1], *said[2:])
        if key in self.paths:
            return self.paths[key]
        if len(self.paths) >= MOST_KEPT:
            self.paths.clear()
        found = self.paths[key] = self._path_read(*said)
        return found

    def _path_read(self, dealer: str, upcard: str, before: str, mark: str, after: str) -> _Path | None:
        discard = upcard if mark else ""
        record = _record_of(f"1. {dealer} {upcard} | ? | {before}{mark}{discard}{after} | ? | ?", self.rules)
        if record is None or record.calls is None or is_unusual(record):
            return None
        setting = setting_of(record, self.terms)
        if setting is None or setting.discard_due != (record.discard is not None):
            return None
        return _Path(setting, self.terms) if bool(mark) == setting.discard_due else None

    def _agrees(self, setting: Setting, winners: list[int], outcome: str) -> bool:
        """Compare what was written of the result with what was played."""
        said = self._says(outcome)
        makers, points, _ = ending_of(self.terms, setting, winners)
        return makers in said.makers and (said.points is None or said.points == points)

    def _says(self, outcome: str) -> _Outcome:
        """Return what an outcome allows."""
        said = self.outcomes.get(outcome)
        if said is None:
            if len(self.outcomes) >= MOST_KEPT:
                self.outcomes.clear()
            said = self.outcomes[outcome] = _outcome_of(outcome, self.rules)
        return said


@lru_cache(maxsize=64)
def _quick_by(rules: Ruleset) -> _Quick:
    return _Quick(rules)


def _is_number(word: str) -> bool:
    """Say whether a word is the number of a hand as it is mostly written, `12.` or `-.`."""
    return word == "-." or (
        word[-1:] == "." and word[:-1].isdigit() and word.isascii() and len(word) <= LONGEST_NUMBER
    )


def _record_of(line: str, rules: Ruleset) -> HandRecord | None:
    """Read a line of which only one section counts; None if there is any problem with it."""
    notes = Notes(line)
    record = read_hand(Line(line, 1, notes), rules.seats)
    return None if notes.problems else record


def _outcome_of(text: str, rules: Ruleset) -> _Outcome:
    """Read an outcome; one that says more than tricks and points allows nothing here."""
    record = _record_of(f"1. N 9H | ? | ? | ? | {text}", rules)
    if record is None or is_unusual(record):
        return _Outcome(frozenset(), None, False)
    said = record.said
    makers = [
        tricks
        for tricks in range(TRICKS + 1)
        if said.makers_tricks in (None, tricks) and said.others_tricks in (None, TRICKS - tricks)
    ]
    nothing = not said.makers_tricks and not said.others_tricks and not any(n for _, n in said.points or ())
    return _Outcome(frozenset(makers), dict(said.points) if said.points is not None else None, nothing)
