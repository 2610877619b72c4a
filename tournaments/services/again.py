"""Setting up tonight like an earlier night: its terms, pots and plan of prizes, and whoever comes again."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from scoring.engine.errors import RulesetError
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, EventPolicy, Pair
from tournaments.selectors.again import again
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.events import Terms, create_event, terms_from
from tournaments.services.pairs import PairEntrant, enter_pairs
from tournaments.services.pots import copy_pots


@transaction.atomic
def set_up_again(
    *, like: Event, plays_on: date, coming: Sequence[int], actor: Actor, name: str = ""
) -> Event:
    """A new event with everything of `like`, and those of its people who come: ids of players or of pairs.

    Pots come with what was left to carry on. A second one of the same name on the same day is refused, so
    that a button pressed twice makes one event.
    """
    called = name.strip() or like.name
    terms = _terms(like)
    if Event.objects.filter(club=like.club_id, name=called, plays_on=plays_on).exists():
        raise EventViolation("event-there", f"There is a {called} on that day already.")
    seen = again(like)
    known = {one.id: one for one in (*seen.there, *seen.others)}
    if strange := [one for one in coming if one not in known]:
        raise EventViolation("player-unknown", f"{len(strange)} of those ticked did not come lately.")
    event = create_event(
        club=like.club,
        name=called,
        plays_on=plays_on,
        terms=terms,
        actor=actor,
        public=like.public,
    )
    if like.pots.filter(dropped_at=None).exists():
        copy_pots(event=event, actor=actor, like=like)
    ticked = [one for one in known.values() if one.id in set(coming)]
    if ticked and seen.pairs:
        pairs = Pair.objects.in_bulk([one.id for one in ticked])
        enter_pairs(event=event, pairs=[_pair(pairs[one.id], one.categories) for one in ticked], actor=actor)
    elif ticked:
        enter_players(event=event, entrants=[_known(one.id, one.categories) for one in ticked], actor=actor)
    return event


def _terms(like: Event) -> Terms:
    policy = EventPolicy.objects.filter(event=like).order_by("-number").first()
    if policy is None:
        raise EventViolation("terms-missing", f"{like.name} has no terms to take over.")
    try:
        return terms_from(policy)
    except RulesetError:
        raise EventViolation(
            "terms-unreadable", f"The rules of {like.name} cannot be read any more"
        ) from None


def _known(player_id: int, categories: tuple[str, ...] = ()) -> Entrant:
    return Entrant(name="", sort_key="", player_id=player_id, categories=categories)


def _pair(pair: Pair, categories: tuple[str, ...]) -> PairEntrant:
    return PairEntrant(one=_known(pair.first_id), other=_known(pair.second_id), categories=categories)
