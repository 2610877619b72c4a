"""The results of events being played, held between two tables so that a new hand costs what it costs alone.

What is held is true of two figures in the database, the event's revision and its `facts_key`; whoever asks
reads them first. The same key says that nothing but results of matches changed since, and those carry the
revision at which they did: they alone are read again. Any other key, and everything is. A process that has
nothing held, or holds it no more, reads everything; so any number of processes may ask.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from threading import Lock, RLock

from tournaments.engine.results import Result
from tournaments.engine.totals import Totals, rounds_played, total_up
from tournaments.models import Entry, EventRevision, MatchResult, Stage
from tournaments.selectors.ranking_rules import Rules, entries_of, rules_of, stages_of
from tournaments.selectors.results import ResultsRead, read_results, results_at

EVENTS_HELD = 8
OTHERS = 0
"""In place of a match's id: results that belong to none."""


@dataclass(slots=True)
class HeldResults:
    """An event's results, and what each entry's come to; see `ResultsRead`."""

    facts_key: str
    revision: int
    rules: Rules
    entries: Sequence[Entry]
    stages: Sequence[Stage]
    read: ResultsRead
    by_match: dict[int, Sequence[Result]]
    by_entry: dict[int, dict[int, list[Result]]] = field(default_factory=dict)
    totals: dict[int, Totals] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)

    def results(self) -> list[Result]:
        """All of them."""
        return [*chain.from_iterable(self.by_match.values()), *self.read.others]

    def index(self) -> None:
        """Sort what was read by entry, and add it up."""
        for match, results in self.by_match.items():
            self._index(match, results)
        self._index(OTHERS, self.read.others)
        self._add_up(one.pk for one in self.entries)

    def put(self, told: Mapping[int, Sequence[Result]]) -> bool:
        """Put these matches' results in place of those held; False where more than they would change."""
        told = {match: results for match, results in told.items() if match not in self.read.given_up}
        old = [one for match in told for one in self.by_match.get(match, ())]
        new = [one for results in told.values() for one in results]
        if any((one.round, one.tally.entry) in self.read.watched for one in [*old, *new]):
            return False
        for one in old:
            self.by_entry[one.tally.entry].pop(one.match or OTHERS, None)
        for match, results in told.items():
            self.by_match[match] = results
            self._index(match, results)
        self._add_up({one.tally.entry for one in [*old, *new]})
        return True

    def _add_up(self, entries: Iterable[int]) -> None:
        for entry in entries:
            own = list(chain.from_iterable(self.by_entry.get(entry, {}).values()))
            self.totals |= total_up([entry], own)
            self.rounds |= rounds_played([entry], own)

    def _index(self, match: int, results: Sequence[Result]) -> None:
        for one in results:
            self.by_entry.setdefault(one.tally.entry, {}).setdefault(match, []).append(one)


_held: OrderedDict[int, HeldResults] = OrderedDict()
_locks: defaultdict[int, RLock] = defaultdict(RLock)
_lock = Lock()


def lock_of(event_id: int) -> RLock:
    """The lock under which an event's results are held and its table is computed, in this process."""
    with _lock:
        return _locks[event_id]


def held_results(event_id: int) -> HeldResults:
    """The results of an event as they are or newer than the revision told. Call it under `lock_of`.

    Three queries where nothing but results of matches changed since they were last held.
    """
    row = EventRevision.objects.get(event=event_id)
    held = _held_since(event_id, row)
    if held is None or not _brought_up(held, event_id, row.number):
        held = _read(event_id, row)
    with _lock:
        _held[event_id] = held
        _held.move_to_end(event_id)
        while len(_held) > EVENTS_HELD:
            _locks.pop(_held.popitem(last=False)[0], None)
    return held


def _held_since(event_id: int, row: EventRevision) -> HeldResults | None:
    with _lock:
        held = _held.get(event_id)
    if held is None or held.facts_key != row.facts_key or held.revision > row.number or held.read.averaged:
        return None
    return held


def _brought_up(held: HeldResults, event_id: int, revision: int) -> bool:
    """Read again the matches whose results are newer; whether that was all there is to do."""
    newer = MatchResult.objects.filter(match__round__event=event_id, revision__gt=held.revision)
    told = results_at(list(newer.values_list("match_id", flat=True)))
    if not held.put(told):
        return False
    held.revision = revision
    return True


def _read(event_id: int, row: EventRevision) -> HeldResults:
    read = read_results(event_id)
    held = HeldResults(
        facts_key=row.facts_key,
        revision=row.number,
        rules=rules_of(event_id),
        entries=entries_of(event_id),
        stages=stages_of(event_id),
        read=read,
        by_match=dict(read.by_match),
    )
    held.index()
    return held
