"""A bracket is proposed, looked at, accepted, called to tables and played to its end.

The oracle is no tree: a dict of who lost how often, kept beside the story, says who must be out and who wins.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tests.tournaments.bracket_events import (
    DIRECTOR,
    at_table,
    bracket_event,
    drawn_bracket,
    now_of,
    report,
)
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.tree import How, Part, State
from tournaments.models import BracketVerdict, Event, Match, Round, Seating, Stage, Tally
from tournaments.selectors.brackets import places_of
from tournaments.services.bracket_calls import call_matches, uncall_match
from tournaments.services.bracket_verdicts import decide_match, settle_match
from tournaments.services.brackets import accept_bracket, propose_bracket, undo_bracket
from tournaments.services.draws import discard_draw
from tournaments.services.next_stage import begin_next_stage
from tournaments.services.rounds import close_round
from tournaments.services.standings import compute_standings

pytestmark = pytest.mark.django_db
ASIDE = (Part.PLATE, Part.THIRD)

KINDS = {
    "single": ("single-elimination", {}),
    "third": ("single-elimination", {"third_place": True}),
    "plate": ("single-elimination", {"plate": True, "third_place": True}),
    "double": ("double-elimination", {}),
    "once": ("double-elimination", {"second_final": False}),
}


class Story:
    """A bracket played with random winners; `losses` counts by entry what was lost, plate and third aside."""

    def __init__(self, entries: int, kind: str, rng: Random) -> None:
        format, options = KINDS[kind]
        self.stage = drawn_bracket(entries, format, **options)
        self.rng = rng
        self.lives = 2 if format == "double-elimination" else 1
        self.corrected = 0

    def losses(self) -> Counter[int]:
        """From the rows alone, without any tree but the part a number stands in."""
        aside = {one.number for one in now_of(self.stage).bracket.matches if one.part in ASIDE}
        rows = BracketVerdict.objects.filter(stage=self.stage).exclude(number__in=aside)
        return Counter(row.other_id if row.winner_id == row.one_id else row.one_id for row in rows)

    def step(self) -> bool:
        """Call what can be called, then end one match; False when nothing is left."""
        call_matches(event=self.stage.event, tables=range(1, self.rng.randint(2, 4)), actor=DIRECTOR)
        now = now_of(self.stage)
        playing = sorted(now.playing)
        if not playing:
            return False
        number = self.rng.choice(playing)
        winner = self.rng.choice([now.seen[number].one, now.seen[number].other])
        if self.rng.random() < 0.3:
            decide_match(stage=self.stage, number=number, winner=winner, actor=DIRECTOR)
        else:
            report(at_table(self.stage, number), winner)
        return True

    def correct(self) -> None:
        """A table's result turns out to be the other way round, and the director redraws where asked."""
        now = now_of(self.stage)
        scored = [at for at in now.heard if now.seen[at].state is State.DECIDED]
        if not scored:
            return
        number = self.rng.choice(sorted(scored))
        row = now.rows[number]
        played_on = self.played_on({row.one_id, row.other_id}, number)
        report(now.called[number], row.other_id if row.winner_id == row.one_id else row.one_id)
        after = now_of(self.stage)
        moved = after.rows[number].winner_id != row.winner_id
        assert moved != (after.difference(number) is not None)
        assert not (moved and played_on), "moved without the director's word"
        if not moved:
            settle_match(stage=self.stage, number=number, keep=False, actor=DIRECTOR)
        self.corrected += 1

    def played_on(self, two: set[int], number: int) -> bool:
        """Whether one of the two has a result of a later match, or sits at its table."""
        later = BracketVerdict.objects.filter(stage=self.stage, number__gt=number)
        seated = Seating.objects.filter(match__round__stage=self.stage, match__number__gt=number)
        known = {entry for pair in later.values_list("one", "other") for entry in pair}
        return bool(two & (known | set(seated.values_list("entry", flat=True))))


class Stories(TestCase):
    @settings(deadline=None, max_examples=6)
    @given(st.integers(2, 20), st.sampled_from(sorted(KINDS)), st.integers(0, 2**32))
    def test_whoever_has_lost_often_enough_is_out_and_one_remains(self, entries, kind, seed):
        story = Story(entries, kind, Random(seed))
        while story.step():
            if story.rng.random() < 0.15 and story.corrected < 5:
                story.correct()
                check_nobody_plays_on(story)
                check_scores_stay(story.stage)
        check_scores_stay(story.stage)
        check_the_end(story, entries, kind)


