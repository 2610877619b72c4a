"""A club's ladders: made, joined and left; challenges made, settled and called off."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import ladder as engine
from tournaments.models import Club, Ladder, LadderChallenge, LadderRung, Pair, Player
from tournaments.services.entrants import Entrant
from tournaments.services.revisions import raise_club_revision

MOST_RUNGS = 200
TAKEN_ADDRESSES = frozenset({"new"})


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderTerms:
    """How far up one may challenge, how many rungs at the top may not be, and how a winner climbs."""

    reach: int = 3
    untouchable: int = 0
    climb: str = Ladder.Climb.SWAP


@transaction.atomic
def create_ladder(*, club: Club, name: str, terms: LadderTerms) -> Ladder:
    """An empty ladder. The address is made from the name and stays."""
    _check(terms)
    stem = slugify(name)[:70] or "ladder"
    taken = set(Ladder.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True))
    taken |= TAKEN_ADDRESSES
    slug = next(
        one for n in range(1, len(taken) + 2) if (one := stem if n == 1 else f"{stem}-{n}") not in taken
    )
    made = Ladder.objects.create(
        club=club,
        name=name,
        slug=slug,
        reach=terms.reach,
        untouchable=terms.untouchable,
        climb=terms.climb,
    )
    raise_club_revision(club.pk)
    return made


def _check(terms: LadderTerms) -> None:
    if not 1 <= terms.reach <= MOST_RUNGS or not 0 <= terms.untouchable <= MOST_RUNGS:
        raise EventViolation("ladder-rules", f"A challenge reaches 1 to {MOST_RUNGS} rungs up.")
    if terms.climb not in Ladder.Climb.values:
        raise EventViolation("climb-unknown", "A winner changes places, or everybody between moves down.")


@transaction.atomic
def join_players(*, ladder: Ladder, entrants: Sequence[Entrant]) -> list[LadderRung]:
    """Newcomers on the lowest rungs, in their order; also who had left. Who is there already is refused."""
    locked = _locked(ladder)
    ids = {one.player_id for one in entrants if one.player_id is not None}
    players = Player.objects.filter(club=locked.club_id).in_bulk(ids)
    if len(players) != len(ids):
        raise EventViolation("player-unknown", "One of these people is not on the club's list.")
    coming = [
        players[one.player_id]
        if one.player_id is not None
        else Player.objects.create(
            club_id=locked.club_id, name=one.name, sort_key=one.sort_key, note=one.note
        )
        for one in entrants
    ]
    return _join(locked, [LadderRung(ladder=locked, player=one) for one in coming])


@transaction.atomic
def join_pair(*, ladder: Ladder, one: Player, other: Player) -> LadderRung:
    """A pair on the lowest rung."""
    locked = _locked(ladder)
    if one.pk == other.pk or {one.club_id, other.club_id} != {locked.club_id}:
        raise EventViolation("pair-unknown", "A pair is two different people of the club.")
    first, second = sorted((one, other), key=lambda player: player.pk)
    pair, _ = Pair.objects.get_or_create(first=first, second=second, defaults={"club_id": locked.club_id})
    return _join(locked, [LadderRung(ladder=locked, pair=pair)])[0]


def _join(ladder: Ladder, coming: Sequence[LadderRung]) -> list[LadderRung]:
    known = {(one.player_id, one.pair_id): one for one in ladder.rungs.all()}
    order = [one.pk for one in _standing(ladder)]
    joined = []
    for one in coming:
        there = known.get((one.player_id, one.pair_id))
        if (there is not None and there.rung is not None) or len(order) >= MOST_RUNGS:
            raise EventViolation("on-ladder-already", f"{one} is on this ladder, or it is full.")
        if there is None:
            there = LadderRung.objects.create(
                ladder=ladder, player_id=one.player_id, pair_id=one.pair_id, rung=None
            )
            known[one.player_id, one.pair_id] = there
        order = list(engine.join_ladder(engine.Ladder(tuple(order)), there.pk).rungs)
        there.rung = len(order)
        joined.append(there)
    _write(ladder, order)
    return joined


@transaction.atomic
def leave_ladder(*, rung: LadderRung) -> None:
    """Somebody leaves; those below move up, and open challenges with them are called off."""
    locked = _locked(rung.ladder)
    order = engine.leave_ladder(_engine(locked), rung.pk).rungs
    open_ones = locked.challenges.filter(settled_at__isnull=True, called_off=False)
    for one in open_ones:
        if rung.pk in (one.challenger_id, one.challenged_id):
            LadderChallenge.objects.filter(pk=one.pk).update(called_off=True, settled_at=timezone.now())
    LadderRung.objects.filter(pk=rung.pk).update(rung=None)
    _write(locked, order)


@transaction.atomic
def make_challenge(*, challenger: LadderRung, challenged: LadderRung, actor: Actor) -> LadderChallenge:
    """Challenge somebody higher up; the engine says why where that cannot be."""
    locked = _locked(challenger.ladder)
    if challenged.ladder_id != locked.pk:
        raise EventViolation("not-on-ladder", "The two are not on the same ladder.")
    standing = _engine(locked)
    engine.challenge(standing, rules_of(locked), challenger.pk, challenged.pk, pending=pending_of(locked))
    made = LadderChallenge.objects.create(
        ladder=locked,
        challenger=challenger,
        challenged=challenged,
        challenger_rung=standing.rung(challenger.pk),
        challenged_rung=standing.rung(challenged.pk),
        made_by=actor.code,
    )
    raise_club_revision(locked.club_id)
    return made


@transaction.atomic
def settle_challenge(*, challenge: LadderChallenge, winner: LadderRung, score: str = "") -> LadderChallenge:
    """The result of a challenge; the rungs change if the challenger won. Said once."""
    locked = _locked(challenge.ladder)
    one = _open(challenge)
    made = engine.Challenge(one.challenger_id, one.challenged_id)
    order = engine.settle_challenge(_engine(locked), rules_of(locked), made, winner.pk).rungs
    one.winner, one.score, one.settled_at = winner, score.strip()[:40], timezone.now()
    one.save(update_fields=["winner", "score", "settled_at"])
    _write(locked, order)
    return one


@transaction.atomic
def call_off(*, challenge: LadderChallenge) -> None:
    """A challenge that will not be played; nothing moves."""
    locked = _locked(challenge.ladder)
    one = _open(challenge)
    LadderChallenge.objects.filter(pk=one.pk).update(called_off=True, settled_at=timezone.now())
    raise_club_revision(locked.club_id)


def rules_of(ladder: Ladder) -> engine.LadderRules:
    """The engine's rules of a ladder."""
    return engine.LadderRules(ladder.reach, engine.Climb(ladder.climb), ladder.untouchable)


def pending_of(ladder: Ladder) -> list[engine.Challenge]:
    """Challenges still to be played. One query."""
    pairs = ladder.challenges.filter(settled_at__isnull=True).values_list("challenger_id", "challenged_id")
    return [engine.Challenge(one, other) for one, other in pairs]


def _locked(ladder: Ladder) -> Ladder:
    return Ladder.objects.select_for_update().get(pk=ladder.pk)


def _standing(ladder: Ladder) -> list[LadderRung]:
    return list(ladder.rungs.filter(rung__isnull=False).order_by("rung"))


def _engine(ladder: Ladder) -> engine.Ladder:
    return engine.Ladder(tuple(one.pk for one in _standing(ladder)))


def _open(challenge: LadderChallenge) -> LadderChallenge:
    one = LadderChallenge.objects.get(pk=challenge.pk)
    if one.settled_at is not None:
        raise EventViolation("challenge-over", "This challenge is settled already.")
    return one


def _write(ladder: Ladder, order: Sequence[int]) -> None:
    rungs = ladder.rungs.in_bulk(order)
    for at, pk in enumerate(order, start=1):
        rungs[pk].rung = at
    LadderRung.objects.bulk_update(rungs.values(), ["rung"])
    raise_club_revision(ladder.club_id)
