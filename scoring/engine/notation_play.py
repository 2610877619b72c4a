"""The play of a hand in the native form: tricks in the order of play, claims and concessions where they fell.

    E: JC QS! {reason} JH@S JS>W / QH 9H claim N 2+ concede EW / ...

`E:` before a trick its leader and `>W` after it its winner, if they were written down; `@S` whose card it
was; `!` an irregular card; `--` an unknown card; `-` a trick of which nothing is known; `...` the rest is
not written down; `?` the whole play is not. `+` a claim that was accepted, `?` one that was refused; `@3.2`
a claim made elsewhere than it stands, after so many tricks and cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby

from scoring.engine.cards import Card, Suit
from scoring.engine.notation_cards import CARDS, SEATS, card_named
from scoring.engine.notation_text import Line, escaped
from scoring.engine.records import MOST_IN_A_TRICK, MOST_TRICKS, Claim, Played, Trick
from scoring.engine.seats import Seat

UNSTATED = "irregular"
"""The reason of a card marked `!` without one."""

MOST_CLAIMS = 32
_PLAIN_LENGTH = 400

_UNKNOWN = Played(None)
PLAYED: dict[str, Played] = {text: Played(card) for text, card in CARDS.items()} | {"--": _UNKNOWN}
"""Cards as they are mostly written, with nothing beside them: one object serves all hands."""
_played = PLAYED.__getitem__
_LAST: dict[str, tuple[Played, Seat | None]] = {
    f"{text}>{seat}": (played, seat) for text, played in PLAYED.items() for seat in Seat
} | {text: (played, None) for text, played in PLAYED.items()}

_WORD = re.compile(r"/|[^\s/]+")
_CLAIM = re.compile(
    r"(claim|concede)\s+([NESW]+)(?:\s+(-?\d{1,18}))?([?+]?)(?:@(-?\d{1,9})\.(-?\d{1,9}))?(?=[\s/]|$)",
    re.IGNORECASE | re.ASCII,
)
_CARD = re.compile(r"([^@!>]+)(?:@([NESWnesw]))?(!?)(?:>([NESWnesw]))?")


@dataclass(slots=True)
class Play:
    """What the section holds."""

    tricks: tuple[Trick, ...] | None = None
    claims: tuple[Claim, ...] = ()
    stopped: bool = False


def read_play(line: Line, start: int, end: int, trump: Suit | None) -> Play:
    """Read the section between two places of the line."""
    text = line.text[start:end]
    if text.isspace() or not text:
        return Play(())
    plain = _plain(text) if len(text) < _PLAIN_LENGTH else None
    return Play(plain) if plain is not None else _Reader(line, end, trump).read(start)


def _plain(text: str) -> tuple[Trick, ...] | None:
    """Read tricks of plainly written cards, at most times all there is; None if anything else is there."""
    tricks = []
    try:
        for chunk in text.split("/"):
            words = chunk.split()
            last, winner = _LAST[words.pop()]
            tricks.append(Trick((*map(_played, words), last), None, winner))
            if len(words) >= MOST_IN_A_TRICK:
                return None
    except (KeyError, IndexError):
        return None
    return tuple(tricks) if len(tricks) <= MOST_TRICKS else None


@dataclass(slots=True)
class _Reader:
    """Reads word by word, with places, whatever is written."""

    line: Line
    end: int
    trump: Suit | None
    tricks: list[Trick] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    stopped: bool = False
    unknown: bool = False
    cards: list[Played] = field(default_factory=list)
    leader: Seat | None = None
    winner: Seat | None = None
    begun: bool = False
    """The trick in hand has something written of it."""
    spoken: bool = False
    """Something stands since the last stroke that is no trick: a claim, or that the rest is not written."""
    too_many: bool = False

    def read(self, start: int) -> Play:
        at = start
        first = True
        while found := _WORD.search(self.line.text, at, self.end):
            at = found.end()
            if found[0] == "?" and first:
                self.unknown = True
            elif claim := _CLAIM.match(self.line.text, found.start(), self.end):
                self._claim(claim)
                at = claim.end()
            elif found[0] == "/":
                self._stroke(found.start())
            else:
                at = self._word(found[0], found.start())
            first = False
        if self.begun:
            self._end_trick(start)
        if self.unknown and self.tricks:
            self.line.note("play-unknown", "“?” says that the play is unknown, yet tricks follow.", start)
        tricks = None if self.unknown and not self.tricks else tuple(self.tricks)
        return Play(tricks, tuple(self.claims), self.stopped)

    def _stroke(self, at: int) -> None:
        if self.begun or not self.spoken:
            self._end_trick(at)
        self.spoken = False

    def _end_trick(self, at: int) -> None:
        if len(self.tricks) < MOST_TRICKS:
            self.tricks.append(Trick(tuple(self.cards), self.leader, self.winner))
        elif not self.too_many:
            self.too_many = True
            self.line.note("too-many-tricks", f"A hand has {MOST_TRICKS} tricks at most.", at)
        self.cards, self.leader, self.winner, self.begun, self.spoken = [], None, None, False, False

    def _word(self, word: str, at: int) -> int:
        """Take one word; return where the next one is to be looked for."""
        end = at + len(word)
        if word in {"...", "…"}:
            self.stopped = self.spoken = True
        elif word == "-":
            self.begun = True
        elif word[0] == ">" and word[1:] in SEATS:
            self._win(SEATS[word[1:]], at)
        elif word[1:2] == ":" and word[0] in SEATS:
            self._lead(SEATS[word[0]], at)
            return at + 2
        elif found := _CARD.fullmatch(word):
            return self._card(found, at)
        else:
            self.line.unread(word, at, "in the play")
        return end

    def _next_trick_begins(self, at: int) -> None:
        sentence = "A new trick begins here, though no stroke parts it from the last."
        self.line.note("stroke-missing", sentence, at, warning=True)
        self._end_trick(at)

    def _lead(self, seat: Seat, at: int) -> None:
        if self.cards or self.winner or self.leader:
            self._next_trick_begins(at)
        self.leader, self.begun = seat, True

    def _win(self, seat: Seat, at: int) -> None:
        if self.winner is not None:
            self.line.note("winner-twice", "A trick has one winner; the first one written counts.", at)
        else:
            self.winner, self.begun = seat, True

    def _card(self, found: re.Match[str], at: int) -> int:
        card, known = self._card_of(found[1])
        if not known:
            self.line.note("card-unknown", f"There is no card “{found[1][:20]}” here.", at)
            return at + len(found[0])
        if self.winner is not None:
            self._next_trick_begins(at)
        seat = SEATS[found[2]] if found[2] else None
        end, irregular = at + len(found[0]), ""
        if found[3]:
            irregular = self.line.comment_after(end) or UNSTATED
        self.begun = True
        if len(self.cards) < MOST_IN_A_TRICK:
            self.cards.append(Played(card, seat, irregular))
        else:
            self.line.note("too-many-cards", f"A trick has {MOST_IN_A_TRICK} cards at most.", at)
        if found[4]:
            self._win(SEATS[found[4]], at + found.start(4))
        return end

    def _card_of(self, text: str) -> tuple[Card | None, bool]:
        """Read a card; a card known in part cannot be kept by the play, and is unknown."""
        if text == "--":
            return None, True
        card = card_named(text, self.trump)
        return card, card is not None

    # --- claims

    def _claim(self, found: re.Match[str]) -> None:
        conceded, tricks = found[1].lower() == "concede", found[3]
        if tricks is None and not conceded:
            self.line.note("claim-unclear", "A claim says how many tricks.", found.start())
            return
        after, cards = len(self.tricks), len(self.cards)
        if found[5] is not None:
            after, cards = int(found[5]), int(found[6])
        elif self.winner is not None:
            after, cards = after + 1, 0
        accepted = {"": None, "+": True, "?": False}[found[4]]
        for letter in found[2] if conceded else found[2][:1]:
            seat = SEATS[letter]
            if len(self.claims) >= MOST_CLAIMS:
                self.line.note("too-many-claims", f"A hand has {MOST_CLAIMS} claims at most.", found.start())
                return
            self.claims.append(Claim(seat, int(tricks or 0), after, cards, conceded, accepted))
        if not conceded and len(found[2]) > 1:
            self.line.note("claim-unclear", "One player claims; the first was read.", found.start())
        self.spoken = True


# --- written


def write_play(tricks: tuple[Trick, ...] | None, claims: tuple[Claim, ...], stopped: bool) -> str:
    """Write the section."""
    if not claims and tricks is not None:
        text = " / ".join([_trick_text(trick) for trick in tricks])
    else:
        text = _with_claims(tricks, claims)
    return f"{text} ...".lstrip() if stopped else text


def _trick_text(trick: Trick) -> str:
    words = [_played_text(card) for card in trick.cards]
    if trick.leader is not None:
        words.insert(0, f"{trick.leader}:")
    if trick.winner is None:
        return " ".join(words) or "-"
    if not trick.cards or words[-1].endswith("}"):
        return " ".join([*words, f">{trick.winner}"])
    return " ".join(words) + f">{trick.winner}"


def _played_text(played: Played) -> str:
    text = str(played.card) if played.card is not None else "--"
    if played.seat is not None:
        text += f"@{played.seat}"
    if not played.irregular:
        return text
    return f"{text}!" if played.irregular == UNSTATED else f"{text}!{{{escaped(played.irregular)}}}"


_Place = tuple[int, int]


def _with_claims(tricks: tuple[Trick, ...] | None, claims: tuple[Claim, ...]) -> str:
    """Write claims where they fell; one that cannot have fallen there says itself when it was made."""
    places = _placed(tricks or (), claims)
    chunks = []
    for number, trick in enumerate(tricks or ()):
        here = {at: words for (after, at), words in places.items() if after == number}
        chunks.append(_trick_with_claims(trick, here) if here else _trick_text(trick))
    last = places.get((len(tricks or ()), 0))
    if tricks is None:
        return " ".join(["?", *(last or ())])
    return " / ".join(chunks + ([" ".join(last)] if last else []))


def _placed(tricks: tuple[Trick, ...], claims: tuple[Claim, ...]) -> dict[_Place, list[str]]:
    """Return the words to write at each place, so many tricks and cards on, in the claims' own order."""
    at: _Place = (0, 0)
    placed: dict[_Place, list[tuple[Claim, bool]]] = {}
    for claim in claims:
        due = (claim.after, claim.cards)
        inside = 0 <= claim.after < len(tricks) and 0 <= claim.cards <= len(tricks[claim.after].cards)
        stands = due >= at and (inside or due == (len(tricks), 0))
        at = due if stands else at
        placed.setdefault(at, []).append((claim, stands))
    return {place: _claim_words(here) for place, here in placed.items()}


