"""Plain functions that put rows in place for tests and trial databases; no services, so those can be tested.

`make_night` builds a whole evening; everything it needs can be called alone. What a factory does not say it
chooses the same way every time: no chance, no clock.
"""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.utils.text import slugify

from scoring.engine.rulesets import Ruleset
from tournaments.models import (
    Club,
    ClubRevision,
    Entry,
    Event,
    EventPolicy,
    EventRevision,
    Match,
    MatchResult,
    Membership,
    Player,
    PublishedStandings,
    Round,
    Seating,
    SitOut,
    Stage,
    Standing,
    Tally,
)

GIVEN = ("Ann", "Bob", "Cora", "Dan", "Elsie", "Frank", "Gwen", "Harry", "Ivy", "Jack", "Kit", "Lowenna")
FAMILY = ("Trewin", "Pascoe", "Penrose", "Nance", "Hocking", "Rowe", "Chenoweth", "Bray", "Tonkin", "Vyvyan")
EIGHT_HANDS = Ruleset(key="club-eight-hands", name="Eight hands a round", target=None, hands=8)
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
NIGHT = date(2026, 3, 12)


def make_club(name: str = "Bude Euchre Club", zone: str = "Europe/London") -> Club:
    """A club with its counter; the slug is the name's."""
    club = Club.objects.create(name=name, slug=slugify(name), zone=zone)
    ClubRevision.objects.create(club=club)
    return club


def make_account(
    username: str, club: Club | None = None, role: str = Membership.Role.MEMBER, player: Player | None = None
) -> User:
    """An account whose password is its name (hashed but once, for speed), with a role in a club if given."""
    secret = PBKDF2PasswordHasher().encode(username, "salt", iterations=1)
    user = User.objects.create(username=username, password=secret)
    if club is not None:
        Membership.objects.create(club=club, user=user, role=role, player=player)
    return user


def name_at(at: int) -> str:
    """The name of the person at a position: all of the first 60 differ."""
    return f"{GIVEN[at % len(GIVEN)]} {FAMILY[at % len(FAMILY)]}"


def make_player(club: Club, name: str = "Ann Trewin", note: str = "") -> Player:
    """A person; sorted by the last word of the name."""
    player = _player(club, name, note)
    player.save()
    return player


def _player(club: Club, name: str, note: str = "") -> Player:
    given, _, family = name.rpartition(" ")
    return Player(club=club, name=name, sort_key=f"{family},{given}".casefold(), note=note)


def make_players(club: Club, count: int) -> list[Player]:
    """So many people with ordinary names."""
    return Player.objects.bulk_create(_player(club, name_at(at)) for at in range(count))


def make_event(
    club: Club,
    name: str = "Thursday night",
    *,
    plays_on: date = NIGHT,
    state: str = Event.State.RUNNING,
    public: bool = True,
    rounds: int = 8,
    ruleset: Ruleset = EIGHT_HANDS,
    policy: bool = True,
) -> Event:
    """An event with its counter, an empty table of standings and, unless told otherwise, a first policy."""
    slug = f"{plays_on.isoformat()}-{slugify(name)}"
    event = Event.objects.create(
        club=club, name=name, slug=slug, plays_on=plays_on, state=state, public=public
    )
    EventRevision.objects.create(event=event)
    PublishedStandings.objects.create(event=event)
    if policy:
        make_policy(event, rounds=rounds, ruleset=ruleset)
    return event


def make_policy(
    event: Event,
    *,
    number: int = 1,
    rounds: int = 8,
    ruleset: Ruleset = EIGHT_HANDS,
    chain: Sequence[str] = ("PTS", "WIN", "LONE", "HEAD"),
    sit_out_points: int = 0,
    window: str = EventPolicy.Window.OPEN,
) -> EventPolicy:
    """One numbered policy of an event."""
    policy = EventPolicy(
        event=event,
        number=number,
        ruleset=ruleset.to_dict(),
        scoring={"level_game": "half", "games_in_a_match": 1},
        chain=list(chain),
        movement={"format": "rotation", "rounds": rounds},
        absence={"sit_out_points": sit_out_points},
        correction_window=window,
        made_by="command:factories",
    )
    policy.save()
    return policy


