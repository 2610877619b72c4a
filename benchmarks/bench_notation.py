"""How many hands a second the native form is read and written, beside `json.loads` of the same hands.

Run as `python -m benchmarks.bench_notation`. The hands are the oracle's legal ones (RIGHT_BOWER_SHARED),
with deal, calls, play, winners and points. Rates differ from machine to machine and with its load: only the
ratio of one run counts. The peer reads text into lists and dicts, in C, and knows nothing of cards: it is a
floor for anything that is read, not the same work.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from scoring.engine.notation import read_native, write_native
from scoring.engine.notation_games import GameRecord
from tests.scoring.engine.oracle_records import record_of

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("RIGHT_BOWER_SHARED") or ROOT.parent / "shared") / "data" / "oracle.jsonl"
REPEATS = 7


def rate(job: Callable[[], object], hands: int) -> float:
    """Return hands a second by the processor's own time, the best of several goes."""
    best = 0.0
    for _ in range(REPEATS):
        began = time.process_time()
        job()
        best = max(best, hands / (time.process_time() - began))
    return best


def main() -> None:
    """Print the rates of reading and writing, and the size of a hand in both forms."""
    if not CORPUS.is_file():
        print("The oracle's hands are not here; set RIGHT_BOWER_SHARED to the folder that holds data/.")
        return
    lines = [text for text in CORPUS.read_text().splitlines() if '"legal":true' in text]
    game = GameRecord(hands=tuple(record_of(json.loads(text)) for text in lines))
    native = write_native([game])
    assert read_native(native).games == (game,)
    read = rate(lambda: read_native(native), len(lines))
    written = rate(lambda: write_native([game]), len(lines))
    peer = rate(lambda: [json.loads(text) for text in lines], len(lines))
    print(f"{len(lines)} hands; {len(native) / len(lines):.0f} bytes a hand, ", end="")
    print(f"as JSON {sum(map(len, lines)) / len(lines):.0f}")
    print(f"read_native   {read:10,.0f} hands/s  {read / peer:5.2f} × json.loads")
    print(f"write_native  {written:10,.0f} hands/s")
    print(f"json.loads    {peer:10,.0f} hands/s")


if __name__ == "__main__":
    main()
