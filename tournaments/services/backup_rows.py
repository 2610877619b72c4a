"""Rows of every table as lines of text, the same from either database and for either one.

A line is a JSON list of a row's columns, in the order that the list of tables names them. Primary keys are
kept, so that every link between rows, and every address that was printed, still holds. Rows are read and
written past the models' `save`: nothing is stamped anew, and there is never more than a batch in memory.
"""

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

BATCH = 1000
# Who is signed in and who tried to: a stolen backup opens no door. And this machine's own list of backups.
# What is noted for the feed of changes is noted anew when rows are put back.
LEFT_OUT = frozenset({"sessions.session", "tournaments.backup", "tournaments.touched"})
LEFT_OUT_APPS = frozenset({"axes"})
# Django fills these when it makes the tables; a backup brings its own.
FILLED_BY_DJANGO = frozenset({"contenttypes.contenttype", "auth.permission"})


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its columns, in the order in which they are written down."""

    name: str
    label: str
    model: type[models.Model]
    fields: "tuple[models.Field[Any, Any], ...]"

    @property
    def columns(self) -> list[str]:
        """Names in the database."""
        return [str(field.column) for field in self.fields]


def all_tables(apps: Apps) -> list[Table]:
    """Every table the service has, by name; `apps` may be those of an older version."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        meta = model._meta
        if meta.managed and not meta.proxy and not meta.swapped:
            fields = tuple(one for one in meta.concrete_fields if not getattr(one, "generated", False))
            found.append(Table(meta.db_table, meta.label_lower, model, fields))
    return sorted(found, key=lambda table: table.name)


def kept_tables(apps: Apps) -> list[Table]:
    """Those that a backup holds."""
    return [one for one in all_tables(apps) if not is_left_out(one)]


def is_left_out(table: Table) -> bool:
    """Whether a backup leaves this table out."""
    return table.label in LEFT_OUT or table.label.partition(".")[0] in LEFT_OUT_APPS


def read_lines(connection: BaseDatabaseWrapper, table: Table) -> Iterator[bytes]:
    """Every row as a line, by primary key. Call it in a transaction: PostgreSQL reads through a cursor."""
    name = connection.ops.quote_name
    columns = ", ".join(name(column) for column in table.columns)
    key = name(str(table.model._meta.pk.column))
    sql = f"SELECT {columns} FROM {name(table.name)} ORDER BY {key}"  # noqa: S608 - our own names
    yield from selected_lines(connection, table, sql)


def selected_lines(
    connection: BaseDatabaseWrapper, table: Table, sql: str, parameters: Sequence[Any] = ()
) -> Iterator[bytes]:
    """The rows that a SELECT of all of a table's columns, in their order, finds; a line each."""
    converters = [_converter(connection, field) for field in table.fields]
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, parameters)
        while rows := cursor.fetchmany(BATCH):
            for row in rows:
                yield as_line([convert(value) for convert, value in zip(converters, row, strict=True)])


def as_line(values: Sequence[Any]) -> bytes:
    """A row's values as a line."""
    text = json.dumps(values, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def write_lines(connection: BaseDatabaseWrapper, table: Table, lines: Iterable[bytes]) -> int:
    """Put rows back as they were, keys and all; how many there were."""
    name = connection.ops.quote_name
    columns = ", ".join(name(column) for column in table.columns)
    places = ", ".join(["%s"] * len(table.fields))
    insert = f"INSERT INTO {name(table.name)} ({columns}) VALUES ({places})"  # noqa: S608 - our own names
    count, waiting = 0, iter(lines)
    with connection.cursor() as cursor:
        while batch := [_row(connection, table, line) for line in islice(waiting, BATCH)]:
            cursor.executemany(insert, batch)
            count += len(batch)
    return count


def count_rows(connection: BaseDatabaseWrapper, table: Table) -> int:
    """How many rows a table has."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table.name)}")  # noqa: S608
        return int(cursor.fetchone()[0])


def _converter(connection: BaseDatabaseWrapper, field: "models.Field[Any, Any]") -> Callable[[Any], Any]:
    """What the ORM does to a value that comes from this database."""
    column = field.cached_col
    steps = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]

    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    return convert


def _row(connection: BaseDatabaseWrapper, table: Table, line: bytes) -> list[Any]:
    values = json.loads(line)
    return [_stored(connection, field, one) for field, one in zip(table.fields, values, strict=True)]


def _stored(connection: BaseDatabaseWrapper, field: "models.Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, models.JSONField):
        if value is None and not field.null:
            return connection.ops.adapt_json_value(None, field.encoder)  # JSON's own null, not the database's
    else:
        value = field.to_python(value)
    return field.get_db_prep_save(value, connection)


def _plain(value: object) -> str:
    """What JSON has no word for, as its field's `to_python` reads it."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    raise TypeError(f"no text for {type(value).__name__}")
