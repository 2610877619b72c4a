"""Who may play: each rule kept, each rule broken, told in a sentence and never refused."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tournaments.engine.league_eligibility import (
    Appearance,
    Registration,
    SideNamed,
    breaches_of,
)
from tournaments.engine.league_policies import LEAGUE_POLICIES, Eligibility

STARTS = date(2026, 9, 3)
NIGHT = STARTS + timedelta(weeks=5)
NAMES = {number: f"Player {number}" for number in range(1, 20)}
OURS, THEIRS = 1, 2
SQUAD = [Registration(number, OURS, STARTS) for number in range(1, 8)]
OTHERS = [Registration(number, THEIRS, STARTS) for number in range(11, 18)]


def told(terms, players, *, cup=(), registrations=(*SQUAD, *OTHERS), before=(), by=None):
    side = SideNamed(OURS, NIGHT, players, cup)
    found = breaches_of(
        terms,
        side,
        registrations=registrations,
        before=before,
        names=NAMES,
        starts_on=STARTS,
        registered_by=by,
    )
    assert all(one.sentence.endswith(".") for one in found)
    return [(one.code, one.player) for one in found]


def test_six_of_the_squad_break_no_rule_of_either_pub_league():
    for code in ("st-austell", "falmouth"):
        assert told(LEAGUE_POLICIES[code].eligibility, [1, 2, 3, 4, 5, 6], cup=[1, 2, 3, 4]) == []


def test_at_least_four_of_six_must_be_named_at_the_start():
    late = [replace(one, since=STARTS + timedelta(days=1)) if one.player > 3 else one for one in SQUAD]
    terms = LEAGUE_POLICIES["st-austell"].eligibility
    assert told(terms, [1, 2, 3, 4, 5, 6], registrations=late) == [("too-few-named", None)]
    assert told(terms, [1, 2, 3, 4, 5, 6], registrations=[*late, Registration(4, OURS, STARTS)]) == []


def test_a_borrowed_player_may_help_out_twice():
    terms = LEAGUE_POLICIES["falmouth"].eligibility
    helped = [Appearance(11, OURS, NIGHT - timedelta(weeks=at)) for at in (1, 2)]
    side = [1, 2, 3, 4, 5, 11]
    assert told(terms, side, before=helped[:1]) == []
    assert told(terms, side, before=[*helped[:1], Appearance(11, THEIRS, NIGHT - timedelta(weeks=3))]) == []
    assert told(terms, side, before=[*helped, *helped]) == [("borrowed-too-often", 11)]
    later = [replace(one, day=NIGHT + timedelta(weeks=at)) for at, one in enumerate(helped)]
    assert told(terms, side, before=later) == [], "what came later does not count"


def test_who_is_in_no_squad_is_told():
    assert told(Eligibility(), [1, 2, 3, 4, 5, 19]) == [("not-registered", 19)]
    gone = [replace(SQUAD[0], until=NIGHT), *SQUAD[1:]]
    assert told(Eligibility(), [1, 2], registrations=gone) == [("not-registered", 1)]


def test_signing_on_the_night_is_soon_enough_where_the_league_says_so():
    tonight = [*SQUAD, Registration(8, OURS, NIGHT)]
    assert told(Eligibility(sign_on_night=True), [1, 8], registrations=tonight) == []
    assert told(Eligibility(sign_on_night=False), [1, 8], registrations=tonight) == [
        ("signed-on-the-night", 8)
    ]


def test_registering_after_the_last_day_is_told():
    registrations = [*SQUAD, Registration(8, OURS, NIGHT - timedelta(days=3))]
    assert told(Eligibility(), [1, 8], registrations=registrations, by=NIGHT - timedelta(days=4)) == [
        ("registered-late", 8)
    ]
    assert told(Eligibility(), [1, 8], registrations=registrations, by=NIGHT - timedelta(days=3)) == []


def test_who_played_in_the_cup_for_others_is_cup_tied():
    before = [Appearance(3, THEIRS, NIGHT - timedelta(weeks=1), cup=True)]
    terms = Eligibility(cup_tied=True)
    assert told(terms, [1, 2, 3, 4], cup=[1, 2], before=before) == []
    assert told(terms, [1, 2, 3, 4], cup=[1, 3], before=before) == [("cup-tied", 3)]
    assert told(Eligibility(), [1, 2, 3, 4], cup=[1, 3], before=before) == []


@pytest.mark.parametrize(
    ("terms", "players", "code"),
    [
        (Eligibility(least_squad=8), [1, 2], "squad-too-small"),
        (Eligibility(least_players=4), [1, 2, 3], "too-few-players"),
        (Eligibility(), [1, 2, 1, 3], "named-twice"),
    ],
)
def test_what_concerns_the_side_is_told(terms, players, code):
    assert code in [found for found, _ in told(terms, players)]
