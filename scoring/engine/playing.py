"""Which reading of the play is taken: the quick one, or of those possible the one with fewest faults.

What is not known (a trump, who sits out) is tried in every way the record leaves open. If several ways are
without fault, what they agree on follows, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.engine.calling import SUITS
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import LoneSaid
from scoring.engine.lone import admit, cards_to_a_trick, choices_of_alone, perhaps_alone, seats_that_play
from scoring.engine.play import Play, play_swiftly
from scoring.engine.proof import deal_exists
from scoring.engine.records import CallKind
from scoring.engine.tricks import Reader
from scoring.engine.verdicts import Section, Step

_OF_TURN = frozenset(
    {"sitting-out-plays", "out-of-turn", "wrong-leader", "wrong-first-leader", "card-missing"}
    | {"plays-twice-in-trick"}
)

MANY = 1 << 30
"""More faults than any reading has."""

_OF_SUIT = frozenset({"named-turned-down-suit", "make-in-first-stage", "no-trump-named"})
"""Calls whose suit may be what was written wrong; then another one is tried, should it fit better."""


def read_play(case: Case) -> Play | None:
    """Read the play and note its faults; None if there is none."""
    tricks = case.record.tricks
    if not tricks or not any(trick.cards or trick.winner for trick in tricks):
        return None
    if case.thrown_in:
        sentence = "The hand was thrown in, and there is nothing to play."
        case.fault("play-without-trump", Section.PLAY, 0, sentence)
        return None
    if case.trump >= 0 and case.maker >= 0 and case.dealer >= 0:
        leader = case.terms.leader(case.dealer, case.maker, case.alone)
        play = play_swiftly(case, case.trump, case.alone, leader)
        if play is not None:
            case.lone_known = True
            return play
    return _best_reading(case)


def _read(case: Case, trump: int, alone: int, enough: Callable[[Play], bool] | None = None) -> Play:
    leader = UNKNOWN
    if case.dealer >= 0 and (case.maker >= 0 or not alone):
        leader = case.terms.leader(case.dealer, max(case.maker, 0), alone)
    return Reader(case, trump, alone, leader).read(enough)


def _readings(case: Case, choices: list[tuple[int, int]], most: int) -> list[Play]:
    """Read the play under every choice, and give a reading up when it has more faults than another had."""
    found = []

    def is_beaten(play: Play) -> bool:
        return len(play.faults) > most

    for trump, alone in choices:
        play = _read(case, trump, alone, is_beaten)
        most = min(most, len(play.faults))
        found.append(play)
    return found


def _best_of(case: Case, choices: list[tuple[int, int]], most: int = MANY) -> list[Play]:
    """Return a reading for every choice; those that can be the best, and no others, are whole."""
    found = _readings(case, choices, 0) if len(choices) > 1 else []
    return found if any(not play.faults for play in found) else _readings(case, choices, most)


def _best_reading(case: Case) -> Play:
    """Try what the record leaves open, and keep the reading with the fewest faults."""
    trumps = (case.trump,) if case.trump >= 0 else case.trumps or SUITS
    others_play = _others_play(case)
    alones = choices_of_alone(case) if others_play else [case.alone]
    plays = _best_of(case, [(trump, alone) for trump in trumps for alone in alones])
    if plays[0].faults and any(fault.code in _OF_SUIT for fault in case.faults):
        others = [(trump, case.alone) for trump in SUITS if trump not in trumps]
        plays += _best_of(case, others, _fewest(plays))
        case.trump = UNKNOWN
    if not others_play and plays[0].faults and case.record.alone is None and not case.lone_known:
        others_play = True
        others = [(trump, alone) for trump in trumps for alone in perhaps_alone(case)]
        plays += _best_of(case, others, _fewest(plays))
    fewest = _fewest(plays)
    plays = [play for play in plays if len(play.faults) == fewest]
    if len(plays) > 1 and not fewest and not case.faults:
        plays = [play for play in plays if deal_exists(case, play)] or plays
    chosen = plays[0]
    if others_play:
        _settle_who_plays(case, plays)
    if case.trump == UNKNOWN and len({play.trump for play in plays}) == 1:
        case.trump = chosen.trump
    for play in plays[1:]:
        _agree(chosen, play)
    case.faults.extend(chosen.faults)
    return chosen


def _fewest(plays: list[Play]) -> int:
    return min(len(play.faults) for play in plays)


def _others_play(case: Case) -> bool:
    """Say whether the play shows that others play than was said."""
    active = case.terms.everybody & ~case.terms.sitting_out(case.alone)
    playing = seats_that_play(case)
    if playing:
        if playing == active:
            case.lone_known = True
        return playing != active
    size = cards_to_a_trick(case)
    if size == active.bit_count() == case.terms.players:
        case.lone_known = True
    return size not in (0, active.bit_count())


def _agree(one: Play, other: Play) -> None:
    """Keep of the one reading only what the other says as well."""
    for name in ("leaders", "winners"):
        kept, compared = getattr(one, name), getattr(other, name)
        for at in range(len(kept)):
            if at >= len(compared) or kept[at] != compared[at]:
                kept[at] = UNKNOWN


def _settle_who_plays(case: Case, plays: list[Play]) -> None:
    """Go on with who really plays, if it shows; a fault, unless nobody had said who does."""
    alones = {play.alone for play in plays}
    if len(alones) == 1:
        if plays[0].alone != case.alone:
            _note_who_plays(case, plays[0])
    elif case.record.alone is None:
        case.lone_known = False
    else:
        _note_who_plays(case, plays[0])


def _note_who_plays(case: Case, play: Play) -> None:
    before, case.alone = case.alone, 0
    play.bent = True
    noted = any(fault.step.section is Section.ALONE for fault in case.faults)
    if case.record.alone is None and not before & ~play.alone:
        _admit_unsaid(case, play.alone, before)
    elif not noted:
        _note_contradiction(case, play, before)
    case.alone, case.lone_known = play.alone, True


def _admit_unsaid(case: Case, alone: int, before: int) -> None:
    """Who plays alone was not written down: see whether those may whom the play shows."""
    places = [place for place in range(case.terms.players) if alone >> place & 1]
    places.sort(key=lambda place: place != case.maker)
    admit(case, places)
    calls, at = case.record.calls, case.call_at
    known = calls is not None and at >= 0 and calls[at].kind is not CallKind.UNKNOWN
    with_call = case.rules.lone_said == LoneSaid.WITH_THE_CALL
    if known and with_call and case.maker >= 0 and (alone & ~before) >> case.maker & 1:
        sentence = f"{case.name(case.maker)} called without a word of playing alone, and played so."
        case.fault("alone-said-late", Section.ALONE, 0, sentence, seat=case.maker)


def _note_contradiction(case: Case, play: Play, before: int) -> None:
    """Note the first card that cannot be if those play who were said to."""
    as_said = _read(case, play.trump, before, lambda play: any(one.code in _OF_TURN for one in play.faults))
    at = [fault for fault in as_said.faults if fault.code in _OF_TURN]
    step = min((fault.step.index for fault in at), default=0)
    sat = case.terms.sitting_out
    fewer = sat(play.alone) & ~sat(before)
    if fewer:
        who = case.name(fewer.bit_length() - 1)
        sentence = f"{who} sat out, though nobody had declared to play alone."
        code, seat = "sat-out-unannounced", fewer.bit_length() - 1
    else:
        more = sat(before) & ~sat(play.alone)
        seat = more.bit_length() - 1
        code, sentence = "alone-not-kept", f"{case.name(seat)} played, though the partner had declared alone."
    case.fault(code, Section.PLAY, step, sentence, seat=seat, proved_at=Step(Section.PLAY, step))


__all__ = ["read_play"]
