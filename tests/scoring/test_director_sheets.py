"""Sheets as the director mends them, and the links that open a table."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game, LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.desk import DIRECTOR, make_drawn, matches_of, play, signed_in
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, Membership, Round
from tournaments.services.links import issue_table_links, open_link

pytestmark = pytest.mark.django_db
Kind = LedgerLine.Kind


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def event(club: Club) -> Event:
    return factories.make_event(club, rounds=3)


@pytest.fixture
def night(event: Event) -> Event:
    """Eight players, two accepted rounds of two tables."""
    return make_drawn(event)


@pytest.fixture
def at(event: Event) -> Callable[..., str]:
    def at(name: str, **more: Any) -> str:
        return reverse(f"scoring:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})

    return at


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(Membership.Role.DIRECTOR, club, "director")


# --- a sheet ---


def test_a_sheet_is_mended_by_its_own_clubs_director_only(night, club, at):
    game = open_match(match=matches_of(night)[0])
    places = [at("sheet", game=game.pk), at("sheet_line", game=game.pk, change="penalty")]
    scorer = signed_in(Membership.Role.SCORER, club, "scorer")
    for ask, address in zip(("get", "post"), places, strict=True):
        assert getattr(Client(), ask)(address).status_code == 302
        assert getattr(scorer, ask)(address).status_code == 403


def test_a_game_is_found_below_its_own_event_only(night, club, director):
    game = open_match(match=matches_of(night)[0])
    other = factories.make_event(club, "Other")
    address = reverse("scoring:sheet", kwargs={"club": club.slug, "event": other.slug, "game": game.pk})
    assert director.get(address).status_code == 404


def late_game(match: Match) -> Game:
    """Two hands in time; the round is closed; the table's phone sends a third and mends the first."""
    event = match.round.event
    issued = issue_table_links(event=event, tables=2, actor=DIRECTOR)[0]
    phone = Actor.of_link(open_link(issued.token))
    game = play(match, phone, 3, 3)
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    root = game.lines.get(hand_number=1)
    third = NewLine(id=uuid4(), kind=Kind.HAND, hand_number=3, facts={"maker": "E", "alone": [], "tricks": 5})
    mended = NewLine(
        id=uuid4(),
        kind=Kind.HAND,
        hand_number=1,
        facts={"maker": "N", "alone": [], "tricks": 5},
        replaces=root.pk,
    )
    for new in (third, mended):
        record_line(game_id=game.pk, new=new, actor=phone)
    return game


def score_of(game: Game) -> dict[str, int]:
    result = game.match.result
    result.refresh_from_db()
    return result.live["score"]  # type: ignore[no-any-return]


def test_a_sheet_that_nobody_opened_is_opened_by_the_director(night, director, at):
    address = at("table_sheet", number=1, table=1)
    assert "Nobody at this table has opened its sheet yet" in director.get(address).content.decode()
    assert not Game.objects.exists()
    assert director.post(address)["Location"] == at("sheet", game=Game.objects.get().pk)
    assert director.get(at("table_sheet", number=1, table=9)).status_code == 404


def test_any_hand_is_mended_with_a_reason_and_the_old_line_stays_in_the_history(night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3, 3)
    first = game.lines.get(hand_number=1)
    page = director.get(f"{at('sheet', game=game.pk)}?mend={first.pk}")
    form = page.context["mend"]
    sent = {
        "replaces": str(first.pk),
        "mend": str(first.pk),
        form["line"].html_name: str(form["line"].value()),
        "mend-kind": "hand",
        "mend-maker": "E",
        "mend-alone": ["E"],
        "mend-tricks": "5",
        "mend-reason": "",
    }
    address = at("sheet_line", game=game.pk, change="mend")
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert "Say why the sheet is changed." in refused.content.decode()
    assert director.post(address, sent | {"mend-reason": "North says so"}).status_code == 302
    assert score_of(game) == {"NS": 1, "EW": 4}
    history = director.get(at("sheet", game=game.pk)).content.decode()
    assert "Reason: North says so" in history
    assert "replaced by line 3" in history
    assert "director, " in history
    again = director.post(address, sent | {"mend-reason": "North says so"})
    assert again.status_code == 302, "sent twice is written once"
    assert game.lines.count() == 3
    other = director.post(
        address, sent | {"mend-tricks": "4", "mend-line": str(uuid4()), "mend-reason": "No"}
    )
    assert other.status_code == 409


@pytest.mark.parametrize(
    ("typed", "kind"),
    [({"mend-kind": "thrown-in"}, Kind.THROWN_IN), ({"mend-kind": "void", "mend-why": "misdeal"}, Kind.VOID)],
)
def test_a_hand_may_turn_out_thrown_in_or_void(typed, kind, night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3)
    sent = {
        "replaces": str(game.lines.get().pk),
        "mend-line": str(uuid4()),
        "mend-reason": "Misdealt",
        **typed,
    }
    assert director.post(at("sheet_line", game=game.pk, change="mend"), sent).status_code == 302
    assert game.lines.get(replaces__isnull=False).kind == kind


@pytest.mark.parametrize(
    "typed",
    [
        {"mend-kind": "hand"},
        {"mend-kind": "hand", "mend-maker": "N"},
        {"mend-kind": "hand", "mend-maker": "X", "mend-tricks": "3"},
        {"mend-kind": "hand", "mend-maker": "N", "mend-tricks": "6"},
        {"mend-kind": "hand", "mend-maker": "N", "mend-tricks": "3", "mend-alone": ["N", "S"]},
        {"mend-kind": "void"},
        {"mend-kind": "card"},
    ],
)
def test_a_hand_that_cannot_be_is_refused(typed, night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3)
    sent = {"replaces": str(game.lines.get().pk), "mend-line": str(uuid4()), "mend-reason": "So", **typed}
    assert director.post(at("sheet_line", game=game.pk, change="mend"), sent).status_code == 422
    assert game.lines.count() == 1


