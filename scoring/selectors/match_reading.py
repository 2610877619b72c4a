"""What a match is played from, as read: one match in a few queries, or many in as many."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.engine.rulesets import Ruleset
from scoring.models import Game, LedgerLine
from tournaments.models import EventPolicy, EventRevision, ExtraHand, Match, Seating

EXTRA_HAND = "extra-hand"
"""The policy by which a level game is won by the winner of one more hand, which scores nothing."""


@dataclass(frozen=True, slots=True)
class MatchRead:
    """All that a match is played from, as read: `lines` by game."""

    match: Match
    revision: int
    games: Sequence[Game]
    lines: Mapping[int, list[LedgerLine]]
    policy: EventPolicy | None
    seatings: Sequence[Seating]
    extra_hands: Mapping[int, str]

    def with_line(self, line: LedgerLine) -> "MatchRead":
        """The same once a line has come onto one of the sheets."""
        return replace(self, lines={**self.lines, line.game_id: [*self.lines[line.game_id], line]})


def read_match(match: Match) -> MatchRead:
    """What there is of a match, in five queries. A sixth is asked where extra hands decide."""
    event_id = match.round.event_id
    # First, so that what is read after it can be newer than it says, but never older.
    revision = EventRevision.objects.values_list("number", flat=True).get(event_id=event_id)
    games = list(match.games.order_by("number"))
    lines: dict[int, list[LedgerLine]] = {game.pk: [] for game in games}
    for line in LedgerLine.objects.filter(game__in=games).order_by("game_id", "position"):
        lines[line.game_id].append(line)
    policies = EventPolicy.objects.filter(event_id=event_id)
    number = games[0].policy_number if games else None
    policy = policies.get(number=number) if number else policies.order_by("-number").first()
    return MatchRead(
        match=match,
        revision=revision,
        games=games,
        lines=lines,
        policy=policy,
        seatings=list(match.seatings.select_related("player").order_by("pk")),
        extra_hands=_extra_hands([match]).get(match.pk, {}) if level_game_of(policy) == EXTRA_HAND else {},
    )


def read_matches(matches: Sequence[Match]) -> list[MatchRead]:
    """The same for many matches of one event, in as many queries: for what is derived anew."""
    if not matches:
        return []
    event_id = matches[0].round.event_id
    revision = EventRevision.objects.values_list("number", flat=True).get(event_id=event_id)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(match__in=matches).order_by("match_id", "number"):
        games[game.match_id].append(game)
    lines: dict[int, list[LedgerLine]] = defaultdict(list)
    for line in LedgerLine.objects.filter(game__match__in=matches).order_by("game_id", "position"):
        lines[line.game_id].append(line)
    policies = {one.number: one for one in EventPolicy.objects.filter(event_id=event_id).order_by("number")}
    newest = policies[max(policies)] if policies else None
    seatings: dict[int, list[Seating]] = defaultdict(list)
    for seating in Seating.objects.filter(match__in=matches).select_related("player").order_by("pk"):
        seatings[seating.match_id].append(seating)
    extra = _extra_hands(matches) if any(map(_has_extra_hands, policies.values())) else {}
    return [
        _read(match, revision, games[match.pk], lines, policies, newest, seatings[match.pk], extra)
        for match in matches
    ]


def _read(
    match: Match,
    revision: int,
    games: Sequence[Game],
    lines: Mapping[int, list[LedgerLine]],
    policies: Mapping[int, EventPolicy],
    newest: EventPolicy | None,
    seatings: Sequence[Seating],
    extra: Mapping[int, Mapping[int, str]],
) -> MatchRead:
    policy = policies.get(games[0].policy_number) if games else newest
    return MatchRead(
        match=match,
        revision=revision,
        games=games,
        lines={game.pk: lines.get(game.pk, []) for game in games},
        policy=policy,
        seatings=seatings,
        extra_hands=extra.get(match.pk, {}) if _has_extra_hands(policy) else {},
    )


def level_game_of(policy: EventPolicy | None) -> str:
    """What the policy makes of a level game: "half", EXTRA_HAND ..."""
    return str(policy.scoring.get("level_game", "half")) if policy else "half"


def _has_extra_hands(policy: EventPolicy | None) -> bool:
    return level_game_of(policy) == EXTRA_HAND


def _extra_hands(matches: Sequence[Match]) -> dict[int, dict[int, str]]:
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for one in ExtraHand.objects.filter(match__in=matches).exclude(side=""):
        found[one.match_id][one.game] = one.side
    return found


def rules_read(snapshot: Mapping[str, object]) -> Ruleset:
    """The ruleset of a game; the games of a night share one, which is read once."""
    return _rules_read(json.dumps(snapshot, sort_keys=True))


@lru_cache(maxsize=256)
def _rules_read(text: str) -> Ruleset:
    return Ruleset.from_dict(json.loads(text))
