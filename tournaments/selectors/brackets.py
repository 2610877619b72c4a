"""A bracket as it stands: its tree from the stage's seeds and verdicts, who is at a table, what tables say.

What a table says and what the bracket holds may differ after a correction. Where people have been called or
have played on from the older word, nothing moves by itself: such differences are found here, with exactly
what they would change, for the director to decide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import Max

from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.bracket_layout import places
from tournaments.engine.formats.correction import MatchChange, bracket_consequences
from tournaments.engine.formats.options import Options
from tournaments.engine.formats.tree import NOBODY, Bracket, How, Seen, State, Verdict, unfold
from tournaments.models import (
    BracketVerdict,
    Event,
    Match,
    MatchResult,
    Round,
    Seating,
    Stage,
    Tally,
)

BRACKETS = frozenset(code for code, one in FORMATS.items() if one.kind == "bracket")
DOUBLE = "double-elimination"
TABLE = "table"
"""The actor of a verdict that a score sheet gave; all others are a director's word."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a table says of its match: over or not, and who won. Over without a verdict: level."""

    over: bool
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Difference:
    """A table says otherwise than the bracket holds (`heard` None: nobody has won there any more)."""

    number: int
    held: Verdict
    heard: Verdict | None
    changes: tuple[MatchChange, ...]


@dataclass(frozen=True)
class BracketNow:
    """A bracket that binds. All by number in the tree: `rows` of verdicts, `called` matches, `heard` tables.

    `called` have their result, forfeit and round.
    """

    stage: Stage
    bracket: Bracket
    rows: Mapping[int, BracketVerdict]
    called: Mapping[int, Match]
    said: Mapping[int, "_Said"]

    @cached_property
    def seen(self) -> Sequence[Seen]:
        """Every match as it stands."""
        return unfold(self.bracket)

    @cached_property
    def heard(self) -> dict[int, Heard]:
        """What the tables say, of the two who are in each match now."""
        return {number: one.heard(self.seen[number]) for number, one in self.said.items()}

    def heard_verdict(self, number: int) -> Verdict | None:
        """Who won by the table's word, if anybody."""
        heard = self.heard.get(number)
        return heard.verdict if heard is not None else None

    def is_on_sheet(self, number: int) -> bool:
        """Whether a score sheet holds the result, so that it is corrected there; not what is level on it."""
        match, heard = self.called.get(number), self.heard.get(number)
        if match is None or heard is None or not hasattr(match, "result"):
            return False
        return not (heard.over and heard.verdict is None)

    @property
    def playing(self) -> dict[int, int]:
        """Matches at a table and not decided yet, with their tables."""
        return {
            number: match.table
            for number, match in self.called.items()
            if self.seen[number].state is State.READY
        }

    @property
    def level(self) -> list[int]:
        """Matches that are over at their table without a winner: the director says who goes on."""
        return [number for number in self.playing if self._is_level(number)]

    def _is_level(self, number: int) -> bool:
        heard = self.heard.get(number)
        return heard is not None and heard.over and heard.verdict is None

    @property
    def over(self) -> bool:
        """Whether nothing is left to be played."""
        return all(one.state in (State.DECIDED, State.IDLE) for one in self.seen)

    def touched(self, changes: Iterable[MatchChange]) -> tuple[MatchChange, ...]:
        """Those of the changes that move people who were called or have a result."""
        return tuple(one for one in changes if one.loses_result or one.match in self.called)

    def difference(self, number: int) -> Difference | None:
        """How a table's word differs from the verdict that is held; None where it does not."""
        row, heard = self.rows.get(number), self.heard.get(number)
        if row is None or heard is None or self.seen[number].state is not State.DECIDED:
            return None
        held = self.bracket.verdicts[number]
        if heard.verdict is None:
            # A director may decide what is level or not over; only what the table itself said is taken back.
            if row.recorded_by != TABLE:
                return None
        elif heard.verdict.winner == held.winner:
            return None
        changes = bracket_consequences(self.bracket, number, heard.verdict)
        return Difference(number, held, heard.verdict, changes)

    @property
    def differences(self) -> list[Difference]:
        """Every difference, in the order of the matches."""
        found = (self.difference(number) for number in sorted(self.heard))
        return [one for one in found if one is not None]


