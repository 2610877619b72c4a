"""Stories of a night on which seats are changed at random, beside a plain account of the same night.

The account is a dict: who has which seat for whom, what each sheet brought to whom. Whatever is swapped,
substituted, emptied, filled, forfeited or scored: everybody has one place in the round, and no point is ever
with other people than those who sat there when it was made.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.services.rebuild import rebuild_event
from tests import factories
from tests.nights import DIRECTOR, drawn_night, hand, match_of, round_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Match, SitOut, Tally
from tournaments.selectors.played import played_of
from tournaments.selectors.rounds import current_seatings
from tournaments.services.changes import seat_entry, substitute, swap
from tournaments.services.no_shows import empty_seat, seat_filler

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
TABLES = (1, 2, 3)
REASON: dict[str, Any] = {"reason": "the story wants it", "actor": DIRECTOR}


@dataclass
class Account:
    """The night told plainly: (table, seat) → (entry, person), who is without a seat, points by both."""

    seats: dict[tuple[int, str], tuple[int, int]]
    out: set[int]
    hands: Counter[int] = field(default_factory=Counter)
    points: dict[tuple[int, int], int] = field(default_factory=lambda: defaultdict(int))

    def seat_of(self, entry: int) -> tuple[int, str] | None:
        return next((place for place, (held, _) in self.seats.items() if held == entry), None)

    def person_seated(self, person: int) -> bool:
        return any(held == person for _, held in self.seats.values())


def begin(event: Event) -> Account:
    seats, everybody = {}, set()
    drawn = round_of(event).draw
    people = dict(Entry.objects.filter(event=event).values_list("pk", "player_id"))
    for table, four in enumerate(drawn["tables"], start=1):
        for seat, entry in zip("NESW", four, strict=True):
            seats[table, seat] = (entry, people[entry])
            everybody.add(entry)
    return Account(seats, set(drawn["sitting_out"]))


class Story:
    """One night; each step does something real and the same in the account, or sees it refused in both."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.club = factories.make_club(f"Club {seed}")
        self.event = drawn_night(self.club, 14, rounds=1, seed=str(seed))
        self.account = begin(self.event)
        self.names = 0

    def match(self, table: int) -> Match:
        return match_of(self.event, table)

    def step(self) -> None:
        moves = (self.swap, self.swap, self.substitute, self.empty, self.fill, self.come_in, self.play)
        self.rng.choice(moves)()

    def swap(self) -> None:
        account, rng = self.account, self.rng
        one, other = rng.sample(sorted({held for held, _ in account.seats.values()} | account.out), 2)
        places = account.seat_of(one), account.seat_of(other)
        begun = any(place is not None and account.hands[place[0]] for place in places)
        allowed = not begun and any(places)
        entries = Entry.objects.in_bulk([one, other])
        try:
            swap(round=round_of(self.event), one=entries[one], other=entries[other], **REASON)
        except EventViolation as refused:
            assert not allowed, refused.sentence
            return
        assert allowed
        here, there = places
        if here and there:
            account.seats[here], account.seats[there] = account.seats[there], account.seats[here]
            return
        place, comes, goes = (here, other, one) if here else (there, one, other)
        assert place is not None
        account.seats[place] = (comes, Entry.objects.get(pk=comes).player_id or 0)
        account.out.discard(comes)
        if not Entry.objects.get(pk=goes).filler:
            account.out.add(goes)

    def substitute(self) -> None:
        place = self.rng.choice(sorted(self.account.seats))
        entry, _ = self.account.seats[place]
        self.names += 1
        due = self.account.hands[place[0]] + 1
        try:
            fact = substitute(
                match=self.match(place[0]), seat=place[1], player=f"Zoe {'x' * self.names}", from_hand=due,
                **REASON,
            )  # fmt: skip
        except EventViolation as refused:
            assert refused.code == "match-over"
            assert self.account.hands[place[0]] == 4
            return
        assert fact.player_id is not None
        self.account.seats[place] = (entry, fact.player_id)

    def empty(self) -> None:
        place = self.rng.choice(sorted(self.account.seats))
        table, seat = place
        taken = {one for at, one in self.account.seats if at == table}
        mates = taken & set(SIDES[seat]) - {seat}
        try:
            empty_seat(match=self.match(table), seat=seat, **REASON)
        except EventViolation:
            assert self.account.hands[table] or not mates
            return
        assert mates and not self.account.hands[table]
        entry, _ = self.account.seats.pop(place)
        self.east_moves_over(table)
        if not Entry.objects.get(pk=entry).filler:
            self.account.out.add(entry)

    def fill(self) -> None:
        table, seat = self.rng.choice(TABLES), self.rng.choice("NESW")
        self.names += 1
        try:
            filler = seat_filler(
                match=self.match(table), seat=seat, filler=f"Yan {'x' * self.names}", **REASON
            )
        except EventViolation as refused:
            assert refused.code == "match-begun"
            assert self.account.hands[table]
            return
        gone = self.account.seats.get((table, seat))
        if gone is not None and not Entry.objects.get(pk=gone[0]).filler:
            self.account.out.add(gone[0])
        self.account.seats[table, seat] = (filler.pk, filler.player_id or 0)
        self.east_moves_over(table)

    def come_in(self) -> None:
        empty = [
            (table, seat) for table in TABLES for seat in "NESW" if (table, seat) not in self.account.seats
        ]
        if not empty or not self.account.out:
            return
        table, seat = self.rng.choice(empty)
        entry = Entry.objects.get(pk=self.rng.choice(sorted(self.account.out)))
        try:
            seat_entry(match=self.match(table), seat=seat, entry=entry, **REASON)
        except EventViolation as refused:
            assert refused.code == "match-begun"
            assert self.account.hands[table]
            return
        self.account.out.discard(entry.pk)
        self.account.seats[table, seat] = (entry.pk, entry.player_id or 0)
        self.east_moves_over(table)

    def east_moves_over(self, table: int) -> None:
        if {seat for at, seat in self.account.seats if at == table} == {"N", "E", "S"}:
            self.account.seats[table, "W"] = self.account.seats.pop((table, "E"))

    def play(self) -> None:
        """A hand that somebody makes with three, four or five tricks; a march without partner is one, too."""
        table = self.rng.choice(TABLES)
        if self.account.hands[table] == 4:
            return
        maker = self.rng.choice(sorted(seat for at, seat in self.account.seats if at == table))
        tricks = self.rng.choice((3, 4, 5))
        self.account.hands[table] += 1
        hand(self.match(table), self.account.hands[table], maker, tricks)
        for (at, seat), who in self.account.seats.items():
            if at == table:
                won = SIDES[seat] == SIDES[maker]
                self.account.points[who] += (2 if tricks == 5 else 1) if won else 0

    def check(self) -> None:
        matches = {match.pk: match.table for match in Match.objects.filter(round__event=self.event)}
        shown = {
            (matches[match], seat): (one.entry_id, one.player_id)
            for match, held in current_seatings(matches).items()
            for seat, one in held.items()
        }
        assert shown == self.account.seats
        people = [person for _, person in self.account.seats.values()]
        assert len(set(people)) == len(people), "nobody sits in two places"
        out = set(SitOut.objects.filter(round__event=self.event).values_list("entry_id", flat=True))
        assert out == self.account.out
        placed = Counter([*out, *(entry for entry, _ in self.account.seats.values())])
        assert set(placed.values()) == {1}
        everybody = set(Entry.objects.filter(event=self.event, filler=False).values_list("pk", flat=True))
        assert everybody <= set(placed)
        told: dict[tuple[int, int], int] = defaultdict(int)
        for entry, person, points in Tally.objects.values_list("entry_id", "player_id", "points"):
            told[entry, person or 0] += points
        assert {who: points for who, points in told.items() if points} == {
            who: points for who, points in self.account.points.items() if points
        }
        (drawn,) = played_of(self.event.rounds.all())
        for table in drawn.tables:
            held = [self.account.seats.get((table.table, seat), (None,))[0] for seat in "NESW"]
            assert list(table.seats) == held


class Stories(TestCase):
    """Each example is a night of its own."""

    @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 10**6))
    def test_everybody_has_one_place_and_no_score_is_with_other_people(self, seed: int) -> None:
        story = Story(seed)
        for _ in range(12):
            story.step()
            story.check()
        rebuild_event(event=story.event)
        story.check()


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(40))
def test_long_stories(seed: int) -> None:
    story = Story(seed)
    for _ in range(60):
        story.step()
        story.check()
