"""One line and what becomes of it: new, known, held by another phone, refused, late."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import changed
from scoring.errors import LineConflict
from scoring.models import Game, LedgerLine
from scoring.selectors.tables import table_state
from scoring.services.lines import NewLine, Recorded, Status, record_line
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Event, EventRevision, Match, Round, Tally

pytestmark = pytest.mark.django_db


def hand(number: int, maker: str = "N", tricks: int = 3, alone: str = "", **more: Any) -> NewLine:
    facts = {"maker": maker, "alone": list(alone), "tricks": tricks}
    return NewLine(id=more.pop("id", None) or uuid4(), kind="hand", hand_number=number, facts=facts, **more)


@contextmanager
def refused(code: str) -> Iterator[list[LedgerLine | None]]:
    """See that the line is refused with this code; the list takes the line that holds instead."""
    held: list[LedgerLine | None] = []
    with pytest.raises((RuleViolation, LineConflict)) as met:
        yield held
    refusal = met.value
    assert isinstance(refusal, RuleViolation | LineConflict)
    assert refusal.code == code
    held.append(getattr(refusal, "held", None))


def take_back(line: LedgerLine, reason: str = "") -> NewLine:
    return NewLine(
        id=uuid4(), kind="retraction", hand_number=line.hand_number, replaces=line.pk, reason=reason
    )


def send(game: Game, line: NewLine, actor: Actor) -> Recorded:
    return record_line(game_id=game.pk, new=line, actor=actor)


def score_of(game: Game) -> dict[str, int]:
    score = table_state(game.match).as_dict()["score"]
    assert isinstance(score, dict)
    return score


def test_a_hand_is_kept_as_facts_and_its_points_follow(game: Game, phone: Actor) -> None:
    sent = send(game, hand(1, "E", 2), phone)
    assert sent.status == Status.RECORDED
    assert sent.line.facts == {"maker": "E", "alone": [], "tricks": 2}
    assert score_of(game) == {"NS": 2, "EW": 0}


def test_sending_the_same_line_again_changes_nothing(game: Game, phone: Actor) -> None:
    line = hand(1)
    first = send(game, line, phone)
    again = send(game, line, phone)
    assert (again.status, again.line.pk, again.revision) == (Status.KNOWN, line.id, first.revision)
    assert game.lines.count() == 1


def test_a_repeat_is_heard_even_when_the_game_is_over(game: Game, phone: Actor) -> None:
    lines = [hand(number) for number in range(1, 9)]
    for line in lines:
        send(game, line, phone)
    assert send(game, lines[2], phone).status == Status.KNOWN
    with refused("game-over"):
        send(game, hand(9), phone)


def test_two_phones_that_write_the_same_hand_write_it_once(game: Game, phone: Actor) -> None:
    first = send(game, hand(1, "S", 5, "S"), phone)
    other = send(game, hand(1, "S", 5, "S"), phone)
    assert (other.status, other.line.pk) == (Status.HELD, first.line.pk)
    assert game.lines.count() == 1


def test_two_phones_that_differ_are_told_and_nothing_is_overwritten(game: Game, phone: Actor) -> None:
    first = send(game, hand(1, "S", 3), phone)
    with refused("hand-taken") as held:
        send(game, hand(1, "S", 4), phone)
    assert held == [first.line]
    assert score_of(game) == {"NS": 1, "EW": 0}


def test_a_line_id_taken_with_other_facts_is_refused(game: Game, phone: Actor) -> None:
    line = hand(1, tricks=3)
    send(game, line, phone)
    with refused("id-taken"):
        send(game, hand(1, tricks=4, id=line.id), phone)


def test_a_line_id_of_another_game_is_refused_without_showing_it(game: Game, phone: Actor) -> None:
    other_match = Match.objects.get(round=game.match.round, table=2)
    line = hand(1)
    send(open_match(match=other_match), line, Actor.of_command("tests"))
    with refused("id-taken") as held:
        send(game, line, phone)
    assert held == [None]


def test_hands_come_in_order(game: Game, phone: Actor) -> None:
    send(game, hand(1), phone)
    with refused("hand-missing"):
        send(game, hand(3), phone)
    assert game.lines.count() == 1


def test_undo_takes_the_last_hand_back_and_it_can_be_entered_again(game: Game, phone: Actor) -> None:
    send(game, hand(1), phone)
    wrong = send(game, hand(2, "E", 5), phone)
    undone = send(game, take_back(wrong.line), phone)
    assert score_of(game) == {"NS": 1, "EW": 0}
    with refused("hand-undone"):
        send(game, hand(2, "E", 4), phone)
    send(game, hand(2, "E", 4, replaces=undone.line.pk), phone)
    assert score_of(game) == {"NS": 1, "EW": 1}
    assert game.lines.count() == 4


def test_hands_taken_back_come_again_in_order(game: Game, phone: Actor) -> None:
    lines = [send(game, hand(number), phone).line for number in (1, 2)]
    undone = [send(game, take_back(line), phone).line for line in reversed(lines)]
    with refused("hand-missing"):
        send(game, hand(2, replaces=undone[0].pk), phone)
    send(game, hand(1, replaces=undone[1].pk), phone)
    send(game, hand(2, replaces=undone[0].pk), phone)
    assert score_of(game) == {"NS": 2, "EW": 0}


def test_the_director_refuses_a_late_hand_wherever_it_stands(
    game: Game, phone: Actor, director: Actor
) -> None:
    send(game, hand(1), phone)
    Round.objects.filter(pk=game.match.round_id).update(state=Round.State.CLOSED)
    late = [send(game, hand(number, "E", 5), phone).line for number in (2, 3)]
    with refused("hand-missing"):
        send(game, hand(3, "E", 5, replaces=late[1].pk, reason="played"), director)
    send(game, hand(2, "E", 5, replaces=late[0].pk, reason="played"), director)
    send(game, take_back(late[1], "nobody remembers it"), director)
    assert score_of(game) == {"NS": 1, "EW": 2}
    assert table_state(game.match).as_dict()["late"] == []


def test_only_the_last_hand_can_be_taken_back(game: Game, phone: Actor) -> None:
    first = send(game, hand(1), phone)
    send(game, hand(2), phone)
    with refused("not-the-last-hand"):
        send(game, take_back(first.line), phone)


def test_a_correction_replaces_a_line_and_the_sheet_keeps_both(game: Game, phone: Actor) -> None:
    first = send(game, hand(1, "N", 3), phone)
    send(game, hand(2, "N", 3), phone)
    send(game, hand(1, "N", 5, replaces=first.line.pk, reason="five tricks"), phone)
    assert score_of(game) == {"NS": 3, "EW": 0}
    assert game.lines.count() == 3


def test_two_corrections_of_one_line_do_not_overwrite_each_other(game: Game, phone: Actor) -> None:
    first = send(game, hand(1, "N", 3), phone)
    new = send(game, hand(1, "N", 5, replaces=first.line.pk), phone)
    with refused("replaced-already") as held:
        send(game, hand(1, "N", 2, replaces=first.line.pk), phone)
    assert held == [new.line]
    assert send(game, hand(1, "N", 5, replaces=first.line.pk), phone).status == Status.HELD


def test_a_director_says_why(game: Game, phone: Actor, director: Actor) -> None:
    first = send(game, hand(1, "N", 3), phone)
    with refused("reason-missing"):
        send(game, hand(1, "N", 5, replaces=first.line.pk), director)
    send(game, hand(1, "N", 5, replaces=first.line.pk, reason="misread"), director)
    assert score_of(game) == {"NS": 2, "EW": 0}


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"maker": "N", "alone": [], "tricks": 6}, "tricks-out-of-range"),
        ({"maker": "N", "alone": [], "tricks": -1}, "tricks-out-of-range"),
        ({"maker": "N", "alone": [], "tricks": True}, "tricks-out-of-range"),
        ({"maker": "N", "alone": [], "tricks": "3"}, "tricks-out-of-range"),
        ({"maker": "X", "alone": [], "tricks": 3}, "maker-not-at-table"),
        ({"alone": [], "tricks": 3}, "maker-not-at-table"),
        ({"maker": "N", "alone": ["S"], "tricks": 3}, "lone-forbidden"),
        ({"maker": "N", "alone": ["E"], "tricks": 3}, "lone-defender-forbidden"),
        ({"maker": "N", "alone": ["Q"], "tricks": 3}, "alone-not-at-table"),
        ({"maker": "N", "alone": "N", "tricks": 3}, "facts-malformed"),
        ({"maker": "N", "alone": [], "tricks": 3, "points": 9}, "facts-malformed"),
        ({"maker": ["N"], "alone": [["N"]], "tricks": 3}, "maker-not-at-table"),
        ({"maker": "N", "alone": [], "tricks": 3, "trump": "X"}, "facts-malformed"),
    ],
)
def test_impossible_facts_are_refused_and_nothing_is_written(
    game: Game, phone: Actor, facts: dict[str, Any], code: str
) -> None:
    with refused(code):
        send(game, NewLine(id=uuid4(), kind="hand", hand_number=1, facts=facts), phone)
    assert game.lines.count() == 0
    assert not Tally.objects.exists()


def test_a_refused_line_leaves_the_revision_alone(game: Game, night: Event, phone: Actor) -> None:
    before = EventRevision.objects.get(event=night).number
    with pytest.raises(RuleViolation):
        send(game, hand(1, tricks=7), phone)
    assert EventRevision.objects.get(event=night).number == before


@pytest.mark.parametrize("number", [0, 1, 7])
def test_only_deals_take_a_hands_place(game: Game, phone: Actor, number: int) -> None:
    facts = {"off": "NS", "to": "EW", "points": 2, "why": "revoke"}
    with refused("wrong-hand"):
        send(game, NewLine(id=uuid4(), kind="penalty", hand_number=number, facts=facts), phone)
    with refused("wrong-hand"):
        send(game, NewLine(id=uuid4(), kind="hand", hand_number=None, facts=hand(1).facts), phone)
    assert game.lines.count() == 0


def test_a_retraction_takes_something_back(game: Game, phone: Actor) -> None:
    for number in (None, 0, 1):
        with refused("nothing-to-take-back"):
            send(game, NewLine(id=uuid4(), kind="retraction", hand_number=number), phone)
    assert game.lines.count() == 0


def test_a_line_is_replaced_by_its_own_kind(game: Game, phone: Actor) -> None:
    first = send(game, hand(1), phone).line
    facts = {"to": "EW", "points": 2, "why": "revoke"}
    penalty = send(game, NewLine(id=uuid4(), kind="penalty", facts=facts), phone).line
    concession = {"side": "NS"}
    with refused("wrong-kind"):
        new = NewLine(id=uuid4(), kind="concession", facts=concession, replaces=penalty.pk)
        send(game, new, phone)
    with refused("wrong-hand"):
        send(game, NewLine(id=uuid4(), kind="concession", facts=concession, replaces=first.pk), phone)
    assert score_of(game) == {"NS": 1, "EW": 2}


def test_the_table_does_not_undo_what_a_director_wrote(game: Game, phone: Actor, director: Actor) -> None:
    first = send(game, hand(1, "N", 3), phone).line
    mended = send(game, hand(1, "N", 2, replaces=first.pk, reason="two, all agree"), director).line
    for line in (hand(1, "N", 3, replaces=mended.pk), take_back(mended)):
        with refused("directors-word"):
            send(game, line, phone)
    facts = {"points": {"NS": 8, "EW": 6}, "lone": {"NS": 1, "EW": 0}}
    card = send(game, NewLine(id=uuid4(), kind="card", facts=facts), director).line
    with refused("directors-word"):
        send(game, take_back(card), phone)
    assert score_of(game) == {"NS": 8, "EW": 6}


def test_nobody_plays_alone_at_a_score_where_the_rules_forbid_it(
    night: Event, table_one: Match, phone: Actor
) -> None:
    factories.make_policy(night, number=2, ruleset=changed(RULESETS["north-american"], {"no_lone_from": 8}))
    game = open_match(match=table_one)
    for number in (1, 2):
        send(game, hand(number, "N", 5, "N"), phone)
    with refused("lone-forbidden-at-score"):
        send(game, hand(3, "S", 5, "S"), phone)
    send(game, hand(3, "E", 5, "E"), phone)


def test_totals_and_adjustments_are_the_directors(game: Game, phone: Actor, director: Actor) -> None:
    card = NewLine(id=uuid4(), kind="card", facts={"points": {"NS": 8, "EW": 6}, "lone": {"NS": 1, "EW": 0}})
    with refused("director-only"):
        send(game, card, phone)
    send(game, card, director)
    assert score_of(game) == {"NS": 8, "EW": 6}


@pytest.mark.parametrize("late", ["round-closed", "card-typed", "evening-over"])
def test_what_comes_late_is_kept_and_counts_only_when_the_director_says_so(
    game: Game, phone: Actor, director: Actor, late: str
) -> None:
    send(game, hand(1, "N", 3), phone)
    if late == "round-closed":
        Round.objects.filter(pk=game.match.round_id).update(state=Round.State.CLOSED)
    elif late == "card-typed":
        facts = {"points": {"NS": 1, "EW": 0}, "lone": {"NS": 0, "EW": 0}}
        send(game, NewLine(id=uuid4(), kind="card", facts=facts), director)
    else:
        assert phone.link is not None
        phone.link.evening_ends = timezone.now() - timedelta(minutes=1)
    kept = send(game, hand(2, "E", 5), phone)
    kept_too = send(game, hand(3, "E", 3), phone)
    assert (kept.line.late, kept_too.line.late) == (late, late)
    assert score_of(game) == {"NS": 1, "EW": 0}
    if late == "card-typed":
        return
    accepted = hand(2, "E", 5, replaces=kept.line.pk, reason="played before the bell")
    send(game, accepted, director)
    assert score_of(game) == {"NS": 1, "EW": 2}


def test_a_correction_that_ends_the_game_earlier_keeps_the_later_lines(
    night: Event, table_one: Match, phone: Actor
) -> None:
    factories.make_policy(night, number=2, ruleset=RULESETS["north-american"])
    game = open_match(match=table_one)
    for number in range(1, 10):
        line = send(game, hand(number, "N", 3), phone)
    second = game.lines.get(hand_number=2)
    send(game, hand(2, "N", 5, "N", replaces=second.pk), phone)
    state = table_state(table_one).as_dict()
    assert state["over"]
    assert score_of(game)["NS"] == 10
    rows = state["sheet"]
    assert isinstance(rows, list)
    assert [row["hand"] for row in rows if row["after_end"]] == [8, 9]
    assert line.line.pk in {UUID(row["id"]) for row in rows}


def test_results_belong_to_the_people_who_sat_there(game: Game, phone: Actor) -> None:
    send(game, hand(1, "N", 5, "N"), phone)
    send(game, hand(2, "E", 1), phone)
    tallies = {str(one.player): one for one in Tally.objects.select_related("player")}
    seated = {one.seat: str(one.player) for one in game.match.seatings.select_related("player")}
    north, south = tallies[seated["N"]], tallies[seated["S"]]
    assert (north.points, south.points, north.lone_marched, south.lone_marched) == (6, 6, 1, 0)
    assert tallies[seated["E"]].euchred == 1
    assert tallies[seated["E"]].points_against == 6


def test_who_takes_over_a_seat_owns_the_hands_from_then_on(game: Game, phone: Actor, night: Event) -> None:
    entry = game.match.seatings.get(seat="N").entry
    send(game, hand(1, "N", 3), phone)
    stand_in = factories.make_player(night.club, "Zoe Late")
    game.match.seatings.create(
        seat="N", entry=entry, player=stand_in, from_hand=2, reason="Ann went home", recorded_by="user:1"
    )
    send(game, hand(2, "N", 5), phone)
    by_player = dict(Tally.objects.filter(entry=entry).values_list("player__name", "points"))
    assert by_player == {str(entry): 1, "Zoe Late": 2}


def test_a_thrown_in_hand_moves_the_deal_and_does_not_count(game: Game, phone: Actor) -> None:
    send(game, NewLine(id=uuid4(), kind="first-deal", hand_number=0, facts={"dealer": "N"}), phone)
    send(game, NewLine(id=uuid4(), kind="thrown-in", hand_number=1), phone)
    state = table_state(game.match).as_dict()
    assert (state["dealer"], state["hands_counted"], state["next_hand"]) == ("E", 0, 2)
    send(game, NewLine(id=uuid4(), kind="void", hand_number=2, facts={"why": "misdeal"}), phone)
    assert table_state(game.match).as_dict()["dealer"] == "E"
