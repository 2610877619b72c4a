"""The pages of a table that wants a player, and of a match of several games."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.errors import RuleViolation
from scoring.selectors.tables import TableNow
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.desk import signed_in
from tests.nights import DIRECTOR, FOUR_HANDS, drawn_night, hand, match_of, sitting, write
from tournaments.models import Club, Event, Match
from tournaments.services.links import issue_table_links
from tournaments.services.undo import take_back

pytestmark = pytest.mark.django_db


def page_of(event: Event, table: int) -> str:
    links = issue_table_links(event=event, tables=table, actor=DIRECTOR)
    return Client().get(reverse("scoring:table", args=[links[-1].token])).content.decode()


def short_of(event: Event) -> Match:
    return next(one for one in (match_of(event, 1), match_of(event, 2)) if len(sitting(one)) == 3)


def test_the_phone_asks_only_those_who_are_there(club: Club) -> None:
    event = drawn_night(club, 7, spare="ghost", rounds=1)
    match = short_of(event)
    page = page_of(event, match.table)
    assert set(re.findall(r'name="maker" value="(\w)"', page)) == {"N", "E", "W"}
    north = str(sitting(match)["N"].player)
    assert re.search(rf"<b>N/S</b>\s*<i>{north}</i>\s*</dt>", page), "nobody stands beside North"
    told = json.loads(page.split('<script id="table-data"')[1].split(">", 1)[1].split("</script>")[0])
    assert {one["maker"] for one in told["awards"]} == {"N", "E", "W"}
    assert all("S" not in one["alone"] for one in told["awards"])


def test_the_phone_says_which_game_of_the_match_it_is(club: Club) -> None:
    event = factories.make_event(club, ruleset=FOUR_HANDS)
    entries = factories.make_entries(event, factories.make_players(club, 4))
    made = factories.make_match(factories.make_round(event), 1, entries)
    assert "game 1" not in page_of(event, 1)
    Match.objects.filter(pk=made.pk).update(best_of=3)
    assert "game 1 of at most 3" in page_of(event, 1)
    write(match_of(event), "card", points={"NS": 4, "EW": 1}, lone={"NS": 0, "EW": 0})
    assert "game 2 of at most 3" in page_of(event, 1)


def test_the_desk_and_the_sheet_show_a_table_of_three(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    hand(match, 1, "E", 5, "E")
    client = signed_in("director", club)
    at = [club.slug, event.slug]
    desk = client.get(reverse("tournaments:desk", args=at)).content.decode()
    assert f"{sitting(match)['E'].player} 2" in desk
    sheet = client.get(reverse("scoring:table_sheet", args=[*at, 1, match.table]), follow=True)
    text = sheet.content.decode()
    assert "E marches" in text
    public = Client().get(reverse("tournaments:round", args=[*at, 1])).content.decode()
    assert public.count('class="seat ') == 6


def test_the_sheet_of_a_table_with_a_ghost_mends_for_three(club: Club) -> None:
    event = drawn_night(club, 7, spare="ghost", rounds=1)
    match = short_of(event)
    line = hand(match, 1).line
    client = signed_in("director", club)
    there = reverse("scoring:sheet", args=[club.slug, event.slug, line.game_id])
    page = client.get(there, {"mend": str(line.pk)}).content.decode()
    assert set(re.findall(r'name="mend-maker" value="(\w)"', page)) == {"N", "E", "W"}


def test_a_table_whose_draw_is_taken_back_says_so(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between looking the table up and opening its sheet another request may take the draw back."""
    event = drawn_night(club, 8, rounds=1)
    match = match_of(event)
    link = issue_table_links(event=event, tables=1, actor=DIRECTOR)[0]
    take_back(event=event, from_number=1, actor=DIRECTOR)
    monkeypatch.setattr("scoring.views.table.table_of_link", lambda link: TableNow(match))
    answer = Client().get(reverse("scoring:table", args=[link.token]))
    assert answer.status_code == 409
    assert "This table has been drawn anew." in answer.content.decode()


def test_a_hand_for_a_game_that_went_with_its_draw_is_refused_with_a_sentence(club: Club) -> None:
    event = drawn_night(club, 8, rounds=1)
    game = open_match(match=match_of(event))
    link = issue_table_links(event=event, tables=1, actor=DIRECTOR)[0]
    take_back(event=event, from_number=1, actor=DIRECTOR)
    with pytest.raises(RuleViolation) as said:
        record_line(game_id=game.pk, new=NewLine(id=uuid4(), kind="thrown-in", hand_number=1), actor=DIRECTOR)
    assert said.value.code == "game-unknown"
    there = reverse("scoring:ledger-line", args=[game.pk, uuid4()])
    body = {"token": link.token, "kind": "thrown-in", "hand_number": 1, "facts": {}}
    assert Client().put(there, body, content_type="application/json").status_code == 404
    assert "The draw is not made yet." in page_of(event, 1)
