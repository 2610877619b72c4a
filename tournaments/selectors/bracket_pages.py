"""A bracket for pages and programs: its matches in words, round by round, and who has reached which place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.formats.bracket_layout import places
from tournaments.engine.formats.bracket_words import coming_from, place_told, round_names, round_of
from tournaments.engine.formats.options import Options
from tournaments.engine.formats.tree import NOBODY, BracketMatch, Part, Seen, Source, State
from tournaments.models import Event, Match, Round, Stage
from tournaments.selectors.brackets import (
    BracketNow,
    bracket_now,
    bracket_stage_of,
    score_of,
    tree_of,
)
from tournaments.selectors.results import entry_names
from tournaments.selectors.rounds import SIDES

WORDS = {
    "walkover": "walkover",
    "withdrawn": "the other side has left",
    "no-show": "neither side came",
}


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a match: a name, or in `name` where somebody will come from (then `entry` is None)."""

    entry: int | None
    name: str
    seed: int | None = None
    figure: str = ""
    won: bool = False
    lost: bool = False


@dataclass(frozen=True, slots=True)
class MatchShown:
    """A match in words. `number` counts from 1, `at` from 0 as in the tree.

    `kind` is waiting, ready, playing, level, over or idle. `table`, `round_number` and `match_id` are those
    of the called match.
    """

    at: int
    number: int
    part: Part
    round: str
    one: SideShown
    other: SideShown
    kind: str
    word: str
    table: int | None = None
    round_number: int | None = None
    match_id: int | None = None

    @property
    def sides(self) -> tuple[SideShown, SideShown]:
        """Both, in the order in which they are drawn."""
        return self.one, self.other


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round of the bracket with its matches, from the top down."""

    name: str
    matches: list[MatchShown]


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A place, or places that are shared, and who has reached them."""

    place: str
    names: list[str]


@dataclass(frozen=True, slots=True)
class BracketShown:
    """A bracket as a page shows it. `next` are ready and not called; `winner` is empty until there is one."""

    rounds: list[RoundShown]
    matches: list[MatchShown]
    playing: list[MatchShown]
    next: list[MatchShown]
    places: list[PlaceShown]
    winner: str
    over: bool


def proposed_now(stage: Stage, proposed: Round) -> BracketNow:
    """The bracket that a proposal would make, as if it were accepted. No query."""
    drawn = proposed.draw
    bracket = tree_of(drawn["format"], drawn["seeds"], Options.of(drawn["options"]))
    return BracketNow(stage, bracket, {}, {}, {})


def bracket_shown(now: BracketNow, names: Mapping[int, str]) -> BracketShown:
    """Every match with names by entry id. No query."""
    seeds = {entry: at for at, entry in enumerate(now.bracket.seeds, start=1)}
    called = round_names(now.bracket)
    shown = [_match(match, now, names, seeds, called) for match in now.bracket.matches]
    by_round: dict[str, list[MatchShown]] = {name: [] for name in called.values()}
    for one in shown:
        by_round[one.round].append(one)
    reached = _places(now, names)
    return BracketShown(
        rounds=[RoundShown(name, matches) for name, matches in by_round.items() if matches],
        matches=shown,
        playing=sorted(
            (one for one in shown if one.kind in {"playing", "level"}), key=lambda one: one.table or 0
        ),
        next=[one for one in shown if one.kind == "ready"],
        places=reached,
        winner=reached[0].names[0] if reached and reached[0].place == "1" else "",
        over=now.over,
    )


def _match(
    match: BracketMatch,
    now: BracketNow,
    names: Mapping[int, str],
    seeds: Mapping[int, int],
    rounds: Mapping[tuple[Part, int], str],
) -> MatchShown:
    seen, called = now.seen[match.number], now.called.get(match.number)
    kind = _kind(match.number, seen, now)
    figures = _figures(match.number, seen, now, called)
    sides = [
        _side(entry, source, figure, seen, names, seeds)
        for entry, source, figure in zip(seen[:2], (match.one, match.other), figures, strict=True)
    ]
    return MatchShown(
        at=match.number,
        number=match.number + 1,
        part=match.part,
        round=rounds[round_of(match)],
        one=sides[0],
        other=sides[1],
        kind=kind,
        word=_word(match, kind, now, called),
        table=called.table if called is not None else None,
        round_number=called.round.number if called is not None else None,
        match_id=called.pk if called is not None else None,
    )