def make_entry(event: Event, player: Player, withdrawn_after: int | None = None) -> Entry:
    """The next entry of an event."""
    number = event.entries.count() + 1
    return Entry.objects.create(event=event, number=number, player=player, withdrawn_after=withdrawn_after)


def make_entries(event: Event, players: Sequence[Player]) -> list[Entry]:
    """An entry for each player, in their order."""
    first = event.entries.count() + 1
    return Entry.objects.bulk_create(
        Entry(event=event, number=number, player=player) for number, player in enumerate(players, first)
    )


def make_round(event: Event, number: int = 1, state: str = Round.State.ACCEPTED) -> Round:
    """A round without tables."""
    stage, _ = Stage.objects.get_or_create(event=event, number=1, defaults={"format": "rotation"})
    return Round.objects.create(
        event=event, stage=stage, number=number, state=state, format="rotation", seed="7"
    )


def make_match(round: Round, table: int, seated: Sequence[Entry]) -> Match:
    """A match with these entries' players, clockwise from North."""
    match = Match.objects.create(round=round, table=table)
    Seating.objects.bulk_create(
        _seating(match, seat, entry) for seat, entry in zip("NESW", seated, strict=True)
    )
    return match


def make_seating(match: Match, seat: str, entry: Entry, from_hand: int = 1, reason: str = "") -> Seating:
    """Somebody sits down; later ones take the seat over."""
    seating = _seating(match, seat, entry, from_hand, reason)
    seating.save()
    return seating


def _seating(match: Match, seat: str, entry: Entry, from_hand: int = 1, reason: str = "") -> Seating:
    return Seating(
        match=match,
        seat=seat,
        entry=entry,
        player_id=entry.player_id or 0,
        from_hand=from_hand,
        reason=reason,
        recorded_by="visitor",
    )


def make_sit_out(round: Round, entry: Entry, points: int = 0) -> SitOut:
    """An entry left without a table."""
    return SitOut.objects.create(round=round, entry=entry, points=points)


def make_live(match: Match, ns: int, ew: int, *, hands: int = 5, dealer: str | None = "S") -> MatchResult:
    """A table in the middle of its round."""
    live = {
        "score": {"NS": ns, "EW": ew},
        "hands": hands,
        "hands_left": 8 - hands,
        "dealer": dealer,
        "last_hand": hands == 7,
        "over": False,
        "winner": None,
        "level": ns == ew,
        "games": [],
        "recorded": "2026-03-12T20:15:00+00:00",
    }
    return MatchResult.objects.create(match=match, state=MatchResult.State.LIVE, live=live)


def make_result(match: Match, ns: int, ew: int, lone: Sequence[str] = ()) -> MatchResult:
    """A table that is over, with a tally for each person seated; `lone` are the seats that marched alone."""
    points = {"NS": ns, "EW": ew}
    winner = None if ns == ew else max(points, key=lambda side: points[side])
    live = {
        "score": points,
        "hands": 8,
        "hands_left": 0,
        "dealer": None,
        "last_hand": False,
        "over": True,
        "winner": winner,
        "level": winner is None,
        "games": [points],
        "recorded": "2026-03-12T20:40:00+00:00",
    }
    Tally.objects.bulk_create(
        _tally(match, seating, points, winner, lone_marched=seating.seat in lone)
        for seating in match.seatings.order_by("pk")
    )
    return MatchResult.objects.create(match=match, state=MatchResult.State.OVER, live=live)


