"""Columns of a person that strangers read as the person allows: the one place where names are hidden.

Whatever asks the database for such a column (a row, `values()`, a search, an order) gets the full text where
nobody asks (commands, tasks) and for the people of the person's own club; a stranger gets what the person's
`privacy` says. A page cannot forget it, because it never holds the name.
"""

from typing import Any

from django.db import models
from django.db.models.expressions import Col

from tournaments.asking import asking
from tournaments.engine.names import initials

FULL, INITIALS, HIDDEN = "full", "initials", "hidden"
HIDDEN_NAME = "A player"
_SHORTEN = "\x1f"
"""Stands before a name that is to be cut to its initials once it has been read."""


class NameHeldBack(Exception):
    """A bug: a person was about to be saved by somebody who cannot read the person's name."""


class ShownColumn(Col):
    """A column as who asks now may read it. Decided when the query runs."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:
        sql, params = super().as_sql(compiler, connection)
        one = asking()
        if one is None or one.every_club:
            return sql, params
        field: PrivateField = self.target  # type: ignore[assignment]
        quote = compiler.quote_name_unless_alias
        beside = f"{quote(self.alias)}." if self.alias else ""
        known = ", ".join(str(int(club)) for club in sorted(one.clubs)) or "NULL"
        open_to_all = f"{beside}{quote('privacy')} = '{FULL}'"
        ours = f"{beside}{quote('club_id')} IN ({known})"
        short = f"WHEN {beside}{quote('privacy')} = '{INITIALS}' THEN '{_SHORTEN}' || {sql}"
        return (
            f"CASE WHEN {open_to_all} OR {ours} THEN {sql} "
            f"{short if field.initials else ''} ELSE '{field.instead}' END",
            params,
        )


class PrivateField(models.CharField):
    """A text of a person; strangers read `instead` where the person's privacy says so.

    To the migrations it is the `CharField` that it is in the database. The table has `privacy` and `club_id`.
    """

    instead = ""
    initials = False

    def get_col(self, alias: Any, output_field: Any = None) -> Col:
        """The column in every query that Django makes of it."""
        return ShownColumn(alias, self, output_field)

    @property
    def cached_col(self) -> Col:  # type: ignore[override]
        return ShownColumn(self.model._meta.db_table, self)

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        one = asking()
        known = one is None or one.every_club or getattr(model_instance, "club_id", None) in one.clubs
        if not add and not known:
            raise NameHeldBack("Whoever changes a person must have come in by a door of the person's club.")
        return super().pre_save(model_instance, add)


class NameField(PrivateField):
    """A person's name: in full, its initials, or the word for somebody."""

    instead = HIDDEN_NAME
    initials = True

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        """What was marked in the query is cut here: both databases then agree on what an initial is."""
        return initials(value[1:]) if value and value.startswith(_SHORTEN) else value
