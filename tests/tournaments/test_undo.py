"""An accepted draw is taken back while nothing is recorded for it, and stays once something is."""

from uuid import uuid4

import pytest

from scoring.models import Game
from scoring.services.cards import record_personal_card
from scoring.services.matches import open_match
from tests import factories
from tests.nights import DIRECTOR, drawn_night, entry_at, hand, match_of, out_of, proposed_night, round_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Event, EventRevision, Match, Round, Seating, SitOut
from tournaments.selectors.stages import entrants_of
from tournaments.services.changes import swap
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.forfeits import record_forfeit
from tournaments.services.links import issue_table_links, open_link
from tournaments.services.rounds import add_imported_round, close_round
from tournaments.services.undo import take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Event:
    """Nine people, three accepted rounds of two tables."""
    return drawn_night(club)


def everything(event: Event) -> list[object]:
    """All that a draw makes, to see that nothing of it is touched."""
    return [
        list(Round.objects.filter(event=event).order_by("number").values_list("state", "seed", "draw")),
        list(Match.objects.filter(round__event=event).order_by("pk").values_list("pk", flat=True)),
        Seating.objects.filter(match__round__event=event).count(),
        SitOut.objects.filter(round__event=event).count(),
        EventRevision.objects.get(event=event).number,
    ]


def refused(event: Event, code: str, from_number: int = 1) -> EventViolation:
    """Refused with this code, and nothing changed."""
    before = everything(event)
    with pytest.raises(EventViolation) as said:
        take_back(event=event, from_number=from_number, actor=DIRECTOR)
    assert said.value.code == code
    assert everything(event) == before
    return said.value


def test_rounds_become_proposed_again_with_their_seed_and_draw(night: Event) -> None:
    drawn = [one.draw for one in night.rounds.order_by("number")]
    rounds = take_back(event=night, from_number=2, actor=DIRECTOR)
    assert [(one.number, one.state, one.seed, one.accepted_at) for one in rounds] == [
        (2, "proposed", "7", None), (3, "proposed", "7", None)
    ]  # fmt: skip
    assert [one.draw for one in night.rounds.order_by("number")] == drawn
    assert set(Match.objects.filter(round__event=night).values_list("round__number", flat=True)) == {1}
    assert out_of(night, 2) == {}
    night.refresh_from_db()
    assert night.state == Event.State.RUNNING


def test_taken_back_and_accepted_again_everybody_sits_where_they_sat(night: Event) -> None:
    def seats() -> list[tuple[int, int, str, int]]:
        facts = Seating.objects.filter(match__round__event=night)
        return sorted(facts.values_list("match__round__number", "match__table", "seat", "entry_id"))

    before = seats()
    take_back(event=night, from_number=1, actor=DIRECTOR)
    night.refresh_from_db()
    assert (night.state, seats()) == (Event.State.SETUP, [])
    accept_draw(event=night, seed="7", actor=DIRECTOR)
    assert seats() == before


def test_a_table_that_was_only_opened_does_not_hold_its_round(night: Event) -> None:
    open_match(match=match_of(night))
    take_back(event=night, from_number=1, actor=DIRECTOR)
    assert not Game.objects.exists()


def test_a_line_holds_its_round_and_the_tables_are_named(night: Event) -> None:
    hand(match_of(night, 2, number=2), 1)
    said = refused(night, "round-begun")
    assert said.sentence == "Table 2 has something written in round 2; it stays as it was drawn."
    refused(night, "round-begun", 2)
    take_back(event=night, from_number=3, actor=DIRECTOR)


def test_a_forfeit_and_a_personal_card_hold_their_rounds(night: Event) -> None:
    record_forfeit(match=match_of(night, number=2), absent="NS", reason="nobody came", actor=DIRECTOR)
    refused(night, "round-begun", 2)
    third = round_of(night, 3)
    card = record_personal_card(
        round=third,
        entry=night.entries.first(),  # type: ignore[arg-type]
        points=8,
        lone_hands=0,
        reason="",
        actor=DIRECTOR,
        line_id=uuid4(),
    )
    refused(night, "round-begun", 3)
    record_personal_card(
        round=third,
        entry=card.entry,
        points=None,
        lone_hands=0,
        reason="a slip",
        actor=DIRECTOR,
        line_id=uuid4(),
        seen=card.pk,
    )
    refused(night, "round-begun", 3)  # the card is taken back, and its line is there for ever


def test_a_closed_round_stays(night: Event) -> None:
    close_round(round=round_of(night, 1))
    refused(night, "round-closed", 1)
    take_back(event=night, from_number=2, actor=DIRECTOR)


def test_only_what_is_accepted_and_was_drawn_here_is_taken_back(club: Club) -> None:
    refused(proposed_night(club), "nothing-accepted")
    event = factories.make_event(club)
    add_imported_round(event=event, number=1)
    refused(event, "round-not-drawn")


def test_what_was_changed_by_facts_goes_with_them(night: Event) -> None:
    match = match_of(night)
    ann, bob = entry_at(match, "N"), entry_at(match_of(night, 2), "N")
    swap(round=round_of(night), one=ann, other=bob, reason="asked", actor=DIRECTOR)
    take_back(event=night, from_number=1, actor=DIRECTOR)
    accept_draw(event=night, seed="7", actor=DIRECTOR)
    assert entry_at(match_of(night), "N") == ann


def test_links_to_tables_open_the_table_drawn_anew(night: Event) -> None:
    token = issue_table_links(event=night, tables=2, actor=DIRECTOR)[0].token
    take_back(event=night, from_number=1, actor=DIRECTOR)
    propose_draw(event=night, actor=DIRECTOR, seed="8")
    accept_draw(event=night, seed="8", actor=DIRECTOR)
    assert open_link(token).table == 1


def test_rounds_of_two_draws_are_accepted_again_one_after_the_other(club: Club) -> None:
    event = proposed_night(club)
    accept_draw(event=event, seed="7", actor=DIRECTOR, upto=1)
    propose_draw(event=event, actor=DIRECTOR, seed="9")
    accept_draw(event=event, seed="9", actor=DIRECTOR)
    take_back(event=event, from_number=1, actor=DIRECTOR)
    assert [one.number for one in accept_draw(event=event, seed="7", actor=DIRECTOR)] == [1]
    assert [one.number for one in accept_draw(event=event, seed="9", actor=DIRECTOR)] == [2, 3]
    stage = event.stages.get()
    assert len(entrants_of(stage)) == 9
