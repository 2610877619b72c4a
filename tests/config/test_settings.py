"""Switches are read loudly: a wrong one stops the start with a sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent.parent
GOOD = {
    "SERVE": "hall",
    "DATABASE_URL": "sqlite:///:memory:",
    "SECRET_KEY": "k" * 60,
    "ALLOWED_HOSTS": "a.example",
}


def start(**changes: str | None) -> subprocess.CompletedProcess[str]:
    """Read the settings in a process of its own, with these switches and no others."""
    switches = {name: held for name, held in {**GOOD, **changes}.items() if held is not None}
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", "import config.settings as s; print(s.HALL, s.SECURE_SSL_REDIRECT)"],
        cwd=HOME,
        env={**kept, **switches},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_hall_and_a_tls_server_start() -> None:
    assert start().stdout.split() == ["True", "False"]
    assert start(SERVE="https").stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SERVE": None}, "Set SERVE=hall"),
        ({"SERVE": "http"}, "Set SERVE=hall"),
        ({"SERVE": "https", "SECRET_KEY": None}, "SECRET_KEY"),
        ({"SERVE": "https", "ALLOWED_HOSTS": None}, "ALLOWED_HOSTS"),
        ({"SERVE": "https", "DEMO": "1"}, "DEMO lets anybody"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL"),
        ({"BROKER_URL": "nonsense"}, "BROKER_URL"),
    ],
)
def test_a_wrong_switch_stops_the_start(changes: dict[str, str | None], sentence: str) -> None:
    tried = start(**changes)
    assert tried.returncode != 0
    assert sentence in tried.stderr
