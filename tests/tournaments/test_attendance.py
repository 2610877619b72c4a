"""Late, gone, back again: accepted rounds stay, proposed ones are drawn anew, and the cost is told."""

from collections import Counter
from itertools import combinations

import pytest

from tests import factories
from tests.tournaments.nights import DIRECTOR, Drawn, drawn, new, night_of, written
from tournaments.engine.errors import EventViolation
from tournaments.models import BracketVerdict, Entry, Event, Player, Round, SitOut, Stage
from tournaments.selectors.ranking import ranking_of
from tournaments.services.attendance import (
    add_filler,
    bring_back,
    change_categories,
    late_entry,
    withdraw,
)
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.pairs import PairEntrant

pytestmark = pytest.mark.django_db


def naive_repeats(rounds: list[Drawn]) -> tuple[int, int, int, int]:
    """Partner and opponent repeats, fewest and most sit-outs: counted from nothing but the lists."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    out: Counter[int] = Counter()
    people: set[int] = set()
    for tables, sitting in rounds:
        out.update(sitting)
        people.update(sitting)
        for table in tables:
            north, east, south, west = (one or 0 for one in table)
            people |= {north, east, south, west}
            sides = ((north, south), (east, west))
            partners.update(frozenset(side) for side in sides)
            opponents.update(frozenset((one, other)) for one in sides[0] for other in sides[1])
    assert 0 not in people
    repeats = [sum(times - 1 for times in met.values()) for met in (partners, opponents)]
    return repeats[0], repeats[1], min(out[one] for one in people), max(out[one] for one in people)


def test_a_late_pair_is_in_every_proposed_round_and_in_no_accepted_one() -> None:
    event = drawn(night_of(14, rounds=5), upto=2)
    before = written(event, Round.State.ACCEPTED)
    all_before = [*before.values(), *written(event, Round.State.PROPOSED).values()]
    cost = late_entry(event=event, entrants=[new("Zoe Late"), new("Yan Late")], actor=DIRECTOR)
    late = set(event.entries.filter(number__gt=14).values_list("pk", flat=True))
    assert written(event, Round.State.ACCEPTED) == before
    proposed = written(event, Round.State.PROPOSED)
    assert list(proposed) == list(cost.redrawn) == [3, 4, 5]
    for tables, sitting in proposed.values():
        assert late <= {one for table in tables for one in table} | set(sitting)
    assert len(late) == 2
    assert cost.before is not None
    assert cost.after is not None
    for found, rounds in ((cost.before, all_before), (cost.after, [*before.values(), *proposed.values()])):
        partners, opponents, fewest, most = naive_repeats(rounds)
        assert (found.partner_repeats.reached, found.opponent_repeats.reached) == (partners, opponents)
        assert (found.fewest_sit_outs, found.most_sit_outs) == (fewest, most)
    assert cost.sentence.startswith("Rounds 3 to 5 are drawn anew. Repeats of partners: 0 before, 0 now; ")
    assert not SitOut.objects.filter(entry__in=late).exists(), "rounds missed give no points"


def test_whoever_leaves_is_in_no_round_drawn_since_and_comes_back_with_what_he_had() -> None:
    event = drawn(night_of(9, rounds=3, movement={"format": "by-lot"}), upto=2)
    entry = event.entries.get(number=4)
    withdraw(entry=entry, actor=DIRECTOR)
    entry.refresh_from_db()
    assert (entry.withdrawn_after, entry.results_removed) == (2, False)
    assert entry.pk not in _everybody(written(event, Round.State.PROPOSED).values())
    with pytest.raises(EventViolation, match="withdrawn-already"):
        withdraw(entry=entry, actor=DIRECTOR)
    bring_back(entry=entry, actor=DIRECTOR)
    entry.refresh_from_db()
    assert entry.withdrawn_after is None
    assert entry.pk in _everybody(written(event, Round.State.PROPOSED).values())
    with pytest.raises(EventViolation, match="not-withdrawn"):
        bring_back(entry=entry, actor=DIRECTOR)


def _everybody(rounds: object) -> set[int | None]:
    found: set[int | None] = set()
    for tables, sitting in rounds:  # type: ignore[attr-defined]
        found |= {one for table in tables for one in table} | set(sitting)
    return found


def test_before_the_first_round_somebody_leaves_after_round_0() -> None:
    event = night_of(9)
    withdraw(entry=event.entries.get(number=1), actor=DIRECTOR)
    assert event.entries.get(number=1).withdrawn_after == 0


def test_the_director_may_say_which_round_was_the_last() -> None:
    event = drawn(night_of(9), upto=6)
    entry = event.entries.get(number=4)
    for wrong in (-1, 7):
        with pytest.raises(EventViolation, match="round-unknown"):
            withdraw(entry=entry, after=wrong, actor=DIRECTOR)
    withdraw(entry=entry, after=3, actor=DIRECTOR)
    assert event.entries.get(number=4).withdrawn_after == 3


def test_too_few_left_is_told_and_nothing_stays_proposed() -> None:
    event = drawn(night_of(4, rounds=3), upto=1)
    cost = withdraw(entry=event.entries.get(number=1), actor=DIRECTOR)
    assert not event.rounds.filter(state=Round.State.PROPOSED).exists()
    assert "cannot be drawn anew" in cost.sentence
    assert "A table takes four; there are 3." in cost.sentence
    assert event.entries.get(number=1).withdrawn_after == 1, "he has left all the same"


def test_where_nothing_is_proposed_nothing_is_drawn() -> None:
    event = drawn(night_of(8, rounds=3), upto=3)
    before = written(event, Round.State.ACCEPTED)
    cost = late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR)
    assert (list(cost.redrawn), cost.sentence) == ([], "")
    assert written(event, Round.State.ACCEPTED) == before
    assert not event.rounds.filter(state=Round.State.PROPOSED).exists()


def test_an_event_that_is_over_takes_nobody_and_lets_nobody_go() -> None:
    event = drawn(night_of(8, rounds=3), upto=3)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    entry = event.entries.get(number=1)
    for action in (
        lambda: late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR),
        lambda: withdraw(entry=entry, actor=DIRECTOR),
        lambda: add_filler(event=event, name="Extra", actor=DIRECTOR),
        lambda: change_categories(entry=entry, categories=["men"], actor=DIRECTOR),
    ):
        with pytest.raises(EventViolation, match="event-over"):
            action()
    assert event.entries.count() == 8


def test_a_drawn_bracket_takes_nobody_more() -> None:
    event = night_of(4, movement={"format": "single-elimination"})
    stage = Stage.objects.create(event=event, number=1, format="single-elimination", seeds=[1])
    Round.objects.create(event=event, stage=stage, number=1, state="accepted", format="single-elimination")
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    for action in (
        lambda: late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR),
        lambda: add_filler(event=event, name="Extra", actor=DIRECTOR),
    ):
        with pytest.raises(EventViolation, match="bracket-drawn"):
            action()


def test_who_is_through_to_a_later_stage_is_settled() -> None:
    event = night_of(8)
    Stage.objects.create(event=event, number=1, format="rotation")
    Stage.objects.create(event=event, number=2, format="rotation", seeds=[1, 2, 3, 4])
    with pytest.raises(EventViolation, match="stage-settled"):
        late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR)


def test_late_pairs_come_into_a_round_robin_and_meet_everybody() -> None:
    event = night_of(0, movement={"format": "round-robin", "entrants": "pairs", "rounds": 0})
    first = [PairEntrant(one=new(f"Ann Lee{at}"), other=new(f"Bob Ray{at}")) for at in range(4)]
    late_entry(event=event, pairs=first, actor=DIRECTOR)
    drawn(event, upto=1)
    before = written(event, Round.State.ACCEPTED)
    late = [PairEntrant(one=new("Zoe Late"), other=new("Yan Late"))]
    late_entry(event=event, pairs=late, actor=DIRECTOR)
    assert written(event, Round.State.ACCEPTED) == before
    due = {frozenset(two) for two in combinations(event.entries.values_list("pk", flat=True), 2)}
    for _ in range(3):
        proposed = event.rounds.filter(state=Round.State.PROPOSED).first()
        if proposed is not None:
            accept_draw(event=event, seed=proposed.seed, actor=DIRECTOR)
        elif set(met(event)) != due:
            propose_draw(event=event, actor=DIRECTOR)
    assert met(event) == Counter(due), "each against each, once"


def met(event: Event) -> Counter[frozenset[int]]:
    """Who has met whom, and how often."""
    accepted = written(event, Round.State.ACCEPTED).values()
    return Counter(frozenset(filter(None, table)) for tables, _ in accepted for table in tables)


def test_results_of_a_filler_and_of_whoever_takes_them_along_have_no_place_but_count_for_the_others() -> None:
    event = factories.make_night(factories.make_club(), players=8, played=2, state=Event.State.FINISHED)
    Event.objects.update(state=Event.State.RUNNING)
    before = {one.entry: one for one in ranking_of(event.pk).whole.order}
    gone, filler = event.entries.get(number=2), event.entries.get(number=5)
    withdraw(entry=gone, results="removed", actor=DIRECTOR)
    Entry.objects.filter(pk=filler.pk).update(filler=True)
    after = {one.entry: one for one in ranking_of(event.pk).whole.order}
    assert before.keys() - after.keys() == {gone.pk, filler.pk}
    for entry, standing in after.items():
        mine, was = dict(standing.figures), dict(before[entry].figures)
        assert {code: mine[code] for code in ("PTS", "WIN", "LONE")} == {
            code: was[code] for code in ("PTS", "WIN", "LONE")
        }


def test_whoever_left_gets_nothing_for_sitting_out_afterwards_and_the_others_do() -> None:
    event = drawn(night_of(9, rounds=9), upto=9)
    sat = {one.entry_id: one.round.number for one in SitOut.objects.select_related("round")}
    assert len(sat) == 9
    left = {entry: number for entry, number in sat.items() if number in (2, 8)}
    for entry in Entry.objects.filter(pk__in=left):
        withdraw(entry=entry, after=5, actor=DIRECTOR)
    points = {one.entry: dict(one.figures)["PTS"] for one in ranking_of(event.pk).whole.order}
    assert points == {entry: 0 if number == 8 else 7 for entry, number in sat.items()}


def test_a_filler_is_told_apart_from_namesakes_and_comes_again() -> None:
    event = night_of(7)
    ann = factories.make_player(event.club, "Ann Extra")
    add_filler(event=event, name="Extra, Ann", actor=DIRECTOR)
    add_filler(event=event, name="Ann Extra", actor=DIRECTOR)
    fillers = list(event.entries.filter(filler=True).select_related("player").order_by("number"))
    assert [str(one) for one in fillers] == ["Ann Extra (filler)", "Ann Extra (filler 2)"]
    assert ann.pk not in {one.player_id for one in fillers}
    later = factories.make_event(event.club, "Later", state=Event.State.SETUP)
    add_filler(event=later, name="Ann Extra", actor=DIRECTOR)
    assert later.entries.get().player_id == fillers[0].player_id
    assert Player.objects.filter(name="Ann Extra").count() == 3
    with pytest.raises(EventViolation, match="no-letters"):
        add_filler(event=event, name="123", actor=DIRECTOR)


def test_a_filler_of_an_event_of_pairs_is_a_pair() -> None:
    event = night_of(0, movement={"format": "swiss", "entrants": "pairs"})
    with pytest.raises(EventViolation, match="one-person"):
        add_filler(event=event, name="Ann Extra", actor=DIRECTOR)
    add_filler(event=event, name="Ann Extra & Bob Extra", actor=DIRECTOR)
    assert str(event.entries.get(filler=True)) == "Ann Extra (filler) & Bob Extra (filler)"


def test_categories_are_the_clubs_words_few_and_short_and_spelled_alike() -> None:
    event = night_of(5)
    one, other = event.entries.get(number=1), event.entries.get(number=2)
    change_categories(entry=one, categories=["Over 60", " over  60", "LADIES", ""], actor=DIRECTOR)
    change_categories(entry=other, categories=["OVER 60"], actor=DIRECTOR)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.categories, other.categories) == (["Over 60", "ladies"], ["Over 60"])
    with pytest.raises(EventViolation, match="too-many-categories"):
        change_categories(entry=one, categories=[f"word {at}" for at in range(9)], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="category-too-long"):
        change_categories(entry=one, categories=["x" * 31], actor=DIRECTOR)
    one.refresh_from_db()
    assert one.categories == ["Over 60", "ladies"]


def test_another_category_draws_anew_only_where_partners_depend_on_it() -> None:
    event = night_of(8, rounds=2, movement={"format": "rotation", "options": {"mixed": "ladies"}})
    for number in range(1, 5):
        change_categories(entry=event.entries.get(number=number), categories=["ladies"], actor=DIRECTOR)
    drawn(event, upto=0)
    before = written(event, Round.State.PROPOSED)
    assert change_categories(
        entry=event.entries.get(number=1), categories=["ladies", "juniors"], actor=DIRECTOR
    ).redrawn in ((), [])
    assert written(event, Round.State.PROPOSED) == before
    change_categories(entry=event.entries.get(number=1), categories=[], actor=DIRECTOR)
    cost = change_categories(entry=event.entries.get(number=8), categories=["ladies"], actor=DIRECTOR)
    assert list(cost.redrawn) == [1, 2]
    ladies = set(event.entries.filter(number__in=(2, 3, 4, 8)).values_list("pk", flat=True))
    for tables, _ in written(event, Round.State.PROPOSED).values():
        for north, east, south, west in tables:
            assert (north in ladies) != (south in ladies)
            assert (east in ladies) != (west in ladies)


def test_who_leaves_a_bracket_gives_up_the_match_that_is_open() -> None:
    event = night_of(4, movement={"format": "single-elimination"})
    proposed = propose_bracket(event=event, actor=DIRECTOR, seed="owl")
    accept_bracket(event=event, seed=proposed.seed, actor=DIRECTOR)
    leaver = event.entries.get(number=4)
    cost = withdraw(entry=leaver, actor=DIRECTOR)
    assert cost.sentence == "1 match is decided by it in the bracket."
    verdict = BracketVerdict.objects.get()
    assert verdict.how == BracketVerdict.How.WITHDRAWN
    assert leaver.pk in {verdict.one_id, verdict.other_id}
    assert verdict.winner_id != leaver.pk


def test_a_proposed_bracket_goes_when_somebody_comes() -> None:
    event = night_of(4, movement={"format": "single-elimination"})
    propose_bracket(event=event, actor=DIRECTOR, seed="owl")
    cost = late_entry(event=event, entrants=[new("Zoe Late")], actor=DIRECTOR)
    assert cost.sentence == "The bracket that was proposed is taken away; propose it again."
    assert not Round.objects.exists()
