"""The page that documents the native form: its examples are read and canonical, and it names every tag."""

import re
from pathlib import Path

import pytest

from scoring.engine.notation import read_native, write_native
from scoring.engine.notation_tags import KNOWN

PAGE = Path(__file__).resolve().parents[3] / "docs" / "notation.md"
EXAMPLES = re.findall(r"```euchre\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_is_read_and_its_hands_are_canonical(text):
    read = read_native(text)
    assert read.problems == ()
    hands = [line for line in text.splitlines() if re.match(r"[-0-9]", line)]
    written = [line for line in write_native(read.games).splitlines() if re.match(r"[-0-9]", line)]
    assert written == hands


def test_the_page_has_examples_and_names_every_tag():
    assert len(EXAMPLES) == 7
    page = PAGE.read_text(encoding="utf-8")
    assert [name for name in KNOWN if f"`{name}`" not in page] == []