def _tally(
    match: Match, seating: Seating, points: dict[str, int], winner: str | None, *, lone_marched: bool
) -> Tally:
    side = SIDES[seating.seat]
    return Tally(
        round_id=match.round_id,
        match=match,
        entry_id=seating.entry_id,
        player_id=seating.player_id,
        side=side,
        points=points[side],
        points_against=sum(points.values()) - points[side],
        games_played=1,
        half_games_won=1 if winner is None else 2 * (winner == side),
        hands=8,
        lone_tried=int(lone_marched),
        lone_marched=int(lone_marched),
    )


def make_standings(event: Event, revision: int | None = None) -> list[Standing]:
    """Standings by points, then games won, from the tallies and sit-outs there are; out at `revision`."""
    number = event.revision_row.number if revision is None else revision
    lines = sorted(
        (_line(entry) for entry in event.entries.prefetch_related("tallies", "sit_outs")),
        key=lambda line: (-line[0], -line[1], line[3].number),
    )
    Standing.objects.filter(event=event).delete()
    made = []
    for place, line in enumerate(lines, start=1):
        level = [other for other in lines if other[:2] == line[:2]]
        made.append(
            _standing(event, line, place=place, rank=lines.index(level[0]) + 1, shared=len(level) > 1)
        )
    PublishedStandings.objects.update_or_create(
        event=event, defaults={"revision": number, "policy_number": 1}
    )
    return Standing.objects.bulk_create(made)


Line = tuple[int, int, int, Entry, int]
"""Points, half games won, lone marches, the entry, rounds played."""


def _line(entry: Entry) -> Line:
    tallies = list(entry.tallies.all())
    points = sum(one.points for one in tallies) + sum(one.points for one in entry.sit_outs.all())
    halves, lone = sum(one.half_games_won for one in tallies), sum(one.lone_marched for one in tallies)
    return points, halves, lone, entry, len({one.round_id for one in tallies})


def _standing(event: Event, line: Line, *, place: int, rank: int, shared: bool) -> Standing:
    points, halves, lone, entry, played = line
    told = "level with others on points and games won" if shared else "parted by points, then games won"
    return Standing(
        event=event,
        entry=entry,
        rank=rank,
        shared=shared,
        place=place,
        points=points,
        rounds_played=played,
        figures=[["PTS", str(points)], ["WIN", str(Fraction(halves, 2))], ["LONE", str(lone)]],
        sentence=f"{points} points; {told}.",
    )


def make_night(
    club: Club,
    *,
    players: int = 8,
    played: int = 2,
    name: str = "Thursday night",
    people: Sequence[Player] | None = None,
    **event_terms: Any,
) -> Event:
    """An evening: `played` rounds closed, the next being played with its first table live; standings are out.

    People turn one place a round, which is no good movement and good enough here; those over sit out.
    """
    event = make_event(club, name, **event_terms)
    entries = make_entries(event, people or make_players(club, players))
    running = event.state == Event.State.RUNNING
    for number in range(1, played + 1):
        _play_round(event, entries, number, Round.State.CLOSED)
    if running:
        _play_round(event, entries, played + 1, Round.State.ACCEPTED)
    make_standings(event)
    return event


def _play_round(event: Event, entries: Sequence[Entry], number: int, state: str) -> Round:
    round = make_round(event, number, state)
    # North stays, the others turn: partners and opponents change.
    turned = [entries[0], *entries[number:], *entries[1:number]] if len(entries) > number else list(entries)
    full = len(turned) // 4 * 4
    for table, at in enumerate(range(0, full, 4), start=1):
        match = make_match(round, table, turned[at : at + 4])
        ns, ew = 4 + (number * 5 + table * 3) % 9, 4 + (number * 3 + table * 7) % 9
        if state == Round.State.CLOSED:
            make_result(match, ns, ew, lone=["N"] if (number + table) % 3 == 0 else [])
        elif table == 1:
            make_live(match, ns, ew)
    for entry in turned[full:]:
        make_sit_out(round, entry, points=7)
    return round
