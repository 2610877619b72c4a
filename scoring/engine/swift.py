"""The quick way through a record that is complete and in order, which most are.

No rule stands here that does not stand elsewhere. What calls lead to (maker, trump, who plays, who leads,
whether the dealer discards) is read once by the readers of `calling`, `lone` and `discards` and kept, for the
same calls lead to the same every time; the tables of `deck` say what follows and what wins. Whatever is
out of order, hidden, or seldom written (cuts, exchanges, claims, penalties) is left to `examine`.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.calling import read_calls
from scoring.engine.cases import Case
from scoring.engine.dealing import read_deal
from scoring.engine.deck import BIT, BIT_BY_RANK, BIT_FOLLOWS, BIT_POWER, IN_SUIT, TRUMPS
from scoring.engine.discards import read_discard
from scoring.engine.hands import TRICKS, Award
from scoring.engine.lone import read_alone
from scoring.engine.play import play_soundly
from scoring.engine.records import Glimpse, HandRecord, Trick
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.engine.terms import Terms, terms_of
from scoring.engine.verdicts import Derived, Status, Verdict

MOST_SETTINGS = 1024
"""Dealers, suits turned up and ways to call come to several hundred at a table of four."""

MOST_ENDINGS = 64

Ending = tuple[int, Mapping[Side, int], Verdict]
"""The makers' tricks, the points by side, and the verdict, which is the same for all hands that end so."""


class Setting:
    """What calls, dealer and upcard lead to; `award` is by the makers' tricks."""

    def __init__(self, case: Case) -> None:
        terms, seats = case.terms, case.terms.seats
        self.dealer = case.dealer
        self.thrown_in = case.thrown_in
        self.endings: dict[tuple[int, ...], Ending] = {}
        self.discard_due = case.discard_due
        if case.thrown_in:
            return
        trump = case.trump
        self.trump, self.no_trump = TRUMPS[trump], TRUMPS[trump] is None
        self.tables = BIT_FOLLOWS[trump], IN_SUIT[trump], BIT_POWER[trump]
        self.turns = terms.turns(terms.sitting_out(case.alone))
        self.leader = terms.leader(case.dealer, case.maker, case.alone)
        self.maker = seats[case.maker]
        self.alone = frozenset(seat for at, seat in enumerate(seats) if case.alone >> at & 1)
        self.makers = terms.side_at[case.maker]
        self.awards: list[Award] = [
            terms.award(case.maker, case.alone, tricks) for tricks in range(TRICKS + 1)
        ]


def examine_swiftly(record: HandRecord, rules: Ruleset) -> Verdict | None:
    """Return the verdict on a record that is complete and legal, None for any other."""
    terms = terms_of(rules)
    upcard = record.upcard
    if record.calls is None or upcard is None or is_unusual(record) or asks_the_unusual(rules):
        return None
    turned = BIT[upcard.rank, upcard.suit]
    held = _hands(record.held, terms, turned)
    if held is None:
        return None
    setting = setting_of(record, terms)
    if setting is None or not _put_out(setting, record.discard, held, turned, rules):
        return None
    tricks = record.tricks
    if setting.thrown_in:
        return _thrown_in(record, rules)
    if tricks is None or len(tricks) != TRICKS:
        return None
    return _played(record, tricks, terms, setting, held)


def is_unusual(record: HandRecord) -> bool:
    """Say whether anything was written down that few records have."""
    return bool(
        record.redeal
        or record.claims
        or record.exchanges
        or record.penalties
        or record.thrown_in
        or record.cuts is not None
        or record.packets is not None
    )


def asks_the_unusual(rules: Ruleset) -> bool:
    """Say whether the rules ask for more than is seen to here."""
    return rules.natural_trump or rules.no_lone_from is not None


def _hands(written: Mapping[Seat, tuple[Glimpse, ...]], terms: Terms, upcard: int) -> list[int] | None:
    """Return the hands as bits if all cards were dealt once, and belong to the pack."""
    held, seen, bit = [], upcard, BIT_BY_RANK
    try:
        for seat in terms.seats:
            one, two, three, four, five = written[seat]
            bits = (
                bit[one.rank][one.suit]
                | bit[two.rank][two.suit]
                | bit[three.rank][three.suit]
                | bit[four.rank][four.suit]
                | bit[five.rank][five.suit]
            )
            held.append(bits)
            seen |= bits
    except (KeyError, ValueError):
        return None
    if len(written) != terms.players or not terms.all_dealt(seen):
        return None
    return held


