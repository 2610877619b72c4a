"""The README stays true: its example runs, its commands exist, its tree is there."""

import doctest
import re
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
README = (HOME / "README.md").read_text()


def test_the_example_runs_as_printed() -> None:
    printed = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert printed
    names: dict[str, object] = {}  # what one example has imported the next may use, as a reader does
    for number, text in enumerate(printed):
        example = doctest.DocTestParser().get_doctest(text, names, f"example {number}", "README.md", 0)
        assert example.examples
        assert doctest.DocTestRunner().run(example, clear_globs=False).failed == 0
        names.update(example.globs)


def test_every_make_target_named_is_one() -> None:
    named = set(re.findall(r"make ([a-z]+)", README)) - {"python"}
    there = set(re.findall(r"^([a-z]+):", (HOME / "Makefile").read_text(), re.MULTILINE))
    assert {"demo", "test"} <= named <= there


def test_every_place_of_the_tree_is_there() -> None:
    tree = README.split("## The tree")[1].split("```")[1]
    parents: list[str] = []
    for line in tree.strip().splitlines():
        if line.startswith("   "):
            continue  # a sentence that goes on
        names = re.match(r"( *)((?:[\w.]+/?(?:[\w./]*)\s{1,2})+)", line + "  ")
        assert names is not None, line
        depth = len(names[1]) // 2
        for name in names[2].split():
            if "." not in name and not name.endswith("/"):
                break  # the words about it
            parents[depth:] = [name.split()[0]] if name.endswith("/") and depth == 0 else parents[depth:]
            base = HOME / (parents[0] if depth else "")
            assert (base / name).exists(), f"{parents} {name}"


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        assert (HOME / picture).is_file(), picture


def test_nothing_committed_names_a_machine_or_a_registry() -> None:
    said = "".join(
        (HOME / name).read_text() for name in ("README.md", "CHANGELOG.md", "Makefile", "pyproject.toml")
    )
    assert not re.search(r"/(work|root|home)/|index-url|/simple", said)
