"""One of everything that an address can name, in the club of the world."""

from datetime import date, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring.engine.catalogue import RULESETS
from scoring.services.matches import open_match
from tests import factories, leagues
from tests.rights.world import HOUSE, LINE, PEOPLE, SECRET, World
from tests.tournaments.bracket_events import drawn_bracket
from tournaments.actors import Actor
from tournaments.models import (
    ApiToken,
    AuditEntry,
    Event,
    EventPolicy,
    EventPreset,
    Fixture,
    Invitation,
    LadderChallenge,
    LadderRung,
    MailedKey,
    MailWish,
    Match,
    Membership,
    Player,
    PlayerClaim,
    PlayerRating,
    Pot,
    Registration,
    Round,
    Season,
    Trophy,
    Venue,
    Webhook,
    Wish,
)
from tournaments.selectors.links import hash_token
from tournaments.selectors.mail import key_of
from tournaments.services import ladders
from tournaments.services.club_rules import make_ruleset
from tournaments.services.leagues import deduct_points
from tournaments.services.links import issue_table_links
from tournaments.services.partnerships import form_partnership
from tournaments.services.people_merged import merge_players
from tournaments.services.series import NewSeries, create_series
from tournaments.services.spreadsheets import keep_spreadsheet
from tournaments.services.tokens import issue_token


def build() -> World:
    """A club in the middle of a private night, with a league, a ladder, and all that can be decided."""
    club = factories.make_club()
    event = factories.make_night(club, name="Friday night", public=False, rounds=4)
    match = Match.objects.get(round__event=event, round__state=Round.State.ACCEPTED, table=1)
    game = open_match(match=match).pk
    entry = event.entries.get(number=1)
    division = leagues.make_division(leagues.make_season(club))
    leagues.make_squads(division)
    fixture = leagues.play(leagues.draw(division)[0], 5)
    venue = club.venues.first() or Venue.objects.create(club=club, name="The Anchor")
    parts: dict[str, object] = {
        "club": club.slug,
        "event": event.slug,
        "number": match.round.number,
        "table": match.table,
        "match": match.pk,
        "game": game,
        "line": LINE,
        "entry": entry.pk,
        "player": entry.player_id,
        "change": "penalty",
        "sheet": "badges",
        "season": division.season.slug,
        "division": division.pk,
        "deduction": deduct_points(team=fixture.home, points=1, reason="Late.", actor=HOUSE).pk,
        "team": fixture.home_id,
        "fixture": fixture.pk,
        "venue": venue.pk,
        "token": SECRET,
        "key": "benny",
    }
    of_one: dict[str, dict[str, object]] = {
        "tournaments:squad_member": {"member": fixture.home.squad.order_by("-pk")[0].pk},
    }
    made = World(club, event, parts, of_one)
    _people(made, fixture)
    _programs(made)
    things_of(made)
    more_things_of(made)
    bracket_of(made)
    return made


def _people(world: World, fixture: Fixture) -> None:
    """An account of every kind. The captain is the home side's, the player sits at the table."""
    club = world.club
    captain = fixture.home.squad.get(captain=True).player
    seated = world.event.entries.get(number=1).player
    players = {"player": seated, "captain": captain}
    for name in PEOPLE[2:]:
        role = name if name in Membership.Role.values else Membership.Role.MEMBER
        _sign_in(world, factories.make_account(name, club, role, players.get(name)))
    _sign_in(world, factories.make_account("stranger", factories.make_club("Looe Euchre"), "owner"))
    factories.make_account("somebody", club)
    world.of_one["tournaments:club_member"] = {
        "member": Membership.objects.get(club=club, user__username="somebody").pk
    }


def _sign_in(world: World, user: User) -> None:
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    world.cookies[user.username] = client.cookies[settings.SESSION_COOKIE_NAME].value


def _programs(world: World) -> None:
    """A table's link, and a token of the owner for each scope."""
    issued = issue_table_links(event=world.event, tables=1, actor=HOUSE)[0]
    world.forms |= {name: {"code": issued.code} for name in ("scoring:join", "scoring:table-start")}
    world.forms["scoring:table"] = {"game": str(world.parts["game"])}
    world.table_token = issued.token
    world.headers["table link"] = {"x-table-token": issued.token}
    owner = User.objects.get(username="owner")
    asks = Actor(code=f"user:{owner.pk}", user_id=owner.pk, roles={world.club.pk: "owner"})
    for scope in ApiToken.Scope.values:
        secret = issue_token(club=world.club, name=scope, scopes=[scope], days=None, actor=asks).secret
        world.headers[f"token: {scope}"] = {"authorization": f"Bearer {secret}"}
    world.of_one["scoring:table"] = world.of_one["scoring:hand-cards"] = {"token": issued.token}


def bracket_of(world: World) -> None:
    """Another private event, which is a bracket."""
    event = drawn_bracket(4, club=world.club).event
    Event.objects.filter(pk=event.pk).update(public=False)
    world.bracket = {"event": event.slug, "number": 1, "change": "redraw"}
    world.api_bracket = {"event": event.pk, "number": 1}