def setting_of(record: HandRecord, terms: Terms) -> Setting | None:
    """Return what the calls of a record lead to; None if anything is amiss with them."""
    key = (
        record.dealer,
        record.upcard and record.upcard.suit,
        record.alone,
        *[(call.kind, call.suit, call.alone, call.seat) for call in record.calls or ()],
    )
    setting = terms.settings.get(key, record)
    if setting is record:
        setting = _set_out(record, terms, key)
    return setting if isinstance(setting, Setting) else None


def _set_out(record: HandRecord, terms: Terms, key: object) -> Setting | None:
    """Read the calls as `examine` does, and remember what they lead to; None if anything is amiss."""
    said = HandRecord(dealer=record.dealer, upcard=record.upcard, calls=record.calls, alone=record.alone)
    case = Case(said, terms.rules)
    read_deal(case)
    read_calls(case)
    read_discard(case)
    read_alone(case)
    plain = case.called and case.dealer >= 0 and case.lone_known and not case.faults and not case.unknown
    if not case.thrown_in:
        plain = plain and case.trump >= 0 and case.maker >= 0
    if len(terms.settings) >= MOST_SETTINGS:
        terms.settings.clear()
    found = Setting(case) if plain else None
    terms.settings[key] = found
    return found


def _put_out(setting: Setting, discard: Glimpse | None, held: list[int], upcard: int, rules: Ruleset) -> bool:
    """Let the dealer take the upcard and discard; False if the discard is not as it should be."""
    if not setting.discard_due or discard is None:
        return not setting.discard_due and discard is None
    return put_out(setting, BIT.get((discard.rank, discard.suit), 0), held, upcard, rules)


def put_out(setting: Setting, bit: int, held: list[int], upcard: int, rules: Ruleset) -> bool:
    """Let the dealer, who must, take the upcard and discard this card; False if he cannot."""
    if held[setting.dealer] & bit:
        held[setting.dealer] ^= bit | upcard
        return True
    return bit == upcard and rules.discard_may_be_upcard


def _thrown_in(record: HandRecord, rules: Ruleset) -> Verdict | None:
    """Judge a hand in which all passed: nothing was played, and nothing is scored."""
    said = record.said
    if record.tricks or said.makers_tricks or said.others_tricks:
        return None
    if any(points for _, points in said.points or ()):
        return None
    nothing = dict.fromkeys(rules.sides, 0)
    by_seat = dict.fromkeys(rules.seats, 0)
    derived = Derived(tricks=nothing, points=nothing, points_by_seat=by_seat, thrown_in=True)
    return Verdict(Status.LEGAL, (), derived)


def _played(
    record: HandRecord, tricks: tuple[Trick, ...], terms: Terms, setting: Setting, held: list[int]
) -> Verdict | None:
    """Play the tricks out of the hands, and compare what was written of the result."""
    winners = play_soundly(tricks, setting.leader, setting.turns, held, setting.tables)
    if winners is None:
        return None
    makers, points, verdict = ending_of(terms, setting, winners)
    said = record.said
    if said.makers_tricks not in (None, makers) or said.others_tricks not in (None, TRICKS - makers):
        return None
    return verdict if said.points is None or dict(said.points) == points else None


def ending_of(terms: Terms, setting: Setting, winners: list[int]) -> Ending:
    """Return how a hand ends whose tricks went to these places."""
    key = tuple(winners)
    ended = setting.endings.get(key)
    if ended is None:
        if len(setting.endings) >= MOST_ENDINGS:
            setting.endings.clear()
        ended = setting.endings[key] = _ending(terms, setting, winners)
    return ended


def _ending(terms: Terms, setting: Setting, places: list[int]) -> Ending:
    """Return the verdict on a hand whose tricks went to these places."""
    winners = [terms.seats[place] for place in places]
    by_side = dict.fromkeys(terms.sides, 0)
    for winner in winners:
        by_side[terms.side_of[winner]] += 1
    makers = by_side[setting.makers]
    award = setting.awards[makers]
    derived = Derived(
        setting.maker,
        setting.trump,
        setting.no_trump,
        setting.alone,
        (terms.seats[setting.leader], *winners[:-1]),
        tuple(winners),
        by_side,
        award.outcome,
        award.by_side,
        award.by_seat,
    )
    return makers, award.by_side, Verdict(Status.LEGAL, (), derived)
