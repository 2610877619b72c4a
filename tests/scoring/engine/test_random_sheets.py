"""Random sheets against a naive fold, which reads every prefix of the sheet anew, without `Reading`."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.games import (
    Adjustment,
    CardTotal,
    Concession,
    Penalty,
    Played,
    ThrownIn,
    TimeCalled,
    VoidHand,
    play_game,
)
from scoring.engine.hands import award, possible_hands
from tests.scoring.engine.strategies import rulesets

DEALS = (Played, ThrownIn, VoidHand)


@st.composite
def sheets(draw):
    """A ruleset and up to twenty lines that may stand on its sheet, numbered in order."""
    rules = draw(rulesets())
    hands, sides = list(possible_hands(rules)), st.sampled_from(rules.sides)
    kinds = ["played"] * 5 + [
        "thrown",
        "void",
        "penalty",
        "penalty",
        "adjustment",
        "concession",
        "card",
        "bell",
    ]
    items, number = [], 1
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=20)):
        if kind == "played":
            items.append(Played(number, draw(st.sampled_from(hands))))
        elif kind == "thrown":
            items.append(ThrownIn(number))
        elif kind == "void":
            items.append(VoidHand(number, "misdeal"))
        elif kind == "penalty":
            of = draw(st.none() | st.integers(1, number))
            off = draw(sides)
            to = frozenset(rules.seats) - off
            items.append(Penalty(of, draw(st.sampled_from([None, off])), to, draw(st.integers(1, 3))))
        elif kind == "adjustment":
            items.append(Adjustment(draw(sides), draw(st.integers(-3, 3)), "slip"))
        elif kind == "concession" and draw(st.integers(0, 4)) == 0:
            items.append(Concession(draw(sides)))
        elif kind == "card" and draw(st.integers(0, 4)) == 0:
            items.append(CardTotal({side: draw(st.integers(-2, 12)) for side in rules.sides}))
        elif kind == "bell" and rules.clock != "none":
            items.append(TimeCalled(draw(st.booleans())))
        number += isinstance(items[-1], DEALS) if items and kind in {"played", "thrown", "void"} else 0
    return rules, items


def steps_of(rules, items):
    """The sheet as steps: a deal takes its numbered penalties with it."""
    numbers = [item.number for item in items if isinstance(item, DEALS)]
    steps = []
    for item in items:
        if isinstance(item, DEALS):
            mine = [p for p in items if isinstance(p, Penalty) and p.number == item.number]
            steps.append((item, mine))
        elif not (isinstance(item, Penalty) and item.number in numbers):
            steps.append((item, []))
    return steps


def surviving(rules, penalties):
    left = []
    for penalty in penalties:
        twin = next((p for p in left if p.points == penalty.points and p.to != penalty.to), None)
        if (
            rules.revokes_cancel
            and twin is not None
            and not (offenders(rules, twin) & offenders(rules, penalty))
        ):
            left.remove(twin)
        else:
            left.append(penalty)
    return left


def offenders(rules, penalty):
    return penalty.off or set(rules.seats) - penalty.to


def figures(rules, steps, kind):
    """Add up a prefix; `kind` says which penalties count in it: on the hand, or also on the round."""
    score = dict.fromkeys(rules.sides, 0)
    for item, numbered in steps:
        penalties = surviving(rules, numbered)
        if isinstance(item, Penalty):
            penalties = [item]
        if isinstance(item, Played) and not (penalties and rules.revoke_counts == "instead-of-the-hand"):
            for side, points in award(item.hand, rules).by_side.items():
                score[side] += points
        if isinstance(item, Adjustment):
            score[item.side] += item.points
        for penalty in penalties if rules.penalty_on in kind else []:
            for side in rules.sides:
                score[side] += penalty.points * (side <= penalty.to) - penalty.points * (side == penalty.off)
    return score


def ended(rules, steps):
    """Why a prefix is a finished game, or None."""
    last = steps[-1][0]
    score = figures(rules, steps, ["hand"])
    top = sorted(score.values())[-2:]
    counted = sum(
        isinstance(s, Played) or (isinstance(s, ThrownIn) and rules.thrown_in_counts) for s, _ in steps
    )
    rung = any(isinstance(step, TimeCalled) for step, _ in steps)
    if isinstance(last, Concession):
        return "concession"
    if isinstance(last, CardTotal):
        return "card"
    if isinstance(last, TimeCalled) and (rules.clock == "stop-at-once" or not last.hand_in_play):
        return "time"
    if rules.target is not None and top[1] >= rules.target and top[0] < top[1]:
        return "target"
    if rules.hands is not None and counted >= rules.hands:
        return "hands"
    return "time" if rung and isinstance(last, DEALS) else None


def naive(rules, items):
    """Score, ending and the numbers after the end, by trying every prefix from the shortest."""
    steps = steps_of(rules, items)
    end = next((n for n in range(1, len(steps) + 1) if ended(rules, steps[:n])), len(steps))
    why = ended(rules, steps[:end]) if steps else None
    mended = [(s, []) for s, _ in steps[end:] if isinstance(s, Adjustment | Penalty)]
    if why == "card":
        at_end = dict(steps[end - 1][0].points)
        round_before = figures(rules, steps[:end], ["round"] if rules.penalty_on == "round" else [])
        plain = figures(rules, steps[:end], [])
        at_end = {side: at_end[side] + round_before[side] - plain[side] for side in rules.sides}
    else:
        race = figures(rules, steps[:end], ["hand"])
        capped = why == "target" and rules.overshoot == "cap"
        over = {side: max(0, race[side] - rules.target) if capped else 0 for side in rules.sides}
        at_end = figures(rules, steps[:end], ["hand", "round"])
        at_end = {side: at_end[side] - over[side] for side in rules.sides}
    after = figures(rules, mended, ["hand", "round"])
    score = {side: at_end[side] + after[side] for side in rules.sides}
    late = [step.number for step, _ in steps[end:] if isinstance(step, DEALS)]
    return score, why, late, steps[:end]


def naive_winner(rules, why, counted, score):
    if why == "target":
        race = figures(rules, counted, ["hand"])
        return max(race, key=race.get)
    staying = {s: p for s, p in score.items() if not (why == "concession" and s == counted[-1][0].side)}
    best = [side for side, points in staying.items() if points == max(staying.values())]
    return best[0] if len(best) == 1 else None


@given(sheets(), st.data())
def test_a_sheet_is_read_as_a_naive_fold_reads_it(drawn, data):
    rules, items = drawn
    dealer = data.draw(st.sampled_from(rules.seats))
    state = play_game(rules, items, first_dealer=dealer)
    score, why, late, counted = naive(rules, items)
    assert state.score == score
    assert state.ended_by == why and state.over == (why is not None)
    assert list(state.after_the_end) == late
    if why:
        assert state.winner == naive_winner(rules, why, counted, score)
    moves = 0
    for step, _ in counted:
        again = isinstance(step, ThrownIn) and rules.all_pass == "same-dealer"
        again = again or (isinstance(step, VoidHand) and rules.void_hand == "same-dealer")
        moves += isinstance(step, DEALS) and not again
    assert state.dealer == rules.seats[(rules.seats.index(dealer) + moves) % len(rules.seats)]


@given(sheets())
def test_every_line_is_on_the_ladder_and_has_its_words(drawn):
    rules, items = drawn
    state = play_game(rules, items, first_dealer=None)
    assert sorted(map(id, items)) == sorted(id(row.item) for row in state.rows)
    assert all(row.sentence for row in state.rows)


@given(sheets())
def test_people_earn_what_their_side_earns_without_personal_credit(drawn):
    rules, items = drawn
    if any(isinstance(item, CardTotal) for item in items):
        return
    state = play_game(rules, items, first_dealer=None)
    for seat in rules.seats:
        assert state.points[seat] - state.tallies[seat].credit == state.score[rules.side_of(seat)]


@given(sheets())
def test_calls_made_and_euchred_add_up(drawn):
    rules, items = drawn
    state = play_game(rules, items, first_dealer=None)
    played = sum(isinstance(row.item, Played) and not row.after_the_end for row in state.rows)
    assert sum(tally.called for tally in state.tallies.values()) == played
    for tally in state.tallies.values():
        assert tally.called == tally.made + tally.euchred
        assert tally.run <= tally.streak <= tally.made
        assert tally.lone_marched <= tally.lone_tried <= tally.hands == played
