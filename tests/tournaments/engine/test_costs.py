"""What a change of who takes part costs, in sentences; and the words a club parts its entries by."""

import pytest

from tournaments.engine.categories import read_categories
from tournaments.engine.costs import Cost
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.figures import figures
from tournaments.engine.seating import DrawnRound, DrawnTable


def night(*rounds: tuple[tuple[int | None, ...], ...]) -> list[DrawnRound]:
    """Rounds of tables of four, or of two who meet; whoever is not at a table in a round sits out."""
    everybody = {entry for tables in rounds for table in tables for entry in table if entry}
    return [
        DrawnRound(
            number,
            tuple(DrawnTable(at, *seats) for at, seats in enumerate(tables, start=1)),  # type: ignore[arg-type]
            tuple(sorted(everybody - {entry for table in tables for entry in table if entry})),
        )
        for number, tables in enumerate(rounds, start=1)
    ]


BEFORE = figures(night(((1, 2, 3, 4),), ((1, 3, 2, 4),)))
AFTER = figures(night(((1, 2, 3, 4),), ((1, 2, 3, 5),)))


def test_repeats_and_sit_outs_are_told_before_and_after_with_what_nobody_betters() -> None:
    cost = Cost(redrawn=(2, 3), before=BEFORE, after=AFTER)
    assert cost.sentences == [
        "Rounds 2 to 3 are drawn anew.",
        "Repeats of partners: 0 before, 1 now; nobody can do better than 0.",
        "Repeats of opponents: 2 before, 2 now; nobody can do better than 0.",
        "Rounds that each sits out: 0 before, 0 to 1 now.",
    ]


def test_where_pairs_meet_nothing_is_said_of_partners() -> None:
    meet = night(((1, 2, None, None), (3, 4, None, None)), ((1, 3, None, None), (2, 4, None, None)))
    again = night(((1, 2, None, None), (3, 4, None, None)), ((1, 2, None, None), (3, 4, None, None)))
    cost = Cost(redrawn=(2,), before=figures(meet), after=figures(again))
    assert cost.sentence == (
        "Round 2 is drawn anew. Repeats of opponents: 0 before, 2 now; nobody can do better than 0."
    )


@pytest.mark.parametrize(
    ("cost", "sentence"),
    [
        (Cost(), ""),
        (Cost(before=BEFORE, after=BEFORE), ""),
        (Cost(note="Nothing stays proposed."), "Nothing stays proposed."),
        (Cost(decided=1), "1 match is decided by it in the bracket."),
        (Cost(decided=2), "2 matches are decided by it in the bracket."),
    ],
)
def test_where_nothing_was_drawn_nothing_is_counted(cost: Cost, sentence: str) -> None:
    assert cost.sentence == sentence


def test_categories_stand_once_each_in_their_order_spelled_as_they_are_known() -> None:
    known = ["ladies", "Over 60"]
    assert read_categories(["over  60", "LADIES", "", "Beginners", "beginners"], known) == [
        "Over 60",
        "ladies",
        "Beginners",
    ]
    assert read_categories([]) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [(["x" * 31], "category-too-long"), ([f"word {at}" for at in range(9)], "too-many-categories")],
)
def test_many_or_long_categories_are_refused(words: list[str], code: str) -> None:
    with pytest.raises(EventViolation, match=code):
        read_categories(words)
    assert len(read_categories([word[:30] for word in words][:8])) == min(len(words), 8)
