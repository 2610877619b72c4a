"""Table cards as PDF: every code leads a phone to its own table, while the links are the newest."""

import re

import pytest
import zxingcpp
from django.urls import reverse

from tests.desk import signed_in
from tests.paper_reading import A4, LETTER, pages_of
from tournaments.models import Event, TableLink
from tournaments.services.links import open_link, redeem_code

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def desk(night):
    return signed_in("director", night.club)


def at(event: Event, name: str) -> str:
    return reverse(f"scoring:{name}", args=[event.club.slug, event.slug])


def keys_on(answer) -> list[str]:
    return re.findall(r'name="card" value="([^"]+)"', answer.content.decode())


def test_each_code_opens_its_own_table(night, desk):
    keys = keys_on(desk.post(at(night, "table_links")))
    answer = desk.post(at(night, "table_cards"), {"card": keys, "paper": "a4"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    (page,) = pages_of(answer.content, dots=6)
    assert page.size == A4
    codes = sorted(zxingcpp.read_barcodes(page.picture), key=lambda code: code.position.top_left.y)
    assert len(codes) == 2
    for table, code in enumerate(codes, start=1):
        token = re.fullmatch(r"http://testserver/t/([^/]+)/", code.text)[1]
        assert open_link(token).table == table
        middle = page.picture.height / 2
        assert (code.position.top_left.y < middle) == (table == 1)
    letters = re.findall(r"\b[A-Z]{6}\b", page.text)
    assert [redeem_code(code)[0].table for code in letters] == [1, 2]


def test_cards_are_told_apart_by_a_large_number(night, desk):
    keys = keys_on(desk.post(at(night, "table_links")))
    answer = desk.post(at(night, "table_cards"), {"card": keys, "paper": "us-letter"})
    (page,) = pages_of(answer.content)
    assert page.size == LETTER
    for table, middle in ((1, 69), (2, 209)):
        assert re.search(rf"Table\s+{table}\b", page.text)
        assert not page.blank(30, middle - 10, 90, middle + 10)
    assert page.text.count("Thursday night, Bude Euchre Club") == 2


def test_links_that_were_replaced_are_not_printed(night, desk):
    old = keys_on(desk.post(at(night, "table_links")))
    desk.post(at(night, "table_links"))
    answer = desk.post(at(night, "table_cards"), {"card": old})
    assert answer.status_code == 422
    assert "no longer the newest" in answer.content.decode()


@pytest.mark.parametrize("card", ["", "x", "a:b", "A" * 40 + ":ABCDEF", "../:ABCDEF", "A" * 32 + ":ABCDE1"])
def test_what_is_no_key_prints_nothing(night, desk, card):
    keys = keys_on(desk.post(at(night, "table_links")))
    answer = desk.post(at(night, "table_cards"), {"card": [card]})
    assert answer.status_code == 422
    mixed = desk.post(at(night, "table_cards"), {"card": [*keys, card]})
    assert mixed.status_code in {200, 422}


def test_another_events_keys_are_not_this_ones(night, desk, club):
    from tests import factories

    other = factories.make_night(club, name="Friday night")
    keys = keys_on(desk.post(at(other, "table_links")))
    assert desk.post(at(night, "table_cards"), {"card": keys}).status_code == 422


def test_no_token_is_kept(night, desk):
    keys = keys_on(desk.post(at(night, "table_links")))
    desk.post(at(night, "table_cards"), {"card": keys})
    kept = " ".join(map(str, TableLink.objects.values_list("token_hash", "code_hash", "made_by")))
    for key in keys:
        token, letters = key.split(":")
        assert token not in kept and letters not in kept
    assert all(token not in str(desk.session.items()) for token in keys)


def test_printing_a_big_hall_takes_as_many_queries_as_a_small_one(night, desk, django_assert_num_queries):
    from tournaments.actors import Actor
    from tournaments.services.links import issue_table_links

    for tables in (2, 12):
        issued = issue_table_links(event=night, tables=tables, actor=Actor.of_command("tests"))
        keys = [f"{one.token}:{one.code}" for one in issued]
        with django_assert_num_queries(6):
            answer = desk.post(at(night, "table_cards"), {"card": keys})
        assert len(pages_of(answer.content)) == tables // 2
