"""Rulesets of a club's own: made field by field, told in words, versioned, and frozen by every event."""

from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RulesetError
from scoring.engine.hands import HandFacts, award
from scoring.engine.rulesets import Ruleset, changed, field_names
from scoring.engine.seats import Seat
from tests.desk import DIRECTOR
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.forms import EventForm
from tournaments.forms_ruleset import GROUPS, RulesetForm
from tournaments.models import Club, ClubRuleset, Event, EventPolicy, FrozenRow
from tournaments.selectors.club_rules import offered_rules, ruleset_of, rulesets_of, versions_of
from tournaments.services.club_rules import make_ruleset, offer_ruleset, retire_ruleset, revise_ruleset

PROGRESSIVE = RULESETS["progressive-eight-hands"]
FOUR = [rules for rules in RULESETS.values() if rules.players == 4]
db = pytest.mark.django_db


def own(club: Club, name: str = "Bude rules", **changes: object) -> ClubRuleset:
    rules = changed(PROGRESSIVE, changes)
    return make_ruleset(club=club, name=name, rules=rules, actor=DIRECTOR)


def as_shown(rules: Ruleset) -> dict[str, Any]:
    """What a browser sends back when nothing on the form is touched."""
    form = RulesetForm(rules)
    return {"name": "Ours"} | {
        field: "" if (value := form.initial[field]) is None else str(value)
        for _, labels in GROUPS
        for field in labels
    }


def test_every_field_of_a_ruleset_can_be_changed_but_the_number_of_players() -> None:
    shown = [field for _, labels in GROUPS for field in labels]
    assert len(shown) == len(set(shown))
    assert set(field_names()) - set(shown) == {"key", "name", "players"}


@pytest.mark.parametrize("rules", FOUR, ids=lambda rules: rules.key)
def test_an_untouched_form_says_the_same_rules(rules: Ruleset) -> None:
    form = RulesetForm(rules, as_shown(rules))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == changed(rules, {"name": "Ours"})


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_the_form_makes_what_the_engine_makes_or_refuses_with_its_sentence(data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(FOUR))
    other = data.draw(st.sampled_from(FOUR))
    shown = [field for _, labels in GROUPS for field in labels]
    some = data.draw(st.sets(st.sampled_from(shown), max_size=8))
    sent = as_shown(start) | {field: as_shown(other)[field] for field in some}
    form = RulesetForm(start, sent)
    try:
        wanted = changed(start, {field: getattr(other, field) for field in some} | {"name": "Ours"})
    except RulesetError as refused:
        assert not form.is_valid()
        assert refused.sentence in str(form.errors)
    else:
        assert form.is_valid(), form.errors
        assert form.cleaned_data["rules"] == wanted


@db
def test_a_ruleset_is_told_by_what_it_changes(club):
    own(club, euchre=4, lone_march=6)
    (shown,) = rulesets_of(club)
    assert shown.origin == PROGRESSIVE.name
    assert len(shown.changes) == 2
    assert all(" instead of " in change for change in shown.changes)
    assert shown.rules.name == "Bude rules"


@db
def test_an_event_keeps_the_version_it_was_set_up_with(club):
    ruleset = own(club, march=3)
    client = signed_in("dora")
    there = reverse("tournaments:event_new", args=[club.slug])
    sent = {
        "name": "Thursday",
        "plays_on": "2026-12-03",
        "ruleset": "own-bude-rules",
        "rounds": "8",
        "sit_out_points": "0",
        "level_game": "half",
        "measure_1": "PTS",
        "movement": "rotation",
        "entrants": "players",
    }
    assert "Bude rules" in text_of(client.get(there))
    assert client.post(there, sent).status_code == 302
    event = Event.objects.get(club=club)
    rules = Ruleset.from_dict(EventPolicy.objects.get(event=event).ruleset)
    facts = HandFacts(maker=Seat.N, alone=frozenset(), tricks=5)
    assert (rules.name, award(facts, rules).by_side[rules.side_of(Seat.N)]) == ("Bude rules", 3)
    revise_ruleset(ruleset=ruleset, rules=changed(rules, {"march": 4}), reason="voted", actor=DIRECTOR)
    assert Ruleset.from_dict(EventPolicy.objects.get(event=event).ruleset).march == 3
    terms = client.get(reverse("tournaments:terms", args=[club.slug, event.slug]))
    assert terms.context["form"]["ruleset"].value() == "kept"
    assert offered_rules(club)["own-bude-rules"].march == 4