def check_nobody_plays_on(story: Story) -> None:
    lost, now = story.losses(), now_of(story.stage)
    for number in now.playing:
        if now.bracket.matches[number].part not in ASIDE:
            assert all(lost[entry or 0] < story.lives for entry in now.seen[number][:2]), number


def check_scores_stay(stage: Stage) -> None:
    """Nobody has a score of a match in which somebody else sat, nor a verdict of two who did not meet."""
    seated = {
        (row.match_id, row.entry_id, row.player_id)
        for row in Seating.objects.filter(match__round__stage=stage)
    }
    told = {
        (row.match_id, row.entry_id, row.player_id) for row in Tally.objects.filter(match__round__stage=stage)
    }
    assert told <= seated
    rows = {row.number: {row.one_id, row.other_id} for row in BracketVerdict.objects.filter(stage=stage)}
    for match in Match.objects.filter(round__stage=stage, number__in=rows):
        assert {entry for at, entry, _ in seated if at == match.pk} == rows[match.number or 0]


def check_the_end(story: Story, entries: int, kind: str) -> None:
    lost, now = story.losses(), now_of(story.stage)
    winner = [entry for entry, place in places_of(story.stage).items() if place == (1, 1)]
    assert len(winner) == 1
    others = set(now.bracket.seeds) - set(winner)
    if kind == "once":
        assert sum(lost.values()) == 2 * entries - 2
        assert all(lost[entry] in (1, 2) for entry in others)
        assert sum(lost[entry] == 1 for entry in others) <= 1
    else:
        assert {lost[entry] for entry in others} == {story.lives}
        assert lost[winner[0]] < story.lives
        assert sum(lost.values()) == story.lives * (entries - 1) + lost[winner[0]]
    assert now.over
    assert not now.differences


# --- proposing and accepting
# -------------------------------------------------------------------------------------------


def seeds_proposed(event: Event) -> list[int]:
    seeds: list[int] = event.rounds.get(state=Round.State.PROPOSED).draw["seeds"]
    return seeds


def test_a_proposal_binds_nobody() -> None:
    event = bracket_event(5)
    propose_bracket(event=event, actor=DIRECTOR)
    assert seeds_proposed(event) == [entry.pk for entry in event.entries.order_by("number")]
    assert not Match.objects.exists()
    with pytest.raises(EventViolation, match="no-bracket"):
        call_matches(event=event, tables=[1], actor=DIRECTOR)
    discard_draw(event=event)
    with pytest.raises(EventViolation, match="nothing-proposed"):
        accept_bracket(event=event, seed="", actor=DIRECTOR)


def test_the_director_arranges_the_seeds() -> None:
    event = bracket_event(4)
    order = [entry.pk for entry in event.entries.order_by("-number")]
    propose_bracket(event=event, actor=DIRECTOR, seed="a", order=order)
    stage = accept_bracket(event=event, seed="a", actor=DIRECTOR)
    assert stage.seeds == order
    assert Event.objects.get(pk=event.pk).state == Event.State.RUNNING


def test_by_lot_the_same_seed_gives_the_same_bracket() -> None:
    event = bracket_event(9, seeding="lot")
    found = []
    for seed in ("owl", "cat", "owl"):
        propose_bracket(event=event, actor=DIRECTOR, seed=seed)
        found.append(seeds_proposed(event))
    assert found[0] == found[2] != found[1]
    assert accept_bracket(event=event, seed="owl", actor=DIRECTOR).seed == "owl"


def test_by_rating_the_best_is_the_first_seed() -> None:
    event = bracket_event(4, seeding="rating")
    one, two, three, four = (entry.pk for entry in event.entries.order_by("number"))
    propose_bracket(event=event, actor=DIRECTOR, ratings={one: 10, two: 40, three: 30, four: 20})
    assert seeds_proposed(event) == [two, three, four, one]
    with pytest.raises(EventViolation) as met:
        propose_bracket(event=event, actor=DIRECTOR, ratings={one: 10, two: 40, three: 30})
    assert met.value.code == "rating-missing"
    assert met.value.sentence.endswith(f"{event.entries.get(pk=four)}.")


@pytest.mark.parametrize(
    ("entries", "order", "code"),
    [
        (1, None, "bracket-of-one"),
        (0, None, "too-few-entrants"),
        (3, [0, 1, 1], "seed-twice"),
        (3, [0, 1], "seed-missing"),
    ],
)
def test_what_makes_no_bracket_is_a_sentence_and_changes_nothing(entries, order, code) -> None:
    event = bracket_event(entries)
    there = [entry.pk for entry in event.entries.order_by("number")]
    seeds = [there[at] for at in order] if order is not None else None
    with pytest.raises(EventViolation, match=code):
        propose_bracket(event=event, actor=DIRECTOR, order=seeds)
    assert not Round.objects.exists()
    assert not Stage.objects.exists()


