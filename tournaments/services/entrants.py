"""Entering people: names are looked at first, and nobody becomes somebody else without a director's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import KnownName, NamesRead, parse_names
from tournaments.models import Entry, Event, Player, Round
from tournaments.services.announce import announce_on_commit
from tournaments.services.revisions import raise_revisions

MOST_ENTRIES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who comes in: a player of the club (`player_id`), or somebody new by name."""

    name: str
    sort_key: str
    player_id: int | None = None
    note: str = ""
    categories: tuple[str, ...] = ()


def read_entrants(*, event: Event, text: str) -> NamesRead:
    """What the pasted names are, which of them the club knows, and what is doubtful. Nothing is written."""
    players = Player.objects.filter(club=event.club_id)
    return parse_names(text, [KnownName(one.pk, one.name, one.sort_key) for one in players])


@transaction.atomic
def enter_players(*, event: Event, entrants: Sequence[Entrant], actor: Actor) -> list[Entry]:
    """Enter everybody or nobody. Who is entered already is refused by name."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state != Event.State.SETUP:
        raise EventViolation("draw-accepted", "The draw is made; people can no longer be pasted in.")
    last = locked.entries.aggregate(last=Max("number"))["last"] or 0
    if last + len(entrants) > MOST_ENTRIES:
        raise EventViolation("too-many-entries", f"An event takes {MOST_ENTRIES} entries.")
    players = _known(locked, entrants)
    ids = [one.player_id for one in entrants if one.player_id is not None]
    there = set(locked.entries.filter(player__in=ids).values_list("player_id", flat=True))
    twice = {str(players[pk]) for pk in ids if pk in there or ids.count(pk) > 1}
    if twice:
        raise EventViolation("entered-already", f"Entered already: {', '.join(sorted(twice))}.")
    made = [
        Entry(
            event=event,
            number=last + at,
            player=players[one.player_id] if one.player_id is not None else _new_player(locked, one),
            categories=list(one.categories),
        )
        for at, one in enumerate(entrants, start=1)
    ]
    Entry.objects.bulk_create(made)
    _forget_proposal(locked)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


@transaction.atomic
def remove_entry(*, entry: Entry) -> None:
    """Take somebody off the list before the draw is accepted. The player stays known to the club."""
    event = Event.objects.select_for_update().get(pk=entry.event_id)
    if event.state != Event.State.SETUP:
        raise EventViolation("draw-accepted", "The draw is made; withdraw the player instead.")
    entry.delete()
    _forget_proposal(event)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)


def _known(event: Event, entrants: Sequence[Entrant]) -> dict[int, Player]:
    ids = {one.player_id for one in entrants if one.player_id is not None}
    players = Player.objects.filter(club=event.club_id).in_bulk(ids)
    if len(players) != len(ids):
        raise EventViolation("player-unknown", "One of these people is not on the club's list.")
    return players


def _new_player(event: Event, one: Entrant) -> Player:
    return Player.objects.create(club_id=event.club_id, name=one.name, sort_key=one.sort_key, note=one.note)


def _forget_proposal(event: Event) -> None:
    """A proposal made for other people is no proposal."""
    event.rounds.filter(state=Round.State.PROPOSED).delete()
