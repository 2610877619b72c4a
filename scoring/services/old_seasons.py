"""A spreadsheet of old seasons becomes events: all of it or nothing, and nothing the second time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from scoring.models import CardLine
from scoring.services.old_hands import write_hands
from tournaments.actors import Actor
from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.old_tables import OldEvent, OldLine, TableRead
from tournaments.models import Club, Event, ImportedEvent, Player
from tournaments.selectors.entrants import people_entered
from tournaments.selectors.old_people import people_asked, words_settled
from tournaments.selectors.old_seasons import PlannedEvent, planned_events
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.old_events import (
    MadeEvent,
    Source,
    finish,
    freeze_table,
    make_old_event,
    make_old_rounds,
    people_to_be,
)
from tournaments.services.pairs import PairEntrant, enter_pairs
from tournaments.services.results import report_cards
from tournaments.services.revisions import raise_club_revision

LINES = UUID("6f1b2c0e-5d0c-4f0e-9c54-0d4f2a1b7e33")
"""Card lines that come from a file have ids worked out from it."""
KNOWN = {
    roles.TABLE: ImportedEvent.Known.TABLE,
    roles.TOTALS: ImportedEvent.Known.TOTALS,
    roles.HANDS: ImportedEvent.Known.HANDS,
}


@dataclass(frozen=True, slots=True)
class Imported:
    """What was made: events, people new to the club, and how many events were here already."""

    events: Sequence[Event]
    people: int
    known: int


@transaction.atomic
def import_old_events(
    *, club: Club, kind: str, read: TableRead, said: Mapping[str, str], source: Source, actor: Actor
) -> Imported:
    """Make every event of a file that is not here yet; `said` are the words on doubtful names.

    Raises EventViolation with the place in the file; nothing is made then.
    """
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if read.faults:
        raise EventViolation("spreadsheet-faults", " ".join(str(one) for one in read.faults))
    planned = planned_events(locked, kind, read)
    fresh = [one for one in planned if one.there is None]
    if not fresh:
        return Imported([], 0, len(planned))
    needed = {key for one in fresh for line in one.old.lines for key in (line.who, line.partner) if key}
    asked = people_asked(locked, read.people, said)
    settled = {key: word for key, word in words_settled(asked).items() if key in needed}
    before = Player.objects.filter(club=locked).count()
    people = people_to_be(locked, settled, read.people)
    made = [_make(locked, one, KNOWN[kind], people, source, actor) for one in fresh]
    new = Player.objects.filter(club=locked).count() - before
    return Imported(made, new, len(planned) - len(fresh))


def _make(
    club: Club,
    planned: PlannedEvent,
    known: ImportedEvent.Known,
    people: Mapping[str, Player],
    source: Source,
    actor: Actor,
) -> Event:
    made = make_old_event(club=club, planned=planned, known=known, people=people, source=source, actor=actor)
    if known == ImportedEvent.Known.TABLE:
        freeze_table(made=made, old=planned.old)
    elif known == ImportedEvent.Known.HANDS:
        write_hands(made=made, old=planned.old, actor=actor)
    else:
        _write_cards(made, planned.old, actor)
    return made.event


def _write_cards(made: MadeEvent, old: OldEvent, actor: Actor) -> None:
    """Everybody's points as lines of personal cards: what `record_personal_card` writes, many at once."""
    rounds = make_old_rounds(event=made.event, numbers=old.rounds)
    positions = dict.fromkeys(rounds, 0)
    now, lines = timezone.now(), []
    seen: set[tuple[int, int]] = set()
    for line in old.lines:
        entry = made.entries[line.who, line.partner]
        if (line.round, entry.pk) in seen:
            raise EventViolation(
                "person-twice",
                f"Row {line.row} tells of somebody again in a round of “{old.name}”.",
            )
        seen.add((line.round, entry.pk))
        positions[line.round] += 1
        lines.append(
            CardLine(
                id=uuid5(LINES, f"{made.event.pk} {line.round} {entry.pk}"),
                round=rounds[line.round],
                entry=entry,
                position=positions[line.round],
                points=line.points,
                lone_hands=line.lone,
                recorded_by=actor.code,
                recorded_at=now,
            )
        )
    CardLine.objects.bulk_create(lines)
    report_cards(cards=[(one.round, one.entry_id, one.points or 0, one.lone_hands) for one in lines])
    finish(made)


@transaction.atomic
def import_players(*, club: Club, read: TableRead, said: Mapping[str, str], actor: Actor) -> Imported:
    """Put everybody of a file on the club's list who is not there yet; who is stays as they are."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if read.faults:
        raise EventViolation("spreadsheet-faults", " ".join(str(one) for one in read.faults))
    settled = words_settled(people_asked(locked, read.people, said))
    before = Player.objects.filter(club=locked).count()
    people_to_be(locked, settled, read.people)
    new = Player.objects.filter(club=locked).count() - before
    if new:
        raise_club_revision(locked.pk)
    return Imported([], new, len({*settled.values()}) - new)


@transaction.atomic
def import_entries(*, event: Event, read: TableRead, said: Mapping[str, str], actor: Actor) -> Imported:
    """Enter everybody of a file who is not entered yet, alone or in pairs, while the list is open."""
    if read.faults:
        raise EventViolation("spreadsheet-faults", " ".join(str(one) for one in read.faults))
    settled = words_settled(people_asked(event.club, read.people, said))
    before = Player.objects.filter(club=event.club_id).count()
    people = people_to_be(event.club, settled, read.people)
    entered = people_entered(event)
    lines = [line for one in read.events for line in one.lines]
    new = [line for line in lines if people[line.who].pk not in entered]
    if any(line.partner for line in lines):
        pairs = [
            PairEntrant(
                one=_entrant(people[line.who]),
                other=_entrant(people[line.partner]),
                categories=_categories(line),
            )
            for line in new
        ]
        made = enter_pairs(event=event, pairs=pairs, actor=actor) if pairs else []
    else:
        players = [_entrant(people[line.who], _categories(line)) for line in new]
        made = enter_players(event=event, entrants=players, actor=actor) if players else []
    created = Player.objects.filter(club=event.club_id).count() - before
    return Imported([event] if made else [], created, len(lines) - len(made))


def _entrant(player: Player, categories: tuple[str, ...] = ()) -> Entrant:
    return Entrant(name=player.name, sort_key=player.sort_key, player_id=player.pk, categories=categories)


def _categories(line: OldLine) -> tuple[str, ...]:
    return tuple(one.strip() for one in line.categories.split(",") if one.strip())
