"""What a table says of its seats and of its score: kept on the sheet, told to the desk, and for how long."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.models import Game, LedgerLine
from scoring.selectors.history import history_of
from scoring.selectors.tables import table_state
from scoring.services.lines import NewLine, Recorded, Status, record_line
from tests import factories
from tests.scoring.test_recording import hand, refused, send
from tournaments.actors import Actor
from tournaments.models import Event, EventPolicy, MatchResult, Round

pytestmark = pytest.mark.django_db


def word(**facts: Any) -> NewLine:
    return NewLine(id=uuid4(), kind="confirmation", facts=facts)


def say(game: Game, actor: Actor, **facts: Any) -> Recorded:
    return send(game, word(**facts), actor)


def live(game: Game) -> tuple[str, list[str], dict[str, dict[str, int]]]:
    """What the desk is told: of the seats, who agreed, who has other figures."""
    told = MatchResult.objects.get(match=game.match_id).live
    return told["seats_said"], told["confirmed"], told["disputed"]


@pytest.fixture
def over(game: Game, phone: Actor) -> Game:
    """Eight hands, one point each to N/S."""
    for number in range(1, 9):
        send(game, hand(number), phone)
    return game


def test_the_desk_hears_whether_the_right_people_sit_there(game: Game, phone: Actor) -> None:
    say(game, phone, seats="wrong")
    assert live(game) == ("wrong", [], {})
    say(game, phone, seats="right")
    assert live(game) == ("right", [], {})
    assert table_state(game.match).as_dict()["score"] == {"NS": 0, "EW": 0}


def test_the_seats_are_asked_again_when_somebody_else_sits_down(
    game: Game, phone: Actor, night: Event
) -> None:
    say(game, phone, seats="right")
    entry = game.match.seatings.get(seat="N").entry
    factories.make_seating(game.match, "N", entry)
    assert table_state(game.match).as_dict()["seats_said"] == ""


def test_a_side_agrees_once_however_many_phones_say_so(over: Game, phone: Actor) -> None:
    first = say(over, phone, side="EW")
    again = say(over, phone, side="EW")
    assert (again.status, again.line.pk) == (Status.HELD, first.line.pk)
    assert live(over) == ("", ["EW"], {})


def test_nobody_agrees_to_a_score_before_it_is_the_last(game: Game, phone: Actor) -> None:
    send(game, hand(1), phone)
    with refused("not-over"):
        send(game, word(side="EW"), phone)
    with refused("not-over"):
        send(game, word(side="EW", disputed={"NS": 1, "EW": 1}), phone)


def test_a_dispute_is_told_with_its_figures_until_the_director_corrects(
    over: Game, phone: Actor, director: Actor
) -> None:
    say(over, phone, side="NS")
    say(over, phone, side="EW", disputed={"NS": 7, "EW": 2})
    assert live(over) == ("", ["NS"], {"EW": {"NS": 7, "EW": 2}})
    last = over.lines.get(hand_number=8)
    send(over, hand(8, "N", 2, replaces=last.pk, reason="seven and two, all agree"), director)
    assert live(over) == ("", [], {})
    assert table_state(over.match).as_dict()["score"] == {"NS": 7, "EW": 2}


def test_the_director_may_confirm_for_a_side_that_disputed(over: Game, phone: Actor, director: Actor) -> None:
    say(over, phone, side="EW", disputed={"NS": 7, "EW": 2})
    say(over, director, side="EW")
    assert live(over) == ("", ["EW"], {})


def test_an_agreement_is_about_the_score_as_it_stood(over: Game, phone: Actor) -> None:
    say(over, phone, side="EW")
    last = over.lines.get(hand_number=8)
    undone = send(over, NewLine(id=uuid4(), kind="retraction", hand_number=8, replaces=last.pk), phone)
    assert live(over) == ("", [], {})
    send(over, hand(8, "E", 3, replaces=undone.line.pk), phone)
    assert live(over) == ("", [], {})
    say(over, phone, side="EW")
    assert live(over) == ("", ["EW"], {})


def test_a_word_that_comes_late_waits_like_any_line(over: Game, phone: Actor) -> None:
    Round.objects.filter(pk=over.match.round_id).update(state=Round.State.CLOSED)
    assert say(over, phone, side="EW").line.late == "round-closed"
    assert live(over) == ("", [], {})


@pytest.mark.parametrize(
    ("facts", "open_"),
    [
        ({"seats": "right"}, True),
        ({"side": "EW", "disputed": {"NS": 7, "EW": 2}}, True),
        ({"side": "EW"}, False),
    ],
)
def test_only_an_agreed_score_signs_the_card(
    over: Game, phone: Actor, facts: dict[str, Any], open_: bool
) -> None:
    EventPolicy.objects.update(correction_window=EventPolicy.Window.SIGNED)
    say(over, phone, **facts)
    first = over.lines.get(hand_number=1)
    assert table_state(over.match).as_dict()["window"] is open_
    line = hand(1, "N", 5, replaces=first.pk)
    if open_:
        send(over, line, phone)
        return
    with refused("window-closed"):
        send(over, line, phone)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"seats": "maybe"},
        {"seats": "right", "side": "NS"},
        {"side": "XX"},
        {"side": "NS", "disputed": {}},
        {"side": "NS", "disputed": {"NS": 3}},
        {"side": "NS", "disputed": {"NS": "3", "EW": 4}},
        {"side": "NS", "disputed": {"NS": 3, "EW": 10_000}},
        {"side": "NS", "disputed": [3, 4]},
        {"side": ["NS"]},
    ],
)
def test_a_word_that_makes_no_sense_is_refused(over: Game, phone: Actor, facts: dict[str, Any]) -> None:
    before = over.lines.count()
    with pytest.raises(RuleViolation) as met:
        record_line(game_id=over.pk, new=word(**facts), actor=phone)
    assert met.value.code in {"facts-malformed", "points-out-of-range", "side-not-at-table"}
    assert over.lines.count() == before
    assert not LedgerLine.objects.filter(kind="confirmation").exists()


def test_the_director_reads_every_word_in_the_history(over: Game, phone: Actor) -> None:
    say(over, phone, seats="wrong")
    say(over, phone, seats="right")
    say(over, phone, side="NS")
    say(over, phone, side="EW", disputed={"NS": 7, "EW": 2})
    lines = over.lines.filter(kind="confirmation")
    told = [one.told for one in history_of(lines, Ruleset.from_dict(over.ruleset), {})]
    assert told == [
        "The seats are wrong",
        "The seats are right",
        "N/S confirm the result",
        "E/W dispute the result: N/S 7, E/W 2",
    ]
