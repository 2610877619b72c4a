"""Which tables are a club's, found by the keys between the models: a new table is in the archive by itself.

A table belongs to a club when a chain of foreign keys leads from its rows to a club. What is left out on
purpose is named here with the reason, and tests ask for it: a new table that leads to no club, and a new JSON
column, has to be put into one of these lists.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import models

from tournaments.models import Club
from tournaments.services.backup_rows import Table, all_tables

CLUB = "tournaments.club"
APPS = frozenset({"tournaments", "scoring"})

LEFT_OUT = {
    "tournaments.membership": "accounts are the server's; who restores names the new owner",
    "tournaments.invitation": "a key to the old server",
    "tournaments.playerclaim": "an account's word, and accounts are the server's",
    "tournaments.mailedkey": "an account's",
    "tournaments.signin": "an account's",
    "tournaments.recoverycode": "an account's",
    "tournaments.auditentry": "who did what on the old server, by accounts and addresses that are its own",
    "tournaments.backup": "tells of the old server's folder",
    "tournaments.apitoken": "a key to the old server",
    "tournaments.idempotencykey": "a key to the old server",
    "tournaments.webhook": "would send from here what its owner asked another server for",
    "tournaments.webhookdelivery": "a message of the old server",
    "tournaments.touched": "the database's own triggers write it",
    "tournaments.change": "the database's own triggers write it: what comes back has changed here",
    "tournaments.spreadsheetupload": "looked at for a day, and nothing yet",
}

Shift = Callable[[str, Any], Any]
"""A table's label and an id in it → the id after restoring."""
Ids = Any
"""Where ids stand in a JSON value: a label for one id, a list for a list of such, a mapping for some keys (or
all: *), a tuple for some positions of a list (None: none there), or a function of the value and the shift."""

_ENTRY, _PLAYER = "tournaments.entry", "tournaments.player"
_DRAW: Ids = {
    "tables": [[_ENTRY]],
    "sitting_out": [_ENTRY],
    "seeds": [_ENTRY],
    "by_hand": [{"one": _ENTRY, "other": _ENTRY}],
}
_PARTED: Ids = {"shared": [_ENTRY], "above": {"entries": [_ENTRY]}, "below": {"entries": [_ENTRY]}}


def _merged(value: Any, shift: Shift) -> Any:
    """The rows that went over when two people became one: [[model, field, ids, from, to], ...].

    Without a field it is a JSON column that names players.
    """
    moved = []
    for model, field, ids, old, new in value:
        table = apps.get_model(model)
        target = table._meta.get_field(field).related_model._meta.label_lower if field else _PLAYER
        keys = [shift(_numbered_by(table), one) for one in ids]
        moved.append([model, field, keys, shift(target, old), shift(target, new)])
    return moved


def _numbered_by(model: Any) -> str:
    """The table whose numbers are this one's keys: another's, where its key leads there."""
    key = model._meta.pk
    return _numbered_by(key.related_model) if key.is_relation else str(model._meta.label_lower)


