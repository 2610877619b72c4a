"""What is asked of every text about rules, and the texts somebody has read.

The words of the shipped rulesets stand in `descriptions/*.txt`, to be read by whoever changes a sentence. To
write them anew: `WRITE_DESCRIPTIONS=1 pytest tests/scoring/engine -k describe`.
"""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path

from scoring.engine import choices, ecarte
from scoring.engine.describe import Description, Sentence
from scoring.engine.rulesets import field_names

DESCRIPTIONS = Path(__file__).parent / "descriptions"
CODE_WORDS = [
    *(name for name in (*field_names(), *ecarte.field_names()) if "_" in name),
    *(
        value
        for kind in (*vars(choices).values(), ecarte.Proposals, ecarte.EcarteCutRank)
        if isinstance(kind, type) and issubclass(kind, StrEnum)
        for value in kind
        if "-" in value
    ),
]


def as_text(description: Description) -> str:
    """A description as a file: what a page says of it, and the fields that decide nothing."""
    lines = [description.title, description.summary]
    for part in description.parts:
        lines += ["", part.heading, *(as_line(sentence) for sentence in part.sentences)]
    return "\n".join([*lines, "", f"Decides nothing: {', '.join(description.idle) or '-'}", ""])


def as_line(sentence: Sentence) -> str:
    told = "; ".join(f"{basis.source} {basis.standing}".strip() for basis in sentence.bases)
    return f"- {sentence.text}" + (f" [{told}]" if told else "")


def assert_as_read(key: str, description: Description) -> None:
    """The description is the one in its file."""
    told, place = as_text(description), DESCRIPTIONS / f"{key}.txt"
    if os.environ.get("WRITE_DESCRIPTIONS"):
        place.write_text(told, encoding="utf-8")
    assert told == place.read_text(encoding="utf-8")


def assert_reads_well(sentence: str) -> None:
    """It is a sentence, of words that people use."""
    assert re.fullmatch(r"[A-Z].*[^.]\.", sentence), sentence
    assert "  " not in sentence and " ." not in sentence and " ," not in sentence, sentence
    assert not re.search(r"\b1 points|\bone (hand|game|trick)s|None|True|False|_", sentence), sentence
    assert not [word for word in CODE_WORDS if word in sentence], sentence
