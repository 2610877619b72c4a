"""Games recorded elsewhere become matches of an event: all of them or none.

A file is a match with one game. Its lines go through the same service as a phone's, with ids worked out from
the event and the file's content, so that a file that comes again changes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max

from scoring.engine.egn import EgnDeal
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import side_code, sides_of
from scoring.errors import LineConflict
from scoring.models import LedgerLine
from scoring.services.import_files import Complaint, EgnFile, ImportRefused
from scoring.services.import_players import NamesInFiles
from scoring.services.lines import NewLine, Recorded, record_line
from scoring.services.matches import open_match
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, EventPolicy, Match, Round, Seating
from tournaments.services.events import MOST_ROUNDS, Terms, amend_event, ruleset_named
from tournaments.services.rounds import add_imported_round, add_match

RULESET = "north-american"
"""For an event that has no terms of its own."""

START = "score at the start of the file"
"""The reason of the lines that stand for the hands before the file's first."""

Kind = LedgerLine.Kind
_SIDES = tuple(side_code(side) for side in sides_of(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTerms:
    """How the files are taken in: all in one round, new people, the ruleset, names mapped (folded)."""

    round: int | None = None
    create: bool = False
    ruleset: str | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """Where a file stands in the event now. `known`: it was imported before, and nothing was changed."""

    file: str
    round: int
    table: int
    sides: tuple[str, str]
    score: tuple[int, int]
    over: bool
    known: bool

    def __str__(self) -> str:
        said = "" if self.over else ", not over"
        again = " (already imported)" if self.known else ""
        score = f"{self.sides[0]} {self.score[0]}–{self.score[1]} {self.sides[1]}"
        return f"{self.file}: round {self.round}, table {self.table}: {score}{said}{again}"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """A line for each file, in their order, and what was odd but stood in nobody's way."""

    matches: tuple[ImportedMatch, ...]
    warnings: tuple[Complaint, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a file's match will stand."""

    file: EgnFile
    seated: Sequence[Entry]
    round: int
    table: int


@transaction.atomic
def import_games(*, event: Event, files: Sequence[EgnFile], terms: ImportTerms, actor: Actor) -> ImportReport:
    """Record every file as a match, in new rounds after the last or in the one round asked for.

    Raises ImportRefused with everything that stands against it; nothing is written then.
    """
    # Two imports of one event wait for each other here, so that the second sees what the first has done.
    locked = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
    known = _known_files(locked, files)
    fresh = _once([file for file in files if file.digest not in known])
    names = NamesInFiles(locked, terms.create, terms.renamed)
    names.load()
    readable = [file for file in fresh if file.read.games]
    complaints = [one for file in files for one in Complaint.told(file, file.read.errors)]
    complaints += _against_event(locked, fresh, terms)
    complaints += names.complaints(readable)
    complaints += names.unused([file for file in files if file.read.games])
    complaints += [one for file in readable if (one := _without_deals(file)) is not None]
    if complaints:
        raise ImportRefused(complaints)
    warnings = [one for file in files for one in Complaint.told(file, file.read.warnings)]
    if fresh:
        warnings += _import_fresh(locked, fresh, names, terms, actor)
    return ImportReport(tuple(_reported(locked, files, known)), tuple(warnings))


def _known_files(event: Event, files: Sequence[EgnFile]) -> set[str]:
    """The digests of the files that are in this event already."""
    ids = {file.line_id(event.pk, "0"): file.digest for file in files}
    return {ids[pk] for pk in LedgerLine.objects.filter(pk__in=ids).values_list("pk", flat=True)}


def _once(files: Sequence[EgnFile]) -> list[EgnFile]:
    """Files without their copies, in order."""
    first: dict[str, EgnFile] = {}
    for file in files:
        first.setdefault(file.digest, file)
    return list(first.values())


def _without_deals(file: EgnFile) -> Complaint | None:
    """A file whose only deal was not played out has nothing to put on a sheet."""
    if file.read.errors or file.game.deals:
        return None
    return Complaint.at(file, None, "no-deals", "There is no deal to record.")


def _against_event(event: Event, fresh: Sequence[EgnFile], terms: ImportTerms) -> Iterator[Complaint]:
    if not fresh:
        return
    if event.state in {Event.State.FINISHED, Event.State.ARCHIVED}:
        yield Complaint("event-over", "This event is over; open it again to import into it.")
    if Round.objects.filter(event=event, state=Round.State.PROPOSED).exists():
        sentence = "A draw is proposed for this event; accept or discard it first."
        yield Complaint("draw-proposed", sentence)
    try:
        rules = _rules_of(event, terms)
    except EventViolation as error:
        yield Complaint(error.code, error.sentence)
        return
    if rules.players != 4:
        yield Complaint("table-of-four", f"These are games of four; this event is for {rules.players}.")


def _policy_of(event: Event) -> EventPolicy | None:
    return EventPolicy.objects.filter(event=event).order_by("-number").first()


def _rules_of(event: Event, terms: ImportTerms) -> Ruleset:
    """The event's ruleset; an event without terms takes the one asked for."""
    policy = _policy_of(event)
    if policy is None:
        return ruleset_named(terms.ruleset or RULESET)
    rules = Ruleset.from_dict(policy.ruleset)
    if terms.ruleset is not None and terms.ruleset != rules.key:
        sentence = f"This event plays by “{rules.key}”; amend the event to change that."
        raise EventViolation("ruleset-differs", sentence)
    return rules


def _import_fresh(
    event: Event, fresh: Sequence[EgnFile], names: NamesInFiles, terms: ImportTerms, actor: Actor
) -> list[Complaint]:
    """Write the files that are new; the warnings that only the written sheets could give."""
    try:
        names.enter_wanted(actor)
        places = _places(event, fresh, names, terms.round)
        _settle_terms(event, places, terms, actor)
        rounds = {number: _round(event, number) for number in sorted({one.round for one in places})}
    except EventViolation as error:
        raise ImportRefused([Complaint(error.code, error.sentence)]) from None
    warnings: list[Complaint] = []
    complaints: list[Complaint] = []
    for place in places:
        try:
            with transaction.atomic():  # so that the next file's faults can be told as well
                warnings += _record(place, rounds[place.round], actor)
        except _Refused as refused:
            complaints.append(refused.complaint)
    if complaints:
        raise ImportRefused(complaints)
    return warnings


def _places(event: Event, fresh: Sequence[EgnFile], names: NamesInFiles, asked: int | None) -> list[_Place]:
    """Fill a round table by table; the next begins with the first file one of whose players sits there."""
    last = Round.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    number = last + 1 if asked is None else asked
    if not 1 <= number <= last + 1:
        sentence = f"The next round is {last + 1}; there is no round {number}."
        raise EventViolation("round-out-of-range", sentence)
    there = Seating.objects.filter(match__round__event=event, match__round__number=number)
    sitting = set(there.values_list("entry_id", flat=True))
    table = there.aggregate(last=Max("match__table"))["last"] or 0
    places: list[_Place] = []
    for file in fresh:
        seated = names.seated(file)
        if sitting.intersection(one.pk for one in seated):
            if asked is not None:
                twice = next(one for one in seated if one.pk in sitting)
                sentence = f"{twice} sits in round {number} already ({file.name})."
                raise EventViolation("seated-already", sentence)
            number, table, sitting = number + 1, 0, set()
        table += 1
        sitting.update(one.pk for one in seated)
        places.append(_Place(file, seated, number, table))
    return places


def _settle_terms(event: Event, places: Sequence[_Place], terms: ImportTerms, actor: Actor) -> None:
    """Give an event without terms its first policy."""
    if _policy_of(event) is not None:
        return
    rounds = min(MOST_ROUNDS, max(one.round for one in places))
    first = Terms(ruleset=_rules_of(event, terms), rounds=rounds)
    amend_event(event=event, terms=first, reason="terms of imported games", actor=actor)


def _round(event: Event, number: int) -> Round:
    """The round of this number, made if it is not there."""
    there = Round.objects.filter(event=event, number=number).select_related("event__club").first()
    if there is None:
        return add_imported_round(event=event, number=number)
    if there.state == Round.State.CLOSED:
        raise EventViolation("round-closed", f"Round {number} is closed; open it again to import into it.")
    return there


class _Refused(Exception):
    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.code)
        self.complaint = complaint


def _record(place: _Place, round: Round, actor: Actor) -> list[Complaint]:
    """Seat the players and record the file's lines; what in the sheet is odd against the file."""
    match = add_match(round=round, table=place.table, seated=place.seated, actor=actor)
    game = open_match(match=match)
    recorded: Recorded | None = None
    for new, deal in _lines(place.file, round.event_id):
        try:
            recorded = record_line(game_id=game.pk, new=new, actor=actor)
        except (RuleViolation, LineConflict) as error:
            at = f"Deal {deal.number}: " if deal is not None else ""
            complaint = Complaint.at(place.file, deal, error.code, at + error.sentence)
            raise _Refused(complaint) from None
    assert recorded is not None
    return list(_odd(place.file, recorded))


def _lines(file: EgnFile, event_id: int) -> Iterator[tuple[NewLine, EgnDeal | None]]:
    """The sheet's lines: who deals first, the score at the start, then the deals."""
    game = file.game

    def line(place: str, kind: str, facts: dict[str, object], number: int | None) -> NewLine:
        reason = START if kind == Kind.ADJUSTMENT else ""
        pk = file.line_id(event_id, place)
        return NewLine(id=pk, kind=kind, hand_number=number, facts=facts, reason=reason)

    yield line("0", Kind.FIRST_DEAL, {"dealer": str(game.deals[0].dealer)}, 0), game.deals[0]
    for side, points in zip(_SIDES, game.initial_score, strict=True):
        if points:
            facts: dict[str, object] = {"side": side, "points": points}
            yield line(f"start-{side}", Kind.ADJUSTMENT, facts, None), None
    for number, deal in enumerate(game.deals, start=1):
        kind = Kind.THROWN_IN if deal.hand is None else Kind.HAND
        yield line(str(deal.number), kind, _facts(deal), number), deal


def _facts(deal: EgnDeal) -> dict[str, object]:
    if deal.hand is None:
        return {}
    return {
        "maker": str(deal.hand.maker),
        "alone": sorted(str(seat) for seat in deal.hand.alone),
        "tricks": deal.hand.tricks,
        "trump": str(deal.trump) if deal.trump is not None else "N",
    }


_FLAGS = {
    "winning_score": "target",
    "num_deals": "hands",
    "loner_march_score": "lone_march",
    "loner_euchred_score": "lone_euchre",
    "min_rank": "lowest_rank",
    "joker": "benny",
}


def _odd(file: EgnFile, recorded: Recorded) -> Iterator[Complaint]:
    """Where the sheet and the file tell different things, though each may be right by its own rules."""
    game, play = recorded.play.games[0], recorded.play
    for flag, name in _FLAGS.items():
        stated, ours = file.game.flags.get(flag), getattr(game.rules, name)
        if stated is not None and (stated or None) != (ours or None):
            sentence = f"The file says {flag} {stated}, the event's rules {name} {ours}: the event's count."
            yield Complaint.at(file, None, "rules-differ", sentence)
    for flag in ("fast_break", "four_trick_tokens"):
        if file.game.flags.get(flag):
            sentence = f"The file is scored with {flag}, which the event's rules do not know."
            yield Complaint.at(file, None, "rules-differ", sentence)
    score = tuple(game.state.score[side] for side in game.rules.sides)
    if file.game.final_score not in {None, score}:
        first, second = file.game.final_score or (0, 0)
        sentence = f"The file ends at {first}–{second}, the sheet at {score[0]}–{score[1]}."
        yield Complaint.at(file, None, "final-score-differs", sentence)
    if play.games_in_a_match > 1:
        sentence = f"Matches here have {play.games_in_a_match} games; this file is the first of them."
        yield Complaint.at(file, None, "match-not-over", sentence)
    dealt = {row.number: row.dealer for row in game.state.rows}
    for number, deal in enumerate(file.game.deals, start=1):
        if (due := dealt.get(number)) is not None and due != deal.dealer:
            sentence = f"Deal {deal.number}: {deal.dealer} dealt, and by the event's rules {due} should have."
            yield Complaint.at(file, deal, "dealer-differs", sentence)
            return


def _reported(event: Event, files: Sequence[EgnFile], known: set[str]) -> Iterator[ImportedMatch]:
    """Where each file stands now. Three queries."""
    ids = {file.line_id(event.pk, "0"): file.digest for file in files}
    lines = LedgerLine.objects.filter(pk__in=ids).select_related("game__match__round", "game__match__result")
    seated = lines.prefetch_related("game__match__seatings__player")
    matches = {ids[line.pk]: line.game.match for line in seated}
    told: set[str] = set(known)
    for file in files:
        match = matches[file.digest]
        yield _report_of(file.name, match, file.digest in told)
        told.add(file.digest)


def _report_of(name: str, match: Match, known: bool) -> ImportedMatch:
    seated = {one.seat: str(one.player) for one in match.seatings.all()}
    score = match.result.live["score"]
    return ImportedMatch(
        file=name,
        round=match.round.number,
        table=match.table,
        sides=(f"{seated['N']} & {seated['S']}", f"{seated['E']} & {seated['W']}"),
        score=(int(score.get("NS", 0)), int(score.get("EW", 0))),
        over=bool(match.result.live["over"]),
        known=known,
    )
