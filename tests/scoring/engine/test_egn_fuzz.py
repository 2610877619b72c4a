"""Reading a file of games never raises, whatever it is given, and keeps what was whole."""

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.egn import read_egn
from tests.scoring.engine.egn_samples import deal, four, game, marches, text

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=30,
)


@given(st.text() | st.binary())
def test_reading_never_raises_on_any_text(content):
    read_egn(content)


@given(ANYTHING)
def test_reading_never_raises_on_any_json(value):
    assert read_egn(json.dumps(value)).problems


@given(st.data())
def test_reading_never_raises_when_any_value_of_a_game_becomes_any_other(draw):
    deals = [*marches(2), deal(2, dealer=2), four(3, dealer=3)]
    file = game(deals, ruleset={"std": True}, finalScore=[2, 3])
    for _ in range(draw.draw(st.integers(1, 3))):
        holder, key = draw.draw(st.sampled_from(list(places_of(file))))
        holder[key] = draw.draw(ANYTHING | st.sampled_from(["Pass", "Order", "h", "Jh", "Xx", 0, 3]))
    read = read_egn(json.dumps(file))
    assert all(one.line >= 1 and one.column >= 1 and one.sentence for one in read.problems)


def places_of(value: Any) -> Iterator[tuple[Any, Any]]:
    listed = enumerate(value) if isinstance(value, list) else ()
    for key, member in value.items() if isinstance(value, dict) else listed:
        yield value, key
        yield from places_of(member)


@given(st.data())
def test_reading_never_raises_on_a_game_with_letters_changed(draw):
    file = list(text(game(marches(2))))
    for _ in range(draw.draw(st.integers(1, 5))):
        at = draw.draw(st.integers(0, len(file) - 1))
        file[at] = draw.draw(st.sampled_from(["", *'{}[]",:1e\n\\', "\\u"]))
    read_egn("".join(file))


WHOLE = text(game([*marches(2), deal(2, dealer=2), four(3, dealer=2)], ruleset={"std": True}))


@given(st.integers(1, len(WHOLE) - 1))
def test_a_file_that_breaks_off_keeps_every_deal_that_was_whole(length):
    read = read_egn(WHOLE[:length])
    assert "breaks-off" in [problem.code for problem in read.errors]
    deals = read.games[0].deals if read.games else ()
    assert deals == read_egn(WHOLE).games[0].deals[: len(deals)]
    ended = [at for at in range(length) if WHOLE.startswith("\n  }", at) and at + 4 <= length]
    in_deals = WHOLE.index('"deals"')
    assert len(deals) == sum(at > in_deals for at in ended)
