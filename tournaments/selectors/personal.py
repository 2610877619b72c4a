"""All that is kept on a person: found by walking the models, so that a new table cannot be forgotten."""

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import ForeignKey, Model, OneToOneField, Q, QuerySet

from tournaments.models import (
    AuditEntry,
    Club,
    Contact,
    Entry,
    Event,
    MailWish,
    Membership,
    Pair,
    Player,
    Tally,
)

SECRET = ("hash", "secret", "password", "token")
FEW_HOPS = 4
"""Foreign keys between a row and its club, at most."""


def events_with(player: Player) -> list[int]:
    """Ids of the events that the person entered or sat at a table in. One query."""
    entered = Q(entries__player=player) | Q(entries__pair__first=player) | Q(entries__pair__second=player)
    sat = Q(pk__in=Tally.objects.filter(player=player).values("round__event"))
    seated = Q(rounds__matches__seatings__player=player)
    found = Event.objects.filter(entered | sat | seated, club=player.club_id)
    return sorted(found.order_by().values_list("pk", flat=True).distinct())


def kept_on(player: Player) -> dict[str, Any]:
    """Everything that is kept on the person, ready for JSON.

    `rows` holds, by table, every row that points to the person, to a pair or to an entry of theirs; secrets
    are named and not shown. `accounts` are the sign-ins that are this person, `record` what was changed about
    them.
    """
    pairs = Pair.objects.filter(Q(first=player) | Q(second=player))
    entries = Entry.objects.filter(Q(player=player) | Q(pair__in=pairs))
    members = Membership.objects.filter(player=player)
    return {
        "person": row_told(player),
        "club": {"name": player.club.name, "address": player.club.slug},
        "rows": {
            **_rows_of(Player, [player.pk], skip=set()),
            **_rows_of(Pair, list(pairs.values_list("pk", flat=True)), skip={Pair}),
            **_rows_of(Entry, list(entries.values_list("pk", flat=True)), skip={Entry}),
        },
        "accounts": [account_kept(member.user) for member in members.select_related("user")],
        "record": [row_told(one) for one in AuditEntry.objects.filter(kind="player", key=str(player.pk))],
        "mail": _mail_of(player),
    }


def account_kept(user: User) -> dict[str, Any]:
    """What is kept on an account itself: its own row, its roles, its sign-ins, and what it changed."""
    return {
        "account": {
            "name": user.get_username(),
            "email": user.email,
            "made": user.date_joined.isoformat(),
            "last_sign_in": user.last_login.isoformat() if user.last_login else None,
        },
        "rows": _rows_of(User, [user.pk], skip={User}),
        "changes": [row_told(one) for one in AuditEntry.objects.filter(actor=f"user:{user.pk}")],
    }


def row_told(row: Model) -> dict[str, Any]:
    """The columns of a row by name, as JSON holds them."""
    told: dict[str, Any] = {}
    for one in row._meta.concrete_fields:
        held = getattr(row, one.attname)
        if any(word in one.attname for word in SECRET):
            told[one.attname] = "kept secret" if held else None
        else:
            told[one.attname] = held if isinstance(held, bool | int | dict | list | None) else str(held)
    return told


def _rows_of(model: type[Model], keys: list[Any], skip: set[type[Model]]) -> dict[str, list[dict[str, Any]]]:
    """Table → rows of it that point to one of these. Django's own tables of the admin's log stay out."""
    found: dict[str, list[dict[str, Any]]] = {}
    for other, key in _pointing_to(model):
        if other in skip or not keys:
            continue
        rows = [
            row_told(one) for one in other._base_manager.filter(**{f"{key.name}__in": keys}).order_by("pk")
        ]
        if rows:
            found.setdefault(other._meta.label_lower, []).extend(rows)
    return found


def _pointing_to(model: type[Model]) -> Iterable[tuple[type[Model], "ForeignKey[Any, Any]"]]:
    for other in apps.get_app_config("tournaments").get_models():
        for one in other._meta.concrete_fields:
            if isinstance(one, ForeignKey) and issubclass(model, one.related_model):  # type: ignore[arg-type]
                yield other, one


def _mail_of(player: Player) -> list[dict[str, Any]]:
    contact = Contact.objects.filter(player=player).first()
    if contact is None or not contact.email:
        return []
    return [
        row_told(one) for one in MailWish.objects.filter(club=player.club_id, email__iexact=contact.email)
    ]


def way_to_club(model: type[Model]) -> str | None:
    """The shortest chain of foreign keys from a table to its club, as a lookup; None where there is none."""
    ways: list[tuple[type[Model], str]] = [(model, "")]
    for _ in range(FEW_HOPS):
        further = []
        for at, way in ways:
            for one in at._meta.concrete_fields:
                if isinstance(one, ForeignKey | OneToOneField) and isinstance(one.related_model, type):
                    path = f"{way}__{one.name}" if way else one.name
                    if one.related_model is Club:
                        return path
                    if one.related_model._meta.app_label == "tournaments" and one.related_model is not at:
                        further.append((one.related_model, path))
        ways = further
    return None


def rows_of_club(model: type[Model], club_id: int) -> QuerySet[Any] | None:
    """A table's rows of one club; None where the table is not a club's."""
    way = way_to_club(model)
    return None if way is None else model._base_manager.filter(**{way: club_id})