def _claim_words(claims: list[tuple[Claim, bool]]) -> list[str]:
    """Write claims made at one place; those who concede one after the other share a word."""
    words = []
    for key, same in groupby(claims, key=_alike):
        held = [claim for claim, _ in same]
        if key[0]:
            words.append(_claim_text("".join(claim.seat for claim in held), held[0], key[-1]))
        else:
            words += [_claim_text(claim.seat, claim, key[-1]) for claim in held]
    return words


def _alike(marked: tuple[Claim, bool]) -> tuple[bool, int, bool | None, int, int, bool]:
    claim, stands = marked
    return claim.conceded, claim.tricks, claim.accepted, claim.after, claim.cards, stands


def _claim_text(seats: str, claim: Claim, stands: bool) -> str:
    text = f"concede {seats}" if claim.conceded else f"claim {seats}"
    if claim.tricks or not claim.conceded:
        text += f" {claim.tricks}"
    text += {None: "", True: "+", False: "?"}[claim.accepted]
    return text if stands else f"{text}@{claim.after}.{claim.cards}"


def _trick_with_claims(trick: Trick, here: dict[int, list[str]]) -> str:
    words = list(here.get(0, ()))
    if trick.leader is not None:
        words.append(f"{trick.leader}:")
    for number, card in enumerate(trick.cards, start=1):
        words += [_played_text(card), *here.get(number, ())]
    if trick.winner is not None:
        words.append(f">{trick.winner}")
    if not trick.cards and trick.leader is None and trick.winner is None:
        words.append("-")
    return " ".join(words)
