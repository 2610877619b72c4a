"""The penalties a page offers are the ruleset's own, and its reader pays the same for them."""

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.games import play_game
from scoring.engine.lines import item_of, tidy_facts
from scoring.engine.penalty_table import penalty_table
from scoring.engine.rulesets import changed
from scoring.engine.seats import side_code


@pytest.mark.parametrize("goes", ["to-the-others", "off-the-offenders", "both"])
@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_penalty_pays_on_the_sheet_what_the_page_said(key: str, goes: str) -> None:
    rules = changed(RULESETS[key], {"penalty_goes": goes})
    for one in penalty_table(rules):
        facts = tidy_facts("penalty", one["facts"], rules)
        item = item_of("penalty", None, facts, rules)
        assert item is not None
        score = play_game(rules, [item], first_dealer=None).score
        paid = {side_code(side): points for side, points in score.items() if points}
        assert one["by_side"] == paid
        assert one["side"] not in str(facts.get("to", ""))


def test_a_revoke_in_a_lone_hand_is_told_apart_where_it_is_dearer() -> None:
    table = penalty_table(RULESETS["somerset-1888"])
    assert [(one["side"], one["lone"], one["facts"]["points"]) for one in table] == [
        ("NS", False, 3),
        ("EW", False, 3),
        ("NS", True, 5),
        ("EW", True, 5),
    ]
    same = penalty_table(changed(RULESETS["north-american"], {"lone_revoke": 2}))
    assert [one["sentence"] for one in same] == ["Revoke: 2 to E/W", "Revoke: 2 to N/S"]


def test_a_penalty_on_the_final_total_changes_no_score_before() -> None:
    rules = changed(RULESETS["north-american"], {"penalty_on": "final-total"})
    assert {tuple(one["by_side"]) for one in penalty_table(rules)} == {()}