def test_a_bracket_that_changed_since_it_was_looked_at_is_not_accepted() -> None:
    event = bracket_event(4)
    propose_bracket(event=event, actor=DIRECTOR, seed="a")
    event.policies.update(movement={"format": "double-elimination", "rounds": 1})
    with pytest.raises(EventViolation, match="draw-changed"):
        accept_bracket(event=event, seed="a", actor=DIRECTOR)
    propose_bracket(event=event, actor=DIRECTOR, seed="b")
    event.entries.filter(number=2).update(withdrawn_after=0)
    with pytest.raises(EventViolation, match="draw-changed"):
        accept_bracket(event=event, seed="b", actor=DIRECTOR)


def test_an_event_that_plays_rounds_has_no_bracket() -> None:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP)
    factories.make_entries(event, factories.make_players(event.club, 8))
    with pytest.raises(EventViolation, match="not-a-bracket"):
        propose_bracket(event=event, actor=DIRECTOR)


def test_it_is_taken_back_while_nothing_was_played() -> None:
    stage = drawn_bracket(8)
    call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="bracket-accepted"):
        propose_bracket(event=stage.event, actor=DIRECTOR)
    undo_bracket(event=stage.event, actor=DIRECTOR)
    assert not Match.objects.exists()
    assert seeds_proposed(stage.event) == stage.seeds
    assert Event.objects.get(pk=stage.event_id).state == Event.State.SETUP
    accept_bracket(event=stage.event, seed="s", actor=DIRECTOR)
    decide_match(stage=stage, number=0, winner=stage.seeds[0], how=How.WALKOVER, actor=DIRECTOR)
    undo_bracket(event=stage.event, actor=DIRECTOR)
    assert not BracketVerdict.objects.exists()
    accept_bracket(event=stage.event, seed="s", actor=DIRECTOR)
    call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    report(at_table(stage, 0), None, over=False)
    with pytest.raises(EventViolation, match="bracket-begun"):
        undo_bracket(event=stage.event, actor=DIRECTOR)


# --- the queue
# -------------------------------------------------------------------------------------------


def test_the_next_ready_match_goes_to_the_next_free_table() -> None:
    stage = drawn_bracket(8)
    called = call_matches(event=stage.event, tables=[1, 2, 3], actor=DIRECTOR)
    assert [(one.number, one.table) for one in called] == [(0, 1), (1, 2), (2, 3)]
    assert call_matches(event=stage.event, tables=[1, 2, 3], actor=DIRECTOR) == []
    report(called[1], called[1].seatings.get(seat="N").entry_id)
    called = call_matches(event=stage.event, tables=[1, 2, 3], actor=DIRECTOR)
    assert [(one.number, one.table) for one in called] == [(3, 2)]
    assert [one.name for one in stage.rounds.order_by("number")] == ["Quarter-finals"]


def test_rounds_are_made_when_they_are_needed_and_named() -> None:
    stage = drawn_bracket(4, third_place=True, best_of=3, final_best_of=5)
    while now_of(stage).playing or call_matches(event=stage.event, tables=[1], actor=DIRECTOR):
        (number,) = now_of(stage).playing
        match = at_table(stage, number)
        report(match, match.seatings.get(seat="N").entry_id, games=(2, 1))
    told = [(one.number, one.name) for one in stage.rounds.order_by("number")]
    assert told == [(1, "Semi-finals"), (2, "Final"), (3, "Match for third place")]
    assert list(Match.objects.order_by("number").values_list("best_of", flat=True)) == [3, 3, 5, 3]


def test_a_round_that_was_closed_is_open_again_for_the_match_that_is_called() -> None:
    stage = drawn_bracket(8)
    call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    close_round(round=stage.rounds.get())
    call_matches(event=stage.event, tables=[2], actor=DIRECTOR)
    assert stage.rounds.get().state == Round.State.ACCEPTED


def test_pairs_sit_opposite_each_other_and_single_players_too() -> None:
    stage = drawn_bracket(2, pairs=True)
    (match,) = call_matches(event=stage.event, tables=[4], actor=DIRECTOR)
    seat = {one.seat: one for one in match.seatings.all()}
    assert (seat["N"].entry_id, seat["E"].entry_id) == tuple(stage.seeds)
    assert seat["N"].entry_id == seat["S"].entry_id
    assert len({one.player_id for one in seat.values()}) == 4
    alone = drawn_bracket(2, club=factories.make_club("Looe"))
    (match,) = call_matches(event=alone.event, tables=[4], actor=DIRECTOR)
    assert {one.seat: one.entry_id for one in match.seatings.all()} == dict(
        zip("NS", alone.seeds, strict=True)
    )


