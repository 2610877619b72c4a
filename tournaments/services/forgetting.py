"""Taking a name out of every text that a club keeps: sentences, reasons, notes, the record of changes."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.apps import apps
from django.db.models import CharField, Field, JSONField, Model, Q, SlugField, TextField

from tournaments.models import AuditEntry, Club, Player, PlayerAlias
from tournaments.selectors.personal import rows_of_club

NOT_TEXTS: frozenset[type[Model]] = frozenset({Player, PlayerAlias, Club})
"""Where names are names, of others too."""


def replace_words(
    *, club_id: int, words: Mapping[str, str], models: Collection[type[Model]] | None = None
) -> int:
    """Put other words in place of these in the club's texts; how many rows changed.

    All tables of a club are looked through, or `models` alone; what is found there of Django's own
    (choices, slugs) is no text. Runs inside the caller's transaction.
    """
    changed = 0
    for model in models or apps.get_app_config("tournaments").get_models():
        rows = None if model in NOT_TEXTS else rows_of_club(model, club_id)
        texts = [one for one in model._meta.concrete_fields if _is_text(one)]
        if rows is None or not texts:
            continue
        for row in rows.filter(_holding(texts, words)).order_by("pk"):
            changed += _rewrite(model, row, texts, words)
    return changed


def _is_text(one: "Field[Any, Any]") -> bool:
    if isinstance(one, JSONField):
        return True
    plain = isinstance(one, CharField | TextField) and not isinstance(one, SlugField)
    return plain and not one.choices and not one.primary_key and not one.unique


def _holding(texts: Collection["Field[Any, Any]"], words: Mapping[str, str]) -> Q:
    """Rows that may hold one of the words. In JSON other letters than ASCII stand escaped on one database."""
    found = Q()
    for one in texts:
        for word in words:
            for form in {word, json.dumps(word)[1:-1]} if isinstance(one, JSONField) else {word}:
                found |= Q(**{f"{one.name}__icontains": form})
    return found


def _rewrite(
    model: type[Model], row: Model, texts: Collection["Field[Any, Any]"], words: Mapping[str, str]
) -> int:
    fresh = {one.name: _told(getattr(row, one.attname), words) for one in texts}
    differs = {name: held for name, held in fresh.items() if held != getattr(row, name)}
    if not differs:
        return 0
    rows = model._base_manager.filter(pk=row.pk)
    if model is AuditEntry:
        return AuditEntry.objects.filter(pk=row.pk).forget(**differs)
    return rows.update(**differs)


def _told(held: Any, words: Mapping[str, str]) -> Any:
    if isinstance(held, str):
        for word, other in words.items():
            held = held.replace(word, other)
        return held
    if isinstance(held, dict):
        return {key: _told(one, words) for key, one in held.items()}
    if isinstance(held, list):
        return [_told(one, words) for one in held]
    return held
