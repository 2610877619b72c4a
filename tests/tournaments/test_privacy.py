"""What strangers read of people: nothing that a person does not allow, on any page and by any route.

The people of these tests are called as nobody is, so that a name that gets out is found wherever it stands.
"""

import re
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.exceptions import NoReverseMatch

from scoring.models import Game
from scoring.services.matches import open_match
from tests import factories, leagues
from tests.tournaments.bracket_events import bracket_event
from tournaments.actors import Actor
from tournaments.asking import Asking, asked_by
from tournaments.engine.names import initials
from tournaments.models import Club, Entry, Event, Fixture, Match, Pair, Player, Round, Stage
from tournaments.models.names import HIDDEN_NAME, NameHeldBack
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.ladders import LadderTerms, create_ladder, join_pair
from tournaments.services.links import issue_table_links
from tournaments.services.privacy import change_privacy
from tournaments.services.ratings import rebuild_ratings
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db

DIRECTOR = Actor(code="user:1", user_id=1)
ODD = re.compile(r"[Qq]x(?:an[a-z]{3}a|um[a-z]{3}z|note[a-z]a)")
"""No word of the house looks like the names that are planted."""
TABLES_OWN = {"scoring:table", "scoring:hand-cards"}
"""Whoever holds a table's link is no stranger."""