@db
def test_versions_count_on_and_tell_what_each_changed(club):
    ruleset = own(club)
    first = ruleset_of(club, "bude-rules")
    assert first is not None
    revise_ruleset(ruleset=ruleset, rules=changed(first.rules, {"euchre": 4}), reason="tried", actor=DIRECTOR)
    newest, oldest = versions_of(ruleset)
    assert (newest.version.number, newest.version.reason, oldest.changes) == (2, "tried", [])
    assert newest.changes
    with pytest.raises(EventViolation) as why:
        revise_ruleset(ruleset=ruleset, rules=changed(first.rules, {"euchre": 4}), reason="", actor=DIRECTOR)
    assert why.value.code == "ruleset-same"
    with pytest.raises(FrozenRow):
        newest.version.save()


@db
def test_names_differ_and_addresses_are_free(club):
    own(club)
    for name, code in (
        ("bude RULES", "ruleset-name-taken"),
        ("!", "ruleset-name-empty"),
        ("New", "ruleset-name-empty"),
    ):
        with pytest.raises(EventViolation) as why:
            own(club, name)
        assert why.value.code == code
    own(Club.objects.get(name="Looe Euchre"))


@db
def test_retired_rules_are_offered_for_nothing(club):
    ruleset = own(club)
    retire_ruleset(ruleset=ruleset, actor=DIRECTOR)
    assert offered_rules(club) == {}
    assert [one.ruleset for one in rulesets_of(club, retired=True)] == [ruleset]
    offer_ruleset(ruleset=ruleset, actor=DIRECTOR)
    assert list(offered_rules(club)) == ["own-bude-rules"]


@db
def test_a_club_is_offered_its_own_rules_and_no_other_clubs(club):
    own(club)
    own(Club.objects.get(name="Looe Euchre"), "Looe rules")
    form = EventForm(own=offered_rules(club))
    keys = [key for key, _ in form.fields["ruleset"].choices]
    assert keys[0] == "own-bude-rules"
    assert set(keys[1:]) == {rules.key for rules in FOUR}


@db
def test_the_list_costs_the_same_queries_however_many_rules(club, django_assert_num_queries):
    for number in range(6):
        own(club, f"Rules {number}")
    with django_assert_num_queries(2):
        assert len(rulesets_of(club)) == 6


@db
def test_the_pages_make_show_change_and_retire(club):
    client = signed_in("dora")
    new = reverse("tournaments:club_ruleset_new", args=[club.slug])
    assert PROGRESSIVE.name in text_of(client.get(new))
    assert client.get(new, {"start": "no such"}).status_code == 200
    there = f"{new}?start={PROGRESSIVE.key}"
    assert client.get(there).status_code == 200
    sent = as_shown(PROGRESSIVE) | {"name": "Bude rules", "euchre": "4"}
    assert client.post(there, sent | {"euchre": "400"}).status_code == 422
    assert client.post(there, sent | {"target": "10"}).status_code == 422  # hands and a target contradict
    made = client.post(there, sent, follow=True)
    assert "Bude rules may be chosen for events from now on." in text_of(made)
    assert client.post(there, sent).status_code == 422
    change = reverse("tournaments:club_ruleset_change", args=[club.slug, "bude-rules"])
    assert "Version 2 of Bude rules is in force." in text_of(
        client.post(change, sent | {"euchre": "3", "reason": "voted"}, follow=True)
    )
    assert client.post(change, sent | {"euchre": "3"}).status_code == 422
    state = reverse("tournaments:club_ruleset_state", args=[club.slug, "bude-rules"])
    assert "Retired" in text_of(client.post(state, {"change": "retire"}, follow=True))
    client.post(state, {"change": "offer"})
    assert offered_rules(club)["own-bude-rules"].euchre == 3
