"""Hands that several tests paste, and where the shared example files lie."""

import os
from pathlib import Path

import pytest

EGN = Path(os.environ.get("RIGHT_BOWER_SHARED", Path(__file__).parents[3] / "shared")) / "data" / "egn"

REVOKE = "1. N AH | ? | p p p p d | JC TH 9C TD / JD QC QD KD / JH QH KH 9H / 9D TC JS KS / KC QS TS 9S | ?"

C1 = "1. S KC | ? | p p p o | AD 9D QD 9C / KS AS AC JS / KH QH AH TC / KD 9H KC 9S / JC QS JD JH | 4-1 NS+1"
C2 = "1. W JC | N:TSTHKSQDKD | o | ? | 1-4 EW+2"
C3 = "1. E TS | ? | p p p o* | 9D QD TS / JS QS 9S / AH KS TH / 9C QC AC / QH TC JH | 4-1 EW+1"
LEGAL = """[Players "4"] [Deck "25"] [Ruleset "benny"]
1. W JS | N:9HJCKCKDTS E:QSTDTCAHKH S:AD9CQCJHJD W:JO9S9DQHQD | p p p o x9D | JC QS JH JS>W \
/ QH 9H AH JD>E / KH AD QD TS>N / KC TC 9C 9S>W / JO KD TD QC>W | 4-1 EW+1
"""


def egn_text(name: str) -> str:
    """One of the shared example files; the test is skipped where they are not."""
    path = EGN / name
    if not path.exists():
        pytest.skip("the example files are not here; set RIGHT_BOWER_SHARED to the folder that holds data/")
    return path.read_text("utf-8")
