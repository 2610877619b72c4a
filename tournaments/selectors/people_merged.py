"""Two records of one person: which may be one, what stands against it, and what would go over.

Every table with a key to a player or to a pair is found in Django's own register of the models, so that none
is forgotten; what a column of JSON holds of them is told in `HELD_IN_JSON`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Count, Q

from tournaments.engine.names import KnownName, fold, parse_names
from tournaments.models import (
    CardGame,
    Club,
    Contact,
    Entry,
    Pair,
    PartnerDraw,
    PersonNight,
    Player,
    PlayerAlias,
    PlayerMerge,
    PlayerRating,
    RatingPoint,
    Seating,
    SquadMember,
    Tally,
)

MADE_ANEW: frozenset[type[models.Model]] = frozenset({PersonNight, PlayerRating, RatingPoint})
"""Projections by person: dropped for the record that goes, and made again from the results."""
OF_THE_RECORD: frozenset[type[models.Model]] = frozenset({PlayerAlias, Contact})
"""What belongs to the record itself: joined with the kept record's, see `services.people_merged`."""
HELD_IN_JSON: frozenset[type[models.Model]] = frozenset({PartnerDraw})
"""Tables of which a column of JSON names players by id."""

MOST_SHOWN = 200

Place = tuple[type[models.Model], "models.ForeignKey[Any, Any]"]


@dataclass(frozen=True, slots=True)
class MergeSeen:
    """What making one of two records would mean: what stands against it, how many rows of a kind go over."""

    kept: Player
    gone: Player
    against: list[str]
    goes: list[tuple[str, int]]


def places_of(target: type[models.Model]) -> list[Place]:
    """Every table and column with a key to `target`, in the order of the register."""
    return [
        (model, field)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_concrete_fields
        if isinstance(field, models.ForeignKey) and field.related_model is target
    ]


def may_be_one(player: Player) -> list[Player]:
    """People of the club whose names are nearly this one's, or the same. Two queries."""
    others = {one.pk: one for one in Player.objects.filter(club=player.club_id).exclude(pk=player.pk)}
    known = [KnownName(one.pk, one.name, one.sort_key) for one in others.values()]
    aliases = PlayerAlias.objects.filter(player__in=others)
    known += [KnownName(one.player_id, one.name, one.sort_key) for one in aliases]
    read = parse_names(player.name, known)
    near = {doubt.known_id for doubt in read.doubts} | {one.known_id for one in read.namesakes}
    return [others[pk] for pk in others if pk in near]


def merges_of(club: Club) -> list[PlayerMerge]:
    """The last 200 records of a club that were made one, the newest first. One query."""
    return list(PlayerMerge.objects.filter(club=club).select_related("kept")[:MOST_SHOWN])


def now_called(player_id: int) -> Player | None:
    """Who stands for a record that was made one with another. One query."""
    merge = PlayerMerge.objects.filter(gone_id=player_id, undone_at=None).select_related("kept__club").first()
    return merge.kept if merge is not None else None


def merge_seen(kept: Player, gone: Player) -> MergeSeen:
    """What making one of the two would mean; the number of queries is that of the tables."""
    counted: Counter[str] = Counter()
    for model, field in places_of(Player):
        if model not in MADE_ANEW | OF_THE_RECORD and model is not Pair:
            rows = model._base_manager.filter(**{field.name: gone}).count()
            counted[_many(model)] += rows
    entered = Entry.objects.filter(Q(pair__first=gone) | Q(pair__second=gone)).count()
    counted[_many(Entry)] += entered
    return MergeSeen(kept, gone, [*against(kept, gone)], [one for one in sorted(counted.items()) if one[1]])


def against(kept: Player, gone: Player) -> Iterator[str]:
    """Why the two cannot be one person, a sentence each."""
    yield from _entered_both(kept, gone)
    yield from _sat_both(kept, gone)
    yield from _in_one_team(kept, gone)
    if (pair := pair_of(kept, gone)) is not None and in_use(pair):
        yield f"{kept.name} and {gone.name} are a pair."
    yield from rows_of_both(Player, kept.pk, gone.pk)
    for mine, theirs in doubled_pairs(kept, gone):
        yield from rows_of_both(Pair, mine.pk, theirs.pk)


def pair_of(one: Player, other: Player) -> Pair | None:
    """The pair of two people, if there is one."""
    first, second = sorted((one.pk, other.pk))
    return Pair.objects.filter(first=first, second=second).first()


def in_use(pair: Pair) -> bool:
    """Whether anything stands on a pair."""
    return any(model._base_manager.filter(**{field.name: pair}).exists() for model, field in places_of(Pair))


