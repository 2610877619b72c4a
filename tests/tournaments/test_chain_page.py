"""The director's chain: looked at on tonight's figures, amended with a reason, and lots that are recorded."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments import evenings
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, EventPolicy, PublishedStandings, Standing, TieWord
from tournaments.services.events import amend_event, terms_from
from tournaments.services.standings import publish_standings
from tournaments.services.tie_words import draw_lot, record_deciding_game

pytestmark = pytest.mark.django_db
DIRECTOR = evenings.DIRECTOR
LINE = ("entry", "rank", "figures", "sentence")


@pytest.fixture
def event() -> Event:
    """Two tables have played one round: North and South of each won 9 to 5."""
    made = evenings.evening(players=8, rounds=2)
    factories.make_account("dora", made.club, "director")
    evenings.draw(made, "owl")
    evenings.play(made, 1, {1: "NS", 2: "EW"})
    publish_standings(event_id=made.pk)
    return made


def there(event: Event, name: str = "chain") -> str:
    return reverse(f"tournaments:{name}", args=[event.club.slug, event.slug])


def director(event: Event) -> Client:
    client = Client()
    client.force_login(event.club.memberships.get(role="director").user)
    return client


def with_chain(event: Event, *chain: str, reason: str = "for a test") -> None:
    policy = EventPolicy.objects.filter(event=event).latest("number")
    amend_event(event=event, terms=replace(terms_from(policy), chain=chain), reason=reason, actor=DIRECTOR)


def ranks(event: Event) -> dict[int, int]:
    publish_standings(event_id=event.pk)
    return dict(Standing.objects.filter(event=event).values_list("entry_id", "rank"))


def typed(*chain: str, **more: str) -> dict[str, Any]:
    return {f"measure_{at}": code for at, code in enumerate(chain, start=1)} | more


def test_the_preview_shows_the_other_table_and_changes_nothing(event: Event) -> None:
    before = ranks(event)
    answer = director(event).post(there(event), typed("AGAINST", "TIE", do="look"))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Points against" in page
    assert "Every place is as it is now." in page  # who scored least is who lost, and the rest is level
    assert ranks(event) == before
    assert EventPolicy.objects.filter(event=event).count() == 1


def test_a_change_of_places_is_counted_and_marked(event: Event) -> None:
    answer = director(event).post(there(event), typed("TIE", do="look"))
    assert "4 places would be another than now." in answer.content.decode()
    assert answer.content.decode().count('class="is-yours"') == 4


def test_a_preset_fills_the_form(event: Event) -> None:
    page = director(event).post(there(event), {"preset": "swiss"}).content.decode()
    assert '<option value="OPP" selected>' in page
    assert "Strength of opposition" in page


def test_htmx_gets_the_preview_alone_and_told_what_is_refused(event: Event) -> None:
    client = director(event)
    part = client.post(there(event), typed("WIN"), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<section id="preview"')
    refused = client.post(there(event), typed("PTS", "PTS"), headers={"HX-Request": "true"})
    assert "Points stands in the chain already." in refused.content.decode()


def test_the_terms_are_amended_with_a_reason_only(event: Event) -> None:
    client = director(event)
    assert client.post(there(event), typed("WIN", "LP", do="amend")).status_code == 422
    sent = typed(
        "WIN", "LP", do="amend", reason="The club voted", won="3", level="1", lost="0", best_rounds="2"
    )
    assert client.post(there(event), sent).status_code == 302
    policy = EventPolicy.objects.filter(event=event).latest("number")
    assert (policy.number, policy.chain, policy.reason) == (2, ["WIN", "LP"], "The club voted")
    assert (policy.scoring["match_points"], policy.scoring["best_rounds"]) == ([3, 1, 0], 2)
    publish_standings(event_id=event.pk)
    first = Standing.objects.filter(event=event).order_by("place")[0]
    assert dict(first.figures) == {"WIN": "1", "LP": "3"}


def test_the_terms_page_keeps_what_only_the_chain_page_shows(event: Event) -> None:
    client = director(event)
    client.post(there(event), typed("BEST", "LP", do="amend", reason="x", won="3", best_rounds="2"))
    address = there(event, "terms")
    form = client.get(address).context["form"]
    format = client.get(address).context["format"]
    sent = {
        name: value
        for one in (form, format)
        for name in one.fields
        if str(value := one[name].value()) not in {"None", "False"}
    }
    assert client.post(address, sent | {"reason": "again"}).status_code == 302
    policy = EventPolicy.objects.filter(event=event).latest("number")
    assert (policy.number, policy.scoring["match_points"], policy.scoring["best_rounds"]) == (3, [3, 1, 0], 2)


def test_a_lot_parts_who_was_level_as_its_seed_says(event: Event) -> None:
    with_chain(event, "PTS", "LOT")
    first = sorted(entry for entry, rank in ranks(event).items() if rank == 1)
    assert len(first) == 4
    word = draw_lot(event=event, entries=first, actor=DIRECTOR, seed="owl")
    assert word.order == Random("owl").sample(first, 4)
    assert [entry for entry, rank in sorted(ranks(event).items(), key=lambda one: one[1])][:4] == word.order


def test_correcting_and_correcting_back_brings_the_lot_back(event: Event) -> None:
    with_chain(event, "PTS", "LOT")
    level = [entry for entry, rank in ranks(event).items() if rank == 1]
    draw_lot(event=event, entries=level, actor=DIRECTOR)
    ranks(event)
    before = list(Standing.objects.filter(event=event).values_list(*LINE))
    match = evenings.match_at(event, 1, 1)
    evenings.win(match, "EW")
    assert ranks(event) != {entry: rank for entry, rank, *_ in before}
    evenings.win(match, "NS")
    ranks(event)
    assert list(Standing.objects.filter(event=event).values_list(*LINE)) == before


def test_a_lot_is_for_the_whole_of_a_shared_place_and_a_chain_that_looks_at_it(event: Event) -> None:
    level = [entry for entry, rank in ranks(event).items() if rank == 1]
    with pytest.raises(EventViolation, match="does not look at a lot"):
        draw_lot(event=event, entries=level, actor=DIRECTOR)
    with_chain(event, "PTS", "GAME", "LOT")
    for entries in (level[:2], [], [*level, 10**9]):
        with pytest.raises(EventViolation, match="do not share a place"):
            draw_lot(event=event, entries=entries, actor=DIRECTOR)
    with pytest.raises(EventViolation, match="named twice"):
        record_deciding_game(event=event, order=[level[0], *level], actor=DIRECTOR)
    assert not TieWord.objects.exists()


def test_the_page_draws_lots_and_records_deciding_games(event: Event) -> None:
    with_chain(event, "PTS", "GAME", "LOT")
    client = director(event)
    groups = client.get(there(event)).context["tied"]
    assert [len(one["people"]) for one in groups] == [4, 4]
    winners = [str(entry) for entry, _ in reversed(groups[0]["people"])]
    assert client.post(there(event, "chain_game"), {"order": winners, "reason": "one"}).status_code == 302
    assert client.post(there(event, "chain_lot"), {"entries": groups[1]["entries"]}).status_code == 302
    assert client.post(there(event, "chain_lot"), {"entries": groups[1]["entries"]}).status_code == 422
    page = client.get(there(event)).content.decode()
    assert "Places still shared" not in page
    assert "Deciding game" in page
    assert "(one)" in page
    assert sorted(ranks(event).values()) == list(range(1, 9))


def test_the_tie_report_names_the_measure_and_the_figures(event: Event) -> None:
    with_chain(event, "PTS", "WIN", "LOT")
    level = [entry for entry, rank in ranks(event).items() if rank == 1]
    draw_lot(event=event, entries=level, actor=DIRECTOR, seed="owl")
    ranks(event)
    page = Client().get(there(event, "standings_why")).content.decode()
    assert "points, from" in page
    assert "5 to 9" in page
    assert "lot, from" in page
    assert "level on points, games won" in page
    assert "seed owl" in page
    told = Client().get(f"/api/v1/events/{event.pk}/standings").json()["standings"]
    assert told[1]["parted"]["above"]["measure"] == "LOT"
    assert (told[4]["parted"]["above"]["measure"], told[4]["parted"]["above"]["figure"]) == ("PTS", "5")
    assert told[4]["parted"]["shared"]
    assert told[0]["sentence"].startswith("1st, ")


def test_sitting_out_at_ones_own_average_counts_exactly(event: Event) -> None:
    made = evenings.evening(players=5, rounds=2, club=event.club)
    evenings.draw(made, "owl")
    policy = EventPolicy.objects.filter(event=made).latest("number")
    amend_event(event=made, terms=replace(terms_from(policy), sit_out="average"), reason="x", actor=DIRECTOR)
    evenings.play(made, 1)
    evenings.play(made, 2)
    publish_standings(event_id=made.pk)
    for row in Standing.objects.filter(event=made):
        told = [one.points for one in row.entry.tallies.all()]
        out = row.entry.sit_outs.count()
        mean = sum(told) / len(told) if told else 0
        assert dict(row.figures)["PTS"] == str(sum(told) + int(out * mean))


def test_reports_ask_a_fixed_number_of_queries(event: Event, django_assert_num_queries: Any) -> None:
    assert PublishedStandings.objects.filter(event=event, revision__gt=0).exists()
    with django_assert_num_queries(5):
        Client().get(there(event, "standings_why"))