@dataclass(frozen=True, slots=True)
class _Said:
    """A table's figures: `games` won by entry (in halves), or the entries that gave the match up."""

    over: bool
    games: Mapping[int, int]
    gave_up: frozenset[int] | None

    def heard(self, seen: Seen) -> Heard:
        """As a verdict of the two who are in the match now; none where it was others who played."""
        if seen.one is None or seen.other is None:
            return Heard(self.over, None)
        two = (seen.one, seen.other)
        if self.gave_up is not None:
            left = [entry for entry in two if entry not in self.gave_up]
            how = How.WALKOVER if left else How.NO_SHOW
            return Heard(True, Verdict(two, left[0] if left else None, (0, 0), how))
        if not self.over or not set(two) <= self.games.keys():
            return Heard(self.over, None)
        one, other = (self.games[entry] for entry in two)
        if one == other:
            return Heard(True, None)
        return Heard(True, Verdict(two, two[0] if one > other else two[1], (one // 2, other // 2)))


def is_bracket(stage: Stage) -> bool:
    """Whether the whole of this stage is one tree."""
    return stage.format in BRACKETS


def bracket_stage_of(event: Event) -> Stage | None:
    """The newest stage of an event that is a bracket, drawn or not. One query."""
    return Stage.objects.filter(event=event, format__in=BRACKETS).order_by("-number").first()


def proposal_of(stage: Stage) -> Round | None:
    """The bracket that is proposed: a round still to be accepted, whose draw holds the seeds. One query."""
    return stage.rounds.filter(state=Round.State.PROPOSED).order_by("number").first()


def binds(stage: Stage) -> bool:
    """Whether the bracket is accepted. One query."""
    return stage.rounds.exclude(state=Round.State.PROPOSED).exists()


def tree_of(format: str, seeds: Sequence[int], options: Options) -> Bracket:
    """The tree for these seeds, the first seed first. Raises EventViolation for what makes none."""
    final = options.final_best_of or None
    if format == DOUBLE:
        return draw_double_bracket(
            seeds, second_final=options.second_final, best_of=options.best_of, final_best_of=final
        )
    return draw_bracket(
        seeds,
        third_place=options.third_place,
        plate=options.plate,
        best_of=options.best_of,
        final_best_of=final,
    )


def bracket_of(stage: Stage) -> Bracket:
    """The bracket of a stage with its results. One query."""
    return _with_verdicts(stage, stage.verdicts.all())


def places_of(stage: Stage) -> dict[int, tuple[int, int]]:
    """First and last place of every entry that is out, and of the winner; empty before it binds."""
    return places(bracket_of(stage)) if stage.seeds and binds(stage) else {}


def bracket_now(stage: Stage) -> BracketNow:
    """Everything there is to know of a bracket that binds. Four queries, however large it is."""
    rows = {one.number: one for one in stage.verdicts.all()}
    matches = Match.objects.filter(round__stage=stage, number__isnull=False)
    called: dict[int, Match] = {
        one.number: one
        for one in matches.select_related("result", "forfeit", "round")
        if one.number is not None
    }
    return BracketNow(stage, _with_verdicts(stage, rows.values()), rows, called, _said(called))


def _with_verdicts(stage: Stage, rows: Iterable[BracketVerdict]) -> Bracket:
    bracket = tree_of(stage.format, stage.seeds, Options.of(stage.options))
    verdicts, pinned = {}, {}
    for row in rows:
        verdicts[row.number] = Verdict(
            (row.one_id, row.other_id), row.winner_id, (row.games_one, row.games_other), How(row.how)
        )
        if row.kept_winner_id is not None:
            pinned[row.number] = (row.kept_winner_id, row.kept_loser_id or NOBODY)
    return replace(bracket, verdicts=verdicts, pinned=pinned)


def _said(called: Mapping[int, Match]) -> dict[int, _Said]:
    """What was recorded of called matches, by number. Two queries."""
    games: dict[int, dict[int, int]] = {}
    told = Tally.objects.filter(match__in=[one.pk for one in called.values()]).order_by()
    for match, entry, halves in told.values_list("match_id", "entry_id").annotate(Max("half_games_won")):
        games.setdefault(match, {})[entry] = halves
    given_up = _gave_up([one for one in called.values() if hasattr(one, "forfeit")])
    return {
        number: _Said(_is_over(match), games.get(match.pk, {}), given_up.get(match.pk))
        for number, match in called.items()
    }


def _is_over(match: Match) -> bool:
    return hasattr(match, "result") and match.result.state == MatchResult.State.OVER


def _gave_up(matches: Sequence[Match]) -> dict[int, frozenset[int]]:
    """Match id → the entries whose side gave the match up, all of them where neither came."""
    found: dict[int, set[int]] = {one.pk: set() for one in matches}
    absent = {one.pk: one.forfeit.absent for one in matches}
    for match, seat, entry in Seating.objects.filter(match__in=matches).values_list(
        "match_id", "seat", "entry_id"
    ):
        if absent[match] == "both" or seat in absent[match]:
            found[match].add(entry)
    return {match: frozenset(entries) for match, entries in found.items()}


def score_of(match: Match) -> Mapping[str, Any]:
    """The points of the game being played, by side code; empty before the first hand."""
    live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
    score: Mapping[str, Any] = live.get("score") or {}
    return score
