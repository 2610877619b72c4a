"""Setting up an event, and its numbered policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.text import slugify

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import Ruleset
from tournaments.actors import Actor
from tournaments.engine.chains import CHAINS, check_chain
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.options import (
    AS_USUAL,
    DRAFT,
    MOST_STAGES,
    PAIRS,
    PLAYERS,
    Options,
    StageTerms,
    movement_of,
    stages_planned,
)
from tournaments.engine.match_totals import MatchPoints
from tournaments.models import Club, Event, EventPolicy, EventRevision, PublishedStandings
from tournaments.selectors.ranking_rules import counting_of
from tournaments.services.announce import announce_on_commit, tell_results_on_commit
from tournaments.services.revisions import raise_revisions

CLUB_CHAIN = CHAINS["club-night"].measures
MOST_ROUNDS = 60
TWO_A_WIN = MatchPoints()
LEVEL_GAMES = frozenset({"half", "nothing", "extra-hand"})
"""What a level game is worth: see `EventPolicy`."""
SIT_OUTS = frozenset({"points", "average"})
COUNT_THEMSELVES = frozenset({"round-robin", "bracket"})
"""Kinds of formats that know how many rounds they have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a policy is made from; see `EventPolicy` for the shapes."""

    ruleset: Ruleset
    rounds: int
    movement: str = "rotation"
    stage_name: str = ""
    go_on: int | None = None
    options: Options = AS_USUAL
    then: Sequence[StageTerms] = ()
    entrants: str = PLAYERS
    chain: Sequence[str] = CLUB_CHAIN
    stage_chain: Sequence[str] = ()
    match_points: MatchPoints = TWO_A_WIN
    best_rounds: int = 0
    level_game: str = "half"
    games_in_a_match: int = 1
    sit_out_points: int = 0
    sit_out: str = "points"
    forfeit_points: int = 0
    correction_window: str = EventPolicy.Window.OPEN
    prizes: Mapping[str, object] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse what makes no night."""
        for chain in (self.chain, *(stage.chain for stage in self.stages if stage.chain)):
            check_chain(chain)
        self._check_stages()
        self._check_counting()
        if not 1 <= self.games_in_a_match <= 9:
            raise EventViolation("games-out-of-range", "A match has 1 to 9 games.")

    def _check_counting(self) -> None:
        if self.level_game not in LEVEL_GAMES:
            raise EventViolation(
                "level-game-unknown", "A level game counts half, or nothing, or goes to the extra hand."
            )
        if self.sit_out not in SIT_OUTS:
            raise EventViolation("sit-out-unknown", "Sitting out gives points, or one's own average.")
        if not 0 <= self.best_rounds <= MOST_ROUNDS:
            raise EventViolation(
                "best-rounds-out-of-range", f"The best 1 to {MOST_ROUNDS} rounds count, or all."
            )
        points = self.match_points
        if not 0 <= points.lost <= points.level <= points.won <= 100:
            raise EventViolation(
                "match-points-out-of-range", "A match gives 0 to 100 points, and no fewer for more."
            )
        if not 0 <= self.sit_out_points <= 100:
            raise EventViolation("sit-out-points-out-of-range", "Sitting out gives 0 to 100 points.")
        if not 0 <= self.forfeit_points <= 100:
            raise EventViolation("forfeit-points-out-of-range", "A match forfeited gives 0 to 100 points.")

    @property
    def stages(self) -> tuple[StageTerms, ...]:
        """Every stage, the first one included."""
        first = StageTerms(
            format=self.movement,
            name=self.stage_name,
            rounds=self.rounds,
            go_on=self.go_on,
            options=self.options,
            chain=tuple(self.stage_chain),
        )
        return (first, *self.then)

    def _check_stages(self) -> None:
        if self.entrants not in {PLAYERS, PAIRS}:
            raise EventViolation("entrants-unknown", "Players enter one by one, or in pairs.")
        if len(self.stages) > MOST_STAGES:
            raise EventViolation("too-many-stages", f"An event has at most {MOST_STAGES} stages.")
        in_pairs = self.entrants == PAIRS
        for stage in self.stages:
            if stage.format == DRAFT:
                in_pairs = True
                continue
            format = FORMATS.get(stage.format)
            if format is None:
                raise EventViolation("movement-unknown", f"There is no movement called {stage.format}.")
            least = 0 if format.kind in COUNT_THEMSELVES else 1
            if not least <= stage.rounds <= MOST_ROUNDS:
                raise EventViolation(
                    "rounds-out-of-range", f"A night has 1 to {MOST_ROUNDS} rounds, not {stage.rounds}."
                )
            if in_pairs and format.entrants == "people":
                raise EventViolation(
                    "movement-unfit", f"{format.name} seats single players, and these are pairs."
                )


