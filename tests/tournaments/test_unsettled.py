"""Before a draw that follows results: which tables are in doubt, and how it goes on without them."""

from dataclasses import replace

import pytest

from tests import factories
from tests.tournaments.evenings import DIRECTOR, draw, drawn_tables, evening, match_at, play, win
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.rotation import Plan
from tournaments.engine.formats.settled import LEVEL
from tournaments.engine.seating import Schedule
from tournaments.models import Event, Match, MatchResult, Round
from tournaments.selectors.draws import draw_of
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.stages import terms_of
from tournaments.services.draws import discard_draw, propose_draw
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def doubts(event: Event) -> dict[int, str]:
    """Table → what is the matter with it, as the draw page says."""
    last = draw_of(event, terms_of(event), entries_listed(event)).last
    return {one.table: one.word for one in last.unsettled} if last is not None else {}


def going_up(event: Event) -> set[int]:
    """Who sits at table 1 in the newest round."""
    newest = event.rounds.order_by("-number").first()
    assert newest is not None
    return {entry for entry in drawn_tables(newest)[0] if entry is not None}


def test_each_table_in_doubt_is_named_with_what_is_the_matter() -> None:
    event = evening("keller", players=20)
    draw(event, "a")
    win(match_at(event, 1, 1), "NS")
    factories.make_result(match_at(event, 1, 2), 6, 3)
    MatchResult.objects.filter(match__table=2).update(state=MatchResult.State.LIVE)
    win(match_at(event, 1, 3), "")
    factories.make_result(match_at(event, 1, 4), 8, 7)
    disputed = MatchResult.objects.get(match__table=4)
    disputed.live |= {"disputed": {"EW": {"NS": 7, "EW": 8}}}
    disputed.save()
    assert doubts(event) == {
        2: "still being played, 6 to 3",
        3: "level, 7 to 7",
        4: "8 to 7, and disputed",
        5: "no result yet",
    }
    with pytest.raises(EventViolation, match="results-missing") as met:
        propose_draw(event=event, actor=DIRECTOR, settled={2: 0, 5: 1})
    assert "Tables 3, 4 have no winner in round 1" in met.value.sentence
    assert event.rounds.count() == 1


def test_in_a_closed_round_the_score_stands_as_it_is() -> None:
    event = evening("keller", players=8)
    first = draw(event, "a")
    factories.make_result(match_at(event, 1, 1), 6, 3)
    factories.make_result(match_at(event, 1, 2), 4, 4)
    MatchResult.objects.update(state=MatchResult.State.LIVE)
    close_round(round=Round.objects.select_related("event").get(pk=first.pk))
    assert doubts(event) == {2: "level, 4 to 4"}


def test_personal_cards_are_results_too() -> None:
    event = evening("keller", players=4)
    first = draw(event, "a")
    (table,) = drawn_tables(first)
    for seat, entry in enumerate(table):
        first.tallies.create(entry_id=entry or 0, points=9 - 4 * (seat % 2), games_played=1)
    assert doubts(event) == {}
    propose_draw(event=event, actor=DIRECTOR)


@pytest.mark.parametrize("side", [0, 1])
def test_who_the_director_lets_win_goes_up_and_gets_nothing_for_it(side: int) -> None:
    event = evening("keller", players=8)
    first = draw(event, "a")
    win(match_at(event, 1, 1), "EW")
    north, east, south, west = drawn_tables(first)[1]
    second = draw(event, "b", settled={2: side})
    (_, one_east, _, one_west), _ = drawn_tables(first)
    assert going_up(event) == {one_east, one_west} | ({north, south} if side == 0 else {east, west})
    assert second.draw["settled"] == {"2": side}
    assert not first.tallies.filter(match__table=2).exists()


