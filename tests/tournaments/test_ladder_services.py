"""A club's ladder, held against a plain list that moves by the same rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tests.leagues import SECRETARY
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Ladder, LadderRung
from tournaments.selectors.ladders import ladder_page
from tournaments.services import ladders
from tournaments.services.entrants import Entrant

NAMES = ("Ann Rowe", "Bob Rowe", "Cora Rowe", "Dan Rowe", "Elsie Rowe")


def make_ladder(club: Club, **terms: object) -> Ladder:
    made = ladders.create_ladder(club=club, name="Pairs ladder", terms=ladders.LadderTerms(**terms))  # type: ignore[arg-type]
    people = [Entrant(name=name, sort_key=name.casefold()) for name in NAMES]
    ladders.join_players(ladder=made, entrants=people)
    return made


def standing(ladder: Ladder) -> list[str]:
    return [str(line.rung) for line in ladder_page(ladder).lines]


def rung(ladder: Ladder, name: str) -> LadderRung:
    return LadderRung.objects.select_related("ladder").get(ladder=ladder, player__name=name)


def meet(ladder: Ladder, low: str, high: str, winner: str) -> None:
    made = ladders.make_challenge(
        challenger=rung(ladder, low), challenged=rung(ladder, high), actor=SECRETARY
    )
    ladders.settle_challenge(challenge=made, winner=rung(ladder, winner), score="2–1")


def refused(code, service, **named):
    with pytest.raises(EventViolation) as found:
        service(**named)
    assert found.value.code == code
    assert found.value.sentence.endswith(".")


@pytest.mark.django_db
def test_the_winner_takes_the_higher_rung_and_a_loser_moves_nobody():
    ladder = make_ladder(factories.make_club())
    meet(ladder, "Dan Rowe", "Bob Rowe", "Dan Rowe")
    assert standing(ladder) == ["Ann Rowe", "Dan Rowe", "Cora Rowe", "Bob Rowe", "Elsie Rowe"]
    meet(ladder, "Bob Rowe", "Cora Rowe", "Cora Rowe")
    assert standing(ladder) == ["Ann Rowe", "Dan Rowe", "Cora Rowe", "Bob Rowe", "Elsie Rowe"]
    inserted = make_ladder(factories.make_club("Looe"), climb="insert", reach=4)
    meet(inserted, "Elsie Rowe", "Ann Rowe", "Elsie Rowe")
    assert standing(inserted) == ["Elsie Rowe", "Ann Rowe", "Bob Rowe", "Cora Rowe", "Dan Rowe"]


@pytest.mark.django_db
def test_a_challenge_out_of_reach_downwards_or_of_somebody_busy_is_refused():
    ladder = make_ladder(factories.make_club(), untouchable=1)
    people = {name: rung(ladder, name) for name in NAMES}
    dare = ladders.make_challenge
    ann, bob, cora, dan, elsie = (people[name] for name in NAMES)
    refused("challenge-too-far", dare, challenger=elsie, challenged=ann, actor=SECRETARY)
    refused("challenge-downwards", dare, challenger=ann, challenged=bob, actor=SECRETARY)
    refused("challenge-untouchable", dare, challenger=bob, challenged=ann, actor=SECRETARY)
    open_one = dare(challenger=dan, challenged=cora, actor=SECRETARY)
    refused("challenge-open", dare, challenger=elsie, challenged=cora, actor=SECRETARY)
    refused("winner-not-in-match", ladders.settle_challenge, challenge=open_one, winner=ann)
    ladders.call_off(challenge=open_one)
    refused("challenge-over", ladders.settle_challenge, challenge=open_one, winner=dan)
    assert standing(ladder) == list(NAMES)


@pytest.mark.django_db
def test_who_leaves_calls_challenges_off_and_comes_back_at_the_bottom():
    club = factories.make_club()
    ladder = make_ladder(club)
    cora = rung(ladder, "Cora Rowe")
    ladders.make_challenge(challenger=cora, challenged=rung(ladder, "Bob Rowe"), actor=SECRETARY)
    ladders.leave_ladder(rung=cora)
    assert standing(ladder) == ["Ann Rowe", "Bob Rowe", "Dan Rowe", "Elsie Rowe"]
    assert ladder_page(ladder).pending == []
    back = [Entrant(name="Cora Rowe", sort_key="", player_id=cora.player_id)]
    ladders.join_players(ladder=ladder, entrants=back)
    refused("on-ladder-already", ladders.join_players, ladder=ladder, entrants=back)
    ann, bob = (rung(ladder, name).player for name in ("Ann Rowe", "Bob Rowe"))
    assert ann is not None and bob is not None
    ladders.join_pair(ladder=ladder, one=bob, other=ann)
    assert standing(ladder)[-2:] == ["Cora Rowe", "Ann Rowe & Bob Rowe"]
    refused("pair-unknown", ladders.join_pair, ladder=ladder, one=ann, other=ann)


@pytest.mark.django_db
def test_a_ladder_takes_two_queries_whatever_its_length(django_assert_num_queries):
    ladder = make_ladder(factories.make_club())
    meet(ladder, "Dan Rowe", "Bob Rowe", "Dan Rowe")
    with django_assert_num_queries(2):
        lines = ladder_page(ladder).lines
    assert [(line.won, line.lost) for line in lines] == [(0, 0), (1, 0), (0, 0), (0, 1), (0, 0)]


class LadderStory(TestCase):
    @settings(deadline=None, max_examples=8)
    @given(
        st.lists(st.tuples(st.integers(1, 4), st.integers(1, 3), st.booleans()), max_size=8), st.booleans()
    )
    def test_any_story_moves_a_plain_list_alike(self, story, swap):
        ladder = make_ladder(factories.make_club(), climb="swap" if swap else "insert")
        plain = list(NAMES)
        for low, above, won in story:
            high = low - above
            if high < 0:
                continue
            challenger, challenged = plain[low], plain[high]
            meet(ladder, challenger, challenged, challenger if won else challenged)
            if won and swap:
                plain[low], plain[high] = plain[high], plain[low]
            elif won:
                plain.insert(high, plain.pop(low))
        assert standing(ladder) == plain