def ruleset_named(key: str) -> Ruleset:
    """The catalogue's ruleset of that key."""
    try:
        return RULESETS[key]
    except KeyError:
        raise EventViolation("ruleset-unknown", f"There is no ruleset called {key!r}.") from None


def terms_from(policy: EventPolicy) -> Terms:
    """What a policy was made from, to be amended in a part."""
    first, *then = stages_planned(policy.movement)
    return Terms(
        ruleset=Ruleset.from_dict(policy.ruleset),
        rounds=first.rounds,
        movement=first.format,
        stage_name=first.name,
        go_on=first.go_on,
        options=first.options,
        then=then,
        entrants=str(policy.movement.get("entrants", PLAYERS)),
        chain=tuple(policy.chain),
        stage_chain=first.chain,
        match_points=counting_of(policy.scoring).match_points,
        best_rounds=counting_of(policy.scoring).best_rounds,
        sit_out=policy.absence.get("sit_out", "points"),
        level_game=policy.scoring.get("level_game", "half"),
        games_in_a_match=policy.scoring.get("games_in_a_match", 1),
        sit_out_points=policy.absence.get("sit_out_points", 0),
        forfeit_points=policy.absence.get("forfeit_points", 0),
        correction_window=policy.correction_window,
        prizes=policy.prizes,
    )


@transaction.atomic
def create_event(
    *, club: Club, name: str, plays_on: date, terms: Terms, actor: Actor, public: bool = True
) -> Event:
    """A new event with its first policy. The address is made from day and name and stays."""
    terms.check()
    stem = slugify(f"{plays_on.isoformat()}-{name}")[:70]
    taken = set(Event.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True))
    slug = next(
        one for n in range(1, len(taken) + 2) if (one := stem if n == 1 else f"{stem}-{n}") not in taken
    )
    event = Event.objects.create(club=club, name=name, slug=slug, plays_on=plays_on, public=public)
    EventRevision.objects.create(event=event)
    PublishedStandings.objects.create(event=event)
    _add_policy(event, terms, number=1, reason="", actor=actor)
    raise_revisions(event.pk, club.pk)
    announce_on_commit(event.pk)
    return event


@transaction.atomic
def amend_event(*, event: Event, terms: Terms, reason: str, actor: Actor) -> EventPolicy:
    """Add the next policy. Games already opened keep the number they were opened under."""
    terms.check()
    if not reason.strip() and event.rounds.exists():
        raise EventViolation("reason-missing", "Say why the terms change once the draw is made.")
    Event.objects.select_for_update().get(pk=event.pk)
    last = event.policies.aggregate(last=Max("number"))["last"] or 0
    policy = _add_policy(event, terms, number=last + 1, reason=reason.strip(), actor=actor)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return policy


def _add_policy(event: Event, terms: Terms, *, number: int, reason: str, actor: Actor) -> EventPolicy:
    policy = EventPolicy(
        event=event, number=number, reason=reason, made_by=actor.code, **written_terms(terms)
    )
    policy.save()
    return policy


def written_terms(terms: Terms) -> dict[str, Any]:
    """Terms as the columns of a policy, and of a preset, keep them."""
    return {
        "ruleset": terms.ruleset.to_dict(),
        "scoring": _scoring(terms),
        "chain": list(terms.chain),
        "movement": movement_of(terms.stages, entrants=terms.entrants),
        "absence": _absence(terms),
        "prizes": dict(terms.prizes),
        "correction_window": terms.correction_window,
    }


def _scoring(terms: Terms) -> dict[str, object]:
    points, usual = terms.match_points, MatchPoints()
    told: dict[str, object] = {"level_game": terms.level_game, "games_in_a_match": terms.games_in_a_match}
    if points != usual:
        told["match_points"] = [points.won, points.level, points.lost]
    if terms.best_rounds:
        told["best_rounds"] = terms.best_rounds
    return told


def _absence(terms: Terms) -> dict[str, object]:
    told: dict[str, object] = {
        "sit_out_points": terms.sit_out_points,
        "forfeit_points": terms.forfeit_points,
    }
    return told if terms.sit_out == "points" else told | {"sit_out": terms.sit_out}


@transaction.atomic
def change_state(*, event: Event, state: Event.State) -> None:
    """Finish an event, open it again, or archive it: an archived one takes no more lines from its tables."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state == Event.State.ARCHIVED:
        raise EventViolation("event-archived", "This event is archived and stays as it is.")
    locked.state = state
    locked.save(update_fields=["state"])
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    if state == Event.State.FINISHED:
        tell_results_on_commit(event.pk)
