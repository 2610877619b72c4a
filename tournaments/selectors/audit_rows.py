"""A thing as it stands, by what its address says: what the record of changes compares before and after."""

from collections.abc import Mapping

from django.apps import apps
from django.db.models import JSONField, Model

from tournaments.asking import asked_by
from tournaments.models import Round

SECRET = ("hash", "secret", "password", "token", "email", "address", "phone")
"""Columns with such a word in their name stay out of the record."""
SLUGS = frozenset({"event", "season", "ladder"})
LONGEST_TEXT = 300
BIGGEST_KEY = 2**63


def row_of(kind: str, key: str, parts: Mapping[str, object]) -> dict[str, object]:
    """The plain columns of the thing that an address names; {} where there is none. One query."""
    model, found = _model(kind), _filters(kind, key, parts)
    if model is None or not found:
        return {}
    with asked_by(None):
        row = model._default_manager.filter(**found).values(*_columns(model)).order_by().first()
    return {name: _plain(held) for name, held in (row or {}).items()}


def changed(
    before: Mapping[str, object], after: Mapping[str, object]
) -> tuple[dict[str, object], dict[str, object]]:
    """What differs between two rows, as it was and as it is."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return {one: before[one] for one in names if one in before}, {
        one: after[one] for one in names if one in after
    }


def _model(kind: str) -> type[Model] | None:
    if kind == "round":
        return Round
    try:
        return apps.get_app_config("tournaments").get_model(kind)
    except LookupError:
        return None


def _filters(kind: str, key: str, parts: Mapping[str, object]) -> dict[str, object]:
    """How the address tells which one: a number of the database, a slug in its club, a round's number."""
    club, event = parts.get("club"), parts.get("event")
    if kind == "round":
        own = {"number": parts.get("number"), "event__slug": event, "event__club__slug": club}
        return own if club and event else {}
    if kind in SLUGS and club:
        return {"slug": key, "club__slug": club}
    if kind == "club":
        return {"slug": key}
    number = key.isascii() and key.isdecimal() and int(key) < BIGGEST_KEY
    return {"pk": int(key)} if number else {}


def _columns(model: type[Model]) -> list[str]:
    return [
        one.attname
        for one in model._meta.concrete_fields
        if not isinstance(one, JSONField) and not any(word in one.attname for word in SECRET)
    ]


def _plain(held: object) -> object:
    if held is None or isinstance(held, bool | int):
        return held
    return str(held)[:LONGEST_TEXT]
