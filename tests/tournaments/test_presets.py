"""Presets and the club's settings: all that an event is set up with, under a name, and what is usual."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from scoring.engine.catalogue import RULESETS
from tests import factories as make
from tests.desk import DIRECTOR
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes_rules import PotRules, Prize
from tournaments.models import Club, Event, EventPolicy, EventPreset, Pot
from tournaments.selectors.presets import OF_A_POLICY, policy_from, presets_of
from tournaments.services.club_rules import make_ruleset, retire_ruleset
from tournaments.services.club_settings import change_club
from tournaments.services.events import Terms, create_event, ruleset_named, terms_from
from tournaments.services.pots import NewPot, add_pot, drop_pot
from tournaments.services.presets import PresetFacts, change_preset, drop_preset, keep_preset, set_up_from
from tournaments.services.prize_plans import plan_prizes

pytestmark = pytest.mark.django_db

ODD = Terms(
    ruleset=ruleset_named("pub-21"),
    rounds=5,
    movement="swiss",
    chain=("WIN", "PTS"),
    best_rounds=4,
    sit_out="average",
    forfeit_points=12,
    level_game="nothing",
    games_in_a_match=3,
    correction_window=EventPolicy.Window.SIGNED,
)


def keep(club: Club, name: str = "Thursdays", terms: Terms = ODD, **more: Any) -> EventPreset:
    facts = PresetFacts(name=name, event_name="Thursday night", public=False)
    return keep_preset(club=club, facts=facts, terms=terms, actor=DIRECTOR, **more)


def newest(event: Event) -> EventPolicy:
    return EventPolicy.objects.filter(event=event).order_by("-number")[0]


def test_an_event_of_a_preset_has_all_of_the_events_terms(club):
    like = create_event(club=club, name="Thursday", plays_on=make.NIGHT, terms=ODD, actor=DIRECTOR)
    dropped = add_pot(event=like, new=NewPot(name="A mistake", kind="side", fee=5), actor=DIRECTOR)
    drop_pot(pot=dropped, reason="a mistake", actor=DIRECTOR)
    pot = add_pot(event=like, new=NewPot(name="Entry fee", kind="entry", fee=250), actor=DIRECTOR)
    plan = PotRules(prizes=(Prize(by="places", amounts=(50, 30, 20)),))
    plan_prizes(pot=pot, rules=plan, reason="", actor=DIRECTOR)
    preset = keep(club, terms=terms_from(newest(like)), like=like)
    made = set_up_from(
        preset=preset,
        name="Thursday night",
        plays_on=date(2026, 4, 2),
        terms=terms_from(policy_from(preset)),
        public=False,
        actor=DIRECTOR,
    )
    for field in OF_A_POLICY:
        assert getattr(newest(made), field) == getattr(newest(like), field), field
    (copied,) = Pot.objects.filter(event=made)
    assert (copied.number, copied.name, copied.fee, copied.carry_in) == (2, "Entry fee", 250, 0)
    assert made.public is False


def test_a_changed_preset_changes_no_event(club):
    preset = keep(club)
    made = set_up_from(preset=preset, name="T", plays_on=make.NIGHT, terms=ODD, public=True, actor=DIRECTOR)
    before = newest(made).ruleset
    other = Terms(ruleset=ruleset_named("benny"), rounds=8)
    facts = PresetFacts(name="Thursdays", event_name="Other")
    change_preset(preset=preset, facts=facts, terms=other, actor=DIRECTOR)
    assert newest(made).ruleset == before
    drop_preset(preset=preset, actor=DIRECTOR)
    assert Event.objects.get(pk=made.pk)
    assert not EventPreset.objects.exists()


def test_presets_of_a_club_differ_in_name(club):
    keep(club)
    for name, code in (("thursdays", "preset-name-taken"), ("  ", "preset-name-empty")):
        with pytest.raises(EventViolation) as why:
            keep(club, name)
        assert why.value.code == code
    keep(Club.objects.get(name="Looe Euchre"))


def test_the_list_costs_one_query_and_tells_the_terms(club, django_assert_num_queries):
    for number in range(5):
        keep(club, f"Preset {number}")
    with django_assert_num_queries(1):
        shown = presets_of(club)
    assert len(shown) == 5
    assert any("Swiss" in line and "5 rounds" in line for line in shown[0].terms)


def form_of(response: Any) -> dict[str, Any]:
    """What a browser would send back of the page's two forms."""
    sent: dict[str, Any] = {}
    for form in (response.context["form"], response.context["format"]):
        for bound in form:
            value = bound.value()
            if value is not None and value is not False:
                sent[bound.html_name] = "on" if value is True else value
    return sent