IDS: Mapping[str, Ids] = {
    "tournaments.stage.seeds": [_ENTRY],
    "tournaments.stage.pools": [[_ENTRY]],
    "tournaments.round.draw": _DRAW,
    "tournaments.round.kept": _DRAW,
    "tournaments.betterdraw.rounds": [_DRAW],
    "tournaments.standing.parted": _PARTED,
    "tournaments.stagestanding.parted": _PARTED,
    "tournaments.tieword.order": [_ENTRY],
    "tournaments.partnerdraw.singles": [{"player": _PLAYER}],
    "tournaments.partnerdraw.wishes": [(None, _PLAYER, _PLAYER)],
    "tournaments.division.proposal": {
        "fixtures": [(None, None, "tournaments.team", "tournaments.team")],
    },
    "tournaments.keptnight.game_people": [_PLAYER],
    "tournaments.keptnight.courses": {"*": [(_ENTRY,)]},
    "tournaments.seriesevent.lines": [(_ENTRY,)],
    "tournaments.seriesstanding.nights": [("tournaments.event",)],
    "tournaments.playermerge.gone": {
        "player": {"id": _PLAYER},
        "pairs": [("tournaments.pair", _PLAYER, _PLAYER)],
        "alias": "tournaments.playeralias",
    },
    "tournaments.playermerge.moved": _merged,
    # Numbers that are ids without being keys.
    "tournaments.playermerge.gone_id": _PLAYER,
}
# JSON without ids of rows.
NO_IDS = frozenset(
    {
        "scoring.cardline.facts",
        "scoring.game.ruleset",
        "scoring.ledgerline.facts",
        "tournaments.betterdraw.figures",
        "tournaments.division.policy",
        "tournaments.entry.categories",
        "tournaments.matchresult.live",
        "tournaments.potshare.notes",
        "tournaments.potshare.rules",
        "tournaments.rulesetversion.rules",
        "tournaments.series.rule",
        "tournaments.seriesstanding.figures",
        "tournaments.stage.options",
        "tournaments.stagestanding.figures",
        "tournaments.standing.figures",
        "tournaments.team.closed",
        "tournaments.team.nights_off",
        *(
            f"tournaments.{model}.{field}"
            for model in ("eventpolicy", "eventpreset")
            for field in ("ruleset", "scoring", "chain", "movement", "absence", "prizes", "pots")
        ),
    }
)
# What a row may not take along: codes of six letters are for one evening only.
BLANKED = frozenset({"tournaments.tablelink.code_hash"})


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table of a club's. `path` leads from a row to the club ("" for the club itself).

    `keys` are the columns that are keys, by their place: the label of the table they lead to, or "" for one
    outside the club, which is left empty. `ids` are those of columns with ids in them. `codes` are the places
    of columns that say who did it.
    """

    table: Table
    path: str
    keys: Mapping[int, str]
    ids: Mapping[int, Ids]
    codes: tuple[int, ...]
    blanked: tuple[int, ...]

    @property
    def label(self) -> str:
        """Such as "tournaments.player"."""
        return self.table.label

    @property
    def numbered(self) -> bool:
        """Whether its own rows have numbers that another server may have given already."""
        return isinstance(self.table.model._meta.pk, models.AutoField)

    def rows_of(self, club_id: int, using: str = "default") -> "models.QuerySet[Any]":
        """Its rows of one club."""
        return self.table.model._base_manager.using(using).filter(**{self.path or "pk": club_id})


def club_tables() -> list[ClubTable]:
    """Every table of a club's, those that others refer to first."""
    tables = {one.label: one for one in all_tables(apps)}
    paths = {label: path for label, path in _paths(tables).items() if label not in LEFT_OUT}
    return [_club_table(tables[label], path, paths) for label, path in paths.items()]


def _paths(tables: Mapping[str, Table]) -> dict[str, str]:
    """The shortest way to the club of every table that has one; by keys that always are set, if any."""
    paths = {CLUB: ""}
    for optional in (False, True):
        waiting = deque(paths)
        while waiting:
            target = waiting.popleft()
            for label, field in _leading_to(tables, target, optional=optional):
                if label not in paths:
                    paths[label] = f"{field}__{paths[target]}".removesuffix("__")
                    waiting.append(label)
    return paths


def _leading_to(tables: Mapping[str, Table], target: str, *, optional: bool) -> Iterator[tuple[str, str]]:
    for label, table in tables.items():
        if label.partition(".")[0] not in APPS:
            continue
        for field in table.fields:
            if _target(field) == target and (optional or not field.null):
                yield label, field.name


def _target(field: "models.Field[Any, Any]") -> str:
    """The table a key leads to, "" for any other column."""
    return field.related_model._meta.label_lower if isinstance(field, models.ForeignKey) else ""


def _club_table(table: Table, path: str, paths: Mapping[str, str]) -> ClubTable:
    keys, ids, codes, blanked = {}, {}, [], []
    for place, field in enumerate(table.fields):
        name = f"{table.label}.{field.name}"
        if field.is_relation:
            keys[place] = _target(field) if _target(field) in paths else ""
            if not keys[place] and not field.null:
                raise LookupError(f"{name} leads out of the club and cannot be left empty: see LEFT_OUT")
        if name in IDS:
            ids[place] = IDS[name]
        if field.name.endswith("_by") and isinstance(field, models.CharField):
            codes.append(place)
        if name in BLANKED:
            blanked.append(place)
    return ClubTable(table, path, keys, ids, tuple(codes), tuple(blanked))


def renumbered(value: Any, ids: Ids, shift: Shift) -> Any:
    """A JSON value with its ids shifted; what has another shape than was said stays as it is."""
    if callable(ids):
        return ids(value, shift)
    if isinstance(ids, str):
        return shift(ids, value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(ids, list) and isinstance(value, list):
        return [renumbered(one, ids[0], shift) for one in value]
    if isinstance(ids, tuple) and isinstance(value, list):
        known = zip(value, ids, strict=False)
        return [*(renumbered(one, of, shift) if of else one for one, of in known), *value[len(ids) :]]
    if isinstance(ids, Mapping) and isinstance(value, dict):
        every = ids.get("*")
        return {key: renumbered(one, ids.get(key, every), shift) for key, one in value.items()}
    return value


def is_club(table: ClubTable) -> bool:
    """Whether this is the table of clubs itself."""
    return table.table.model is Club
