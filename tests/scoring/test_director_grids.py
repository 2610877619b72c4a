"""The desk's grids: what is typed, what is doubted, and what two directors do at once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import CardLine, LedgerLine
from scoring.services.matches import open_match
from tests import factories
from tests.desk import DIRECTOR, make_drawn, matches_of, play, signed_in
from tournaments.models import Club, Event, Match, Membership, Round

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


@pytest.fixture
def second_director(club: Club) -> Client:
    return signed_in(Membership.Role.DIRECTOR, club, "second")


def as_shown(page: Any) -> dict[str, str]:
    """What the grid of a round would send as it stands."""
    fields = (field for form in page.context["forms"] for field in form)
    return {field.html_name: "" if field.value() is None else str(field.value()) for field in fields}


def row(
    match: Match, ns: object, ew: object, lone_ns: object = "", lone_ew: object = "", reason: str = ""
) -> dict[str, str]:
    """One row as typed."""
    figures = {"points_NS": ns, "points_EW": ew, "lone_NS": lone_ns, "lone_EW": lone_ew, "reason": reason}
    return {f"match-{match.pk}-{name}": str(figure) for name, figure in figures.items()}


def card_of(match: Match) -> tuple[dict[str, int], dict[str, int]] | None:
    line = LedgerLine.objects.filter(game__match=match, kind=Kind.CARD, replaced_by__isnull=True).first()
    return (line.facts["points"], line.facts["lone"]) if line else None


# --- who may come in ---

PLACES: tuple[tuple[str, dict[str, int]], ...] = (
    ("table_links", {}),
    ("card_grid", {}),
    ("round_grid", {"number": 1}),
    ("table_sheet", {"number": 1, "table": 1}),
)


@pytest.mark.parametrize(("name", "more"), PLACES)
def test_only_a_director_of_this_club_comes_to_the_desk(name, more, night, club, at):
    address = at(name, **more)
    for ask in ("get", "post"):
        assert getattr(Client(), ask)(address)["Location"].startswith(reverse("login"))
    member, scorer = (
        signed_in(role, club, role) for role in (Membership.Role.MEMBER, Membership.Role.SCORER)
    )
    other = signed_in(Membership.Role.DIRECTOR, factories.make_club("Stratton"), "other")
    for client in (member, scorer, other):
        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403
    Event.objects.filter(pk=night.pk).update(public=False)
    assert other.get(address).status_code == 404
    assert member.get(address).status_code == 403


def test_a_round_that_is_only_proposed_has_no_grid(event, director, at):
    factories.make_round(event, 1, Round.State.PROPOSED)
    assert director.get(at("round_grid", number=1)).status_code == 404
    assert director.get(at("round_grid", number=2)).status_code == 404


# --- a round's table cards ---


def test_a_round_is_typed_and_what_is_blank_is_left_alone(night, director, at):
    first, second = matches_of(night)
    shown = as_shown(director.get(at("round_grid", number=1)))
    answer = director.post(at("round_grid", number=1), shown | row(first, 8, 6, 1))
    assert answer.status_code == 302
    assert card_of(first) == ({"NS": 8, "EW": 6}, {"NS": 1, "EW": 0})
    assert card_of(second) is None
    assert {tally.points for tally in first.tallies.filter(side="NS")} == {8}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ((20, 13), "8 hands make 8 to 32 points"),
        ((3, 3), "8 hands make 8 to 32 points"),
        ((7, 5, 2), "2 lone marches make 8 points; the side has 7"),
    ],
)
def test_a_hardly_possible_card_is_doubted_and_let_through_with_a_reason(typed, told, night, director, at):
    first, _ = matches_of(night)
    address = at("round_grid", number=1)
    shown = as_shown(director.get(address))
    doubted = director.post(address, shown | row(first, *typed))
    assert doubted.status_code == 422
    assert told in doubted.content.decode()
    assert card_of(first) is None
    lone = typed[2] if len(typed) > 2 else ""
    assert (
        director.post(
            address, shown | row(first, *typed[:2], lone, reason="Nine hands by mistake")
        ).status_code
        == 302
    )
    assert card_of(first) is not None


def test_a_race_is_checked_as_a_race(club, director):
    from scoring.engine.catalogue import RULESETS

    night = factories.make_night(club, played=0, ruleset=RULESETS["north-american"])
    match = matches_of(night)[1]
    address = reverse("scoring:round_grid", args=[club.slug, night.slug, 1])
    shown = as_shown(director.get(address))
    assert "A race to 10 ends 10 to 13" in director.post(address, shown | row(match, 9, 5)).content.decode()
    assert director.post(address, shown | row(match, 10, 5)).status_code == 302


def test_a_row_is_checked_on_its_own_without_writing_it(night, director, at):
    first, _ = matches_of(night)
    address = at("round_grid", number=1)
    shown = {name: text for name, text in as_shown(director.get(address)).items() if f"-{first.pk}-" in name}

    def checked(typed: dict[str, str]) -> str:
        return director.get(address, shown | typed, headers={"HX-Request": "true"}).content.decode()

    assert "8 hands make 8 to 32 points" in checked(row(first, 30, 9))
    assert checked(row(first, 30, "")).strip() == "", "half a row is not nagged at"
    assert "type a whole number" in checked(row(first, 30, "x"))
    assert checked(row(first, 8, 6)).strip() == ""
    assert director.get(address, headers={"HX-Request": "true"}).status_code == 404
    assert not LedgerLine.objects.exists()


def test_one_bad_row_keeps_all_rows_off_the_sheet(night, director, at):
    first, second = matches_of(night)
    address = at("round_grid", number=1)
    shown = as_shown(director.get(address))
    for wrong in (row(second, 30, 30), row(second, 8, ""), row(second, "x", 6), row(second, 8, 6, 10**9)):
        answer = director.post(address, shown | row(first, 8, 6) | wrong)
        assert answer.status_code == 422
        assert card_of(first) is None
        assert f'value="{wrong[f"match-{second.pk}-points_NS"]}"' in answer.content.decode()


def test_an_earlier_result_changes_with_a_reason_only(night, director, at):
    first, _ = matches_of(night)
    address = at("round_grid", number=1)
    director.post(address, as_shown(director.get(address)) | row(first, 8, 6))
    shown = as_shown(director.get(address))
    refused = director.post(address, shown | row(first, 9, 6, 0, 0))
    assert refused.status_code == 422
    assert "It was 8 to 6, lone hands 0 to 0. Say why it changes." in refused.content.decode()
    assert director.post(address, shown | row(first, 9, 6, 0, 0, "Added up wrongly")).status_code == 302
    line = LedgerLine.objects.get(game__match=first, replaces__isnull=False)
    assert (line.facts["points"]["NS"], line.reason) == (9, "Added up wrongly")


def test_sending_the_grid_again_as_it_stands_writes_nothing(night, director, at):
    first, _ = matches_of(night)
    address = at("round_grid", number=1)
    shown = as_shown(director.get(address))
    director.post(address, shown | row(first, 8, 6))
    assert director.post(address, shown | row(first, 8, 6)).status_code == 302, (
        "a double click is no conflict"
    )
    director.post(address, as_shown(director.get(address)))
    assert LedgerLine.objects.count() == 1


def test_two_directors_do_not_overwrite_each_other(night, director, second_director, at):
    first, second = matches_of(night)
    address = at("round_grid", number=1)
    one, other = (as_shown(client.get(address)) for client in (director, second_director))
    assert director.post(address, one | row(first, 8, 6)).status_code == 302
    answer = second_director.post(address, other | row(first, 7, 7) | row(second, 10, 4))
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "it is 8 to 6, lone hands 0 to 0 now; you typed 7 to 7" in html
    assert card_of(first) == ({"NS": 8, "EW": 6}, {"NS": 0, "EW": 0})
    assert card_of(second) is None
    assert second_director.post(address, other | row(second, 10, 4)).status_code == 302, (
        "his other row is his own"
    )


def test_a_card_over_hands_that_are_being_played_needs_a_reason(night, director, at):
    first, _ = matches_of(night)
    play(first, DIRECTOR, 3, 5)
    address = at("round_grid", number=1)
    page = director.get(address)
    assert "2 hands so far, 3 to 0" in page.content.decode()
    refused = director.post(address, as_shown(page) | row(first, 8, 6))
    assert refused.status_code == 422
    assert "Say why the card counts instead" in refused.content.decode()
    assert (
        director.post(address, as_shown(page) | row(first, 8, 6, reason="The phone died")).status_code == 302
    )


# --- personal cards ---


def cards_as_shown(page: Any) -> dict[str, str]:
    grid = page.context["grid"]
    sent = {"shown": grid.shown}
    for one in grid.rows:
        for cell in one.cells:
            sent |= {f"points-{cell.key}": cell.points, f"lone-{cell.key}": cell.lone}
    return sent


@pytest.fixture
def cell(night: Event) -> str:
    """The first person's first round, as its fields are called."""
    return f"{night.rounds.get(number=1).pk}-{night.entries.get(number=1).pk}"


