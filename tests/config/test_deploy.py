"""`manage.py check --deploy`: silent for a server, and a hall is told what it gives up."""

import os
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent.parent


def checked(serve: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    switches = {
        "SERVE": serve,
        "SECRET_KEY": "aB3dE6gH9kL2" * 6,
        "ALLOWED_HOSTS": "club.example",
        "DATABASE_URL": "sqlite:///:memory:",
    }
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=HOME,
        env={**kept, **switches},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_server_is_clean() -> None:
    tried = checked("https")
    assert (tried.returncode, tried.stderr) == (0, "")
    assert "no issues" in tried.stdout


def test_a_hall_hears_what_it_gives_up() -> None:
    tried = checked("hall")
    assert tried.returncode == 1
    assert "right_bower.W001" in tried.stderr
    assert "plain http" in tried.stderr
