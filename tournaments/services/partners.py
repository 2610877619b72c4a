"""Partners drawn by lot: single players become pairs, and single again while nothing is drawn."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.db import transaction
from django.db.models import Max

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, PartnerDraw, Player, Wish
from tournaments.selectors.entrants import people_of
from tournaments.selectors.partners import PartnersDrawn, may_draw_partners, nothing_drawn, partners_by_lot
from tournaments.services.announce import announce_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.entrants import forget_proposal
from tournaments.services.pairs import pairs_of
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def accept_partners(
    *, event: Event, seed: str, actor: Actor, category: str = "", seen: str = ""
) -> list[Entry]:
    """Make pairs of the single entries as the seed draws them; the pairs are numbered in the old order.

    `seen` are the couples that were looked at (`PartnersDrawn.written`): refused when they have changed.
    """
    locked = locked_event(event)
    if not may_draw_partners(locked):
        raise EventViolation("partners-not-drawn", "Partners are drawn before the draw, once, for singles.")
    drawn = partners_by_lot(locked, seed, category)
    if seen and seen != drawn.written:
        raise EventViolation("draw-changed", "Somebody came or went meanwhile. Look at the partners again.")
    couples = [(drawn.entries[one], drawn.entries[other]) for one, other in drawn.couples]
    _keep(locked, drawn, actor)
    made = _as_pairs(locked, couples)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


@transaction.atomic
def undo_partners(*, event: Event, actor: Actor) -> list[Entry]:
    """Every pair becomes two single entries again, as they were before; refused once anything is drawn.

    Who came in since then is numbered behind them, and who went stays away.
    """
    locked = locked_event(event)
    kept = PartnerDraw.objects.filter(event=event).first()
    if kept is None:
        raise EventViolation("partners-not-drawn", "No partners were drawn by lot.")
    if not nothing_drawn(locked):
        raise EventViolation("draw-accepted", "The draw is made; the pairs stay as they are.")
    pairs = list(locked.entries.filter(pair__isnull=False).select_related("pair").order_by("number"))
    made = _as_singles(locked, pairs, {one["player"]: one for one in kept.singles})
    _wish_again(locked, made, kept.wishes)
    kept.delete()
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


def _keep(event: Event, drawn: PartnersDrawn, actor: Actor) -> None:
    """Write down the singles and what was wished of them, before they go."""
    people = {one.pk: one.player_id for one in drawn.entries.values()}
    PartnerDraw.objects.create(
        event=event,
        seed=drawn.seed,
        category=drawn.category,
        singles=[
            {
                "player": one.player_id,
                "number": one.number,
                "categories": one.categories,
                "filler": one.filler,
            }
            for one in drawn.entries.values()
        ],
        wishes=[
            [wish.kind, people[wish.one_id], people[wish.other_id]]
            for wish in Wish.objects.filter(event=event, one__in=people, other__in=people)
        ],
        drawn_by=actor.code,
    )


def _as_pairs(event: Event, couples: Sequence[tuple[Entry, Entry]]) -> list[Entry]:
    """A pair has the lower number of its two, so that pairs stand in the order in which people entered."""
    ordered = sorted(
        (sorted(two, key=lambda one: one.number) for two in couples), key=lambda two: two[0].number
    )
    people = [(_person(one), _person(other)) for one, other in ordered]
    pairs = pairs_of(event, people)
    _forget_what_names_entries(event)
    event.entries.filter(pk__in=[one.pk for two in ordered for one in two]).delete()
    return Entry.objects.bulk_create(
        Entry(
            event=event,
            number=one.number,
            pair=pair,
            categories=[word for word in one.categories if word in other.categories],
            filler=one.filler and other.filler,
        )
        for (one, other), pair in zip(ordered, pairs, strict=True)
    )


def _as_singles(event: Event, pairs: Sequence[Entry], before: Mapping[int, Mapping[str, Any]]) -> list[Entry]:
    """Two entries of each pair: as they were, or numbered on for those who came in as a pair."""
    _forget_what_names_entries(event)
    event.entries.filter(pk__in=[one.pk for one in pairs]).delete()
    last = event.entries.aggregate(last=Max("number"))["last"] or 0
    fresh = count(max([last, *(int(one["number"]) for one in before.values())]) + 1)
    singles = []
    for pair in pairs:
        for person in people_of(pair):
            was = before.get(person)
            single = Entry(
                event=event,
                number=was["number"] if was else next(fresh),
                player_id=person,
                categories=was["categories"] if was else pair.categories,
                filler=was["filler"] if was else pair.filler,
                withdrawn_after=pair.withdrawn_after,
                results_removed=pair.results_removed,
            )
            singles.append(single)
    return Entry.objects.bulk_create(singles)


def _forget_what_names_entries(event: Event) -> None:
    """Nothing binds yet: proposals go, and so do the stages that were made for them."""
    forget_proposal(event)
    event.stages.all().delete()


def _wish_again(event: Event, singles: Sequence[Entry], wishes: Sequence[Sequence[Any]]) -> None:
    by_person = {one.player_id: one.pk for one in singles}
    couples = [(kind, by_person.get(one), by_person.get(other)) for kind, one, other in wishes]
    Wish.objects.bulk_create(
        Wish(event=event, kind=kind, one_id=min(one, other), other_id=max(one, other))
        for kind, one, other in couples
        if one is not None and other is not None
    )


def _person(entry: Entry) -> Player:
    """The player of a single entry read with it."""
    if entry.player is None:
        raise EventViolation("entry-is-a-pair", f"{entry} has a partner already.")
    return entry.player
