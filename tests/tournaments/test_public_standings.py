"""The standings as they are read, and pages asked for again and again; the cast is in conftest.py."""

import re

import pytest

from tests import factories as make
from tests.tournaments.looking import address, pages_of, signed_in, text_of
from tournaments.models import Event, PublishedStandings, Standing
from tournaments.selectors.standings import printed
from tournaments.services.revisions import raise_revisions

pytestmark = [pytest.mark.django_db, pytest.mark.db]

# --- live pages ---


@pytest.mark.parametrize("page", ["standings", "round"])
@pytest.mark.parametrize("part", [False, True])
def test_an_unchanged_page_is_answered_304_at_the_price_of_one_query(
    client, night, django_assert_max_num_queries, page, part
):
    headers = {"HX-Request": "true"} if part else {}
    first = client.get(pages_of(night)[page], headers=headers)
    assert "HX-Request" in first.headers["Vary"]
    assert first.headers["Cache-Control"] == "no-cache"
    at = pages_of(night)[page]
    with django_assert_max_num_queries(2):
        again = client.get(at, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]


@pytest.mark.parametrize("page", ["standings", "round"])
def test_a_change_makes_a_new_page(client, night, page):
    etag = client.get(pages_of(night)[page]).headers["ETag"]
    raise_revisions(night.pk, night.club_id)
    assert client.get(pages_of(night)[page], headers={"If-None-Match": etag}).status_code == 200


def test_a_new_build_makes_a_new_page(client, night, settings):
    etag = client.get(address("standings", night)).headers["ETag"]
    settings.BUILD = "next"
    assert client.get(address("standings", night), headers={"If-None-Match": etag}).status_code == 200


def test_page_and_part_and_viewers_have_etags_of_their_own(client, night):
    at = address("standings", night)
    etags = {
        client.get(at).headers["ETag"],
        client.get(at, headers={"HX-Request": "true"}).headers["ETag"],
        signed_in("dora").get(at).headers["ETag"],
    }
    assert len(etags) == 3


@pytest.mark.parametrize(("page", "root"), [("standings", "standings"), ("round", "tables")])
def test_the_moving_part_is_one_element_that_asks_for_itself(client, night, page, root):
    number = {"number": 3} if page == "round" else {}
    at = address(page, night, **number)
    response = client.get(at, headers={"HX-Request": "true"})
    body = response.content.decode().strip()
    assert body.startswith(f'<div id="{root}"') and body.endswith("</div>")
    assert f'hx-get="{at}"' in body
    told = re.search(r'"If-None-Match": "\\u0022(.+?)\\u0022"', body)
    assert told is not None and told[1].encode().decode("unicode_escape") == response.headers["ETag"].strip(
        '"'
    )
    assert body in client.get(at).content.decode()


def test_a_finished_event_is_not_asked_about_again(client, club):
    over = make.make_night(club, players=8, state=Event.State.FINISHED)
    assert "hx-get" not in client.get(address("standings", over)).content.decode()


# --- standings ---


def test_standings_say_rank_name_points_figures_and_why(client, night):
    line = Standing.objects.filter(event=night).order_by("place")[0]
    words = text_of(client.get(address("standings", night)))
    assert f"{line.rank} {line.entry} {line.sentence} {line.points}" in words
    assert "Games won" in words and "Lone marches" in words and "Rounds" in words


def test_a_shared_rank_is_marked_and_the_next_one_left_out(client, club):
    event = make.make_event(club)
    PublishedStandings.objects.filter(event=event).update(revision=0)  # these very lines, up to date
    entries = make.make_entries(event, make.make_players(club, 3))
    for place, (entry, rank, shared) in enumerate(
        zip(entries, (1, 1, 3), (True, True, False), strict=True), 1
    ):
        Standing.objects.create(
            event=event,
            entry=entry,
            place=place,
            rank=rank,
            shared=shared,
            points=9,
            rounds_played=1,
            figures=[],
        )
    body = client.get(address("standings", event)).content.decode()
    assert re.findall(r'class="rank">([^<P]+)<', body) == ["1=", "1=", "3"]


def test_a_read_that_asks_for_a_revision_gets_a_table_as_new(client, night):
    revision = raise_revisions(night.pk, night.club_id)
    assert PublishedStandings.objects.get(event=night).revision < revision
    response = client.get(address("standings", night), {"revision": revision})
    assert f"As of revision {revision}." in text_of(response)
    assert PublishedStandings.objects.get(event=night).revision == revision


@pytest.mark.parametrize("asked", ["x", "-1", "", "9" * 40, "1e3"])
def test_an_odd_revision_is_no_fault(client, night, asked):
    assert client.get(address("standings", night), {"revision": asked}).status_code == 200


def test_without_javascript_there_is_a_link_to_look_again(client, night):
    assert "Look again" in text_of(client.get(address("standings", night)))


@pytest.mark.parametrize(
    ("exact", "percent", "text"),
    [
        ("7", False, "7"),
        ("13/2", False, "6½"),
        ("1/2", False, "½"),
        ("-1/2", False, "-½"),
        ("52/7", False, "7.43"),
        ("-52/7", False, "-7.43"),
        ("1/200", False, "0.01"),
        ("7/12", True, "58.3 %"),
        ("1", True, "100.0 %"),
        ("", False, ""),
    ],
)
def test_an_exact_number_is_printed_as_people_read_it(exact, percent, text):
    assert printed(exact, percent=percent) == text