def test_the_last_hand_is_taken_back_and_an_earlier_one_is_not(night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3, 3)
    first, last = game.lines.order_by("hand_number")
    address = at("sheet_line", game=game.pk, change="undo")
    sent = {"undo-line": str(uuid4()), "undo-reason": "Never played"}
    assert director.post(address, sent | {"replaces": str(first.pk)}).status_code == 422
    assert director.post(address, sent | {"replaces": str(last.pk)}).status_code == 302
    assert score_of(game) == {"NS": 1, "EW": 0}


@pytest.mark.parametrize(
    ("change", "typed", "score"),
    [
        ("penalty", {"why": "revoke", "points": "2", "off": "", "to": "EW"}, {"NS": 1, "EW": 2}),
        ("adjustment", {"side": "NS", "points": "-1"}, {"NS": 0, "EW": 0}),
    ],
)
def test_points_are_given_and_taken_with_a_reason(change, typed, score, night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3)
    address = at("sheet_line", game=game.pk, change=change)
    sent = {f"{change}-{name}": text for name, text in typed.items()} | {f"{change}-line": str(uuid4())}
    assert director.post(address, sent | {f"{change}-reason": " "}).status_code == 422
    assert director.post(address, sent | {f"{change}-reason": "Seen by all"}).status_code == 302
    assert score_of(game) == score


def test_a_side_gives_the_game_up(night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3)
    sent = {"concession-side": "NS", "concession-line": str(uuid4()), "concession-reason": "Taken ill"}
    assert director.post(at("sheet_line", game=game.pk, change="concession"), sent).status_code == 302
    assert game.match.result.live["over"]


def test_late_lines_wait_for_the_directors_word_and_count_by_it(night, director, at):
    game = late_game(matches_of(night)[0])
    assert score_of(game) == {"NS": 2, "EW": 0}
    page = director.get(at("sheet", game=game.pk)).content.decode()
    assert "Came too late: your word" in page
    assert "a phone at table 1" in page
    third = game.lines.get(hand_number=3)
    address = at("sheet_line", game=game.pk, change="accept")
    sent = {"replaces": str(third.pk), "line": str(uuid4())}
    assert director.post(address, sent | {"reason": ""}).status_code == 422
    assert director.post(address, sent | {"reason": "Played in time"}).status_code == 302
    assert score_of(game) == {"NS": 2, "EW": 2}


def test_a_refused_late_hand_is_gone_and_a_refused_late_correction_lets_the_hand_stand(night, director, at):
    game = late_game(matches_of(night)[0])
    third, mended = game.lines.filter(late=Round.State.CLOSED.join(("round-", ""))).order_by("position")
    address = at("sheet_line", game=game.pk, change="refuse")
    for line in (third, mended):
        sent = {"replaces": str(line.pk), "line": str(uuid4()), "reason": "After the bell"}
        assert director.post(address, sent).status_code == 302
    assert score_of(game) == {"NS": 2, "EW": 0}
    assert "Came too late" not in director.get(at("sheet", game=game.pk)).content.decode()


def test_a_line_in_time_is_neither_accepted_nor_refused(night, director, at):
    game = play(matches_of(night)[0], DIRECTOR, 3)
    sent = {"replaces": str(game.lines.get().pk), "line": str(uuid4()), "reason": "x"}
    for change in ("accept", "refuse", "nonsense"):
        assert director.post(at("sheet_line", game=game.pk, change=change), sent).status_code == 404
    for wrong in ("", "x", str(uuid4())):
        assert (
            director.post(at("sheet_line", game=game.pk, change="mend"), {"replaces": wrong}).status_code
            == 404
        )


# --- links ---


def test_links_are_shown_once_each_with_its_code_and_its_picture(night, director, at):
    page = director.post(at("table_links"))
    assert page.status_code == 200
    assert page["Cache-Control"].count("no-store")
    cards = page.context["cards"]
    assert [card["table"] for card in cards] == [1, 2]
    for card in cards:
        assert card["image"].startswith("data:image/svg+xml")
        assert len(card["letters"]) == 6
        token = card["address"].rstrip("/").rpartition("/")[2]
        assert open_link(token).table == card["table"]
    later = director.get(at("table_links")).content.decode()
    assert "2 tables have a link" in later
    assert not any(card["letters"] in later for card in cards)


def test_new_links_stop_the_old_and_all_are_taken_back(night, director, at):
    director.post(at("table_links"))
    director.post(at("table_links"))
    assert night.table_links.filter(revoked_at__isnull=True).count() == 2
    assert director.get(at("table_links_revoke")).status_code == 405
    assert director.post(at("table_links_revoke")).status_code == 302
    assert not night.table_links.filter(revoked_at__isnull=True).exists()


def test_without_tables_there_are_no_links(event, director, at):
    assert "There are no tables yet" in director.get(at("table_links")).content.decode()
    assert director.post(at("table_links")).status_code == 422


def test_the_picture_never_leads_a_phone_to_its_own_loopback(night, director, at, settings):
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "192.0.2.7"]
    page = director.post(at("table_links"), HTTP_HOST="localhost:8000")
    assert page.context["cards"][0]["address"].startswith("http://192.0.2.7:8000/t/")
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    page = director.post(at("table_links"), HTTP_HOST="localhost:8000")
    assert "phones cannot open them" in page.content.decode()
