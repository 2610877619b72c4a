"""A ladder as it stands: rungs, whom each may challenge, what is open and what was played."""

from dataclasses import dataclass

from tournaments.engine.formats import ladder as engine
from tournaments.models import Club, Ladder, LadderChallenge, LadderRung


@dataclass(frozen=True, slots=True)
class RungLine:
    """A rung: who stands there, whom they may challenge now, and what they won and lost."""

    rung: LadderRung
    may: list[LadderRung]
    open: bool
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class LadderPage:
    """All that a ladder's page says."""

    ladder: Ladder
    lines: list[RungLine]
    pending: list[LadderChallenge]
    played: list[LadderChallenge]


PLAYED = 30


def ladders_of(club: Club) -> list[Ladder]:
    """A club's ladders by name. One query."""
    return list(Ladder.objects.filter(club=club))


def ladder_at(club_slug: str, ladder_slug: str) -> Ladder | None:
    """The ladder at an address, with its club. One query."""
    found = Ladder.objects.select_related("club").filter(club__slug=club_slug, slug=ladder_slug)
    return found.first()


def ladder_page(ladder: Ladder) -> LadderPage:
    """The rungs from the top, open challenges, and the last ones played. Two queries."""
    people = ("player", "pair__first", "pair__second")
    rungs = list(ladder.rungs.filter(rung__isnull=False).select_related(*people).order_by("rung"))
    ends = [f"{end}__{name}" for end in ("challenger", "challenged", "winner") for name in people]
    challenges = list(ladder.challenges.filter(called_off=False).select_related(*ends))
    pending = [one for one in challenges if one.settled_at is None]
    over = [one for one in challenges if one.settled_at is not None]
    standing = engine.Ladder(tuple(one.pk for one in rungs))
    rules = engine.LadderRules(ladder.reach, engine.Climb(ladder.climb), ladder.untouchable)
    waiting = [engine.Challenge(one.challenger_id, one.challenged_id) for one in pending]
    busy = {pk for one in pending for pk in (one.challenger_id, one.challenged_id)}
    by_pk = {one.pk: one for one in rungs}
    lines = [
        RungLine(
            rung=one,
            may=[by_pk[pk] for pk in engine.may_challenge(standing, rules, one.pk, pending=waiting)],
            open=one.pk in busy,
            won=sum(each.winner_id == one.pk for each in over),
            lost=sum(
                each.winner_id != one.pk and one.pk in (each.challenger_id, each.challenged_id)
                for each in over
            ),
        )
        for one in rungs
    ]
    return LadderPage(ladder, lines, pending, over[:PLAYED])
