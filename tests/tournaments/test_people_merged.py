"""Two records of one person made one: nothing of either history is lost; what contradicts it is refused."""

from collections import Counter
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from scoring.models import CardLine, LedgerLine
from tests import factories as make
from tests import leagues
from tests.desk import DIRECTOR, make_drawn, matches_of, play
from tournaments.actors import VISITOR
from tournaments.engine.errors import EventViolation
from tournaments.models import (
    CashFact,
    Club,
    Contact,
    Entry,
    Ladder,
    LadderRung,
    Membership,
    Pair,
    PartnerDraw,
    Player,
    PlayerAlias,
    PlayerMerge,
    PlayerRating,
    Pot,
    RatingPoint,
    Seating,
    SquadMember,
    Tally,
)
from tournaments.selectors.people_merged import HELD_IN_JSON, merge_seen, places_of
from tournaments.selectors.person_history import person_page
from tournaments.services.people import PersonFacts, change_player
from tournaments.services.people_merged import merge_players, undo_merge
from tournaments.services.ratings import rebuild_ratings

pytestmark = pytest.mark.django_db

MADE_FROM_THE_REST = (
    "ClubRevision", "EventRevision", "PlayerRating", "RatingPoint", "Change", "Touched", "AuditEntry",
)  # fmt: skip


def merge(kept: Player, gone: Player, reason: str = "") -> PlayerMerge:
    return merge_players(kept=kept, gone=gone, actor=DIRECTOR, reason=reason)


def refused(kept: Player, gone: Player) -> str:
    """The sentence of the refusal; nothing has changed."""
    before = snapshot()
    with pytest.raises(EventViolation) as why:
        merge(kept, gone)
    assert snapshot() == before
    return why.value.sentence


def snapshot() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table that has to do with people, as it is."""
    seen = [model for model in apps.get_models() if model._meta.app_label in {"tournaments", "scoring"}]
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in seen}


def pointing_at(player_id: int) -> list[str]:
    """Tables with rows of this player, found by asking each table's own columns."""
    return [
        f"{model.__name__}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model is Player
        if model._base_manager.filter(**{field.attname: player_id}).exists()
    ]


def recount(*people: int) -> dict[str, Any]:
    """The history of these records together, counted by hand from the rows themselves."""
    done = [one for one in Tally.objects.select_related("round") if one.player_id in people]
    entered = [
        one.event_id
        for one in Entry.objects.select_related("pair")
        if {one.player_id, *((one.pair.first_id, one.pair.second_id) if one.pair else ())} & set(people)
    ]
    met: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for mine in done:
        for other in Tally.objects.filter(match=mine.match).exclude(pk=mine.pk).select_related("player"):
            met[other.side == mine.side][str(other.player)] += 1
    return {
        "nights": sorted(set(entered)),
        "rounds": len({(one.round.event_id, one.round_id) for one in done}),
        "points": sum(one.points for one in done),
        "lone": sum(one.lone_marched for one in done),
        "partners": met[True],
        "opponents": met[False],
    }


def shown(player: Player) -> dict[str, Any]:
    """The same, as the person's page tells it."""
    page = person_page(player, VISITOR)
    assert page is not None
    return {
        "nights": sorted(night.event.pk for night in page.nights),
        "rounds": page.rounds_played,
        "points": page.points,
        "lone": page.lone_marches,
        "partners": Counter({one.name: one.rounds for one in page.partners}),
        "opponents": Counter({one.name: one.rounds for one in page.opponents}),
    }


@pytest.fixture
def two(club: Club) -> tuple[Player, Player]:
    """Ann as she was entered on three nights, and as she was misspelled on two others."""
    people = make.make_players(club, 9)
    ann, misspelled, others = people[0], make.make_player(club, "Ann Trewinn"), people[1:8]
    for week in range(3):
        make.make_night(club, people=[ann, *others], plays_on=date(2026, 1, 1 + 7 * week), state="finished")
    for week in range(2):
        there = [*others[:4], misspelled, *others[4:]]
        make.make_night(club, people=there, plays_on=date(2026, 2, 1 + 7 * week), state="finished")
    return ann, misspelled