def test_the_pages_keep_offer_change_and_drop(club):
    client = signed_in("dora")
    like = create_event(club=club, name="Thursday", plays_on=make.NIGHT, terms=ODD, actor=DIRECTOR)
    add_pot(event=like, new=NewPot(name="Entry fee", kind="entry", fee=250), actor=DIRECTOR)
    terms = client.get(reverse("tournaments:terms", args=[club.slug, like.slug]))
    there = f"{reverse('tournaments:preset_new', args=[club.slug])}?like={like.slug}"
    assert there in terms.content.decode()
    sent = form_of(client.get(there))
    kept = client.post(there, sent | {"name": "Thursdays"}, follow=True)
    assert kept.status_code == 200, (kept.context["form"].errors, kept.context["format"].errors)
    assert "Thursdays is kept." in text_of(kept)
    assert "Pots: Entry fee £2.50" in text_of(kept)
    assert client.post(there, sent | {"name": "Thursdays"}).status_code == 422
    preset = EventPreset.objects.get()
    for field in OF_A_POLICY:
        assert getattr(preset, field) == getattr(newest(like), field), field
    new = f"{reverse('tournaments:event_new', args=[club.slug])}?preset={preset.pk}"
    assert new in kept.content.decode()
    shown = form_of(client.get(new))
    assert shown["name"] == "Thursday"
    assert client.post(new, shown | {"plays_on": "2026-12-10"}).status_code == 302
    made = Event.objects.get(plays_on="2026-12-10")
    for field in OF_A_POLICY:
        assert getattr(newest(made), field) == getattr(newest(like), field), field
    assert made.pots.get().fee == 250
    change = reverse("tournaments:preset_change", args=[club.slug, preset.pk])
    again = form_of(client.get(change))
    assert "Mondays is kept." in text_of(client.post(change, again | {"name": "Mondays"}, follow=True))
    assert client.post(change, again | {"name": ""}).status_code == 422
    drop = reverse("tournaments:preset_drop", args=[club.slug, preset.pk])
    assert "Mondays is dropped" in text_of(client.post(drop, follow=True))


@pytest.mark.parametrize("preset", ["x", "-1", "9" * 40, "٣", "999"])
def test_a_preset_that_is_none_begins_with_nothing(club, preset):
    there = reverse("tournaments:event_new", args=[club.slug])
    assert signed_in("dora").get(there, {"preset": preset}).context["preset"] is None


def settings_of(club: Club, **said: str) -> Club:
    usual = {
        "name": club.name,
        "zone": club.zone,
        "currency": club.currency,
        "usual_ruleset": "",
        "usual_format": "",
    }
    return change_club(club=club, actor=DIRECTOR, **(usual | said))


def test_a_new_event_begins_with_what_is_usual(club):
    ours = make_ruleset(club=club, name="Bude rules", rules=RULESETS["benny"], actor=DIRECTOR)
    settings_of(club, usual_ruleset="own-bude-rules", usual_format="round-robin")
    there = reverse("tournaments:event_new", args=[club.slug])
    page = signed_in("dora").get(there)
    assert page.context["form"]["ruleset"].value() == "own-bude-rules"
    assert page.context["format"]["movement"].value() == "round-robin"
    assert page.context["format"]["entrants"].value() == "pairs"
    retire_ruleset(ruleset=ours, actor=DIRECTOR)
    assert signed_in("dora").get(there).context["form"]["ruleset"].value() in RULESETS


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": "  "}, "club-name-empty"),
        ({"zone": "Nowhere/Land"}, "zone-unknown"),
        ({"currency": "XXX"}, "currency-unknown"),
        ({"usual_ruleset": "own-nothing"}, "ruleset-unknown"),
        ({"usual_format": "chess"}, "movement-unknown"),
    ],
)
def test_settings_that_make_no_sense_are_refused(club, said, code):
    with pytest.raises(EventViolation) as why:
        settings_of(club, **said)
    assert why.value.code == code
    club.refresh_from_db()
    assert club.name == "Bude Euchre Club"


def test_the_settings_page_keeps_what_is_said(club):
    client = signed_in("dora")
    there = reverse("tournaments:club_settings", args=[club.slug])
    sent = {"name": "Bude & District", "zone": "Europe/Jersey", "currency": "EUR", "usual_ruleset": "benny"}
    assert "The settings are kept." in text_of(client.post(there, sent, follow=True))
    club.refresh_from_db()
    assert (club.name, club.slug, club.zone, club.currency) == (
        "Bude & District", "bude-euchre-club", "Europe/Jersey", "EUR",
    )  # fmt: skip
    assert client.post(there, sent | {"zone": "Nowhere"}).status_code == 422
