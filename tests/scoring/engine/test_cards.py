"""The pack and the bowers.

The plain examples come first: a property that asks the code under test for a suit proves nothing.
"""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import (
    BENNY,
    Card,
    Rank,
    Suit,
    beats,
    left_bower,
    legal_plays,
    pack,
    right_bower,
    strength,
    suit_in_play,
    winning_place,
)
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset

FULL = pack(Ruleset(key="full", lowest_rank=7, benny=True))
COLOURS = {"C": "S", "S": "C", "D": "H", "H": "D"}


def cards(text):
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize(
    ("lowest", "benny", "size"),
    [(7, False, 32), (7, True, 33), (8, False, 28), (9, False, 24), (9, True, 25), (8, True, 29)],
)
def test_the_packs_have_their_sizes(lowest, benny, size):
    dealt = pack(Ruleset(key="pack", lowest_rank=lowest, benny=benny))
    assert len(dealt) == len(set(dealt)) == size
    assert (BENNY in dealt) == benny


def test_cards_are_written_rank_then_suit():
    assert str(Card(Rank.TEN, Suit.HEARTS)) == "TH"
    assert str(BENNY) == "JO"
    assert [str(Card.parse(str(card))) for card in FULL] == [str(card) for card in FULL]


@pytest.mark.parametrize("text", ["", "10H", "1H", "HT", "th", "JOO", "2S", None, 7, ["TH"]])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(RuleViolation) as refused:
        Card.parse(text)
    assert refused.value.code == "card-unreadable"


def test_only_benny_has_no_suit():
    for rank, suit in [(Rank.ACE, None), (Rank.BENNY, Suit.SPADES)]:
        with pytest.raises(RuleViolation):
            Card(rank, suit)


def test_cards_survive_being_stored():
    assert pickle.loads(pickle.dumps(FULL)) == FULL


def test_a_victorian_handbook_ranks_hearts_so():
    """Seed S3: knave of hearts, knave of diamonds, ace, king, queen, ten, nine, eight and seven of hearts."""
    printed = cards("JH JD AH KH QH TH 9H 8H 7H")
    assert sorted(set(printed), key=lambda card: -strength(card, Suit.HEARTS)) == printed
    assert {suit_in_play(card, Suit.HEARTS) for card in printed} == {Suit.HEARTS}


def test_benny_stands_above_both_bowers():
    """Seed S2: eight trumps, Benny, right bower, left bower, ace, king, queen, ten, nine."""
    printed = cards("JO JH JD AH KH QH TH 9H")
    assert sorted(set(printed), key=lambda card: -strength(card, Suit.HEARTS)) == printed


@pytest.mark.parametrize("trump", list(Suit))
def test_the_left_bower_is_the_other_knave_of_the_colour(trump):
    assert str(right_bower(trump)) == f"J{trump}"
    assert str(left_bower(trump)) == f"J{COLOURS[trump]}"
    assert trump.same_colour == COLOURS[trump]


def test_the_left_bower_follows_trump():
    held = cards("JD 9D AC")
    assert legal_plays(held, Card.parse("9H"), Suit.HEARTS) == set(cards("JD"))


def test_the_left_bower_does_not_follow_its_printed_suit():
    assert legal_plays(cards("JD 9D AC"), Card.parse("AD"), Suit.HEARTS) == set(cards("9D"))
    assert legal_plays(cards("JD AC"), Card.parse("AD"), Suit.HEARTS) == set(cards("JD AC"))


def test_a_trump_must_be_played_to_a_left_bower_led():
    """Seed S1: if the left bower is led a trump must be played to it."""
    assert legal_plays(cards("9H AD KD"), Card.parse("JD"), Suit.HEARTS) == set(cards("9H"))


def test_benny_follows_trump_and_wants_trump():
    assert legal_plays(cards("JO 9S"), Card.parse("9H"), Suit.HEARTS) == set(cards("JO"))
    assert legal_plays(cards("9H 9S"), BENNY, Suit.HEARTS) == set(cards("9H"))
    assert legal_plays(cards("JO 9S"), Card.parse("AS"), Suit.HEARTS) == set(cards("9S"))


def test_there_is_no_duty_to_trump():
    assert legal_plays(cards("9H 9C"), Card.parse("AS"), Suit.HEARTS) == set(cards("9H 9C"))


def test_anything_may_be_led():
    assert legal_plays(cards("9H 9C JD"), None, Suit.HEARTS) == set(cards("9H 9C JD"))


def test_without_trump_knaves_rank_as_printed():
    printed = cards("AD KD QD JD TD 9D")
    assert sorted(set(printed), key=lambda card: -strength(card, None)) == printed
    assert suit_in_play(Card.parse("JD"), None) == Suit.DIAMONDS
    assert legal_plays(cards("JD 9H"), Card.parse("TD"), None) == set(cards("JD"))
    assert not beats(Card.parse("AH"), Card.parse("9D"), None)


def test_the_left_bower_takes_the_ace_of_trumps():
    """Case C1, trick 2: KS led by the ace's own side, and E's left bower takes it; C3, trick 2 likewise."""
    assert winning_place(cards("KS AS AC JS"), Suit.CLUBS) == 3
    assert winning_place(cards("KS AS AC JC"), Suit.SPADES) == 3
    assert winning_place(cards("AD 9D QD 9C"), Suit.CLUBS) == 3


def test_the_first_highest_keeps_the_trick():
    assert winning_place(cards("9D AS TD KH"), Suit.CLUBS) == 2
    assert winning_place(cards("AD 9H JH JD"), Suit.HEARTS) == 2


suits_or_none = st.one_of(st.none(), st.sampled_from(Suit))
hands = st.sets(st.sampled_from(FULL), min_size=1, max_size=5)
PLAIN = [card for card in FULL if card != BENNY]


@given(hands, st.sampled_from(FULL), suits_or_none)
def test_legal_plays_are_never_none_and_always_held(held, led, trump):
    plays = legal_plays(held, led, trump)
    assert plays
    assert plays <= held


@given(st.sets(st.sampled_from(PLAIN), min_size=1, max_size=5), st.sampled_from(PLAIN), suits_or_none)
def test_recolouring_changes_nothing(held, led, trump):
    def recoloured(card):
        return Card(card.rank, Suit(COLOURS[card.suit]))

    twin = None if trump is None else Suit(COLOURS[trump])
    plays = legal_plays(held, led, trump)
    assert legal_plays({recoloured(card) for card in held}, recoloured(led), twin) == {
        recoloured(card) for card in plays
    }


@given(st.sampled_from(Suit), st.permutations(FULL))
def test_every_suit_is_one_order_without_ties(trump, shuffled):
    places = [(suit_in_play(card, trump), strength(card, trump)) for card in shuffled]
    assert len(set(places)) == len(FULL)