def _kind(number: int, seen: Seen, now: BracketNow) -> str:
    if seen.state is State.READY and number in now.called:
        return "level" if number in now.level else "playing"
    return {State.WAITING: "waiting", State.READY: "ready", State.DECIDED: "over", State.IDLE: "idle"}[
        seen.state
    ]


def _word(match: BracketMatch, kind: str, now: BracketNow, called: Match | None) -> str:
    if kind == "idle":
        return "not needed" if match.part is Part.AGAIN else "not played"
    if kind == "waiting":
        return "if needed" if match.part is Part.AGAIN else "to come"
    if kind == "ready":
        return "next"
    if kind == "over":
        row = now.rows[match.number]
        told = WORDS.get(row.how, "over")
        return f"{told}, others kept on" if row.kept_winner_id is not None else told
    table = f"table {called.table}" if called is not None else ""
    return f"{table}, level" if kind == "level" else table


def _figures(number: int, seen: Seen, now: BracketNow, called: Match | None) -> tuple[str, str]:
    """Points where one game is the match or while it is played, games of a longer one that is decided."""
    points = _points(called) if called is not None else ("", "")
    if seen.state is State.READY:
        return points
    row = now.rows.get(number)
    if seen.state is not State.DECIDED or row is None or row.how != "played":
        return ("", "")
    if now.bracket.games_of(number) == 1:
        return points
    games = (str(row.games_one), str(row.games_other))
    return games if row.one_id == seen.one else games[::-1]


def _points(called: Match) -> tuple[str, str]:
    """In the order in which the two are drawn: at North and South, or the first at North."""
    score = score_of(called)
    told = [str(score[code]) for code in SIDES if code in score]
    return (told[0], told[1]) if len(told) == 2 else ("", "")


def _side(
    entry: int | None,
    source: Source,
    figure: str,
    seen: Seen,
    names: Mapping[int, str],
    seeds: Mapping[int, int],
) -> SideShown:
    if entry is None:
        return SideShown(None, coming_from(source))
    if entry == NOBODY:
        return SideShown(None, "nobody")
    decided = seen.state is State.DECIDED
    return SideShown(
        entry,
        names.get(entry, f"entry {entry}"),
        seeds.get(entry),
        figure,
        won=decided and entry == seen.winner,
        lost=decided and entry != seen.winner,
    )


def _places(now: BracketNow, names: Mapping[int, str]) -> list[PlaceShown]:
    by_place: dict[tuple[int, int], list[str]] = {}
    for entry, place in sorted(places(now.bracket).items(), key=lambda item: item[1]):
        by_place.setdefault(place, []).append(names.get(entry, f"entry {entry}"))
    return [PlaceShown(place_told(*place), sorted(found)) for place, found in sorted(by_place.items())]


def free_tables(now: BracketNow, tables: int) -> Sequence[int]:
    """Of tables 1 to `tables` those at which nobody plays."""
    taken = set(now.playing.values())
    return [table for table in range(1, tables + 1) if table not in taken]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """An event's bracket for a page: `stage` None where there is none, `now` None before it is proposed.

    `proposed` is the proposal that `now` is made from; None once it binds.
    """

    stage: Stage | None
    proposed: Round | None
    now: BracketNow | None
    names: Mapping[int, str]

    @property
    def binds(self) -> bool:
        """Whether it is accepted."""
        return self.now is not None and self.proposed is None


def bracket_page(event: Event) -> BracketPage:
    """The newest bracket of an event, accepted or proposed. Seven queries, however large it is."""
    names = entry_names(event.pk)
    stage = bracket_stage_of(event)
    rounds = list(stage.rounds.order_by("number")) if stage is not None else []
    proposed = next((one for one in rounds if "seeds" in one.draw), None)
    if stage is None or not rounds:
        return BracketPage(stage, None, None, names)
    if any(one.state != Round.State.PROPOSED for one in rounds):
        return BracketPage(stage, None, bracket_now(stage), names)
    return BracketPage(stage, proposed, proposed_now(stage, proposed) if proposed else None, names)
