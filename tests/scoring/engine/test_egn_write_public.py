"""What is written in EGN and EMN, judged by the public package of the notation where it is at hand."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.egn_records import read_egn_records
from scoring.engine.emn import EMN_VERSIONS, MatchRecord, write_emn
from scoring.engine.notation import GameRecord
from tests.scoring.engine.record_strategies import games_by
from tests.scoring.engine.test_egn_write import EXAMPLES, FOUR, needs_the_examples, written

VALIDATE = """
const {createRequire} = require("module");
const path = process.argv[1], held = JSON.parse(require("fs").readFileSync(0, "utf8"));
const found = path ? require(path) : createRequire(process.cwd() + "/")("euchre-game-notation");
const egn = found.validateEgn || found.validateEGN;
const emn = found.validateEmn || (found.emn && found.emn.validateEmn);
const say = (judge, file) => { const said = judge(file); return said.isValid ? null : said.errors; };
console.log(JSON.stringify({
  egn: held.egn.map((file) => say(egn, file)),
  emn: emn ? held.emn.map((file) => say(emn, file)) : [],
}));
"""


def judged(egn: list[str], emn: list[str]) -> dict[str, list[object]]:
    """Return what the package says of each file: None if it is sound, else its errors."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here, so the public package cannot judge what is written")
    files = json.dumps({"egn": [json.loads(one) for one in egn], "emn": [json.loads(one) for one in emn]})
    package = os.environ.get("EGN_PACKAGE", "")
    command = [node, "-e", VALIDATE, str(Path(package).resolve()) if package else ""]
    done = subprocess.run(command, input=files, capture_output=True, text=True, check=False)
    if done.returncode and "MODULE_NOT_FOUND" in done.stderr:
        pytest.skip("the package euchre-game-notation is not here; name its folder in EGN_PACKAGE")
    assert done.returncode == 0, done.stderr
    said: dict[str, list[object]] = json.loads(done.stdout)
    return said


@needs_the_examples
def test_the_public_package_finds_every_example_sound_once_it_is_written_again():
    records = [read_egn_records(path.read_bytes()).games[0] for path in EXAMPLES]
    matches = [write_emn(MatchRecord(games=tuple(records)), version=version).text for version in EMN_VERSIONS]
    said = judged([written(record) for record in records], matches)
    assert said["egn"] == [None] * len(EXAMPLES)
    assert not said["emn"] or None in said["emn"], "each release of the package knows one of the versions"


def test_the_public_package_finds_drawn_games_sound():
    drawn: list[str] = []

    @given(st.sampled_from(FOUR).flatmap(games_by))
    @settings(max_examples=40, database=None)
    def draw(record: GameRecord) -> None:
        drawn.append(written(record))

    draw()
    said = judged(drawn, [])
    assert said["egn"] == [None] * len(drawn)
