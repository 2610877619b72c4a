"""Presets: everything an event is set up with, kept under a name and set up again from there."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Event, EventPreset, Pot
from tournaments.selectors.presets import PotSaid, pots_in
from tournaments.services.events import Terms, create_event, written_terms
from tournaments.services.pots import NewPot, begin_pots
from tournaments.services.revisions import raise_club_revision

MOST_PRESETS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetFacts:
    """A preset's own name, and what events of it are called."""

    name: str
    event_name: str
    public: bool = True


@transaction.atomic
def keep_preset(
    *, club: Club, facts: PresetFacts, terms: Terms, actor: Actor, like: Event | None = None
) -> EventPreset:
    """A new preset; its pots are those of `like`."""
    terms.check()
    Club.objects.select_for_update().get(pk=club.pk)
    if club.presets.count() >= MOST_PRESETS:
        raise EventViolation("too-many-presets", f"A club has {MOST_PRESETS} presets at most.")
    pots = Pot.objects.filter(event=like, dropped_at=None).order_by("number") if like is not None else []
    made = EventPreset(
        club=club,
        pots=[PotSaid.of(pot).to_dict() for pot in pots],
        made_by=actor.code,
        **written_terms(terms),
    )
    return _kept(made, facts)


@transaction.atomic
def change_preset(*, preset: EventPreset, facts: PresetFacts, terms: Terms, actor: Actor) -> EventPreset:
    """Other names or terms; pots stay. Events that were set up from it stay as they are."""
    terms.check()
    held = EventPreset.objects.select_for_update(of=("self",)).select_related("club").get(pk=preset.pk)
    for name, value in written_terms(terms).items():
        setattr(held, name, value)
    held.made_by = actor.code
    return _kept(held, facts)


@transaction.atomic
def drop_preset(*, preset: EventPreset, actor: Actor) -> None:
    """Offer it no more."""
    club_id = preset.club_id
    EventPreset.objects.filter(pk=preset.pk).delete()
    raise_club_revision(club_id)


@transaction.atomic
def set_up_from(
    *, preset: EventPreset, name: str, plays_on: date, terms: Terms, public: bool, actor: Actor
) -> Event:
    """A new event of a preset: with `terms` as they were shown and perhaps changed, and the preset's pots."""
    event = create_event(
        club=preset.club, name=name, plays_on=plays_on, terms=terms, actor=actor, public=public
    )
    pots = pots_in(preset)
    if pots:
        begin_pots(
            event=event,
            pots={one.number: NewPot(name=one.name, kind=one.kind, fee=one.fee) for one in pots},
            currency=pots[0].currency,
            actor=actor,
        )
    return event


def _kept(preset: EventPreset, facts: PresetFacts) -> EventPreset:
    preset.name, preset.event_name = " ".join(facts.name.split()), " ".join(facts.event_name.split())
    preset.public = facts.public
    if not preset.name or not preset.event_name:
        raise EventViolation("preset-name-empty", "A preset needs a name, and a name for its events.")
    others = EventPreset.objects.filter(club=preset.club_id, name__iexact=preset.name).exclude(pk=preset.pk)
    if others.exists():
        raise EventViolation("preset-name-taken", f"There is a preset called {preset.name} already.")
    preset.save()
    raise_club_revision(preset.club_id)
    return preset
