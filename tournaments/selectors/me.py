"""What an account is, plays and has played, in all its clubs."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from tournaments.actors import Actor
from tournaments.models import Event, Membership, PlayerClaim, Round, Seating, Standing
from tournaments.permissions import can_score_event

LATEST = 10


@dataclass(frozen=True, slots=True)
class NextTable:
    """Where the account's person sits in a round that is being played or comes next."""

    event: Event
    round: Round
    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Me:
    """Memberships by club, claims that wait, tables to come, results with the newest first.

    `scored` are the running events of clubs where the account may score.
    """

    memberships: list[Membership]
    claims: list[PlayerClaim]
    tables: list[NextTable]
    results: list[Standing]
    scored: list[Event]


def me(user: User, actor: Actor) -> Me:
    """All of it, as the account's actor may. Five queries, whatever there is."""
    memberships = list(
        Membership.objects.filter(user=user)
        .select_related("club", "player")
        .order_by("club__name", "club__pk")
    )
    players = [one.player_id for one in memberships if one.player_id is not None]
    claims = PlayerClaim.objects.filter(user=user).select_related("club", "player").order_by("pk")
    ours = [one.club_id for one in memberships]
    running = Event.objects.filter(club__in=ours, state=Event.State.RUNNING).select_related("club")
    return Me(
        memberships,
        list(claims),
        _tables(players),
        _results(players),
        [one for one in running.order_by("-plays_on", "-pk") if can_score_event(actor, one)][:LATEST],
    )


def membership_of(user: User, club_slug: str) -> Membership | None:
    """The account's role in a club, with the club. One query."""
    return Membership.objects.select_related("club").filter(user=user, club__slug=club_slug).first()


def _tables(players: Iterable[int]) -> list[NextTable]:
    """The next table in each running event: the earliest round that is not closed. One query.

    Of a seat the last fact says who sits there; a person who left it is not called to it.
    """
    mine = Seating.objects.filter(
        match__in=Seating.objects.filter(player__in=players).values("match"),
        match__round__state=Round.State.ACCEPTED,
        match__round__event__state=Event.State.RUNNING,
    ).select_related("match__round__event__club")
    wanted = frozenset(players)
    last: dict[tuple[int, str], Seating] = {}
    for fact in mine.order_by("match__round__number", "pk"):
        last[fact.match_id, fact.seat] = fact
    next_of: dict[tuple[int, int], NextTable] = {}
    for fact in last.values():
        if fact.player_id in wanted and fact.player_id is not None:
            round = fact.match.round
            shown = NextTable(round.event, round, fact.match.table, fact.get_seat_display())
            next_of.setdefault((round.event_id, fact.player_id), shown)
    return list(next_of.values())


def _results(players: Iterable[int]) -> list[Standing]:
    """Where the account's people stand in the newest events. One query."""
    found = Standing.objects.filter(
        Q(entry__player__in=players) | Q(entry__pair__first__in=players) | Q(entry__pair__second__in=players)
    ).select_related("event__club")
    return list(found.order_by("-event__plays_on", "-event__pk", "place")[:LATEST])
