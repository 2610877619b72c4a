"""Sheets on paper: the right words for the right people, whole, and on paper of the right size."""

import re
from collections import Counter

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from tests import factories as make
from tests.paper_reading import A4, HOSTILE, LETTER, Page, pages_of, squeezed, texts_of
from tests.tournaments.bracket_events import DIRECTOR, at_table, drawn_bracket, report
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Event, Match, Round
from tournaments.selectors.paper import SHEETS, printed
from tournaments.selectors.paper_asked import wanted
from tournaments.selectors.paper_scores import worth
from tournaments.services.bracket_calls import call_matches
from tournaments.services.paper import compile_pdf, inputs_of, paper_of

pytestmark = [pytest.mark.django_db, pytest.mark.db]
QUERIES = {
    "personal-cards": 10,
    "score-sheets": 5,
    "seating-names": 5,
    "seating-tables": 5,
    "badges": 3,
    "table-numbers": 3,
    "standings": 3,
}

OF_A_NIGHT = [key for key in SHEETS if key != "bracket"]


@pytest.fixture
def hostile(club: Club) -> Event:
    """A night of twelve, most of whom have names that a layout might stumble over."""
    people = [make.make_player(club, name) for name in [*HOSTILE, "Ann Trewin", "Bob Pascoe"]]
    return make.make_night(club, people=people, played=2)


def sheet(event: Event, key: str, round: str = "", paper: str = "a4") -> list[Page]:
    """A sheet's pages, as a director gets them."""
    content = printed(SHEETS[key], wanted(event, round))
    return pages_of(compile_pdf(SHEETS[key].layout, content, paper))  # type: ignore[arg-type]


def words_of(pages: list[Page]) -> str:
    return "".join(page.squeezed for page in pages)


# --- every sheet ---


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("us-letter", LETTER)])
@pytest.mark.parametrize("key", OF_A_NIGHT)
def test_a_sheet_has_the_size_asked_for_and_keeps_off_the_edges(hostile, key, paper, size):
    pages = sheet(hostile, key, "1" if SHEETS[key].by_round else "", paper)
    for page in pages:
        assert sorted(page.size) == sorted(size)
        wide, high = page.size
        for edge in [(0, 0, wide, 4), (0, high - 4, wide, high), (0, 0, 4, high), (wide - 4, 0, wide, high)]:
            assert page.blank(*edge)


@pytest.mark.parametrize("key", [key for key in OF_A_NIGHT if key != "table-numbers"])
def test_every_name_comes_out_as_it_is_written(hostile, key):
    found = words_of(sheet(hostile, key, "1" if SHEETS[key].by_round else ""))
    for entry in hostile.entries.all():
        # Words from the right come out of a PDF in more than one order; a face may have no letter here.
        words = str(entry).split() if re.search("[\u0590-\u06ff]", str(entry)) else [str(entry)]
        assert all(squeezed(word.removeprefix("😀 ")) in found for word in words)


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize("key", OF_A_NIGHT)
def test_a_sheets_queries_do_not_grow_with_the_people(club, django_assert_num_queries, key, players):
    night = make.make_night(club, players=players)
    with django_assert_num_queries(QUERIES[key]):
        printed(SHEETS[key], wanted(night, "all" if SHEETS[key].by_round else ""))


def test_what_is_printed_is_given_as_json_without_signs_that_turn_or_break():
    inputs = inputs_of({"name": 'a"\\\u202eb\x00c', "list": [{"x": "#y"}]}, "a4")
    assert inputs == {"content": '{"name": "a\\"\\\\bc", "list": [{"x": "#y"}]}', "paper": "a4"}


def test_a_club_in_america_prints_on_letter():
    assert [paper_of(zone) for zone in ("Europe/London", "America/Detroit", "Australia/Perth")] == [
        "a4",
        "us-letter",
        "a4",
    ]


# --- badges, table numbers ---


def test_badges_are_ten_to_a_page_by_surname_with_notes(club):
    people = [*make.make_players(club, 20), make.make_player(club, "Zoë Aardvark", note="from Bude")]
    night = make.make_night(club, people=people)
    pages = sheet(night, "badges")
    assert len(pages) == 3
    badges = pages[0].text
    assert badges.index("Zoë Aardvark") < badges.index("from Bude") < badges.index("Bray")


