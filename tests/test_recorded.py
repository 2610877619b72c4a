"""Every service that changes something comes by the record of changes, or says here why it need not.

Read from the source: a service is a function of `services/` that a door (a view, the API, a command, a task)
calls and that writes, by itself or by others. It is recorded when it comes, however indirectly, by
`record_change`.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent
DOORS = frozenset(
    {"raise_revisions", "raise_club_revision", "raise_revisions_of", "raise_for_result", "record_change"}
)
WRITES = frozenset({"save", "create", "update", "delete", "bulk_create", "bulk_update", "get_or_create"})
WRITES |= {"update_or_create"}
# What is worked out of other rows, or tells of nobody's doing, or records itself.
EXEMPT = {
    "ask_for_mail": "of the address itself, which is forgotten when it stops",
    "begin_two_steps": "nothing holds before it is confirmed, which is recorded",
    "begin_write": "the memory of a key, for a day",
    "confirm_wish": "of the address itself",
    "count_series": "worked out",
    "drop_spreadsheet": "a file looked at before it is taken in",
    "end_sign_ins": "the list of sign-ins is its own record",
    "follow_session": "the list of sign-ins",
    "forget_old_keys": "the memory of keys",
    "freshen_history": "worked out",
    "freshen_ratings": "worked out",
    "freshen_standings": "worked out",
    "hide_hidden": "worked out",
    "keep_answer": "the memory of a key, for a day",
    "keep_spreadsheet": "a file looked at before it is taken in",
    "mail_fixtures": "letters, each noted where it was wished for",
    "mail_key": "a key by mail; what it opens is recorded",
    "mail_late_results": "letters",
    "mail_results": "letters",
    "note_sign_in": "the list of sign-ins",
    "open_match": "a sheet begins; what is written on it tells who wrote it",
    "open_token": "notes that a token was used",
    "publish_stale": "worked out",
    "publish_standings": "worked out",
    "rebuild_history": "worked out",
    "rebuild_ratings": "worked out",
    "rebuild_stale_ratings": "worked out",
    "redeem_sign_in": "uses a key up; the list of sign-ins tells the rest",
    "refresh_history": "worked out",
    "refresh_stale_histories": "worked out",
    "restore_club": "a club comes with its own record",
    "say_kind": "a file looked at before it is taken in",
    "say_of_spreadsheet": "a file looked at before it is taken in",
    "second_step_holds": "uses a code up",
    "send_all_webhooks": "each delivery is a row of its own",
    "send_webhooks": "each delivery is a row of its own",
    "stop_mail": "of the address itself",
    "write_spreadsheet": "writes a file",
}


@cache
def functions() -> dict[tuple[str, str], set[str]]:
    """(file, function) → the names it calls, methods of rows and querysets among them."""
    found = {}
    for app in ("tournaments", "scoring"):
        for path in sorted((HOME / app / "services").glob("*.py")):
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.FunctionDef):
                    found[f"{app}/{path.stem}", node.name] = calls_of(node)
    return found


def calls_of(node: ast.AST) -> set[str]:
    called = set()
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            if isinstance(one.func, ast.Name):
                called.add(one.func.id)
            elif isinstance(one.func, ast.Attribute):
                called.add(f".{one.func.attr}")
    return called


def reached(start: tuple[str, str]) -> set[str]:
    """Every name that a function calls, directly or through others."""
    waiting, seen, called = [start], {start}, set()
    while waiting:
        place = waiting.pop()
        for name in functions()[place]:
            called.add(name)
            for other in functions():
                if other[1] == name and other not in seen:
                    seen.add(other)
                    waiting.append(other)
    return called


def asked_by_doors() -> set[tuple[str, str]]:
    """(file, function) of all that is imported from services outside of them."""
    found = set()
    for app in ("tournaments", "scoring"):
        for path in sorted((HOME / app).rglob("*.py")):
            if "services" in path.parts:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.ImportFrom):
                    continue
                home, _, file = str(node.module).partition(".services")
                if file:
                    found |= {(f"{home}/{file[1:]}", one.name) for one in node.names}
                elif str(node.module).endswith(".services"):  # whole files
                    files = {f"{home}/{one.name}" for one in node.names}
                    found |= {one for one in functions() if one[0] in files and one[1][0] != "_"}
    return found


def services() -> list[tuple[str, str]]:
    """What doors call and what writes."""
    return [
        place
        for place in sorted(asked_by_doors() & functions().keys())
        if any(name[1:] in WRITES for name in reached(place) if name.startswith("."))
    ]


@pytest.mark.parametrize(("file", "name"), services())
def test_a_change_is_recorded(file: str, name: str) -> None:
    recorded = bool(reached((file, name)) & DOORS)
    if name in EXEMPT:
        assert not recorded, "it is recorded now: take it off the list"
        return
    assert recorded, f"{file}.{name} changes something: end with raise_revisions, or call record_change"
