"""Trophies and who held them, as a director writes them down."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Pair, Player, Trophy, TrophyHolder
from tournaments.selectors.club_history import EARLIEST, LATEST
from tournaments.services.revisions import raise_club_revision

MOST = 60


@dataclass(frozen=True, slots=True)
class Holding:
    """Who held it: a player of the club, two of them as a pair, or words."""

    player_id: int | None = None
    partner_id: int | None = None
    words: str = ""


@transaction.atomic
def add_trophy(*, club: Club, name: str, note: str = "") -> Trophy:
    """A trophy at the end of the board."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    board = Trophy.objects.filter(club=locked)
    if board.filter(name=name).exists():
        raise EventViolation("trophy-name-taken", f"There is a trophy called {name} already.")
    if board.count() >= MOST:
        raise EventViolation("trophies-too-many", f"A board has room for {MOST} trophies.")
    number = (board.aggregate(last=Max("number"))["last"] or 0) + 1
    made = Trophy.objects.create(club=locked, number=number, name=name, note=note)
    raise_club_revision(club.pk)
    return made


@transaction.atomic
def change_trophy(*, trophy: Trophy, name: str, note: str) -> None:
    """Another name or note."""
    if Trophy.objects.filter(club=trophy.club_id, name=name).exclude(pk=trophy.pk).exists():
        raise EventViolation("trophy-name-taken", f"There is a trophy called {name} already.")
    Trophy.objects.filter(pk=trophy.pk).update(name=name, note=note)
    raise_club_revision(trophy.club_id)


@transaction.atomic
def drop_trophy(*, trophy: Trophy) -> None:
    """Take a trophy nobody is written down for off the board."""
    if trophy.holders.exists():
        raise EventViolation("trophy-held", "Somebody held this trophy; take the years away first.")
    Trophy.objects.filter(pk=trophy.pk).delete()
    raise_club_revision(trophy.club_id)


@transaction.atomic
def hold_trophy(*, trophy: Trophy, year: int, holding: Holding, note: str = "") -> TrophyHolder:
    """Write down who held a trophy in a year; several may, together. Twice the same is refused."""
    if not EARLIEST <= year <= LATEST:
        raise EventViolation("trophy-year", f"Give the year with four figures, {EARLIEST} to {LATEST}.")
    player, pair = _people(trophy.club_id, holding)
    words = holding.words if player is None and pair is None else ""
    if not (player or pair or words):
        raise EventViolation("trophy-holder-missing", "Say who held it: choose a person, or write a name.")
    there = TrophyHolder.objects.filter(trophy=trophy, year=year, player=player, pair=pair, words=words)
    if there.exists():
        raise EventViolation("trophy-held-already", f"That is written down for {year} already.")
    made = TrophyHolder.objects.create(
        trophy=trophy, year=year, player=player, pair=pair, words=words, note=note
    )
    raise_club_revision(trophy.club_id)
    return made


def _people(club_id: int, holding: Holding) -> tuple[Player | None, Pair | None]:
    keys = [key for key in (holding.player_id, holding.partner_id) if key is not None]
    found = {one.pk: one for one in Player.objects.filter(club=club_id, pk__in=keys)}
    if len(found) != len(keys):
        raise EventViolation("trophy-holder-unknown", "Choose people of this club, each once.")
    if len(keys) == 2:
        first, second = sorted(keys)
        pair, _ = Pair.objects.get_or_create(club_id=club_id, first_id=first, second_id=second)
        return None, pair
    return (found[keys[0]], None) if keys else (None, None)


@transaction.atomic
def take_back_holder(*, holder: TrophyHolder) -> None:
    """Strike out who held it in a year."""
    TrophyHolder.objects.filter(pk=holder.pk).delete()
    raise_club_revision(holder.trophy.club_id)
