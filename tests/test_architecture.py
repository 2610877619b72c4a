"""The shape of the house, held by its source text. Imports between the apps are import-linter's part."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent
ENGINES = ("scoring/engine", "tournaments/engine")
# An engine may use one library whose field is the engine's own work.
FIELD_LIBRARIES = {"rustworkx": "tournaments.engine", "openskill": "tournaments.engine"}
# Of the standard library: no clock, no secrets, no translation, no log, nothing outside the process.
IMPURE = {
    "asyncio", "gettext", "http", "locale", "logging", "multiprocessing", "os", "secrets", "shutil", "socket",
    "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
# What asks the clock or the machine's own chance, by the last words of the call.
ASKS_OUTSIDE = {"now", "utcnow", "today", "uuid1", "uuid4", "getrandom", "urandom"}
LONGEST = 400
SIZED = {".py", ".js", ".html", ".css"}
ROOMS = ("config", "scoring", "tournaments", "tests", "benchmarks", "templates", "static")

sources = [
    pytest.param(path, id=path.relative_to(HOME).as_posix())
    for engine in ENGINES
    for path in sorted((HOME / engine).rglob("*.py"))
]


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__")


def home_of(path: Path) -> str:
    """`scoring.engine` or `tournaments.engine`."""
    return ".".join(path.relative_to(HOME).parts[:2])


def imports_of(path: Path) -> Iterator[str]:
    """Full names of what a file imports, relative ones worked out."""
    package = module_of(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *(node.module.split(".") if node.module else [])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def is_within(name: str, home: str) -> bool:
    return name == home or name.startswith(f"{home}.")


@pytest.mark.parametrize("path", sources)
def test_an_engine_imports_the_standard_library_and_itself_only(path):
    for name in imports_of(path):
        top = name.split(".")[0]
        if is_within(name, home_of(path)) or FIELD_LIBRARIES.get(top) == home_of(path):
            continue
        assert top in sys.stdlib_module_names, f"{name} is no part of this engine"
        assert top not in IMPURE, f"{name}: an engine is plain data in, plain data out"


@pytest.mark.parametrize("path", sources)
def test_an_engine_asks_no_clock_and_no_chance_of_its_own(path):
    wrong = [f"line {line}: {what}" for line, what in questions_to_the_outside(path.read_text())]
    assert wrong == []


def questions_to_the_outside(source: str) -> Iterator[tuple[int, str]]:
    """Calls to a clock, to `random`'s one generator for everybody, or for a generator without a seed."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from ((node.lineno, f"random.{a.name}") for a in node.names if a.name != "Random")
        elif (
            isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random" and node.attr != "Random"
        ):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            last = called.split(".")[-1]
            if (
                last in ASKS_OUTSIDE
                or (last == "Random" and not node.args)
                or last in {"print", "input", "open"}
            ):
                yield node.lineno, called


@pytest.mark.parametrize(
    "source",
    [
        "from random import shuffle",
        "import random\nrandom.shuffle(entries)",
        "import random\nrng = random.Random()",
        "from datetime import datetime\ndatetime.now()",
        "import datetime\ndatetime.date.today()",
    ],
)
def test_the_watchman_is_awake(source):
    assert list(questions_to_the_outside(source))


def test_the_watchman_lets_a_seeded_generator_pass():
    source = "from random import Random\nrng = Random(seed)\nrng.shuffle(entries)\nrng.random()"
    assert list(questions_to_the_outside(source)) == []


def test_no_file_is_longer_than_a_person_reads_at_once():
    too_long = [
        f"{path.relative_to(HOME)}: {lines} lines"
        for room in ROOMS
        for path in sorted((HOME / room).rglob("*"))
        if path.suffix in SIZED and "migrations" not in path.parts and "node_modules" not in path.parts
        if (lines := len(path.read_text().splitlines())) > LONGEST
    ]
    assert too_long == []