def doubled_pairs(kept: Player, gone: Player) -> list[tuple[Pair, Pair]]:
    """The pairs both have with the same third person: the kept record's, then the other's. One query."""
    both = Pair.objects.filter(Q(first__in=[kept, gone]) | Q(second__in=[kept, gone]))
    partners: dict[int, dict[int, Pair]] = {kept.pk: {}, gone.pk: {}}
    for pair in both:
        for one, partner in ((pair.first_id, pair.second_id), (pair.second_id, pair.first_id)):
            if one in partners and partner not in partners:
                partners[one][partner] = pair
    mine, theirs = partners[kept.pk], partners[gone.pk]
    return [(mine[pk], theirs[pk]) for pk in sorted(mine.keys() & theirs.keys())]


def _entered_both(kept: Player, gone: Player) -> Iterator[str]:
    mine, theirs = (_entered(one) for one in (kept, gone))
    for pk in sorted(mine.keys() & theirs.keys()):
        yield f"Both took part in {mine[pk]}."


def _entered(player: Player) -> dict[int, str]:
    enters = Q(player=player) | Q(pair__first=player) | Q(pair__second=player)
    entries = Entry.objects.filter(enters).select_related("event")
    days = [(one.event, one.event.plays_on) for one in entries]
    return {event.pk: f"{event.name}, {day.day} {day:%B %Y}" for event, day in days}


def _sat_both(kept: Player, gone: Player) -> Iterator[str]:
    """One person sits at one table of a round."""
    told: set[tuple[str, int]] = set()
    for model, round in ((Seating, "match__round"), (Tally, "round")):
        where = (f"{round}__event__name", f"{round}__number")
        rows = model._base_manager.filter(player__in=[kept, gone]).order_by().values_list(round, *where)
        both = rows.annotate(people=Count("player", distinct=True)).filter(people=2)
        told |= {(event, number) for _, event, number, _ in both}
    for event, number in sorted(told):
        yield f"Both sat at tables in round {number} of {event}."


def _in_one_team(kept: Player, gone: Player) -> Iterator[str]:
    squads = SquadMember.objects.filter(player__in=[kept, gone], left_on=None).order_by()
    rows = squads.values_list("team", "team__name").annotate(people=Count("player", distinct=True))
    for _, team, _ in rows.filter(people=2):
        yield f"Both are in the squad of {team}."
    seats = [field.name for model, field in places_of(Player) if model is CardGame]
    mine, theirs = (_cards(one, seats) for one in (kept, gone))
    for card in sorted(mine & theirs):
        game = CardGame.objects.filter(card=card).select_related(
            "card__fixture__home", "card__fixture__visitor"
        )
        yield f"Both are on the card of {game[0].card.fixture}."


def _cards(player: Player, seats: list[str]) -> set[int]:
    named = Q()
    for seat in seats:
        named |= Q(**{seat: player})
    return set(CardGame.objects.filter(named).values_list("card", flat=True))


def rows_of_both(target: type[models.Model], mine: int, theirs: int) -> Iterator[str]:
    """Rows of which both have one, where the database takes but one: a sentence each."""
    for model, field in places_of(target):
        if model in MADE_ANEW | OF_THE_RECORD or (target is Player and model is Pair):
            continue
        for others in _unique_with(model, field):
            rows = model._base_manager.filter(**{f"{field.name}__in": [mine, theirs]}).order_by()
            rows = rows.filter(_holds(model, field, others))
            if not others:
                twice = rows.count() > 1
            else:
                twice = rows.values(*others).annotate(n=Count(field.name, distinct=True)).filter(n=2).exists()
            if twice:
                yield f"Both have {_a(str(model._meta.verbose_name))}, and only one can be kept."


def _unique_with(model: type[models.Model], field: "models.Field[Any, Any]") -> list[tuple[str, ...]]:
    """The other columns of each uniqueness this column is in; () where it is unique by itself."""
    found: list[tuple[str, ...]] = [()] if field.unique else []
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and field.name in constraint.fields:
            found.append(tuple(name for name in constraint.fields if name != field.name))
    return found


def _holds(model: type[models.Model], field: "models.Field[Any, Any]", others: tuple[str, ...]) -> Q:
    """The condition of the uniqueness, where it has one; a column that is NULL is equal to none."""
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint) and set(constraint.fields) == {
            field.name,
            *others,
        }:
            known = Q(**{f"{name}__isnull": False for name in others})
            return known & constraint.condition if constraint.condition is not None else known
    return Q()


def _many(model: type[models.Model]) -> str:
    """Several rows of a table, where Django's own plural is none, too."""
    plural = str(model._meta.verbose_name_plural)
    return f"{plural[:-2]}ies" if plural.endswith("ys") else plural


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def same_name(one: Player, other: Player) -> bool:
    """Whether two records are called alike, case and accents aside."""
    return fold(one.name) == fold(other.name)
