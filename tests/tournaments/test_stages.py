"""Round robins, pools, Swiss rounds, and the way from one stage of an event to the next."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import Options, StageTerms
from tournaments.engine.formats.tree import unfold
from tournaments.models import Entry, Event, Match, Pair, Round, Seating, StageStanding, Standing
from tournaments.selectors.brackets import bracket_of
from tournaments.selectors.stages import going_on
from tournaments.selectors.swiss import swiss_words
from tournaments.services.bracket_verdicts import decide_match
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.events import Terms, create_event
from tournaments.services.next_stage import begin_next_stage, drop_stage
from tournaments.services.standings import forget_standings, publish_standings

pytestmark = pytest.mark.django_db
CLERK = Actor.of_command("tests")
RULES = RULESETS["progressive-eight-hands"]


def pairs_event(number: int, **terms: Any) -> Event:
    """An event of so many pairs, entered and not drawn."""
    club = factories.make_club()
    usual: dict[str, Any] = {"ruleset": RULES, "rounds": 0, "entrants": "pairs", "movement": "round-robin"}
    said = Terms(**usual | terms)
    event = create_event(club=club, name="Pairs", plays_on=factories.NIGHT, terms=said, actor=CLERK)
    people = factories.make_players(club, 2 * number)
    for at in range(number):
        two = sorted(people[2 * at : 2 * at + 2], key=lambda one: one.pk)
        pair = Pair.objects.create(club=club, first=two[0], second=two[1])
        Entry.objects.create(event=event, number=at + 1, pair=pair)
    return event


def draw(event: Event, seed: str = "7") -> list[Round]:
    propose_draw(event=event, actor=CLERK, seed=seed)
    return accept_draw(event=event, seed=seed, actor=CLERK)


def play(rounds: list[Round], strength: dict[int, int] | None = None) -> None:
    """Every match ends; the entry that came first wins, or the one with the greater strength."""
    for match in Match.objects.filter(round__in=rounds, result__isnull=True):
        seats = {one.seat: one.entry_id for one in match.seatings.all()}
        better = (strength or {}).get(seats["N"], -seats["N"]) > (strength or {}).get(seats["E"], -seats["E"])
        factories.make_result(match, *((10, 4) if better else (4, 10)))


def met(event: Event) -> Counter[frozenset[int]]:
    """Naively, who sat at a table with whom, by entry."""
    tables: dict[int, set[int]] = {}
    for one in Seating.objects.filter(match__round__event=event):
        tables.setdefault(one.match_id, set()).add(one.entry_id)
    return Counter(frozenset(two) for table in tables.values() for two in combinations(sorted(table), 2))


@pytest.mark.parametrize(
    ("number", "movement", "times"), [(6, "round-robin", 1), (5, "double-round-robin", 2)]
)
def test_everybody_meets_everybody(number, movement, times):
    event = pairs_event(number, movement=movement)
    draw(event)
    ids = list(event.entries.values_list("pk", flat=True))
    assert met(event) == {frozenset(two): times for two in combinations(ids, 2)}


def test_both_people_of_a_pair_sit_across_the_table():
    event = pairs_event(4)
    draw(event)
    for match in Match.objects.filter(round__event=event):
        seats = {one.seat: one for one in match.seatings.select_related("entry__pair")}
        for side in ("NS", "EW"):
            one, other = (seats[seat] for seat in side)
            assert one.entry_id == other.entry_id
            assert {one.player_id, other.player_id} == {one.entry.pair.first_id, one.entry.pair.second_id}


def test_pools_meet_inside_only_and_the_best_two_of_each_go_on():
    event = pairs_event(
        8,
        options=Options(pools=2, each=2),
        then=[StageTerms(name="Final round", format="round-robin")],
    )
    rounds = draw(event)
    stage = event.stages.get()
    assert sorted(map(len, stage.pools)) == [4, 4]
    for two in met(event):
        assert any(two <= set(pool) for pool in stage.pools)
    play(rounds)
    publish_standings(event_id=event.pk)
    rows = StageStanding.objects.filter(stage=stage)
    assert {pool: [one.entry_id for one in rows.filter(pool=pool)] for pool in (1, 2)} == {
        at: sorted(pool) for at, pool in enumerate(stage.pools, start=1)
    }
    following = begin_next_stage(event=event, actor=CLERK)
    best = [sorted(pool)[:2] for pool in stage.pools]
    assert following.seeds == [best[0][0], best[1][0], *following.seeds[2:]]
    assert set(following.seeds) == {one for pool in best for one in pool}
    draw(event)
    assert {one for two in met_in(following) for one in two} == set(following.seeds)


def met_in(stage) -> set[frozenset[int]]:
    return {
        frozenset(match.seatings.values_list("entry_id", flat=True))
        for match in Match.objects.filter(round__stage=stage)
    }


def test_a_late_pair_is_put_into_a_pool_while_nothing_binds():
    event = pairs_event(7, options=Options(pools=2))
    propose_draw(event=event, actor=CLERK)
    two = sorted(factories.make_players(event.club, 2), key=lambda one: one.pk)
    pair = Pair.objects.create(club=event.club, first=two[0], second=two[1])
    late = Entry.objects.create(event=event, number=8, pair=pair)
    propose_draw(event=event, actor=CLERK)
    assert late.pk in [one for pool in event.stages.get().pools for one in pool]


def test_a_round_robin_goes_on_for_a_late_pair_and_without_who_left():
    event = pairs_event(6)
    propose_draw(event=event, actor=CLERK, seed="7")
    play(accept_draw(event=event, seed="7", actor=CLERK, upto=2))
    event.rounds.filter(state="proposed").delete()
    gone = event.entries.first()
    Entry.objects.filter(pk=gone.pk).update(withdrawn_after=2)
    before = met(event)
    draw(event, "8")
    with pytest.raises(EventViolation) as over:
        propose_draw(event=event, actor=CLERK)
    assert over.value.code == "all-rounds-drawn"
    after = met(event)
    left = [one for one in event.entries.values_list("pk", flat=True) if one != gone.pk]
    assert all(after[frozenset(two)] == 1 for two in combinations(left, 2))
    assert all(after[two] == before[two] for two in after if gone.pk in two)


def test_swiss_rounds_follow_results_and_nobody_meets_twice():
    event = pairs_event(9, movement="swiss", rounds=4)
    strength = {pk: at for at, pk in enumerate(event.entries.values_list("pk", flat=True))}
    for number in range(1, 5):
        rounds = draw(event, f"round {number}")
        assert [one.number for one in rounds] == [number]
        play(rounds, strength)
    assert max(met(event).values()) == 1
    byes = [entry for one in event.rounds.all() for entry in one.draw["sitting_out"]]
    assert len(byes) == len(set(byes)) == 4


def test_a_draft_makes_pairs_of_the_upper_and_the_lower_half():
    club = factories.make_club()
    terms = Terms(
        ruleset=RULES,
        rounds=2,
        movement="by-lot",
        stage_name="Seeding",
        then=[
            StageTerms(name="Draft", format="draft"),
            StageTerms(name="Round robin", format="round-robin", go_on=2),
            StageTerms(name="Final", format="round-robin", rounds=1),
        ],
    )
    event = create_event(club=club, name="Draft", plays_on=factories.NIGHT, terms=terms, actor=CLERK)
    factories.make_entries(event, factories.make_players(club, 8))
    rng = Random(5)
    for match in Match.objects.filter(round__in=draw(event)):
        factories.make_result(match, rng.randint(5, 12), rng.randint(0, 4))
    publish_standings(event_id=event.pk)
    ranking = list(Standing.objects.filter(event=event).order_by("place").values_list("entry_id", flat=True))
    found = going_on(event)
    assert found is not None and found.next is not None and found.next.format == "draft"
    robin = begin_next_stage(event=event, actor=CLERK)
    pairs = [Entry.objects.get(pk=pk) for pk in robin.seeds]
    people = dict(Entry.objects.filter(pk__in=ranking).values_list("pk", "player_id"))
    assert [{one.pair.first_id, one.pair.second_id} for one in pairs] == [
        {people[ranking[at]], people[ranking[7 - at]]} for at in range(4)
    ]
    play(draw(event, "robin"))
    forget_standings(event_id=event.pk)
    publish_standings(event_id=event.pk)
    places = list(Standing.objects.filter(event=event).order_by("place").values_list("entry_id", flat=True))
    assert places == robin.seeds  # the singles seeded the pairs and have no place of their own
    drop_count = event.stages.count()
    begin_next_stage(event=event, actor=CLERK)
    drop_stage(event=event, actor=CLERK)
    assert event.stages.count() == drop_count


def test_a_draft_that_was_dropped_leaves_no_pairs():
    club = factories.make_club()
    terms = Terms(
        ruleset=RULES,
        rounds=1,
        movement="by-lot",
        then=[StageTerms(name="Draft", format="draft"), StageTerms(format="round-robin")],
    )
    event = create_event(club=club, name="Draft", plays_on=factories.NIGHT, terms=terms, actor=CLERK)
    factories.make_entries(event, factories.make_players(club, 4))
    factories.make_result(Match.objects.get(round__in=draw(event)), 8, 3)
    begin_next_stage(event=event, actor=CLERK)
    drop_stage(event=event, actor=CLERK)
    assert [one.number for one in event.stages.all()] == [1]
    assert not event.entries.filter(drafted=True).exists()


def test_who_is_level_at_the_border_is_named_and_nobody_goes_on_by_chance():
    event = pairs_event(4, then=[StageTerms(format="round-robin")], go_on=2)
    rounds = draw(event)
    ids = list(event.entries.values_list("pk", flat=True))
    # The first beats all; the other three beat one another in a circle.
    wins = {frozenset((ids[1], ids[2])): ids[1], frozenset((ids[2], ids[3])): ids[2]}
    wins[frozenset((ids[3], ids[1]))] = ids[3]
    for match in Match.objects.filter(round__in=rounds):
        north, east = (match.seatings.get(seat=seat).entry_id for seat in "NE")
        winner = ids[0] if ids[0] in (north, east) else wins[frozenset((north, east))]
        factories.make_result(match, *((10, 6) if winner == north else (6, 10)))
    with pytest.raises(EventViolation) as refused:
        begin_next_stage(event=event, actor=CLERK)
    assert refused.value.code == "cut-open"
    assert event.stages.count() == 1
    assert begin_next_stage(event=event, actor=CLERK, chosen=[ids[2]]).seeds == [ids[0], ids[2]]
    drop_stage(event=event, actor=CLERK)
    by_lot = [begin_again(event, "lot") for _ in range(2)]
    assert by_lot[0] == by_lot[1]
    assert by_lot[0][0] == ids[0] and by_lot[0][1] in ids[1:]


def begin_again(event: Event, lot: str) -> list[int]:
    seeds = begin_next_stage(event=event, actor=CLERK, by_lot=lot).seeds
    drop_stage(event=event, actor=CLERK)
    return seeds


def test_missing_results_are_named_and_the_director_may_go_on_without():
    event = pairs_event(4, then=[StageTerms(format="round-robin")])
    draw(event)
    with pytest.raises(EventViolation, match="round 1 table 1") as refused:
        begin_next_stage(event=event, actor=CLERK)
    assert refused.value.code == "results-missing"
    assert begin_next_stage(event=event, actor=CLERK, unfinished=True).number == 2


def test_a_stage_that_has_begun_is_not_dropped():
    event = pairs_event(4, then=[StageTerms(format="round-robin")])
    play(draw(event))
    begin_next_stage(event=event, actor=CLERK)
    draw(event, "9")
    with pytest.raises(EventViolation) as refused:
        drop_stage(event=event, actor=CLERK)
    assert refused.value.code == "stage-begun"


def test_a_pool_of_one_is_refused_and_nothing_is_kept():
    event = pairs_event(4, options=Options(pools=3))
    with pytest.raises(EventViolation) as refused:
        propose_draw(event=event, actor=CLERK)
    assert "pool" in refused.value.sentence
    assert not event.rounds.exists() and not event.stages.exists()


@pytest.mark.parametrize("number", [5, 6, 7, 8])
def test_one_draw_is_enough_for_whoever_comes_late_to_a_round_robin(number):
    event = pairs_event(number)
    propose_draw(event=event, actor=CLERK, seed="7")
    accept_draw(event=event, seed="7", actor=CLERK, upto=2)
    two = sorted(factories.make_players(event.club, 2), key=lambda one: one.pk)
    pair = Pair.objects.create(club=event.club, first=two[0], second=two[1])
    Entry.objects.create(event=event, number=number + 1, pair=pair)
    draw(event, "8")
    ids = list(event.entries.values_list("pk", flat=True))
    assert met(event) == {frozenset(two): 1 for two in combinations(ids, 2)}


def test_what_a_swiss_round_gave_up_is_told_by_name():
    event = pairs_event(3, movement="swiss", rounds=4)
    for number in range(1, 4):
        play(draw(event, f"round {number}"))
    assert not swiss_words(event, {})
    draw(event, "round 4")  # everybody has met everybody, and everybody has sat out
    names = {one.pk: str(one) for one in event.entries.all()}
    told = swiss_words(event, names)
    drawn = event.rounds.get(number=4).draw
    one, other = drawn["tables"][0][:2]
    assert f"{names[one]} and {names[other]} meet again: no draw of this round avoids it." in told
    assert any(names[drawn["sitting_out"][0]] in each and "sits out again" in each for each in told)


def test_a_bracket_is_played_out_before_the_next_stage():
    event = pairs_event(4, movement="single-elimination", then=[StageTerms(format="round-robin")], go_on=2)
    proposed = propose_bracket(event=event, actor=CLERK, seed="7")
    stage = accept_bracket(event=event, seed=proposed.seed, actor=CLERK)
    with pytest.raises(EventViolation, match="3 of the bracket"):
        begin_next_stage(event=event, actor=CLERK)
    for number in range(3):
        winner = unfold(bracket_of(stage))[number].one
        decide_match(stage=stage, number=number, winner=winner, actor=CLERK)
    assert begin_next_stage(event=event, actor=CLERK).seeds == [stage.seeds[0], stage.seeds[1]]