def test_the_word_holds_when_the_round_is_proposed_again_until_there_is_a_result() -> None:
    event = evening("keller", players=8)
    draw(event, "a")
    win(match_at(event, 1, 1), "EW")
    propose_draw(event=event, actor=DIRECTOR, seed="b", settled={2: 1})
    told = going_up(event)
    (again,) = propose_draw(event=event, actor=DIRECTOR, seed="c")
    assert (going_up(event), again.draw["settled"]) == (told, {"2": 1})
    (other,) = propose_draw(event=event, actor=DIRECTOR, seed="c", settled={2: 0})
    assert other.draw["settled"] == {"2": 0}
    assert going_up(event) != told
    win(match_at(event, 1, 2), "EW")
    (last,) = propose_draw(event=event, actor=DIRECTOR, seed="c")
    assert "settled" not in last.draw
    assert going_up(event) == told
    discard_draw(event=event)
    Match.objects.get(round__number=1, table=2).tallies.all().delete()
    with pytest.raises(EventViolation, match="results-missing"):
        propose_draw(event=event, actor=DIRECTOR)


def test_a_word_on_a_table_that_has_a_result_is_passed_over() -> None:
    event = evening("keller", players=8)
    draw(event, "a")
    play(event, 1)
    (round_,) = propose_draw(event=event, actor=DIRECTOR, seed="b", settled={1: 1, 2: 1})
    assert "settled" not in round_.draw


@pytest.mark.parametrize(("word", "code"), [(LEVEL, "settled-unknown"), (7, "settled-unknown")])
def test_a_word_that_makes_no_sense_is_refused(word: int, code: str) -> None:
    event = evening("keller", players=8)
    draw(event, "a")
    win(match_at(event, 1, 1), "EW")
    with pytest.raises(EventViolation, match=code):
        propose_draw(event=event, actor=DIRECTOR, settled={2: word})


def test_in_a_swiss_a_level_match_is_a_result_and_a_missing_one_may_count_as_level() -> None:
    event = evening("swiss", players=12, rounds=3, pairs=True)
    first = draw(event, "a")
    win(match_at(event, 1, 1), "")
    win(match_at(event, 1, 2), "NS")
    assert doubts(event) == {3: "no result yet"}
    (round_,) = propose_draw(event=event, actor=DIRECTOR, settled={3: LEVEL})
    level = {entry for table in (0, 2) for entry in drawn_tables(first)[table][:2]}
    won, lost = drawn_tables(first)[1][:2]
    met = [set(table[:2]) for table in drawn_tables(round_)]
    # Three score groups, 1, ½ four times, 0: winner and loser each meet somebody level, the other two meet.
    assert sorted(len(two & level) for two in met) == [1, 1, 2]
    assert all(len(two & {won, lost}) < 2 for two in met)


def test_a_failing_draw_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The format hands out two good rounds and breaks in the middle of the third."""
    event = evening(players=8, rounds=7)
    kept = propose_draw(event=event, actor=DIRECTOR, seed="a")
    real = FORMATS["rotation"].plan
    assert real is not None

    def breaks(*entrants, **how):
        rounds = real(*entrants, **how).schedule.rounds

        def halfway():
            yield from rounds[:2]
            raise EventViolation("forbidden-pairs", "No draw keeps these apart.")

        return Plan(Schedule(halfway()))  # type: ignore[arg-type]

    monkeypatch.setitem(FORMATS, "rotation", replace(FORMATS["rotation"], plan=breaks))
    revision = event.revision_row.number
    with pytest.raises(EventViolation, match="forbidden-pairs"):
        propose_draw(event=event, actor=DIRECTOR, seed="b")
    assert [(one.pk, one.seed) for one in event.rounds.order_by("number")] == [(one.pk, "a") for one in kept]
    event.revision_row.refresh_from_db()
    assert event.revision_row.number >= revision
    fresh = evening(players=8, rounds=7, club=event.club)
    with pytest.raises(EventViolation, match="forbidden-pairs"):
        propose_draw(event=fresh, actor=DIRECTOR, seed="b")
    assert not fresh.rounds.exists()
    assert not fresh.stages.exists()
