"""Events of long ago, made from what a spreadsheet says: people, pairs, entries, tables as they stand."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils import timezone

from scoring.engine.rulesets import Ruleset
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import PAIRS, PLAYERS
from tournaments.engine.measures import MEASURES, written
from tournaments.engine.old_tables import OldEvent, OldLine, Spelling
from tournaments.models import Club, Entry, Event, ImportedEvent, Pair, Player, Round, Standing
from tournaments.selectors.old_people import NEW
from tournaments.selectors.old_seasons import PlannedEvent
from tournaments.services.announce import announce_on_commit
from tournaments.services.events import CLUB_CHAIN, Terms, create_event
from tournaments.services.pairs import pairs_of
from tournaments.services.revisions import raise_revisions
from tournaments.services.stages import stage_of_imports

Who = tuple[str, str]
"""Keys of the names of an entry; the second is empty for a single player."""
MOST_IN_A_CHAIN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where events come from, and how they are kept: file, seal, rules, whether everybody may see them."""

    file: str
    digest: str
    ruleset: Ruleset
    public: bool = True


@dataclass(frozen=True, slots=True)
class MadeEvent:
    """An event just made, and its entry of each name or two."""

    event: Event
    entries: Mapping[Who, Entry]


def people_to_be(club: Club, settled: Mapping[str, str], people: Mapping[str, Spelling]) -> dict[str, Player]:
    """The person of each name; whoever is new is put on the club's list. Nobody's record is changed."""
    ids = {int(word) for word in settled.values() if not word.startswith(NEW)}
    known = Player.objects.filter(club=club).in_bulk(ids)
    if len(known) != len(ids):
        raise EventViolation("player-unknown", "One of these people is no longer on the list. Look again.")
    new = {}
    for word in dict.fromkeys(word for word in settled.values() if word.startswith(NEW)):
        one = people[word.removeprefix(f"{NEW}:")]
        new[word] = Player(club=club, name=one.display, sort_key=one.sort_key, note=one.note)
    Player.objects.bulk_create(new.values())
    return {key: new[word] if word in new else known[int(word)] for key, word in settled.items()}


def make_old_event(
    *,
    club: Club,
    planned: PlannedEvent,
    known: str,
    people: Mapping[str, Player],
    source: Source,
    actor: Actor,
) -> MadeEvent:
    """A finished event with its entries and nothing played; runs inside the caller's transaction."""
    old = planned.old
    pairs = bool(old.lines[0].partner)
    codes = [code for line in old.lines for code, _ in line.figures]
    used = [code for code, _ in Counter(codes).most_common(MOST_IN_A_CHAIN)]
    extra = [code for code in MEASURES if code in used] if known == ImportedEvent.Known.TABLE else ["LONE"]
    terms = Terms(
        ruleset=source.ruleset,
        rounds=max(1, len(old.rounds)),
        movement="swiss" if pairs else "rotation",
        entrants=PAIRS if pairs else PLAYERS,
        chain=CLUB_CHAIN if known == ImportedEvent.Known.HANDS else ("PTS", *extra, "TIE"),
    )
    event = create_event(
        club=club, name=old.name, plays_on=old.day, terms=terms, actor=actor, public=source.public
    )
    entries = _entries(event, old, people)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    event.state = Event.State.FINISHED
    ImportedEvent.objects.create(
        event=event,
        known=known,
        key=planned.key,
        source=source.file[:200],
        digest=source.digest,
        made_by=actor.code,
    )
    return MadeEvent(event, entries)


def _entries(event: Event, old: OldEvent, people: Mapping[str, Player]) -> dict[Who, Entry]:
    """An entry for each name or two, in the order of the file. Nobody is in two of them."""
    rows: dict[Who, int] = {}
    for line in old.lines:
        rows.setdefault((line.who, line.partner), line.row)
    _refuse_twice(old, rows, people)
    pairs: Sequence[Pair | None] = [None] * len(rows)
    if any(partner for _, partner in rows):
        pairs = pairs_of(event, [(people[one], people[other]) for one, other in rows])
    made = Entry.objects.bulk_create(
        Entry(event=event, number=number, pair=pair, player=None if pair else people[who[0]])
        for number, (who, pair) in enumerate(zip(rows, pairs, strict=True), start=1)
    )
    return dict(zip(rows, made, strict=True))


def _refuse_twice(old: OldEvent, rows: Mapping[Who, int], people: Mapping[str, Player]) -> None:
    seen: dict[int, int] = {}
    for who, row in rows.items():
        for one in {people[key].pk for key in who if key}:
            if one in seen:
                name = next(str(people[key]) for key in who if key and people[key].pk == one)
                raise EventViolation(
                    "person-twice",
                    f"{name} stands twice in “{old.name}”: rows {seen[one]} and {row}.",
                )
            seen[one] = row
        if who[1] and people[who[0]].pk == people[who[1]].pk:
            raise EventViolation("person-twice", f"Both names of row {row} are the same person.")


def freeze_table(*, made: MadeEvent, old: OldEvent) -> None:
    """Put a final table up as it stands in the file; it is never computed. Last statements of a change."""
    lines = sorted(_placed(old.lines), key=lambda one: one[0])
    shared = Counter(rank for rank, _ in lines)
    seen: set[Who] = set()
    for _, line in lines:
        if (line.who, line.partner) in seen:
            raise EventViolation("person-twice", f"Row {line.row} of “{old.name}” tells of somebody again.")
        seen.add((line.who, line.partner))
    stage_of_imports(made.event)
    Standing.objects.bulk_create(
        Standing(
            event=made.event,
            entry=made.entries[line.who, line.partner],
            rank=rank,
            shared=shared[rank] > 1,
            place=place,
            points=line.points,
            rounds_played=line.rounds or 0,
            figures=[["PTS", str(line.points)], *([code, str(figure)] for code, figure in line.figures)],
            sentence=_sentence(line),
            brief=_sentence(line),
        )
        for place, (rank, line) in enumerate(lines, start=1)
    )
    finish(made)


def finish(made: MadeEvent) -> None:
    """The last statements: raise the revisions, ask for the standings."""
    raise_revisions(made.event.pk, made.event.club_id)
    announce_on_commit(made.event.pk)


def _placed(lines: Sequence[OldLine]) -> list[tuple[int, OldLine]]:
    """Each line with its place: as told, or by the points, who has as many sharing a place."""
    if lines[0].place is not None:
        return [(line.place or 0, line) for line in lines]
    above: dict[int, int] = defaultdict(int)
    counted = Counter(line.points for line in lines)
    rank = 1
    for points in sorted(counted, reverse=True):
        above[points], rank = rank, rank + counted[points]
    return [(above[line.points], line) for line in lines]


def _sentence(line: OldLine) -> str:
    """Such as "112 points, 9½ games won: as in the table that was brought in."."""
    told = [f"{line.points} points"]
    for code, figure in line.figures:
        one = MEASURES[code]
        told.append(f"{written(one, Fraction(figure))} {one.one if figure == 1 and one.one else one.name}")
    return f"{', '.join(told)}: as in the table that was brought in."


def make_old_rounds(*, event: Event, numbers: Sequence[int]) -> dict[int, Round]:
    """Closed rounds that were played elsewhere, by number."""
    stage, now = stage_of_imports(event), timezone.now()
    made = Round.objects.bulk_create(
        Round(
            event=event,
            stage=stage,
            number=number,
            format="imported",
            state=Round.State.CLOSED,
            accepted_at=now,
            closed_at=now,
        )
        for number in numbers
    )
    return {one.number: one for one in made}
