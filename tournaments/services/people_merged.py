"""Making one person's two records one, with both histories, and taking that back.

Every row that pointed to the one points to the other afterwards. Score sheets know no people and stay as they
are; ratings and standings are made anew. What was moved is kept, so that it can be put back.
"""

from typing import Any

from django.apps import apps
from django.db import models, transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Contact, Pair, PartnerDraw, Player, PlayerAlias, PlayerMerge
from tournaments.selectors.people_list import events_with
from tournaments.selectors.people_merged import (
    MADE_ANEW,
    OF_THE_RECORD,
    against,
    pair_of,
    places_of,
    same_name,
)
from tournaments.services.announce import rate_on_commit
from tournaments.services.audit import note_change
from tournaments.services.people import told_again

KEPT_OF_A_RECORD = (
    "name", "sort_key", "note", "pronunciation", "remarks", "inactive_since", "privacy", "made_at",
)  # fmt: skip
STRICTER = (Player.Privacy.FULL, Player.Privacy.INITIALS, Player.Privacy.HIDDEN)
"""What strangers read, the most first: of two records the stricter word holds."""


class LeftBehind(Exception):
    """A bug: a row still points to a record that was to go."""


@transaction.atomic
def merge_players(*, kept: Player, gone: Player, actor: Actor, reason: str = "") -> PlayerMerge:
    """Make one of two records: all that `gone` did was done by `kept`, and its name is an alias.

    Refused with what stands against it, such as an event that both took part in.
    """
    if kept.pk == gone.pk or kept.club_id != gone.club_id:
        raise EventViolation("merge-unfit", "Choose two people of this club.")
    events = events_with([gone.pk])
    held = Player.objects.select_for_update().filter(pk__in=[kept.pk, gone.pk]).in_bulk()
    if len(held) != 2:
        raise EventViolation("merge-unfit", "One of these records is not there any more.")
    kept, gone = held[kept.pk], held[gone.pk]
    if kept.erased_at is not None or gone.erased_at is not None:
        raise EventViolation("person-erased", "What was known of this person is erased, and stays so.")
    if reasons := list(against(kept, gone)):
        raise EventViolation("merge-refused", " ".join([f"{kept} and {gone} stay two.", *reasons]))
    made = _merge(kept, gone, actor, " ".join(reason.split())[:200])
    note_change(
        "playermerge",
        made.pk,
        before={},
        after={"kept": made.kept_id, "gone": made.gone_id, "why": made.reason},
    )
    told_again(events, kept.club_id)
    rate_on_commit(kept.club_id)
    return made


def _merge(kept: Player, gone: Player, actor: Actor, reason: str) -> PlayerMerge:
    record = _as_written(gone)
    moved: list[list[Any]] = []
    pairs = _move_pairs(kept, gone, moved)
    for model, field in places_of(Player):
        if model not in MADE_ANEW | OF_THE_RECORD and model is not Pair:
            _move(model, field, gone.pk, kept.pk, moved)
    for model in MADE_ANEW:
        model._base_manager.filter(player=gone).delete()
    _rename_in_draws(gone.pk, kept.pk, moved)
    alias = _join_records(kept, gone, moved)
    _delete_alone(gone)
    return PlayerMerge.objects.create(
        club_id=kept.club_id,
        kept=kept,
        gone_id=record["id"],
        gone={"player": record, "pairs": pairs, "alias": alias},
        moved=moved,
        reason=reason,
        made_by=actor.code,
    )


def _as_written(player: Player) -> dict[str, Any]:
    """The record with JSON types only."""
    record = {name: getattr(player, name) for name in KEPT_OF_A_RECORD}
    dates = {name: value.isoformat() for name, value in record.items() if hasattr(value, "isoformat")}
    return {"id": player.pk, **record, **dates}


def _move(
    model: type[models.Model], field: "models.Field[Any, Any]", old: int, new: int, moved: list[list[Any]]
) -> None:
    """Point a table's rows to the other record, past every `save` that would forbid a change."""
    rows = model._base_manager.filter(**{field.name: old})
    ids = list(rows.order_by("pk").values_list("pk", flat=True))
    if not ids:
        return
    rows.update(**{field.name: new})
    told = [new] if field.primary_key else [one if isinstance(one, int) else str(one) for one in ids]
    moved.append([model._meta.label_lower, field.name, told, old, new])


def _move_pairs(kept: Player, gone: Player, moved: list[list[Any]]) -> list[list[int]]:
    """The pairs of the record that goes: taken over, or made one with a pair that is there; as they were."""
    between = pair_of(kept, gone)
    if between is not None:
        _delete_alone(between)
    before = []
    for pair in Pair.objects.filter(models.Q(first=gone) | models.Q(second=gone)).order_by("pk"):
        before.append([pair.pk, pair.first_id, pair.second_id])
        partner = pair.second if pair.first_id == gone.pk else pair.first
        there = pair_of(kept, partner)
        if there is None:
            first, second = sorted((kept.pk, partner.pk))
            Pair.objects.filter(pk=pair.pk).update(first=first, second=second)
            continue
        for model, field in places_of(Pair):
            _move(model, field, pair.pk, there.pk, moved)
        _delete_alone(pair)
    return before