def test_one_match_is_called_to_one_table_and_taken_back() -> None:
    stage = drawn_bracket(8)
    event = stage.event
    call_matches(event=event, tables=[3], actor=DIRECTOR, number=2)
    for number, table, code in ((2, 4, "match-called"), (1, 3, "table-taken"), (5, 4, "match-not-ready")):
        with pytest.raises(EventViolation, match=code):
            call_matches(event=event, tables=[table], actor=DIRECTOR, number=number)
    for number, code in ((99, "match-unknown"), (-1, "match-unknown")):
        with pytest.raises(EventViolation, match=code):
            call_matches(event=event, tables=[5], actor=DIRECTOR, number=number)
    uncall_match(event=event, number=2, actor=DIRECTOR)
    assert not Match.objects.exists()
    with pytest.raises(EventViolation, match="match-not-called"):
        uncall_match(event=event, number=2, actor=DIRECTOR)
    call_matches(event=event, tables=[3], actor=DIRECTOR, number=2)
    report(at_table(stage, 2), None, over=False)
    with pytest.raises(EventViolation, match="match-begun"):
        uncall_match(event=event, number=2, actor=DIRECTOR)


def test_nothing_is_called_once_the_event_is_over() -> None:
    stage = drawn_bracket(4)
    Event.objects.update(state=Event.State.FINISHED)
    with pytest.raises(EventViolation, match="event-over"):
        call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="tables-out-of-range"):
        call_matches(event=stage.event, tables=[0], actor=DIRECTOR)


# --- standings
# -------------------------------------------------------------------------------------------


def standings_of(event: Event) -> list[tuple[int, int, bool]]:
    compute = compute_standings(event.pk)
    return [(row.entry_id, row.rank, row.shared) for row in compute.event]


def test_standings_follow_the_places_of_the_bracket() -> None:
    stage = drawn_bracket(5)
    one, two, three, four, five = stage.seeds
    decide_match(stage=stage, number=0, winner=five, actor=DIRECTOR)
    assert standings_of(stage.event)[-1] == (four, 5, False)
    assert {rank for _, rank, _ in standings_of(stage.event)[:-1]} == {1}
    for number, winner in ((1, five), (2, three), (3, three)):
        decide_match(stage=stage, number=number, winner=winner, actor=DIRECTOR)
    assert standings_of(stage.event) == [
        (three, 1, False), (five, 2, False), (one, 3, True), (two, 3, True), (four, 5, False),
    ]  # fmt: skip


def test_a_chain_that_names_the_place_parts_further_by_what_it_names_next() -> None:
    stage = drawn_bracket(4)
    stage.event.policies.update(chain=["PLACE", "PTS"])
    for match in call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR):
        report(match, min(match.seatings.values_list("entry_id", flat=True)))
    loser = stage.seeds[2]
    Tally.objects.filter(entry=loser).update(points=9)
    assert [entry for entry, _, _ in standings_of(stage.event)][-2:] == [loser, stage.seeds[3]]
    assert all(not shared for _, _, shared in standings_of(stage.event)[-2:])


def test_whoever_did_not_qualify_stands_below_the_bracket() -> None:
    event = factories.make_event(factories.make_club(), rounds=1, state=Event.State.SETUP)
    entries = factories.make_entries(event, factories.make_players(event.club, 4))
    then = [{"name": "Final", "format": "single-elimination", "rounds": 0, "go_on": None, "options": {}}]
    event.policies.update(movement={"format": "rotation", "rounds": 1, "go_on": 2, "then": then})
    match = factories.make_match(factories.make_round(event), 1, entries)
    factories.make_result(match, 10, 7, lone=["N"])
    begin_next_stage(event=event, actor=DIRECTOR)
    propose_bracket(event=event, actor=DIRECTOR, seed="a")
    first = standings_of(event)
    accept_bracket(event=event, seed="a", actor=DIRECTOR)
    stage = event.stages.get(number=2)
    assert stage.seeds == [entry for entry, _, _ in first][:2], "seeded by the standing before"
    decide_match(stage=stage, number=0, winner=stage.seeds[1], actor=DIRECTOR)
    ranked = standings_of(event)
    assert [entry for entry, _, _ in ranked][:2] == stage.seeds[::-1]
    assert [one for one in ranked if one[0] not in stage.seeds] == first[2:]
