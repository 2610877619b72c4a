"""The triggers that note every row of a club that is written, whoever writes it and however.

Bulk writes, updates of whole tables, cascades and other people's SQL are noted alike. A row is noted in
`Touched` by the thing that shows it: a seating by its match, a line by its game. Raising the club's counter,
which is the last statement of a change, gives everything noted the new number in `Change`.

SQLite forgets a table's triggers when a migration remakes the table, and refuses to remake one that another
table's trigger names: so there they are taken off before migrations and put on after them (`apps.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2s

from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

PREFIX = "feed_"


@dataclass(frozen=True, slots=True)
class Fed:
    """A table, and the kind of thing its rows belong to.

    `key` is the path of links to that thing, empty where the row is the thing itself; `club` the path to its
    club, empty for the club's own row.
    """

    model: str
    kind: str
    club: str
    key: str = ""


FED: list[Fed] = []


def feed(*tables: Fed) -> None:
    """Put tables into the feed; an app does so when it is ready."""
    FED.extend(one for one in tables if one not in FED)


def install(connection: BaseDatabaseWrapper, apps: Apps) -> None:
    """Put the triggers on, as the tables of `apps` need them; does nothing where they are on already.

    What was in a table before its trigger was put on counts as written now: nobody saw to it meanwhile.
    """
    wanted = dict(_statements(connection.vendor, apps))
    there = _there(connection)
    with connection.cursor() as cursor:
        for name, table in there.items():
            if name not in wanted:
                cursor.execute(_drop(connection.vendor, name, table))
        for name, statements in wanted.items():
            if name not in there:
                for statement in statements:
                    cursor.execute(statement)
        for table, noted in _noted(apps).items():
            if not any(name.startswith(f"{PREFIX}{table}_insert_") for name in there):
                for one, model in noted:
                    cursor.execute(_note(one, model, table, source=f" FROM {table}"))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take all of them off."""
    with connection.cursor() as cursor:
        for name, table in _there(connection).items():
            cursor.execute(_drop(connection.vendor, name, table))


def missing(connection: BaseDatabaseWrapper, apps: Apps) -> list[str]:
    """Names of the triggers that should be there and are not."""
    there = _there(connection)
    return [name for name, _ in _statements(connection.vendor, apps) if name not in there]