def test_personal_cards_are_typed_and_blank_is_left_alone(night, director, at, cell):
    answer = director.post(
        at("card_grid"),
        cards_as_shown(director.get(at("card_grid"))) | {f"points-{cell}": "9", f"lone-{cell}": "1"},
    )
    assert answer.status_code == 302
    line = CardLine.objects.get()
    assert (line.points, line.lone_hands) == (9, 1)
    again = cards_as_shown(director.get(at("card_grid"))) | {f"points-{cell}": "", f"lone-{cell}": ""}
    director.post(at("card_grid"), again)
    assert CardLine.objects.count() == 1


def test_a_changed_figure_of_a_card_needs_a_reason_and_a_minus_takes_it_back(night, director, at, cell):
    entry = cell.partition("-")[2]
    director.post(at("card_grid"), cards_as_shown(director.get(at("card_grid"))) | {f"points-{cell}": "9"})
    shown = cards_as_shown(director.get(at("card_grid")))
    refused = director.post(at("card_grid"), shown | {f"points-{cell}": "10"})
    assert refused.status_code == 422
    assert "Round 1: It was 9, lone hands 0. Say why it changes." in refused.content.decode()
    assert (
        director.post(
            at("card_grid"), shown | {f"points-{cell}": "-", f"reason-{entry}": "Wrong line"}
        ).status_code
        == 302
    )
    assert CardLine.objects.get(replaces__isnull=False).points is None
    assert cards_as_shown(director.get(at("card_grid")))[f"points-{cell}"] == ""


