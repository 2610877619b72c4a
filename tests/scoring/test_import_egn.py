"""Games recorded elsewhere become matches of an event through the command, the services and the standings."""

import os
import re
import tracemalloc
from collections.abc import Callable
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.engine.catalogue import RULESETS
from scoring.models import Game, LedgerLine
from scoring.selectors.matches import play_match
from scoring.services.lines import NewLine, record_line
from tests.factories import make_round
from tests.scoring.egn_night import (
    OTHERS,
    Ran,
    enter,
    everything,
    night_of_four,
    run_import,
    same_people,
    scores,
    seating,
    write_game,
)
from tests.scoring.engine.egn_samples import NAMES, deal, four, game, march, marches, text
from tournaments.actors import Actor
from tournaments.models import Event, EventRevision, Match, PublishedStandings, Round, Standing

HOME = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("RIGHT_BOWER_SHARED") or HOME.parent / "shared") / "data" / "egn"

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return night_of_four()


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    return partial(write_game, tmp_path)


@pytest.fixture
def run(event: Event, django_capture_on_commit_callbacks: Any) -> Callable[..., Ran]:
    return partial(run_import, event, django_capture_on_commit_callbacks)


def shared(*names: str) -> list[Path]:
    paths = [SHARED / name for name in names]
    if not all(path.is_file() for path in paths):
        pytest.skip("the example files are not here: set RIGHT_BOWER_SHARED to the folder that holds data/")
    return paths


# --- real games with known right answers


@pytest.mark.django_db(transaction=True)
def test_six_games_of_a_pod_give_the_totals_and_the_order_of_case_c5():
    event = night_of_four([f"Player {letter}" for letter in "ABCD"])
    paths = shared(*[f"pod-game-{number}.egn" for number in range(1, 7)])
    out = StringIO()
    call_command("import_egn", *map(str, paths), event=f"{event.club.slug}/{event.slug}", stdout=out)
    said = [f"{ours}–{theirs}" for ours, theirs in re.findall(r" (\d+)–(\d+) ", out.getvalue())]
    assert said == ["10–3", "8–10", "10–6", "8–10", "11–7", "10–9"]
    standings = Standing.objects.filter(event=event).select_related("entry__player").order_by("place")
    assert [(one.rank, str(one.entry), one.points, dict(one.figures)["WIN"]) for one in standings] == [
        (1, "Player C", 57, "4"),
        (2, "Player D", 50, "4"),
        (3, "Player A", 50, "2"),
        (4, "Player B", 47, "2"),
    ]
    revision = EventRevision.objects.get(event=event).number
    assert PublishedStandings.objects.get(event=event).revision == revision
    assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]


def test_from_four_nine_in_two_hands_as_in_case_c4(event, run):
    enter(event, ["North", "East", "South", "West"])
    ran = run(*shared("two-hands-from-4-9.egn"))
    assert ran.refused == ""
    assert scores(Match.objects.get()) == [(4, 0), (4, 9), (8, 9), (10, 9)]
    assert play_match(Match.objects.get()).over
    assert "10–9" in ran.out[0]


# --- what an import does


def test_a_file_becomes_a_match_whose_players_sit_clockwise_from_north(run, write, event):
    ran = run(write("one.egn", [march(), four(1, dealer=1)]))
    assert ran.out[0].endswith(
        "one.egn: round 1, table 1: Ann Trewin & Cora Penrose 1–2 Bob Pascoe & Dan Nance, not over"
    )
    assert seating() == [(1, 1, "Ann Bob Cora Dan")]
    lines = LedgerLine.objects.order_by("position").values_list("hand_number", "kind", "facts")
    assert list(lines) == [
        (0, "first-deal", {"dealer": "N"}),
        (1, "hand", {"maker": "E", "alone": [], "tricks": 5, "trump": "H"}),
        (2, "hand", {"maker": "S", "alone": [], "tricks": 4, "trump": "S"}),
    ]
    assert set(LedgerLine.objects.values_list("recorded_by", flat=True)) == {"command:import_egn"}
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_a_game_that_ends_is_over_and_its_people_are_ranked(run, write, event):
    ran = run(write("one.egn", marches(5, alone=True)))
    assert "8–12" in ran.out[0]
    assert "not over" not in ran.out[0]
    standings = Standing.objects.filter(event=event).order_by("place")
    assert [one.points for one in standings] == [12, 12, 8, 8]


def test_a_hand_thrown_in_stands_on_the_sheet_and_passes_the_deal(run, write):
    assert run(write("one.egn", [deal(), march(1, dealer=1)])).err == []
    rows = play_match(Match.objects.get()).games[0].state.rows
    assert [(row.item.__class__.__name__, row.dealer) for row in rows] == [("ThrownIn", "N"), ("Played", "E")]


def test_a_game_that_begins_in_the_middle_has_its_score_adjusted(run, write):
    run(write("one.egn", initialScore=[3, 0]))
    kinds = LedgerLine.objects.order_by("position").values_list("kind", "facts", "reason")
    assert ("adjustment", {"side": "NS", "points": 3}, "score at the start of the file") in list(kinds)
    assert scores(Match.objects.get()) == [(3, 0), (3, 2)]


