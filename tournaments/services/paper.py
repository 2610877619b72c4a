"""Sheets as PDF: the layouts of templates/paper, set by Typst on this machine, without a network.

What is printed goes in as JSON and stays text, whatever signs it holds: no layout is ever made from it.
"""

import json
import subprocess
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from django.conf import settings

Paper = Literal["a4", "us-letter"]
PAPERS: dict[Paper, str] = {"a4": "A4", "us-letter": "Letter"}
LAYOUTS: Path = settings.HOME / "templates" / "paper"
PROGRAM = Path(__file__).with_name("typeset.py")
PATIENCE = 120
"""Seconds; a night of 200 takes two."""
# Where boxes to write in are told to a screen reader as tables, a file is fourteen times as big.
TAGGED = frozenset({"standings", "seating_names"})
_UNPRINTED = frozenset({"Cc", "Cs"})
# They would turn the words that follow a name around; the signs that keep a name to itself stay.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067")


def compile_pdf(template: str, content: Mapping[str, object], paper: Paper) -> bytes:
    """A sheet as PDF: `template` is the name of a layout, `content` what it reads, in JSON types."""
    asked = {
        "layout": str(LAYOUTS / f"{template}.typ"),
        "root": str(LAYOUTS),
        "inputs": inputs_of(content, paper),
        "tags": template in TAGGED,
    }
    done = subprocess.run(  # noqa: S603 - our own program, and nothing of a person's is in the command
        [sys.executable, "-I", PROGRAM],
        input=json.dumps(asked).encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{template} could not be set: {done.stderr.decode(errors='replace')}")
    return done.stdout


def inputs_of(content: Mapping[str, object], paper: Paper) -> dict[str, str]:
    """What a layout is given: the content as JSON, without signs that are not printed, and the paper."""
    return {"content": json.dumps(_printable(content)), "paper": paper}


def paper_of(zone: str) -> Paper:
    """The size a club most likely prints on, by its time zone: Letter in America."""
    return "us-letter" if zone.startswith(("America/", "US/", "Canada/")) else "a4"


def _printable(value: object) -> object:
    if isinstance(value, str):
        kept = (one for one in value if unicodedata.category(one) not in _UNPRINTED and one not in _TURNING)
        return "".join(kept)
    if isinstance(value, Mapping):
        return {key: _printable(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_printable(one) for one in value]
    return value
