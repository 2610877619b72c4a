"""What a line costs: the same number of queries for a table's first hand and for its last."""

from typing import Any
from uuid import uuid4

from scoring.models import Game
from scoring.services.lines import NewLine, record_line
from tournaments.actors import Actor

QUERIES = 17


def test_a_line_is_recorded_in_few_queries_whatever_is_on_the_sheet(
    game: Game, phone: Actor, django_assert_num_queries: Any
) -> None:
    def hand(number: int) -> NewLine:
        facts = {"maker": "N", "alone": [], "tricks": 3}
        return NewLine(id=uuid4(), kind="hand", hand_number=number, facts=facts)

    record_line(game_id=game.pk, new=hand(1), actor=phone)
    for number in (2, 3, 8):
        for before in range(4, number):
            record_line(game_id=game.pk, new=hand(before), actor=phone)
        with django_assert_num_queries(QUERIES):
            record_line(game_id=game.pk, new=hand(number), actor=phone)
