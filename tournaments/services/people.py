"""The club's list of people: added, changed, set aside, with their other names and how to reach them.

Whoever is renamed is renamed wherever they played: the counters of those events are raised, and their
standings, whose sentences name people, are made anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import ParsedName, fold, name_of
from tournaments.models import Club, Contact, Player, PlayerAlias
from tournaments.selectors.people_list import events_with, namesakes_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.revisions import raise_club_revision, raise_revisions_of

MOST_ALIASES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactFacts:
    """How to reach somebody; all empty: nothing is kept."""

    email: str = ""
    phone: str = ""
    address: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not (self.email or self.phone or self.address)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFacts:
    """What is said of a person. `sort_name` is "Surname, First" where the name itself would sort wrongly."""

    name: str
    sort_name: str = ""
    note: str = ""
    aliases: tuple[str, ...] = ()
    pronunciation: str = ""
    remarks: str = ""
    contact: ContactFacts = ContactFacts()

    def read(self) -> ParsedName:
        """The name as it is shown, with the key it sorts by; EventViolation where there is none."""
        shown = name_of(self.name)
        key = name_of(self.sort_name).sort_key if self.sort_name.strip() else shown.sort_key
        return ParsedName(shown.line, shown.given, shown.family, shown.display, key)

    def other_names(self) -> list[ParsedName]:
        """The aliases read, each once, without the name itself."""
        if len(self.aliases) > MOST_ALIASES:
            raise EventViolation("too-many-aliases", f"A person has at most {MOST_ALIASES} other names.")
        read = [name_of(alias) for alias in self.aliases if alias.strip()]
        own = self.read()
        others = [one for one in reversed(read) if fold(one.display) != fold(own.display)]
        return list({one.sort_key: one for one in others}.values())[::-1]


@transaction.atomic
def add_player(*, club: Club, facts: PersonFacts, actor: Actor) -> Player:
    """Put somebody new on the club's list. A namesake needs a mark that tells the two apart."""
    read, others = facts.read(), facts.other_names()
    Club.objects.select_for_update().get(pk=club.pk)
    refuse_namesakes(club, read, facts.note)
    player = Player.objects.create(
        club=club,
        name=read.display,
        sort_key=read.sort_key,
        note=_note(facts),
        pronunciation=facts.pronunciation.strip(),
        remarks=facts.remarks.strip(),
    )
    _keep_aliases(player, others)
    keep_contact(player, facts.contact)
    raise_club_revision(club.pk)
    return player


@transaction.atomic
def change_player(*, player: Player, facts: PersonFacts, actor: Actor) -> Player:
    """Say anew what is known of a person; a new name is theirs in every event they took part in."""
    read, others = facts.read(), facts.other_names()
    held = Player.objects.select_for_update().get(pk=player.pk)
    if held.erased_at is not None:
        raise EventViolation("person-erased", "What was known of this person is erased, and stays so.")
    before = (held.name, held.sort_key, held.note)
    held.name, held.sort_key, held.note = read.display, read.sort_key, _note(facts)
    renamed = before != (held.name, held.sort_key, held.note)
    if renamed:
        refuse_namesakes(player.club, read, facts.note, but=held.pk)
    held.pronunciation, held.remarks = facts.pronunciation.strip(), facts.remarks.strip()
    held.save(update_fields=["name", "sort_key", "note", "pronunciation", "remarks"])
    _keep_aliases(held, others)
    keep_contact(held, facts.contact)
    told_again(events_with([held.pk]) if renamed else [], held.club_id)
    return held


@transaction.atomic
def set_aside(*, player: Player, day: date, actor: Actor) -> None:
    """Offer somebody on no list any more. What they played stays; entering them again undoes it."""
    Player.objects.filter(pk=player.pk, inactive_since=None).update(inactive_since=day)
    raise_club_revision(player.club_id)


@transaction.atomic
def bring_back_player(*, player: Player, actor: Actor) -> None:
    """Somebody comes again."""
    Player.objects.filter(pk=player.pk).update(inactive_since=None)
    raise_club_revision(player.club_id)


def told_again(events: Sequence[int], club_id: int) -> None:
    """Raise the counters of these events and of the club, and have the standings made anew."""
    raise_revisions_of(events, club_id)
    for event in events:
        announce_on_commit(event)


def refuse_namesakes(club: Club, read: ParsedName, note: str, but: int | None = None) -> None:
    """Two of one name need marks that differ, so that every list can tell them apart."""
    for other in namesakes_of(club, read.sort_key, but=but):
        if not note.strip() or fold(other.note) == fold(note):
            raise EventViolation(
                "name-known",
                f"The club knows {other} already. If this is somebody else, add a mark that tells them"
                " apart, such as a place.",
            )


def keep_contact(player: Player, facts: ContactFacts) -> None:
    """Keep how to reach somebody, or nothing; what did not change keeps its date."""
    said = {
        "email": facts.email.strip(),
        "phone": facts.phone.strip(),
        "address": " ".join(facts.address.split()),
    }
    if not any(said.values()):
        Contact.objects.filter(player=player).delete()
    elif not Contact.objects.filter(player=player, **said).exists():
        Contact.objects.update_or_create(player=player, defaults=said)


def _note(facts: PersonFacts) -> str:
    return " ".join(facts.note.split())


def _keep_aliases(player: Player, names: Sequence[ParsedName]) -> None:
    """Exactly these from now on; one that stays keeps its row."""
    kept = {one.sort_key for one in names}
    player.aliases.exclude(sort_key__in=kept).delete()
    there = dict(player.aliases.values_list("sort_key", "name"))
    PlayerAlias.objects.bulk_create(
        PlayerAlias(player=player, name=one.display, sort_key=one.sort_key)
        for one in names
        if one.sort_key not in there
    )
    for one in names:
        if there.get(one.sort_key, one.display) != one.display:
            player.aliases.filter(sort_key=one.sort_key).update(name=one.display)
