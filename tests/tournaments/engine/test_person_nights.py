"""Runs of wins and falling records, against counting them naively over the whole story."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.club_records import falls, runs_reached
from tournaments.engine.person_nights import Done, Part, added_up, together

outcomes = st.lists(st.sampled_from([1, 1, 1, 0, -1, None]), max_size=12)


def parts(told: list[int | None]) -> list[Part]:
    return [
        Part(round=at, won=won, points=at, games_played=1, half_games_won=1, lone_marched=at % 2)
        for at, won in enumerate(told, start=1)
    ]


def parts_of(nights: list[list[int | None]]) -> list[Part]:
    """All nights as if they were one: no two rounds with the same number, figures as on their own nights."""
    return [
        replace(one, round=night * 100 + one.round)
        for night, told in enumerate(nights)
        for one in parts(told)
    ]


def longest(told: list[int | None]) -> int:
    """The longest run of 1 once what tells nothing is left out."""
    words = "".join("x" if won == 1 else "." for won in told if won is not None)
    return max(map(len, words.split(".")))


@given(st.lists(outcomes, max_size=6))
def test_a_run_goes_on_from_night_to_night(nights):
    everything = [won for night in nights for won in night]
    whole = together(added_up(parts(night)) for night in nights)
    assert whole == added_up(parts_of(nights))
    assert whole.run_best == longest(everything)
    assert whole.matches == sum(won is not None for won in everything)
    assert whole.matches_won == everything.count(1)
    assert whole.points == sum(one.points for night in nights for one in parts(night))
    assert whole.rounds == len(everything)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 9), st.sampled_from("abc")), max_size=20))
def test_a_record_falls_when_a_night_beats_all_before(figures):
    figures = sorted(figures, key=lambda one: one[0])
    expected = []
    for night in sorted({one[0] for one in figures}):
        before = max((figure for at, figure, _ in figures if at < night), default=0)
        best = max(figure for at, figure, _ in figures if at == night)
        if best > before and best > 0:
            holders = [who for at, figure, who in figures if (at, figure) == (night, best)]
            expected.append((night, best, tuple(dict.fromkeys(holders))))
    assert [(one.night, one.figure, one.holders) for one in falls(figures)] == expected


@given(st.lists(st.tuples(st.integers(1, 3), outcomes), max_size=8))
def test_the_run_a_night_took_somebody_to_counts_what_came_before(story):
    nights = [(at, person, added_up(parts(told))) for at, (person, told) in enumerate(story)]
    so_far: dict[int, list[int | None]] = {}
    for (at, person, _), (night, run, who), (_, told) in zip(
        nights, runs_reached(nights), story, strict=True
    ):
        before = len(so_far.get(person, []))
        whole = so_far.setdefault(person, [])
        whole += told
        assert (night, who) == (at, person)
        assert run == longest_touching(whole, before)


def longest_touching(whole: list[int | None], before: int) -> int:
    """Matches won in the longest run with at least one match of the last night in it, if any was won."""
    best = 0
    for start in range(len(whole)):
        for end in range(max(start, before) + 1, len(whole) + 1):
            stretch = [won for won in whole[start:end] if won is not None]
            night = [won for won in whole[max(start, before) : end] if won is not None]
            if stretch and all(won == 1 for won in stretch) and night:
                best = max(best, len(stretch))
    return best


def test_nothing_is_the_sum_of_no_nights():
    assert together([]) == Done()
    assert added_up([]) == Done()