def test_a_big_night_is_numbered_two_tables_to_a_page(club):
    night = make.make_night(club, players=40)
    pages = sheet(night, "table-numbers")
    assert len(pages) == 5
    assert [squeezed(page.text).count("Table") for page in pages] == [2] * 5


# --- personal cards ---


def test_a_personal_card_says_where_to_sit_and_what_was_scored(club):
    night = make.make_night(club, players=8, played=2)
    pages = sheet(night, "personal-cards")
    assert len(pages) == 4
    first = night.entries.order_by("player__sort_key", "number").first()
    assert str(first) in pages[0].text
    for match in Match.objects.filter(seatings__entry=first).select_related("round"):
        seat = match.seatings.get(entry=first).get_seat_display()
        assert f"\n{match.round.number} {match.table} {seat} " in pages[0].text.replace("\r", "")


def naive_cards(event: Event) -> Counter:
    """(entry number, round, table, seat) of everybody who sits, straight from the seats."""
    return Counter(
        (seating.entry.number, match.round.number, str(match.table), seating.get_seat_display())
        for one in event.rounds.exclude(state=Round.State.PROPOSED)
        for match in one.matches.all()
        for seating in match.seatings.select_related("entry")
    )


def test_the_cards_hold_every_seat_once_and_everybodys_points(club):
    night = make.make_night(club, players=10, played=3)
    cards = printed(SHEETS["personal-cards"], wanted(night))["cards"]
    told = Counter(
        (card["number"], line["round"], line["table"], line["seat"])
        for card in cards
        for line in card["rounds"]
        if line["table"]
    )
    assert told == naive_cards(night)
    for card in cards:
        entry = night.entries.get(number=card["number"])
        scored = {}
        for tally in entry.tallies.filter(round__state=Round.State.CLOSED):
            scored[tally.round.number] = tally.points
        for row in entry.sit_outs.all():
            scored[row.round.number] = row.points
        assert {n["round"]: int(n["points"]) for n in card["rounds"] if n["points"]} == scored
        assert [line["total"] for line in card["rounds"]][2] == str(sum(scored[n] for n in (1, 2, 3)))
        assert len(card["rounds"]) == 8


@pytest.mark.parametrize("paper", ["a4", "us-letter"])
def test_no_card_is_cut_by_the_line_between_two(hostile, paper):
    for page in sheet(hostile, "personal-cards", paper=paper):
        wide, high = page.size
        assert page.blank(0, high / 2 - 6, wide, high / 2 - 1)
        assert page.blank(0, high / 2 + 1, wide, high / 2 + 6)


def test_many_rounds_get_a_page_for_each_card(club):
    night = make.make_night(club, players=8, rounds=24)
    pages = sheet(night, "personal-cards")
    assert len(pages) == 8
    assert all("24" in page.text for page in pages)


def test_a_night_of_two_hundred_is_printed_two_cards_to_a_page(club):
    people = [make.make_player(club, f"{make.name_at(at)} {at}") for at in range(200)]
    night = make.make_night(club, people=people, played=1)
    sheet_of = SHEETS["personal-cards"]
    pages = texts_of(compile_pdf(sheet_of.layout, printed(sheet_of, wanted(night)), "a4"))
    assert len(pages) == 100
    by_name = sorted(people, key=lambda one: (one.sort_key, one.pk))
    for page, first, second in zip(pages, by_name[::2], by_name[1::2], strict=True):
        assert squeezed(first.name) in page and squeezed(second.name) in page
        assert page.count("RoundTableSeat") == 2


# --- score sheets ---


def test_a_score_sheet_has_a_row_for_each_hand_and_the_names(club):
    night = make.make_night(club, players=8)
    (page,) = sheet(night, "score-sheets", "1")
    assert page.size == (A4[1], A4[0])
    match = night.rounds.get(number=1).matches.get(table=2)
    north, east, south, west = (match.seatings.get(seat=seat).player for seat in "NESW")
    assert squeezed(f"N/S {north} & {south}") in page.squeezed
    assert squeezed(f"E/W {east} & {west}") in page.squeezed
    assert len(re.findall("(?m)^[1-8] N E S W N E S W", page.text)) == 2 * 8  # maker and alone, two tables


