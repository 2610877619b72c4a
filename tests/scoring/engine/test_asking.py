"""A hand asked for piece by piece: it always comes to an end, and whoever keeps to the rules stays legal."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from scoring.engine.asking import Question, ask, with_card, without_last
from scoring.engine.cards import Card, legal_plays, pack
from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
from scoring.engine.records import Glimpse, HandRecord
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Section, Status

RULES = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def answered(record, asked, rules, card):
    """The record with one answer more, every answer but a card the first that comes up."""
    if asked.what is Question.DEALER:
        return replace(record, dealer=Seat.S)
    if asked.what is Question.UPCARD:
        return replace(record, upcard=card)
    if asked.what is Question.DISCARD:
        return replace(record, discard=Glimpse.of(card))
    return with_card(record, card, rules)


def fill(rules, rng, record, choose):
    """Answer until nothing is asked any more; every record on the way."""
    story = [record]
    while (asked := ask(record, rules)).what is not Question.NOTHING:
        if asked.what is Question.CALL:
            record = replace(record, calls=(*(record.calls or ()), rng.choice(asked.calls)))
        elif asked.what is Question.ALONE:
            record = replace(record, alone=rng.choice(asked.alone))
        else:
            record = answered(record, asked, rules, choose(record, asked) if asked.cards else None)
        story.append(record)
        assert len(story) < 60
    return story


def dealt(rules, rng):
    cards = rng.sample(pack(rules), 5 * rules.players + 1)
    held = {seat: tuple(map(Glimpse.of, cards[5 * at : 5 * at + 5])) for at, seat in enumerate(rules.seats)}
    return HandRecord(dealer=rng.choice(rules.seats), held=held, upcard=cards[-1])


@RULES
def test_who_keeps_to_the_rules_is_asked_for_a_legal_hand(rules):
    rng = Random(f"legal {rules.key}")

    def choose(record, asked):
        if asked.what is Question.DISCARD:
            free = [card for card in asked.cards if rules.discard_may_be_upcard or card != record.upcard]
            return rng.choice(free)
        assert asked.held, "every hand is known"
        trump = examine(replace(record, tricks=None), rules).derived.trump
        trick = record.tricks[asked.trick - 1].cards if len(record.tricks or ()) == asked.trick else ()
        led: Card | None = trick[0].card if trick else None
        return rng.choice(sorted(legal_plays(asked.cards, led, trump), key=str))

    for _ in range(40):
        record = fill(rules, rng, dealt(rules, rng), choose)[-1]
        verdict = examine(record, rules)
        told = [fault for fault in verdict.faults if fault.step.section not in (Section.CALLS, Section.ALONE)]
        assert told == [], record
        if not verdict.faults:
            assert verdict.status is Status.LEGAL, (record, verdict.unknown)


@RULES
def test_of_a_hand_that_nobody_knows_only_cards_that_can_be_are_offered(rules):
    rng = Random(f"unknown {rules.key}")
    allowed = {"revoke", "discard-is-upcard", "no-deal-fits", "stuck-dealer-passes"}
    for _ in range(40):
        record = fill(rules, rng, HandRecord(), lambda record, asked: rng.choice(asked.cards))[-1]
        faults = [
            fault
            for fault in examine(record, rules).faults
            if fault.code not in allowed and fault.step.section not in (Section.CALLS, Section.ALONE)
        ]
        assert faults == [], record


@RULES
def test_taking_answers_back_leads_to_where_it_began(rules):
    rng = Random(f"back {rules.key}")
    story = fill(rules, rng, HandRecord(), lambda record, asked: rng.choice(asked.cards))
    for before, after in reversed(list(pairwise(story))):
        assert without_last(after) == before
