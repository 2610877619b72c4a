"""Entering people: names are looked at first, and nobody becomes somebody else without a director's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from tournaments.actors import Actor
from tournaments.engine.categories import read_categories
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import KnownName, NamesRead, parse_names
from tournaments.models import BetterDraw, Entry, Event, Player, PlayerAlias, Round
from tournaments.selectors.attendance import is_bracket
from tournaments.selectors.entrants import categories_known, enters_pairs, people_entered
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
    return parse_names(text, known_names(event))


def known_names(event: Event) -> list[KnownName]:
    """The people of the event's club and their other names, to compare names with. Two queries."""
    return names_known(event.club_id)


def names_known(club_id: int) -> list[KnownName]:
    """The people of a club and their other names. Two queries."""
    players = Player.objects.filter(club=club_id)
    aliases = PlayerAlias.objects.filter(player__club=club_id)
    return [
        *(KnownName(one.pk, one.name, one.sort_key) for one in players),
        *(KnownName(one.player_id, one.name, one.sort_key) for one in aliases),
    ]


@transaction.atomic
def enter_players(*, event: Event, entrants: Sequence[Entrant], actor: Actor) -> list[Entry]:
    """Enter everybody or nobody. Who is entered already is refused by name."""
    locked = list_to_change(event)
    made = add_players(locked, entrants)
    forget_proposal(locked)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


def list_to_change(event: Event) -> Event:
    """The event, held until the transaction ends; refused once its draw is made."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state != Event.State.SETUP:
        raise EventViolation("draw-accepted", "The draw is made; people can no longer be pasted in.")
    refuse_after_the_bracket(locked)
    return locked


def refuse_after_the_bracket(event: Event) -> None:
    """A bracket is a tree drawn once: who comes later has no place in it, and nobody's place goes away."""
    stage = event.stages.order_by("-number").first()
    if stage is not None and is_bracket(stage) and stage.rounds.exclude(state=Round.State.PROPOSED).exists():
        raise EventViolation("bracket-drawn", "The bracket is drawn; nobody can be put into it any more.")


def add_players(event: Event, entrants: Sequence[Entrant], *, filler: bool = False) -> list[Entry]:
    """Entries for single players, numbered on. The caller holds the event and raises its revision."""
    if enters_pairs(event):
        raise EventViolation("partner-missing", "Pairs enter this event: give each player a partner.")
    players = players_of(event, entrants)
    refuse_entered(event, players)
    numbers = next_numbers(event, len(players))
    words = categories_known(event)
    return Entry.objects.bulk_create(
        Entry(
            event=event,
            number=number,
            player=player,
            categories=read_categories(one.categories, words),
            filler=filler,
        )
        for number, player, one in zip(numbers, players, entrants, strict=True)
    )


def players_of(event: Event, entrants: Sequence[Entrant]) -> list[Player]:
    """The person of each entrant, in their order; whoever is new is put on the club's list.

    Who was set aside is not any more.
    """
    ids = {one.player_id for one in entrants if one.player_id is not None}
    known = Player.objects.filter(club=event.club_id).in_bulk(ids)
    if len(known) != len(ids):
        raise EventViolation("player-unknown", "One of these people is not on the club's list.")
    people = [
        known[one.player_id]
        if one.player_id is not None
        else Player(club_id=event.club_id, name=one.name, sort_key=one.sort_key, note=one.note)
        for one in entrants
    ]
    Player.objects.bulk_create(one for one in people if one.pk is None)
    if any(one.inactive_since for one in people):
        Player.objects.filter(pk__in=ids).update(inactive_since=None)
    return people


def refuse_entered(event: Event, people: Sequence[Player]) -> None:
    """Nobody enters twice, neither alone nor in a pair."""
    there = people_entered(event)
    ids = [one.pk for one in people]
    twice = {str(one) for one in people if one.pk in there or ids.count(one.pk) > 1}
    if twice:
        raise EventViolation("entered-already", f"Entered already: {', '.join(sorted(twice))}.")


def next_numbers(event: Event, count: int) -> range:
    """Numbers for so many more entries; refused where the event takes no more."""
    if event.entries.count() + count > MOST_ENTRIES:
        raise EventViolation("too-many-entries", f"An event takes {MOST_ENTRIES} entries.")
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    return range(last + 1, last + count + 1)


@transaction.atomic
def remove_entry(*, entry: Entry) -> None:
    """Take somebody off the list before the draw is accepted. The player stays known to the club."""
    event = Event.objects.select_for_update().get(pk=entry.event_id)
    if event.state != Event.State.SETUP:
        raise EventViolation("draw-accepted", "The draw is made; withdraw the player instead.")
    refuse_after_the_bracket(event)
    entry.delete()
    forget_proposal(event)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)


def forget_proposal(event: Event) -> None:
    """A proposal made for other people is no proposal."""
    event.rounds.filter(state=Round.State.PROPOSED).delete()
    BetterDraw.objects.filter(event=event).delete()
