"""What a game recorded elsewhere comes to: makers, tricks and trumps, by hand and by an oracle."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scoring.engine.cards import Suit
from scoring.engine.egn import EgnDeal, EgnGame, read_egn
from scoring.engine.hands import HandFacts
from scoring.engine.seats import Seat, side_from_code
from tests.scoring.engine.egn_samples import FOUR, MARCH, NAMES, Json, deal, four, game, march, text

HOME = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("RIGHT_BOWER_SHARED") or HOME.parent / "shared")
ORACLE = SHARED / "data" / "oracle.jsonl"
INDEX = {seat: place for place, seat in enumerate("NESW")}


def only_game(file: object) -> EgnGame:
    read = read_egn(file if isinstance(file, str | bytes) else text(file))
    assert [problem.code for problem in read.problems] == []
    return read.games[0]


def only_deal(one: Json, **metadata: Any) -> EgnDeal:
    return only_game(game([one], **metadata)).deals[0]


# --- what a game comes to


def test_the_players_sit_clockwise_from_north():
    read = only_game(game())
    assert [player.name for player in read.players] == NAMES
    assert read.deals[0].dealer == Seat.N
    assert read.deals[0].hand == HandFacts(Seat.E, frozenset(), 5)
    assert read.deals[0].trump == Suit.HEARTS


def test_the_left_bower_takes_a_trick_of_trumps_from_the_ace():
    read = only_deal(four())
    assert read.winners == (Seat.E, Seat.E, Seat.E, Seat.E, Seat.S)
    assert read.hand == HandFacts(Seat.E, frozenset(), 4)


def test_the_upcards_suit_is_trump_once_it_is_ordered_up():
    read = only_deal(deal(calls=["Pass", "Pass", "Order"], upcard="9s", tricks=FOUR, initialLead=1))
    assert (read.trump, read.hand) == (Suit.SPADES, HandFacts(Seat.W, frozenset(), 4))


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("passes", range(8))
def test_the_calls_go_round_from_the_dealers_left(dealer, passes):
    calls = ["Pass"] * passes + ["Order" if passes < 4 else "h"]
    read = only_deal(deal(dealer=dealer, calls=calls, upcard="Xh" if passes < 4 else "Qd", tricks=MARCH))
    assert read.hand is not None
    assert INDEX[read.hand.maker] == (dealer + 1 + passes) % 4


def test_a_lone_hand_is_led_by_the_dealers_left_or_whoever_plays_next():
    tricks = [one[:3] for one in MARCH]
    own = only_deal(deal(calls=["Pass"] * 4 + ["h"], alone=True, tricks=tricks))
    assert own.winners == (Seat.E,) * 5
    partners = only_deal(deal(calls=["Pass"] * 6 + ["h"], alone=True, tricks=tricks))
    assert partners.hand is not None
    assert partners.hand.alone == {Seat.W}
    assert partners.winners == (Seat.S,) * 5, "E sits out"


def test_a_lone_hand_is_led_from_the_loners_left_where_the_file_says_so():
    one = deal(calls=["Pass"] * 6 + ["h"], alone=True, tricks=[cards[:3] for cards in MARCH])
    read = only_deal(one, ruleset={"loner_lead": "LEFT_OF_LONER"})
    assert read.winners == (Seat.N,) * 5


def test_a_written_lead_goes_before_the_rules_and_is_told():
    one = march()
    one["phases"][1]["initialLead"] = 2
    read = read_egn(text(game([one])))
    assert read.games[0].deals[0].winners == (Seat.S,) * 5
    assert [problem.code for problem in read.warnings] == ["lead-differs"]


def test_a_lone_defender_leaves_two_players():
    one = march(alone=True)
    one["phases"][0]["aloneDefender"] = 2
    one["phases"][1]["tricks"] = [cards[:2] for cards in MARCH]
    read = only_deal(one, ruleset={"defend_alone": True})
    assert read.hand == HandFacts(Seat.E, frozenset({Seat.E, Seat.S}), 5)


def test_no_lone_defender_is_minus_one():
    one = march(alone=True)
    one["phases"][0]["aloneDefender"] = -1
    assert only_deal(one).hand == HandFacts(Seat.E, frozenset({Seat.E}), 5)


def test_all_pass_is_a_deal_without_a_hand():
    read = only_game(game([deal(), march(1, dealer=1)]))
    assert [one.hand is None for one in read.deals] == [True, False]


def test_without_trump_the_highest_card_of_the_suit_led_wins_and_jacks_are_jacks():
    tricks = [
        ["Jh", "Qh", "Jd", "9s"],
        ["As", "Th", "Qs", "Js"],
        ["Ks", "9c", "Kc", "9d"],
        ["Ac", "Qc", "Jc", "Tc"],
        ["Ad", "Td", "Kd", "Qd"],
    ]
    read = only_deal(deal(calls=["Pass"] * 4 + ["n"], tricks=tricks, upcard="9h"))
    assert read.trump is None
    assert read.winners == (Seat.S,) * 5


def test_bowers_benny_and_nines_may_be_written_with_letters():
    spelt = {"Jh": "R", "Jd": "L", "9h": "Nh", "9c": "nC", "Ah": "B"}
    one = march()
    one["phases"][1]["tricks"] = [[spelt.get(card, card) for card in cards] for cards in MARCH]
    assert only_deal(one, ruleset={"joker": True}).winners == (Seat.E,) * 5


def test_the_older_spellings_and_fields_are_read():
    one = march()
    one["initial_state"] = one.pop("initialState") | {
        "kitty": ["", "", "Ac"],
        "player_cards": [[], [], ["Jc", "Xx", "Jx", "Xd", "9d"], []],
    }
    one["phases"][1]["initialLead"] = 1
    file = game([one], version="1.0.0", matchId="a night", finalScore=[0, 2])
    file["metadata"]["initial_score"] = file["metadata"].pop("initialScore")
    read = only_game(file)
    assert read.final_score == (0, 2)
    assert read.deals[0].hand == HandFacts(Seat.E, frozenset(), 5)


def test_a_player_may_be_an_object_with_other_services_identities():
    players = [{"name": "Ann", "playerIds": [{"id": "7", "source": "elsewhere"}]}, "Bob", "Cora", "Dan"]
    assert only_game(game(players=players)).players[0].name == "Ann"


def test_the_flags_of_the_file_are_kept():
    read = only_game(game(ruleset={"std": True, "loner_lead": "LEFT_OF_DEALER", "winning_score": 10}))
    assert read.flags == {"std": True, "loner_lead": "LEFT_OF_DEALER", "winning_score": 10}


def test_a_byte_order_mark_is_no_fault():
    assert only_game(("\ufeff" + text(game())).encode()).deals


# --- an oracle that shares no code with ours


def oracle_hands() -> list[Json]:
    if not ORACLE.is_file():
        pytest.skip("the oracle's hands are not here: set RIGHT_BOWER_SHARED to the folder that holds data/")
    lines = (json.loads(line) for line in ORACLE.read_text().splitlines())
    return [one for one in lines if one["legal"] and "note" not in one]


def as_deal(one: Json) -> Json:
    """An oracle's hand as a deal of a file: the seats of calls and cards are not written there."""
    calls = [_call(call) for _, call in one["bids"]]
    alone = one["alone"]
    seats = 4 - len(alone)
    cards = [card[0] + card[1].lower() for _, card in one["plays"]]
    tricks = [cards[at : at + seats] for at in range(0, len(cards), seats)]
    upcard = one["upcard"][0] + one["upcard"][1].lower()
    made = deal(dealer=INDEX[one["dealer"]], calls=calls, upcard=upcard, alone=bool(alone))
    if tricks:
        made["phases"].append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks})
    if len(alone) == 2:
        made["phases"][0]["aloneDefender"] = INDEX[alone[1]]
    return made


def _call(call: str) -> str:
    return {"pass": "Pass", "order_up": "Order"}.get(call) or call.removeprefix("name:").lower()


def test_makers_lone_players_and_tricks_are_those_of_the_oracle():
    hands = oracle_hands()
    assert len(hands) > 1900
    for one in hands:
        read = only_deal(as_deal(one))
        assert [str(seat) for seat in read.winners] == one["trick_winners"], one["id"]
        if read.hand is None:
            assert one["plays"] == []
            continue
        assert str(read.hand.maker) == one["bids"][-1][0], one["id"]
        assert sorted(read.hand.alone) == sorted(one["alone"]), one["id"]
        side = "NS" if read.hand.maker in side_from_code("NS", 4) else "EW"
        assert read.hand.tricks == one["tricks"][side], one["id"]