def test_a_hand_without_trump_is_recorded_so(run, write):
    tricks = [["Jh", "Qh", "Jd", "9s"], ["As", "Th", "Qs", "Js"], ["Ks", "9c", "Kc", "9d"]]
    tricks += [["Ac", "Qc", "Jc", "Tc"], ["Ad", "Td", "Kd", "Qd"]]
    assert run(write("one.egn", [deal(calls=["Pass"] * 4 + ["n"], tricks=tricks)])).refused == ""
    assert LedgerLine.objects.get(hand_number=1).facts["trump"] == "N"


def test_files_share_a_round_until_somebody_would_sit_twice(run, write, event):
    enter(event, OTHERS)
    turned = [NAMES[1], NAMES[0], *NAMES[2:]]
    paths = [
        write("a.egn", gameId="1"),
        write("b.egn", players=OTHERS),
        write("c.egn", players=turned),
        write("d.egn", players=[OTHERS[1], OTHERS[0], *OTHERS[2:]]),
        write("e.egn", players=[*NAMES[:2], *OTHERS[2:]]),
    ]
    run(*paths)
    assert seating() == [
        (1, 1, "Ann Bob Cora Dan"),
        (1, 2, "Elsie Frank Gwen Harry"),
        (2, 1, "Bob Ann Cora Dan"),
        (2, 2, "Frank Elsie Gwen Harry"),
        (3, 1, "Ann Bob Gwen Harry"),
    ]


def test_a_later_import_begins_the_next_round(run, write):
    run(write("one.egn"))
    run(write("two.egn", gameId="another"))
    assert [number for number, _, _ in seating()] == [1, 2]


def test_all_files_can_be_put_into_one_round(run, write, event):
    enter(event, OTHERS)
    run(write("one.egn"), round=1)
    run(write("two.egn", players=OTHERS), round=1)
    assert [(number, table) for number, table, _ in seating()] == [(1, 1), (1, 2)]
    again = run(write("three.egn", gameId="another"), round=1)
    assert (again.codes, len(seating())) == (["seated-already"], 2)
    assert run(write("three.egn", gameId="another"), round=3).codes == ["round-out-of-range"]
    Round.objects.update(state=Round.State.CLOSED)
    assert run(write("three.egn", [four()], players=OTHERS), round=1).codes == ["seated-already"]


def test_nothing_is_put_into_a_closed_round(run, write, event):
    make_round(event, 1, Round.State.CLOSED)
    assert run(write("one.egn"), round=1).codes == ["round-closed"]


def test_an_event_without_terms_gets_the_ruleset_asked_for(run, write, event):
    bare = same_people(event, "Bare", policy=False)
    assert run(write("one.egn"), into=bare, ruleset="nobody's").codes == ["ruleset-unknown"]
    assert run(write("one.egn"), into=bare, ruleset="two-handed").codes == ["table-of-four"]
    assert run(write("one.egn"), into=bare, ruleset="stick-the-dealer").refused == ""
    assert bare.policies.get().ruleset["key"] == "stick-the-dealer"
    assert Game.objects.get().ruleset["key"] == "stick-the-dealer"


def test_an_event_without_terms_plays_north_american_unless_told_otherwise(run, write, event):
    bare = same_people(event, "Bare", policy=False)
    assert run(write("one.egn"), into=bare).refused == ""
    assert bare.policies.get().ruleset["key"] == "north-american"


# --- all or nothing


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ("{", "breaks-off"),
        (text(game([march(), march(1, dealer=1)])).replace("Td", "Tz"), "card-unknown"),
        (text(game([deal(1, calls=["Pass"])])), "no-deals"),
        (text(game(marches(11))), "game-over"),
        (text(game(initialScore=[12, 0])), "game-over"),
    ],
)
def test_one_spoilt_file_keeps_everything_out(run, write, spoilt, code):
    before = everything()
    ran = run(write("one.egn"), write("two.egn", content=spoilt), write("three.egn", gameId="3"))
    assert code in ran.codes
    assert everything() == before


def test_the_faults_of_all_files_are_told_at_once(run, write):
    files = [write("one.egn", marches(11)), write("two.egn"), write("three.egn", marches(12))]
    ran = run(*files)
    assert [(line.split("/")[-1].split(":")[0]) for line in ran.err] == ["one.egn", "three.egn"]
    assert "Deal 10: The game is over" in ran.err[0]
    assert Match.objects.count() == 0


def test_a_file_that_is_not_there_is_told_with_the_faults_of_the_OTHERS(run, write, tmp_path):
    ran = run(tmp_path / "nothing.egn", write("two.egn", content="{"))
    assert ran.codes == ["file-unreadable", "breaks-off"]


