"""The table of docs/rights.md: written from what was asked, and read again."""

import re
from collections.abc import Container, Iterable

from tests.rights.asked import METHODS, PUBLIC, Row
from tests.rights.world import PEOPLE, PROGRAMS

PAGES = ("visitor", PUBLIC, *PEOPLE[1:])
API = (*PEOPLE, *PROGRAMS)
YES = "yes"
HEAD = """# Who may do what

Written by `RIGHTS=write .venv/bin/python -m pytest tests/test_rights.py`, which asks every address as
everybody, and held true by that test. `tournaments/permissions.py` decides it, and nothing else does.

GET looks, the other methods change. "yes" means: let in, though what is asked may still be refused in words
(an empty form, a round that is closed). Nothing means: sent to sign in, or told that there is nothing (404),
or that it is not theirs (403); no name of a person or a private event is told with that.

| column | who |
|---|---|
| visitor | nobody in particular; the event is private, unless the column says otherwise |
| stranger | an account that is the owner of another club |
| member | an account of the club without more |
| player | a member who is one of the club's players, and sits at the table asked for |
| captain | a member who is captain of the home side |
| scorer, director, owner | with that role; owners without the second step that a club asks for are members |
| table link | a phone that opened a table: by its QR code, or by six letters |
| token | a program with a token of the owner's that has this scope alone; it never may more than its maker |

TOKEN and KEY in the address of a page are secrets themselves: whoever holds one is let in. Events are private
in this table. On a server the pages of the hall are the operator's alone. The operator (a superuser) may
everything, and has `/admin/` besides, by the same sign-in. `/metrics` answers the machine itself, and on a
server whoever the operator's settings name.
"""


def merged(text: str, rows: Iterable[Row], addresses: Iterable[str]) -> list[Row]:
    """The rows of the text with these in the place of the old ones; of no address that is no more."""
    fresh = list(rows)
    asked, there = {row.path for row in fresh}, set(addresses)
    kept = [Row(path, method, who) for (method, path), who in read(text).items() if path in there - asked]
    return sorted([*kept, *fresh], key=lambda row: (row.path, METHODS.index(row.method)))


def written(rows: Iterable[Row]) -> str:
    """The whole text."""
    rows = list(rows)
    pages = [row for row in rows if not row.path.startswith("/api/")]
    api = [row for row in rows if row.path.startswith("/api/")]
    return f"{HEAD}\n## Pages\n\n{_table(pages, PAGES)}\n## API\n\n{_table(api, API)}"


def _table(rows: Iterable[Row], columns: tuple[str, ...]) -> str:
    lines = [f"| method | address | {' | '.join(columns)} |", "|---|---|" + "---|" * len(columns)]
    for row in rows:
        cells = (YES if column in row.let_in else "" for column in columns)
        lines.append(f"| {row.method} | {row.path} | {' | '.join(cells)} |")
    return "".join(f"{line}\n" for line in lines)


def read(text: str) -> dict[tuple[str, str], frozenset[str]]:
    """Method and address → who is let in."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    columns: list[str] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells[:2] == ["method", "address"]:
            columns = cells[2:]
        elif len(cells) > 2 and re.fullmatch("[A-Z]+", cells[0]):
            said = zip(columns, cells[2:], strict=True)
            found[cells[0], cells[1]] = frozenset(column for column, cell in said if cell == YES)
    return found


def differences(text: str, rows: Iterable[Row], addresses: Container[str]) -> list[str]:
    """Where the text and what was asked at these addresses part: a row that one lacks, or other people."""
    said = {key: who for key, who in read(text).items() if key[1] in addresses}
    heard = {(row.method, row.path): row.let_in for row in rows}
    told = []
    for key in sorted(said.keys() | heard.keys()):
        one, other = said.get(key), heard.get(key)
        if one != other:
            told.append(f"{' '.join(key)}: written {_names(one)}, asked {_names(other)}")
    return told


def _names(people: frozenset[str] | None) -> str:
    return "nothing" if people is None else f"[{', '.join(sorted(people))}]"