def things_of(world: World) -> None:
    """What waits for somebody's word: a key, an invitation, a claim, a merge, a wish, a ruleset."""
    club, event, later = world.club, world.event, timezone.now() + timedelta(days=1)
    MailedKey.objects.create(
        purpose="sign-up", address="new@club.example", token_hash=hash_token(SECRET), ends_at=later
    )
    invitation = Invitation.objects.create(
        club=club, role="scorer", token_hash=hash_token(SECRET), made_by="visitor", ends_at=later
    )
    claimed, gone = factories.make_player(club, "Kit Rowe"), factories.make_player(club, "Kit Row")
    claim = PlayerClaim.objects.create(club=club, player=claimed, user=User.objects.get(username="somebody"))
    one, other = event.entries.order_by("number")[:2]
    wish = Wish.objects.create(event=event, kind=Wish.Kind.values[0], one=one, other=other)
    rules = make_ruleset(club=club, name="Ours", rules=RULESETS["benny"], actor=HOUSE)
    ladder = ladders.create_ladder(club=club, name="Ladder", terms=ladders.LadderTerms())
    seated = Player.objects.get(pk=str(world.parts["player"]))
    LadderRung.objects.create(ladder=ladder, player=seated, rung=1)
    PlayerRating.objects.create(player=seated, mu=25, sigma=5, matches=9, revision=1)
    letter = MailWish.objects.create(club=club, email="new@club.example", kind=MailWish.Kind.values[0])
    for name in ("mail_confirm", "mail_stop"):
        world.of_one[f"tournaments:{name}"] = {"key": key_of(letter)}
    record = AuditEntry.objects.create(
        club=club, actor="visitor", verb="player_change", kind="player", key="1"
    )
    world.parts |= {
        "invitation": invitation.pk,
        "claim": claim.pk,
        "wish": wish.pk,
        "merge": merge_players(kept=factories.make_player(club, "Jo Rowe"), gone=gone, actor=HOUSE).pk,
        "ruleset": rules.slug,
        "ladder": ladder.slug,
        "record": record.pk,
    }


def more_things_of(world: World) -> None:
    """What a club keeps: series, trophies, presets, registrations, partnerships, files, hooks, pots."""
    club, event = world.club, world.event
    one, other = (entry.player for entry in event.entries.select_related("player").order_by("number")[:2])
    assert one is not None and other is not None
    season = Season.objects.get(club=club)
    policy = EventPolicy.objects.get(event=event)
    terms = ("ruleset", "scoring", "chain", "movement", "absence", "correction_window")
    preset = EventPreset.objects.create(
        club=club,
        name="Fridays",
        event_name="Friday night",
        made_by=HOUSE.code,
        **{name: getattr(policy, name) for name in terms},
    )
    day = date(2026, 1, 8)
    owner = Actor(code=f"user:{User.objects.get(username='owner').pk}")
    upload = keep_spreadsheet(club=club, name="old.csv", content=b"Name,Points\nAnn Lee,7\n", actor=owner)
    series = create_series(club=club, new=NewSeries("Winter"), actor=HOUSE)
    world.parts |= {
        "preset": preset.pk,
        "registration": Registration.objects.create(
            season=season, player=one, registered_on=day, currency="GBP"
        ).pk,
        "partnership": form_partnership(club=club, one=one, other=other, day=day, actor=HOUSE).pk,
        "other": other.pk,
        "trophy": Trophy.objects.create(club=club, number=1, name="The Cup").pk,
        "series": series.slug,
        "upload": upload.pk,
        "webhook": Webhook.objects.create(club=club, url="https://hooks.example/", secret="s").pk,
        "what": "players",
        "ending": "csv",
        "year": 2026,
    }
    pot = Pot.objects.create(event=event, number=1, name="Pot", kind="entry", fee=0, currency="GBP")
    _api_parts_of(world, season, pot, series.pk)


def _api_parts_of(world: World, season: Season, pot: Pot, series: int) -> None:
    """In the API an event, a season, a ladder, a series are numbers."""
    top = LadderRung.objects.get(ladder__club=world.club)
    below = LadderRung.objects.create(
        ladder=top.ladder, player=factories.make_player(world.club, "Lo Rowe"), rung=2
    )
    token = ApiToken.objects.filter(club=world.club).latest("pk").pk
    world.of_one["tournaments:token_revoke"] = {"token": token}
    world.forms["api-challenges"] = {"challenger": below.pk, "challenged": top.pk}
    world.forms["api-challenge"] = {"winner": top.pk}
    world.api_parts |= {
        "event": world.event.pk,
        "season": season.pk,
        "ladder": top.ladder_id,
        "series": series,
        "rung": below.pk,
        "challenge": LadderChallenge.objects.create(
            ladder=top.ladder, challenger=below, challenged=top, challenger_rung=2, challenged_rung=1
        ).pk,
        "pot": pot.pk,
        "token": token,
        "member": world.of_one["tournaments:squad_member"]["member"],
    }