def _there(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """Names of our triggers, and the table of each."""
    asked = (
        "SELECT tgname, tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE 'feed\\_%'"
        if connection.vendor == "postgresql"
        else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'feed_*'"
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return dict(cursor.fetchall())


def _drop(vendor: str, name: str, table: str) -> str:
    return f"DROP TRIGGER {name} ON {table}" if vendor == "postgresql" else f"DROP TRIGGER {name}"


def _statements(vendor: str, apps: Apps) -> Iterator[tuple[str, list[str]]]:
    """Every trigger by its name, which holds a seal of what it does: a changed one is another one."""
    noted_in = _noted(apps)
    for verb in ("insert", "update", "delete"):
        for table, noted in noted_in.items():
            body = " ".join(part for one, model in noted for part in _body(verb, one, model))
            yield _named(vendor, table, verb, body)
    counter, touched, change = (
        table_of(apps, f"tournaments.{name}") for name in ("ClubRevision", "Touched", "Change")
    )
    if counter and touched and change:
        yield _named(vendor, counter, "update", _stamp(vendor, touched, change))


def _noted(apps: Apps) -> dict[str, list[tuple[Fed, type[Model]]]]:
    """By table what is fed of it; nothing before there is a table to note it in."""
    found: dict[str, list[tuple[Fed, type[Model]]]] = {}
    if not table_of(apps, "tournaments.Touched"):
        return found
    for one in FED:
        try:
            model = apps.get_model(one.model)
        except LookupError:
            continue  # an older version, without this table yet
        found.setdefault(model._meta.db_table, []).append((one, model))
    return found


def table_of(apps: Apps, label: str) -> str:
    """The name of a model's table, empty where this version has none."""
    try:
        return str(apps.get_model(label)._meta.db_table)
    except LookupError:
        return ""


def _body(verb: str, fed: Fed, model: type[Model]) -> Iterator[str]:
    """What is noted when a row comes, changes or goes: also the thing that it belonged to before."""
    if verb == "delete":
        yield _note(fed, model, "OLD")
        return
    yield _note(fed, model, "NEW")
    if verb == "update" and fed.key:
        column = model._meta.get_field(fed.key.partition(".")[0]).column  # type: ignore[union-attr]
        yield _note(fed, model, "OLD", f"OLD.{column} <> NEW.{column}")


def _note(fed: Fed, model: type[Model], row: str, condition: str = "", source: str = "") -> str:
    club, key = _followed(fed.club, model, row), _followed(fed.key, model, row)
    there = "found.club IS NOT NULL AND found.thing IS NOT NULL"
    asked = f"{there} AND {condition}" if condition else there
    return (
        "INSERT INTO tournaments_touched (club_id, kind, key) "  # noqa: S608 - our own names
        f"SELECT DISTINCT found.club, '{fed.kind}', found.thing "
        f"FROM (SELECT {club} AS club, CAST({key} AS varchar(36)) AS thing{source}) found WHERE {asked};"
    )


def _followed(path: str, model: type[Model], row: str) -> str:
    """SQL for the key at the end of a path of links, from a row on: `match.round.event.club`."""
    if not path:
        return f"{row}.{model._meta.pk.column}"
    first, _, rest = path.partition(".")
    link = model._meta.get_field(first)
    sql = f"{row}.{link.column}"  # type: ignore[union-attr]
    other: type[Model] = link.related_model  # type: ignore[assignment]
    while rest:
        first, _, rest = rest.partition(".")
        link = other._meta.get_field(first)
        sql = (
            f"(SELECT {link.column} FROM {other._meta.db_table} "  # type: ignore[union-attr]  # noqa: S608 - our own names
            f"WHERE {other._meta.pk.column} = {sql})"
        )
        other = link.related_model  # type: ignore[assignment]
    return sql


def _stamp(vendor: str, touched: str, change: str) -> str:
    """Everything noted of a club gets the number its counter was raised to."""
    if vendor == "postgresql":
        # In one statement: what others note meanwhile is neither taken away nor missed.
        return (
            f"WITH noted AS (DELETE FROM {touched} WHERE club_id = NEW.club_id RETURNING kind, key) "  # noqa: S608
            f"INSERT INTO {change} (club_id, kind, key, revision) "
            "SELECT DISTINCT NEW.club_id, kind, key, NEW.number FROM noted "
            "ON CONFLICT (club_id, kind, key) DO UPDATE SET revision = EXCLUDED.revision;"
        )
    return (
        f"INSERT INTO {change} (club_id, kind, key, revision) "  # noqa: S608 - our own names
        f"SELECT DISTINCT NEW.club_id, kind, key, NEW.number FROM {touched} WHERE club_id = NEW.club_id "
        "ON CONFLICT (club_id, kind, key) DO UPDATE SET revision = EXCLUDED.revision; "
        f"DELETE FROM {touched} WHERE club_id = NEW.club_id;"
    )


def _named(vendor: str, table: str, verb: str, body: str) -> tuple[str, list[str]]:
    seal = blake2s(body.encode(), digest_size=4).hexdigest()
    name = f"{PREFIX}{table}_{verb}_{seal}"[:63].lower()
    if vendor != "postgresql":
        return name, [f"CREATE TRIGGER {name} AFTER {verb.upper()} ON {table} FOR EACH ROW BEGIN {body} END"]
    function = f"{PREFIX}{table}_{verb}"
    return name, [
        f"CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {body} RETURN NULL; END $$",
        f"CREATE TRIGGER {name} AFTER {verb.upper()} ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()",
    ]