@pytest.mark.parametrize("key", RULESETS)
def test_a_score_sheet_asks_for_what_its_rules_need(club, key):
    rules = RULESETS[key]
    night = make.make_event(club, ruleset=rules)
    make.make_entries(night, make.make_players(club, 8))
    text = sheet(night, "score-sheets")[0].text
    assert ("Alone" in text) == (rules.players == 4)
    assert ("carried in by laps" in text) == rules.laps
    assert ("Lurch" in text) == rules.lurches
    letters = {2: "N S", 3: "N E S", 4: "N E S W"}[rules.players]
    race = len(letters.split()) // (2 if rules.players == 4 else 1) * ((rules.target or 0) - 1) + 1
    rows = rules.hands or race
    printed_rows = re.findall(rf"(?m)^(\d+) {letters}( {letters})?", text)
    assert [int(number) for number, _ in printed_rows] == [*range(1, rows + 1)] * (2 if rows <= 21 else 1)
    assert all(bool(alone) == (rules.players == 4) for _, alone in printed_rows)


def test_what_hands_are_worth_is_said_in_a_line():
    assert worth(RULESETS["north-american"]) == "point 1 · march 2 · euchre 2 · lone march 4"
    assert worth(RULESETS["benny"]).endswith("lone march 4 · euchre by a lone defender 4")
    assert worth(RULESETS["cut-throat"]) == "point 1 · march 2 · euchre −2"
    dear = changed(RULESETS["north-american"], {"lone_euchre": 4, "euchre": 1})
    assert worth(dear) == "point 1 · march 2 · euchre 1 · lone march 4 · lone euchre 4"


def test_each_game_of_a_match_has_its_sheet(club):
    night = make.make_night(club, players=8, policy=False)
    policy = make.make_policy(night, ruleset=RULESETS["somerset-1888"])
    type(policy).objects.update(scoring={"level_game": "half", "games_in_a_match": 3})
    text = "".join(page.text for page in sheet(night, "score-sheets", "1"))
    assert [text.count(f"Game {game} of 3") for game in (1, 2, 3)] == [2, 2, 2]
    assert text.count("Laps carried on") == 6


# --- seating, standings ---


def test_the_seating_lists_hold_everybody(club):
    night = make.make_night(club, players=10, played=0)
    by_name, by_table = (sheet(night, f"seating-{by}", "1")[0] for by in ("names", "tables"))
    for seating in night.rounds.get().matches.get(table=1).seatings.select_related("player", "match"):
        assert f"{seating.player} Table 1, {seating.get_seat_display()}" in by_name.text.replace("\r\n", " ")
    out = [str(row.entry) for row in night.rounds.get().sit_outs.order_by("entry__number")]
    assert by_name.text.count("sits out") == 2
    assert squeezed(f"Sitting out: {out[0]} and {out[1]}") in by_table.squeezed


def test_every_round_can_be_printed_at_once(club):
    night = make.make_night(club, players=8, played=3)
    assert [page.text[:7] for page in sheet(night, "seating-tables", "all")] == [f"Round {n}" for n in "1234"]


def test_the_standings_say_why(club, night):
    text = words_of(sheet(night, "standings"))
    for line in night.standings.all():
        assert squeezed(line.sentence) in text
        assert squeezed(f"{line.entry}") in text


@pytest.mark.parametrize("entries", [5, 40])
def test_an_events_bracket_is_printed_with_its_results(club, django_assert_num_queries, entries):
    stage = drawn_bracket(entries, club=club)
    call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR)
    called = at_table(stage, 0)
    loser, winner = sorted(called.seatings.values_list("entry_id", flat=True))
    report(called, winner)
    event = Event.objects.select_related("club").get(pk=stage.event_id)
    with django_assert_num_queries(5):
        content = printed(SHEETS["bracket"], wanted(event))
    first = next(match for part in content["parts"] for match in part["matches"] if match["number"] == 1)
    told = {first["one"], first["other"]}
    assert told == {str(entry) for entry in stage.event.entries.filter(pk__in=[loser, winner])}
    assert first[{1: "one", 2: "other"}[first["winner"]]] == str(stage.event.entries.get(pk=winner))
    text = words_of(pages_of(compile_pdf("bracket", content, "a4")))
    assert all(squeezed(str(entry)) in text for entry in stage.event.entries.all())