@pytest.mark.parametrize("points", ["33", "-1"])
def test_a_card_beyond_its_bounds_is_doubted(points, night, director, at, cell):
    shown = cards_as_shown(director.get(at("card_grid")))
    answer = director.post(at("card_grid"), shown | {f"points-{cell}": points})
    assert answer.status_code == 422
    assert "A round brings one person 0 to 32 points." in answer.content.decode()
    assert (
        director.post(
            at("card_grid"),
            shown | {f"points-{cell}": points, f"reason-{cell.partition('-')[2]}": "So it was"},
        ).status_code
        == 302
    )


@pytest.mark.parametrize("typed", ["x", "1.5", "²", "9" * 12, "--1"])
def test_what_is_no_number_is_refused_with_all_the_rest(typed, night, director, at, cell):
    shown = cards_as_shown(director.get(at("card_grid")))
    other = next(name for name in shown if name.startswith("points-") and name != f"points-{cell}")
    answer = director.post(at("card_grid"), shown | {f"points-{cell}": typed, other: "9"})
    assert answer.status_code == 422
    assert not CardLine.objects.exists()


def test_two_directors_typing_one_card_are_told_both_figures(night, director, second_director, at, cell):
    one, other = (cards_as_shown(client.get(at("card_grid"))) for client in (director, second_director))
    director.post(at("card_grid"), one | {f"points-{cell}": "9"})
    answer = second_director.post(at("card_grid"), other | {f"points-{cell}": "10"})
    assert answer.status_code == 409
    assert "it is 9, lone hands 0 now; you typed 10, lone hands 0" in answer.content.decode()
    assert second_director.post(at("card_grid"), other | {f"points-{cell}": "9"}).status_code == 302, (
        "the same is no conflict"
    )


def test_one_persons_card_is_typed_on_its_own(night, director, at, cell):
    address = f"{at('card_grid')}?entry={cell.partition('-')[2]}"
    page = director.get(address)
    assert len(page.context["grid"].rows) == 1
    director.post(address, cards_as_shown(page) | {f"points-{cell}": "9"})
    assert CardLine.objects.get().points == 9
    for wrong in ("0", "x", "9" * 30, "²"):
        assert director.get(f"{at('card_grid')}?entry={wrong}").status_code == 404


def test_a_tampered_page_of_cards_breaks_nothing(night, director, at, cell):
    for shown in ("x", "=", "1-1=//", f"{cell}=nonsense/9/", "a=b/c/d/e"):
        assert director.post(at("card_grid"), {"shown": shown, f"points-{cell}": "9"}).status_code in {
            302,
            409,
        }


# --- names, and what a page costs ---


def test_a_name_is_shown_as_text_and_never_run(event, director, at):
    entries = factories.make_entries(
        event, [factories.make_player(event.club, f"<script>{n}</script> Rowe") for n in range(4)]
    )
    factories.make_match(factories.make_round(event), 1, entries)
    game = play(matches_of(event)[0], DIRECTOR, 3)
    sent = {"adjustment-side": "NS", "adjustment-points": "1", "adjustment-line": str(uuid4())}
    director.post(
        at("sheet_line", game=game.pk, change="adjustment"),
        sent | {"adjustment-reason": "<script>r</script>"},
    )
    for address in (at("round_grid", number=1), at("card_grid"), at("sheet", game=game.pk)):
        html = director.get(address).content.decode()
        assert "&lt;script&gt;" in html
        assert "<script>" not in html


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize(
    ("name", "more", "queries"), [("round_grid", {"number": 1}, 12), ("card_grid", {}, 7)]
)
def test_a_grid_costs_the_same_for_8_and_for_40_players(
    name, more, queries, players, director, club, django_assert_num_queries
):
    night = factories.make_night(club, players=players, played=3)
    for match in matches_of(night):
        open_match(match=match)
    address = reverse(f"scoring:{name}", kwargs={"club": club.slug, "event": night.slug, **more})
    with django_assert_num_queries(queries):
        assert director.get(address).status_code == 200