def _rename_in_draws(old: int, new: int, moved: list[list[Any]]) -> None:
    """Partners drawn by lot are kept by player, in a column of JSON."""
    ids = []
    for draw in PartnerDraw.objects.filter(event__in=events_with([new])):
        if any(one["player"] == old for one in draw.singles):
            _rename_in_draw(draw, old, new)
            ids.append(draw.pk)
    if ids:
        moved.append([PartnerDraw._meta.label_lower, "", ids, old, new])


def _rename_in_draw(draw: PartnerDraw, old: int, new: int) -> None:
    draw.singles = [one | {"player": new if one["player"] == old else one["player"]} for one in draw.singles]
    draw.wishes = [
        [kind, *(new if person == old else person for person in people)] for kind, *people in draw.wishes
    ]
    draw.save(update_fields=["singles", "wishes"])


def _join_records(kept: Player, gone: Player, moved: list[list[Any]]) -> int | None:
    """Other names, notes and contact of both; the id of the alias made of the name that goes."""
    there = set(kept.aliases.values_list("sort_key", flat=True)) | {kept.sort_key}
    field = PlayerAlias._meta.get_field("player")
    gone.aliases.filter(sort_key__in=there).delete()
    _move(PlayerAlias, field, gone.pk, kept.pk, moved)
    there |= set(kept.aliases.values_list("sort_key", flat=True))
    alias = None
    if not same_name(kept, gone) and gone.sort_key not in there:
        alias = PlayerAlias.objects.create(player=kept, name=gone.name, sort_key=gone.sort_key).pk
    kept.pronunciation = kept.pronunciation or gone.pronunciation
    if gone.remarks and gone.remarks not in kept.remarks:
        kept.remarks = "\n".join(filter(None, (kept.remarks, gone.remarks)))[:1000]
    kept.privacy = max(kept.privacy, gone.privacy, key=lambda one: STRICTER.index(Player.Privacy(one)))
    kept.save(update_fields=["pronunciation", "remarks", "privacy"])
    if Contact.objects.filter(player=kept).exists():
        Contact.objects.filter(player=gone).delete()
    _move(Contact, Contact._meta.get_field("player"), gone.pk, kept.pk, moved)
    return alias


def _delete_alone(row: models.Model) -> None:
    """Delete a row that nothing may go with."""
    _, gone = row.delete()
    if gone != {row._meta.label: 1}:
        raise LeftBehind(f"{row._meta.label} would take {gone} with it")


@transaction.atomic
def undo_merge(*, merge: PlayerMerge, actor: Actor) -> Player:
    """Take a merge back: the record is there again, with every row that went over and still is there.

    What was recorded since stays with the one who was kept. The last merge of a record is undone first.
    """
    held = PlayerMerge.objects.select_for_update().get(pk=merge.pk)
    if held.undone_at is not None:
        raise EventViolation("merge-undone", "This was taken back already.")
    if held.kept.erased_at is not None:
        raise EventViolation("merge-erased", "What was known of this person is erased, and stays so.")
    if PlayerMerge.objects.filter(kept=held.kept_id, undone_at=None, pk__gt=held.pk).exists():
        raise EventViolation(
            "merge-not-last", "Another record was made one with this since; take that back first."
        )
    _refuse_taken(held)
    back = _record_again(held)
    for label, field, ids, old, new in reversed(held.moved):
        _put_back(label, field, ids, old, new)
    for pair, first, second in held.gone["pairs"]:
        Pair.objects.filter(pk=pair, club=held.club_id).update(first=first, second=second)
    PlayerAlias.objects.filter(pk=held.gone["alias"], player=held.kept_id).delete()
    held.undone_at, held.undone_by = timezone.now(), actor.code
    held.save(update_fields=["undone_at", "undone_by"])
    told_again(events_with([back.pk]), held.club_id)
    rate_on_commit(held.club_id)
    return back


def _refuse_taken(merge: PlayerMerge) -> None:
    """On another server the numbers of what is no more may be somebody else's by now."""
    pairs = Pair.objects.filter(pk__in=[pk for pk, _, _ in merge.gone["pairs"]]).exclude(club=merge.club_id)
    if Player.objects.filter(pk=merge.gone_id).exists() or pairs.exists():
        raise EventViolation("merge-elsewhere", "This was made one elsewhere, and cannot be parted here.")


def _record_again(merge: PlayerMerge) -> Player:
    """The record and its pairs under the ids they had."""
    record = merge.gone["player"]
    columns = {field.name: field for field in Player._meta.concrete_fields}
    fields = {name: columns[name].to_python(record[name]) for name in KEPT_OF_A_RECORD}
    player = Player(club_id=merge.club_id, pk=record["id"], **fields)
    player.save(force_insert=True)
    Player.objects.filter(pk=player.pk).update(made_at=fields["made_at"])
    there = set(
        Pair.objects.filter(pk__in=[one[0] for one in merge.gone["pairs"]]).values_list("pk", flat=True)
    )
    Pair.objects.bulk_create(
        Pair(pk=pk, club_id=merge.club_id, first_id=first, second_id=second)
        for pk, first, second in merge.gone["pairs"]
        if pk not in there
    )
    return player


def _put_back(label: str, field: str, ids: list[Any], old: int, new: int) -> None:
    model = apps.get_model(label)
    if model is PartnerDraw:
        for draw in PartnerDraw.objects.filter(pk__in=ids):
            _rename_in_draw(draw, new, old)
    else:
        model._base_manager.filter(pk__in=ids, **{field: new}).update(**{field: old})