def odd_name(number: int) -> str:
    letters = "".join(chr(97 + number // 26**power % 26) for power in range(3))
    return f"Qxan{letters}a Qxum{letters}z"


@pytest.fixture
def planted(club: Club) -> Club:
    """A club with a night, a finished one, a bracket of pairs, a league and a ladder; nobody gives a name."""
    night = factories.make_night(club, players=9)
    factories.make_night(club, players=8, name="Last week", state=Event.State.FINISHED, people=None)
    Event.objects.filter(pk=night.pk).update(slug="tonight")
    bracket = bracket_event(4, club=club, pairs=True)
    propose_bracket(event=bracket, actor=DIRECTOR, seed="s")
    accept_bracket(event=bracket, seed="s", actor=DIRECTOR)
    division = leagues.make_division(leagues.make_season(club))
    leagues.make_squads(division)
    for fixture in leagues.draw(division)[:2]:
        leagues.play(fixture, 5)
    ladder = create_ladder(club=club, name="Ladder", terms=LadderTerms())
    people = list(Player.objects.filter(club=club).order_by("pk"))
    join_pair(ladder=ladder, one=people[0], other=people[1])
    for number, player in enumerate(people):
        player.name, player.sort_key = odd_name(number), f"{odd_name(number).split()[1].lower()},x"
        player.note = f"qxnote{chr(97 + number % 26)}a"
        player.privacy = Player.Privacy.HIDDEN
        player.save()
    for match in Match.objects.filter(round__event=night, round__state=Round.State.ACCEPTED):
        open_match(match=match)
    for event in Event.objects.filter(club=club):
        event.revision_row.number += 1
        event.revision_row.save()
        publish_standings(event_id=event.pk)
    rebuild_ratings(club_id=club.pk)
    return club


def known_parts(club: Club) -> dict[str, list[object]]:
    """What may stand in an address of this club."""
    seasons: list[object] = [one.slug for one in club.seasons.all()]
    return {
        "club": [club.slug],
        "event": [*club.events.values_list("slug", flat=True)],
        "number": [1, 3],
        "player": [*club.players.order_by("pk").values_list("pk", flat=True)[:2]],
        "season": seasons,
        "ladder": [one.slug for one in club.ladders.all()],
        "division": [*club.seasons.values_list("divisions", flat=True)],
        "team": [*club.seasons.values_list("divisions__teams", flat=True)[:2]],
        "fixture": [*Fixture.objects.order_by("pk").values_list("pk", flat=True)[:2]],
        "game": [*Game.objects.values_list("pk", flat=True)[:1]],
        "match": [*Match.objects.values_list("pk", flat=True)[:1]],
        "entry": [*Entry.objects.values_list("pk", flat=True)[:1]],
        "stage": [*Stage.objects.values_list("pk", flat=True)[:1]],
        "key": ["club"],
    }


def patterns(found: list[URLPattern | URLResolver], space: str = "") -> Iterator[tuple[str, list[str]]]:
    """Name and parts of every address but the admin's."""
    for one in found:
        if isinstance(one, URLPattern):
            yield f"{space}{one.name}", list(one.pattern.converters)
        elif one.namespace != "admin":
            yield from patterns(one.url_patterns, f"{one.namespace}:" if one.namespace else space)


def addresses(club: Club) -> set[str]:
    """Every address of the service that can be made of what there is; the API takes numbers of events."""
    parts, found = known_parts(club), set()
    for name, needed in patterns(get_resolver().url_patterns):
        if name in TABLES_OWN:
            continue
        most = max((len(parts.get(one, [1])) for one in needed), default=1)
        for at in range(most):
            held = {one: (parts.get(one) or [1])[at % len(parts.get(one) or [1])] for one in needed}
            for event in club.events.all() if "event" in needed else [None]:
                if event is not None:
                    held["event"] = event.slug
                for chosen in (held, held | {"event": event.pk}) if event is not None else (held,):
                    try:
                        found.add(reverse(name, kwargs=chosen))
                    except NoReverseMatch:
                        continue
    return found


def read_all(client: Client, club: Club) -> dict[str, str]:
    """Address → text of all that answers 200, links followed."""
    waiting, read = sorted(addresses(club)), {}
    seen = set(waiting)
    while waiting:
        there = waiting.pop()
        answer = client.get(there)
        if answer.status_code != 200:
            assert not ODD.search(str(answer.headers)), there
            continue
        text = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
        read[there] = unquote(text.decode(errors="replace")) + str(answer.headers)
        if "html" not in answer.headers.get("Content-Type", ""):
            continue
        for link in re.findall(r'href="([^"#]+)', read[there]):
            path = urlsplit(link).path
            if path.startswith("/") and not path.startswith(("/static/", "/admin/")) and link not in seen:
                seen.add(link)
                waiting.append(link)
    return read


def test_no_page_and_no_route_tells_a_stranger_a_name(planted: Club) -> None:
    stan = Client()
    stan.force_login(User.objects.get(username="stan"))
    for client in (Client(), stan):
        read = read_all(client, planted)
        told = {there: sorted(set(ODD.findall(text))) for there, text in read.items() if ODD.search(text)}
        assert told == {}
        assert sum(HIDDEN_NAME in text for text in read.values()) >= 10
        assert len(read) >= 40


def test_the_clubs_people_read_the_names(planted: Club) -> None:
    client = Client()
    client.force_login(User.objects.get(username="moss"))
    event = planted.events.get(slug="tonight")
    for name in ("event", "standings", "sit", "wall"):
        page = client.get(reverse(f"tournaments:{name}", args=[planted.slug, event.slug])).content.decode()
        assert ODD.search(page), name


def test_who_holds_a_tables_link_reads_the_names_at_it(planted: Club) -> None:
    event = planted.events.filter(rounds__matches__games__isnull=False).first()
    assert event is not None
    token = issue_table_links(event=event, tables=1, actor=DIRECTOR)[0].token
    page = Client().get(reverse("scoring:table", args=[token])).content.decode()
    assert ODD.search(page)


def test_initials_are_what_they_are() -> None:
    assert initials("Ann Trewin") == "A. T."
    assert initials("Zoë van der Berg") == "Z. B."
    assert initials("Ö'Neil Smith-Jones") == "Ö. S."
    assert initials("van") == "V."
    assert initials("12") == ""


def test_a_person_is_shown_as_the_person_allows(club: Club, night: Event) -> None:
    player = night.entries.order_by("number")[0].player
    assert player is not None
    there = reverse("tournaments:standings", args=[club.slug, night.slug])
    for privacy, shown in (
        ("initials", initials(player.name)),
        ("hidden", HIDDEN_NAME),
        ("full", player.name),
    ):
        change_privacy(player=player, privacy=Player.Privacy(privacy))
        publish_standings(event_id=night.pk)
        page = Client().get(there).content.decode()
        assert shown in page
        assert (player.name in page) == (privacy == "full")


def test_who_is_nobody_has_no_page(club: Club, night: Event) -> None:
    player = night.entries.order_by("number")[0].player
    assert player is not None
    there = reverse("tournaments:player", args=[club.slug, player.pk])
    assert Client().get(there).status_code == 200
    change_privacy(player=player, privacy=Player.Privacy.HIDDEN)
    assert Client().get(there).status_code == 404
    member = Client()
    member.force_login(User.objects.get(username="moss"))
    assert member.get(there).status_code == 200


def test_every_kind_of_question_gets_the_same_name(club: Club) -> None:
    """A row, its values, a search, an order, a join: whatever asks, the database answers the same."""
    one = factories.make_player(club, "Ann Trewin", note="of Bude")
    other = factories.make_player(club, "Bob Nance")
    Pair.objects.create(club=club, first=one, second=other)
    Player.objects.filter(pk=one.pk).update(privacy="hidden")
    Player.objects.filter(pk=other.pk).update(privacy="initials")
    names = {one.pk: "Ann Trewin", other.pk: "Bob Nance"}
    for clubs, expected in ((set(), {one.pk: HIDDEN_NAME, other.pk: "B. N."}), ({club.pk}, names)):
        with asked_by(Asking(clubs=clubs)):
            assert {row.pk: row.name for row in Player.objects.all()} == expected
            assert dict(Player.objects.values_list("pk", "name")) == expected
            pair = Pair.objects.select_related("first", "second").get()
            assert {pair.first_id: pair.first.name, pair.second_id: pair.second.name} == expected
            assert Pair.objects.values_list("first__name", flat=True).get() == expected[one.pk]
            assert Player.objects.filter(name__icontains="trewin").exists() == bool(clubs)
            assert Pair.objects.filter(first__name="Ann Trewin").exists() == bool(clubs)
            assert Player.objects.get(pk=one.pk).note == ("of Bude" if clubs else "")
            assert sorted(Player.objects.order_by("name").values_list("pk", flat=True)) == [one.pk, other.pk]


def test_a_name_that_was_held_back_is_never_saved(club: Club) -> None:
    player = factories.make_player(club, "Ann Trewin")
    Player.objects.filter(pk=player.pk).update(privacy="hidden")
    with asked_by(Asking()), pytest.raises(NameHeldBack), transaction.atomic():
        Player.objects.get(pk=player.pk).save()
    player.refresh_from_db()
    assert player.name == "Ann Trewin"


def test_an_unlisted_club_is_on_no_list_and_in_no_search_engine(club: Club, night: Event) -> None:
    home, there = reverse("tournaments:home"), reverse("tournaments:club", args=[club.slug])
    assert club.name in Client().get(home).content.decode()
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    answer = client.post(
        reverse("tournaments:club_privacy", args=[club.slug]), {"unlisted": "on", "contact_months": "12"}
    )
    assert answer.status_code == 302
    assert club.name not in Client().get(home).content.decode()
    pages = [
        there,
        *(reverse(f"tournaments:{one}", args=[club.slug, night.slug]) for one in ("event", "wall")),
    ]
    for page in pages:
        assert 'name="robots" content="noindex"' in Client().get(page).content.decode(), page