def test_a_rule_of_the_event_keeps_a_hand_out(run, write, event):
    strict = same_people(event, "Stick", ruleset=RULESETS["stick-the-dealer"])
    ran = run(write("one.egn", [march(), deal(1, dealer=1)]), into=strict)
    assert (ran.codes, Round.objects.count()) == (["thrown-in-forbidden"], 0)


def test_nothing_is_imported_into_an_event_that_is_over_or_has_a_draw_proposed(run, write, event):
    make_round(event, 1, Round.State.PROPOSED)
    assert run(write("one.egn")).codes == ["draw-proposed"]
    Event.objects.update(state=Event.State.FINISHED)
    assert run(write("one.egn")).codes == ["event-over", "draw-proposed"]


def test_an_event_that_plays_by_other_rules_is_not_changed(run, write):
    assert run(write("one.egn"), ruleset="benny").codes == ["ruleset-differs"]
    assert run(write("one.egn"), ruleset="north-american").refused == ""


def test_an_event_nobody_knows_is_said_so(run, write):
    assert "no event" in run(write("one.egn"), address="bude/nothing").refused


# --- twice changes nothing


def test_the_same_file_twice_changes_nothing_and_says_so(run, write):
    path = write("one.egn", marches(3))
    first = run(path)
    before = everything()
    again = run(path, write("copy.egn", marches(3)))
    assert again.out[0] == f"{first.out[0]} (already imported)"
    assert again.out[1].endswith("(already imported)")
    assert everything() == before


def test_two_copies_in_one_run_are_one_match(run, write):
    ran = run(write("one.egn"), write("copy.egn"))
    assert [line.endswith("(already imported)") for line in ran.out] == [False, True]
    assert Match.objects.count() == 1


def test_a_file_mended_by_the_director_stays_mended(run, write):
    path = write("one.egn")
    run(path)
    line = LedgerLine.objects.get(hand_number=1)
    facts = {"maker": "E", "alone": [], "tricks": 3}
    new = NewLine(id=UUID(int=7), kind="hand", hand_number=1,
                  facts=facts, replaces=line.pk, reason="miscounted")  # fmt: skip
    record_line(game_id=line.game_id, new=new, actor=Actor.of_command("test"))
    before = everything()
    assert "0–1" in run(path).out[0]
    assert everything() == before


def test_the_same_file_is_new_in_another_event(run, write, event):
    path = write("one.egn")
    run(path)
    other = same_people(event, "Another", ruleset=RULESETS["north-american"])
    assert not run(path, into=other).out[0].endswith("(already imported)")
    assert Match.objects.count() == 2


# --- what is odd


def test_what_was_skipped_is_told_and_keeps_nothing_out(run, write):
    path = write("one.egn", [march(), deal(1, dealer=1, calls=["Pass"])], mood="gay")
    ran = run(path)
    assert ran.codes == ["field-unknown", "deal-unfinished"]
    assert ran.err[0].startswith(f"{path}:")
    assert len(ran.out) == 1


@pytest.mark.parametrize(
    ("terms", "codes"),
    [
        ({"ruleset": {"winning_score": 10, "loner_march_score": 4, "min_rank": 9, "joker": False}}, []),
        ({"ruleset": {"winning_score": 15}}, ["rules-differ"]),
        ({"ruleset": {"loner_march_score": 5, "fast_break": True}}, ["rules-differ", "rules-differ"]),
        ({"finalScore": [0, 2]}, []),
        ({"finalScore": [0, 4]}, ["final-score-differs"]),
    ],
)
def test_where_the_file_and_the_events_rules_differ_is_told(run, write, terms, codes):
    ran = run(write("one.egn", **terms))
    assert (ran.codes, ran.refused) == (codes, "")


def test_a_dealer_whom_the_events_rules_would_not_have_is_told(run, write, event):
    same = same_people(event, "Same dealer", ruleset=RULESETS["progressive-eight-hands"])
    ran = run(write("one.egn", [deal(), march(1, dealer=1)]), into=same)
    assert ran.codes == ["dealer-differs"]


# --- what it costs


def test_a_deal_costs_the_same_whether_the_game_is_short_or_long(run, write, event):
    long = same_people(event, "Long", ruleset=RULESETS["progressive-eight-hands"])

    def queries(count: int) -> int:
        path = write(f"{count}.egn", marches(count))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert run(path, into=long).refused == ""
        return len(asked)

    queries(1)  # what the event's first round costs besides
    two, four_, eight = queries(2), queries(4), queries(8)
    assert abs((eight - four_) - 2 * (four_ - two)) <= 4, "as many queries for each deal"
    assert eight - four_ < 4 * 35


def test_many_files_are_not_kept_in_memory(run, write):
    """A file of some hundred kilobytes leaves next to nothing once it is read."""
    padding = {"description": "x" * 300_000}
    paths = [write(f"{at}.egn", [], **padding, gameId=str(at)) for at in range(12)]
    tracemalloc.start()
    try:
        assert set(run(*paths).codes) == {"no-deals"}
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 6_000_000
    assert held < 1_000_000