# --- the pages ---


def address(event: Event, more: str = "") -> str:
    return f"/clubs/{event.club.slug}/events/{event.slug}/paper/{more}"


def test_a_director_finds_every_sheet_by_a_plain_link(night):
    browser = signed_in("dora")
    page = browser.get(address(night)).content.decode()
    for key, one in SHEETS.items():
        assert f'href="{address(night, key)}/?paper=a4' in page
        assert one.title in page
    answer = browser.get(address(night, "badges/?paper=us-letter"))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert 'filename="2026-03-12-thursday-night-badges.pdf"' in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert pages_of(answer.content)[0].size == LETTER


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("badges/", "Nobody is entered yet"),
        ("personal-cards/", "Nobody is entered yet"),
        ("seating-names/", "No round is drawn yet"),
        ("seating-names/?round=7", "no such round"),
        ("standings/", "Nobody has a place yet"),
        ("table-numbers/", "There are no tables yet"),
        ("bracket/", "No bracket is drawn"),
    ],
)
def test_what_cannot_be_printed_yet_is_said(club, where, words):
    event = make.make_event(club, state=Event.State.SETUP)
    answer = signed_in("dora").get(address(event, where))
    assert answer.status_code == 422
    assert words in text_of(answer)


def test_nonsense_in_the_address_is_answered(night):
    browser = signed_in("dora")
    assert browser.get(address(night, "wallpaper/")).status_code == 404
    for nasty in ("\x00", "9" * 5000, "٣", "-1", "<b>", "all "):
        assert browser.get(address(night, "seating-names/"), {"round": nasty}).status_code == 422
        assert browser.get(address(night), {"round": nasty, "paper": nasty}).status_code == 200
    asked = {"paper": "../../etc/passwd"}
    assert pages_of(browser.get(address(night, "table-numbers/"), asked).content)[0].size == A4


def test_a_round_that_is_not_there_is_a_mistake_with_a_code(night):
    with pytest.raises(EventViolation, match="no such round"):
        wanted(night, "77")


# --- tables that are not four single players ---


def test_three_at_a_table_have_no_partners_and_an_empty_seat_is_not_printed(club):
    event = make.make_event(club, rounds=1)
    entries = make.make_entries(event, make.make_players(club, 4))
    match = make.make_match(make.make_round(event), 1, entries)
    match.seatings.filter(seat="W").update(player=None)
    names = [str(entry) for entry in entries]
    cards = {
        card["name"]: card["rounds"][0] for card in printed(SHEETS["personal-cards"], wanted(event))["cards"]
    }
    assert (cards[names[0]]["partner"], cards[names[0]]["against"]) == ("", names[1:3])
    assert cards[names[3]]["table"] == ""
    by_table = printed(SHEETS["seating-tables"], wanted(event, "1"))["rounds"][0]["tables"][0]["seats"]
    assert by_table == dict(zip("NES", names[:3], strict=True))


def test_a_pair_has_one_card_with_both_its_seats_and_a_badge_for_each(club):
    stage = drawn_bracket(2, club=club, pairs=True)
    call_matches(event=stage.event, tables=[4], actor=DIRECTOR)
    content = printed(SHEETS["personal-cards"], wanted(stage.event))
    line = next(line for line in content["cards"][0]["rounds"] if line["table"])
    assert content["pairs"] and len(content["cards"]) == 2
    assert line["table"] == "4" and line["seat"] in {"North & South", "East & West"}
    assert line["partner"] == "" and len(line["against"]) == 2
    assert len(printed(SHEETS["badges"], wanted(stage.event))["badges"]) == 4