def test_both_histories_are_kept(club, two):
    ann, misspelled = two
    before = recount(ann.pk, misspelled.pk)
    apart = recount(ann.pk)["rounds"], recount(misspelled.pk)["rounds"]
    merged = merge(ann, misspelled, "a slip of the pen")
    assert pointing_at(merged.gone_id) == []
    assert recount(ann.pk) == before == shown(ann)
    assert before["rounds"] == sum(apart)
    assert [alias.name for alias in ann.aliases.all()] == ["Ann Trewinn"]
    undo_merge(merge=merged, actor=DIRECTOR)
    back = Player.objects.get(pk=merged.gone_id)
    assert (recount(ann.pk)["rounds"], recount(back.pk)["rounds"]) == apart
    assert shown(back) == recount(back.pk)


def test_a_merge_taken_back_leaves_every_table_as_it_was(club, two):
    ann, misspelled = two
    PlayerAlias.objects.create(player=misspelled, name="Annie", sort_key="annie")
    Contact.objects.create(player=misspelled, email="ann@example.org")
    before = snapshot()
    undo_merge(merge=merge(ann, misspelled), actor=DIRECTOR)
    after = snapshot()
    for name in (*MADE_FROM_THE_REST, "PlayerMerge"):
        before.pop(f"tournaments.{name}")
        after.pop(f"tournaments.{name}")
    assert after == before


def rated(club: Club) -> dict[str, list[tuple[date, float, float, int]]]:
    points = RatingPoint.objects.filter(event__club=club).select_related("player", "event").order_by("event")
    told: dict[str, list[tuple[date, float, float, int]]] = {}
    for one in points.order_by("event__plays_on", "event"):
        told.setdefault(one.player.name, []).append((one.event.plays_on, one.mu, one.sigma, one.matches))
    return told


def test_ratings_are_those_of_one_person_who_played_all_of_it(club, two, django_capture_on_commit_callbacks):
    ann, misspelled = two
    rebuild_ratings(club_id=club.pk)
    with django_capture_on_commit_callbacks(execute=True):
        merge(ann, misspelled)
    other = make.make_club("The same, without the slip")
    people = make.make_players(other, 9)
    for week in range(3):
        make.make_night(other, people=people[:8], plays_on=date(2026, 1, 1 + 7 * week), state="finished")
    for week in range(2):
        there = [*people[1:5], people[0], *people[5:8]]
        make.make_night(other, people=there, plays_on=date(2026, 2, 1 + 7 * week), state="finished")
    rebuild_ratings(club_id=other.pk)
    assert rated(club) == rated(other)
    assert len(rated(club)["Ann Trewin"]) == 5
    assert PlayerRating.objects.filter(player__club=club).count() == 8


def test_score_sheets_are_not_touched(club):
    event = make_drawn(make.make_event(club))
    play(matches_of(event)[0], DIRECTOR, 3, 5)
    entry = event.entries.get(number=1)
    sheets = [list(model.objects.order_by("pk").values()) for model in (LedgerLine, CardLine)]
    merge(make.make_player(club, "The Real Ann"), entry.player)
    assert [list(model.objects.order_by("pk").values()) for model in (LedgerLine, CardLine)] == sheets
    assert Seating.objects.filter(player__name="The Real Ann").count() == 2


def test_who_took_part_in_one_event_is_two(club):
    night = make.make_night(club, players=8)
    one, other = (night.entries.get(number=number).player for number in (1, 2))
    sentence = refused(one, other)
    assert "Both took part in Thursday night, 12 March 2026." in sentence


