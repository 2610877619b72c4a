"""A score in dispute: both ways to decide it, what stands on the sheet then, and two directors at once."""

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import LedgerLine
from scoring.services.disputes import SHEET, dispute_at, settle_dispute
from scoring.services.lines import NewLine, record_line
from tests import factories
from tests.desk import DIRECTOR, make_drawn, matches_of, play, signed_in
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, MatchResult, Membership
from tournaments.services.links import issue_table_links, open_link

pytestmark = [pytest.mark.django_db, pytest.mark.db]

THEIRS = {"NS": 8, "EW": 4}


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn(factories.make_event(club))


@pytest.fixture
def phone(event: Event) -> Actor:
    return Actor.of_link(open_link(issue_table_links(event=event, tables=2, actor=DIRECTOR)[0].token))


@pytest.fixture
def match(event: Event, phone: Actor) -> Iterator[Match]:
    """Eight hands by North: five points, a euchre, a march and another point; E/W do not accept it."""
    one = Match.objects.select_related("round__event__club").get(pk=matches_of(event)[0].pk)
    game = play(one, phone, 3, 4, 3, 4, 3, 2, 5, 3)
    said = NewLine(id=uuid4(), kind="confirmation", facts={"side": "EW", "disputed": THEIRS})
    record_line(game_id=game.pk, new=said, actor=phone)
    yield one


def live(match: Match) -> dict[str, object]:
    return MatchResult.objects.get(match=match).live


def decide(match: Match, choice: str, seen: str | None = None, reason: str = "Counted together") -> None:
    there = dispute_at(match)
    assert there is not None or seen is not None
    seen = there.seen if seen is None and there is not None else seen or ""
    settle_dispute(match=match, choice=choice, seen=seen, reason=reason, actor=DIRECTOR, line=uuid4())


def test_the_dispute_shows_both_figures(match):
    there = dispute_at(match)
    assert there is not None
    assert (dict(there.score), dict(there.figures)) == ({"NS": 8, "EW": 2}, {"EW": THEIRS})


def test_the_sheet_may_stand_and_the_directors_word_says_why(match):
    decide(match, SHEET)
    assert dispute_at(match) is None
    now = live(match)
    assert (now["score"], now["disputed"], now["confirmed"]) == ({"NS": 8, "EW": 2}, {}, ["EW"])
    word = LedgerLine.objects.order_by("-position").first()
    assert word is not None and word.replaces is not None
    assert (word.kind, word.reason, word.replaces.facts["disputed"]) == (
        "confirmation",
        "Counted together",
        THEIRS,
    )


def test_a_sides_figures_may_count_and_the_hands_stay_on_the_sheet(match):
    decide(match, "EW")
    assert dispute_at(match) is None
    now = live(match)
    assert (now["score"], now["card"], now["over"]) == (THEIRS, False, True)
    assert LedgerLine.objects.filter(kind="hand", replaced_by__isnull=True).count() == 8


def test_it_takes_a_reason_and_a_side_that_disputes(match):
    for choice, reason, code in ((SHEET, " ", "reason-missing"), ("NS", "So", "choice-unknown")):
        with pytest.raises(RuleViolation) as refused:
            decide(match, choice, reason=reason)
        assert refused.value.code == code
    assert live(match)["disputed"] == {"EW": THEIRS}


def test_the_second_director_is_told_that_it_is_decided(match):
    there = dispute_at(match)
    assert there is not None
    decide(match, SHEET)
    with pytest.raises(LineConflict) as refused:
        decide(match, "EW", seen=there.seen)
    assert "another director decided" in refused.value.sentence
    assert live(match)["score"] == {"NS": 8, "EW": 2}


def test_a_sheet_changed_since_is_told_with_its_figures(match, phone):
    there = dispute_at(match)
    assert there is not None
    said = NewLine(id=uuid4(), kind="confirmation", facts={"side": "NS", "disputed": {"NS": 9, "EW": 2}})
    record_line(game_id=match.games.get().pk, new=said, actor=phone)
    with pytest.raises(LineConflict) as refused:
        decide(match, "EW", seen=there.seen)
    assert refused.value.sentence == "The sheet was changed meanwhile and now says 8 to 2. Look, then decide."
    decide(match, SHEET)
    assert (live(match)["disputed"], live(match)["confirmed"]) == ({}, ["EW", "NS"]), "both are answered"


# --- the pages ---


def at(name: str, match: Match) -> str:
    event = match.round.event
    return reverse(f"scoring:{name}", args=[event.club.slug, event.slug, match.pk])


def test_two_directors_at_the_page(match, club):
    dora, olive = (signed_in(Membership.Role.DIRECTOR, club, name) for name in ("dora", "olive"))
    shown = dora.get(at("dispute", match))
    assert "8 to 4" in shown.content.decode() and "8 to 2" in shown.content.decode()
    sent = {"choice": "EW", "seen": shown.context["dispute"].seen, "line": str(shown.context["line"])}
    assert dora.post(at("dispute", match), sent).status_code == 422
    assert dora.post(at("dispute", match), sent | {"reason": "Their card"}).status_code == 302
    late = olive.post(at("dispute", match), sent | {"choice": SHEET, "reason": "No"})
    assert late.status_code == 409
    assert live(match)["score"] == THEIRS


def test_a_director_takes_a_table_over_beside_its_phone(match, club, event):
    dora = signed_in(Membership.Role.DIRECTOR, club, "dora")
    two = Match.objects.select_related("round__event__club").get(pk=matches_of(event)[1].pk)
    answer = dora.post(at("take_over", two))
    assert answer.status_code == 302
    page = Client().get(answer["Location"])
    assert page.status_code == 200 and "Table 2" in page.content.decode()
    links = event.table_links.filter(table=2, revoked_at__isnull=True)
    assert links.count() == 2, "the table's own link works on"
    assert signed_in(Membership.Role.SCORER, club, "sam").post(at("take_over", two)).status_code == 403


def test_who_won_a_race_is_for_its_hands_to_say(club):
    race = factories.Ruleset(key="race", name="To five", target=5)
    event = make_drawn(factories.make_event(club, "Race", ruleset=race))
    actor = Actor.of_link(open_link(issue_table_links(event=event, tables=2, actor=DIRECTOR)[0].token))
    one = Match.objects.select_related("round__event__club").get(pk=matches_of(event)[0].pk)
    game = play(one, actor, 5, 5, 2, 3)
    for figures, moved in (({"NS": 3, "EW": 5}, False), ({"NS": 5, "EW": 3}, True)):
        facts = {"side": "EW", "disputed": figures}
        old = LedgerLine.objects.filter(kind="confirmation", replaced_by__isnull=True).first()
        said = NewLine(id=uuid4(), kind="confirmation", facts=facts, replaces=old.pk if old else None)
        record_line(game_id=game.pk, new=said, actor=actor)
        if moved:
            decide(one, "EW")
            continue
        with pytest.raises(RuleViolation) as refused:
            decide(one, "EW")
        assert refused.value.code == "winner-differs"
    assert live(one)["score"] == {"NS": 5, "EW": 3}