def test_who_sat_in_one_round_is_two_even_as_a_substitute(club):
    event = make_drawn(make.make_event(club))
    stranger, one = make.make_player(club, "Sub Stitute"), event.entries.get(number=1).player
    match = matches_of(event)[1]
    make.make_seating(match, "N", event.entries.get(number=5), from_hand=3)
    Seating.objects.filter(match=match, from_hand=3).update(player=stranger)
    assert "Both sat at tables in round 1 of Thursday night." in refused(one, stranger)


def test_who_is_in_one_squad_is_two(club):
    division = leagues.make_division(leagues.make_season(club))
    leagues.make_squads(division)
    team = division.teams.first()
    one, other = (member.player for member in team.squad.all()[:2])
    assert f"Both are in the squad of {team}." in refused(one, other)
    SquadMember.objects.filter(player=other).update(left_on=date(2026, 1, 1))
    merge(one, other)
    assert team.squad.filter(player=one).count() == 2  # a registration that ended, and one that holds


def test_who_is_a_pair_is_two(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    pair = Pair.objects.create(club=club, first=one, second=other)
    ladder = Ladder.objects.create(club=club, name="Ladder", slug="ladder")
    rung = LadderRung.objects.create(ladder=ladder, pair=pair, rung=1)
    assert f"{one.name} and {other.name} are a pair." in refused(one, other)
    rung.delete()
    merge(one, other)
    assert not Pair.objects.exists()


def test_pairs_go_over_and_doubled_ones_become_one(club):
    one, other, cora, dan = (make.make_player(club, name) for name in ("Ann A", "An A", "Cora C", "Dan D"))
    mine = Pair.objects.create(club=club, first=one, second=cora)
    theirs = Pair.objects.create(club=club, first=other, second=cora)
    alone = Pair.objects.create(club=club, first=other, second=dan)
    events = [make.make_event(club, f"Night {n}") for n in range(3)]
    for event, pair in zip(events, (mine, theirs, alone), strict=True):
        Entry.objects.create(event=event, number=1, pair=pair)
    merged = merge(one, other)
    assert [entry.pair_id for entry in Entry.objects.order_by("event_id")] == [mine.pk, mine.pk, alone.pk]
    alone.refresh_from_db()
    assert {alone.first_id, alone.second_id} == {one.pk, dan.pk}
    assert Pair.objects.count() == 2
    undo_merge(merge=merged, actor=DIRECTOR)
    assert [entry.pair_id for entry in Entry.objects.order_by("event_id")] == [mine.pk, theirs.pk, alone.pk]
    theirs.refresh_from_db()
    assert (theirs.first_id, theirs.second_id) == (other.pk, cora.pk)


def test_one_ladder_takes_a_person_once(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    ladder = Ladder.objects.create(club=club, name="Ladder", slug="ladder")
    for rung, player in enumerate((one, other), start=1):
        LadderRung.objects.create(ladder=ladder, player=player, rung=rung)
    assert "Both have a ladder rung" in refused(one, other)


def test_money_and_accounts_and_drawn_partners_go_over(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    event = make.make_event(club)
    pot = Pot.objects.create(event=event, number=1, name="Fee", kind="entry", fee=300, currency="GBP")
    CashFact.objects.create(pot=pot, player=other, position=1, kind="paid", amount=300, taken_by="x")
    make.make_account("bob", club, Membership.Role.MEMBER, other)
    make.make_entry(event, other)
    singles = [{"player": other.pk, "number": 1, "categories": [], "filler": False}]
    PartnerDraw.objects.create(
        event=event, seed="7", singles=singles, wishes=[["apart", other.pk, 0]], drawn_by="x"
    )
    merged = merge(one, other)
    drawn = PartnerDraw.objects.get()
    assert (drawn.singles[0]["player"], drawn.wishes) == (one.pk, [["apart", one.pk, 0]])
    assert CashFact.objects.get().player == Membership.objects.get(user__username="bob").player == one
    undo_merge(merge=merged, actor=DIRECTOR)
    drawn.refresh_from_db()
    assert (drawn.singles[0]["player"], drawn.wishes) == (other.pk, [["apart", other.pk, 0]])
    assert (
        CashFact.objects.get().player_id == Membership.objects.get(user__username="bob").player_id == other.pk
    )


def test_how_to_reach_somebody_is_not_overwritten(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    Contact.objects.create(player=other, phone="2")
    merge(one, other)
    assert Contact.objects.get().player == one
    third = make.make_player(club, "Cora Nance")
    Contact.objects.create(player=third, phone="3")
    merge(one, third)
    assert Contact.objects.get().phone == "2"
    assert {alias.name for alias in one.aliases.all()} == {"Bob Rowe", "Cora Nance"}


def test_merges_are_taken_back_in_turn_and_once(club):
    one, other, third = (make.make_player(club, name) for name in ("Ann A", "An A", "Anne A"))
    first, second = merge(one, other), merge(one, third)
    for bad, code in ((first, "merge-not-last"),):
        with pytest.raises(EventViolation) as why:
            undo_merge(merge=bad, actor=DIRECTOR)
        assert why.value.code == code
    undo_merge(merge=second, actor=DIRECTOR)
    undo_merge(merge=first, actor=DIRECTOR)
    with pytest.raises(EventViolation) as why:
        undo_merge(merge=first, actor=DIRECTOR)
    assert why.value.code == "merge-undone"
    assert Player.objects.count() == 3


def test_a_person_merged_twice_over_is_parted_step_by_step(club):
    one, other, third = (make.make_player(club, name) for name in ("Ann A", "An A", "Anne A"))
    event = make.make_event(club)
    make.make_entry(event, other)
    first = merge(one, other)
    second = merge(third, one)
    assert Entry.objects.get().player == third
    first.refresh_from_db()
    assert first.kept == third
    undo_merge(merge=second, actor=DIRECTOR)
    first.refresh_from_db()
    undo_merge(merge=first, actor=DIRECTOR)
    assert Entry.objects.get().player_id == other.pk


def test_nobody_is_made_one_with_themselves_or_with_another_club(club):
    one = make.make_player(club)
    for other in (one, make.make_player(make.make_club("Other Club"))):
        with pytest.raises(EventViolation) as why:
            merge(one, other)
        assert why.value.code == "merge-unfit"


def test_who_was_erased_is_nobody_to_be_named_again(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    merged = merge(one, other)
    third = make.make_player(club, "Cora Nance")
    Player.objects.filter(pk=one.pk).update(erased_at=timezone.now())
    for action in (
        lambda: undo_merge(merge=merged, actor=DIRECTOR),
        lambda: merge(third, one),
        lambda: change_player(player=one, facts=PersonFacts(name="Ann Trewin"), actor=DIRECTOR),
    ):
        with pytest.raises(EventViolation) as why:
            action()
        assert why.value.code in {"merge-erased", "person-erased"}


def test_the_stricter_privacy_holds_for_both(club):
    one, other = make.make_player(club), make.make_player(club, "Bob Rowe")
    Player.objects.filter(pk=other.pk).update(privacy=Player.Privacy.HIDDEN)
    merge(one, other)
    one.refresh_from_db()
    assert one.privacy == Player.Privacy.HIDDEN


def test_what_is_to_go_over_is_told_before(club, two):
    ann, misspelled = two
    seen = merge_seen(ann, misspelled)
    rounds = Tally.objects.filter(player=misspelled).count()
    assert seen.against == []
    assert dict(seen.goes) == {
        "entries": 2,
        "tallies": rounds,
        "seatings": Seating.objects.filter(player=misspelled).count(),
    }


def test_every_column_that_names_people_is_known() -> None:
    """Keys are found by themselves; a new column of JSON is put into one of two lists by whoever makes it."""
    found = {(model, field.name) for model, field in places_of(Player)}
    told = {
        (relation.related_model, relation.field.name)
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ManyToOneRel)
    }
    assert found == told
    for model in HELD_IN_JSON:
        assert any(isinstance(field, models.JSONField) for field in model._meta.fields)
