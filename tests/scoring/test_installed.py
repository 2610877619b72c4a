"""The table's page as an installed one: what the browser is given to keep."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.views.installed import HERE, digest_of_parts, parts

STATIC = "/static/"


def worker(client: Client) -> tuple[str, list[str], str]:
    """Build, parts and start, read out of the script."""
    text = client.get("/t/service-worker.js").content.decode()
    said = dict(re.findall(r"^const (BUILD|SHELL|START) = (.*);$", text, re.MULTILINE))
    return json.loads(said["BUILD"]), json.loads(said["SHELL"]), json.loads(said["START"])


def test_the_worker_keeps_the_tables_pages_and_no_others(client: Client) -> None:
    answer = client.get("/t/service-worker.js")
    assert answer["Service-Worker-Allowed"] == "/t/"
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert worker(client)[2] == "/t/"


def test_every_module_and_sheet_of_the_page_is_kept(client: Client) -> None:
    kept = worker(client)[1]
    for module in HERE.glob("*.js"):
        text = module.read_text()
        for name in re.findall(r'^import .*from "\./(.*)";$', text, re.MULTILINE):
            assert f"{STATIC}scoring/{name}" in kept
    page = client.get("/t/").content.decode()
    for linked in re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg))"', page):
        assert linked in kept
    for address in kept:
        assert finders.find(address.removeprefix(STATIC)), address


def test_the_build_changes_with_any_of_its_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = digest_of_parts()
    other = tmp_path / "other.js"
    other.write_text("// not what was there")
    monkeypatch.setattr(finders, "find", lambda name: str(other))
    digest_of_parts.cache_clear()
    try:
        assert digest_of_parts() != before
    finally:
        digest_of_parts.cache_clear()


def test_the_manifest_begins_where_a_phone_finds_its_table_again(client: Client) -> None:
    said = client.get("/t/manifest.webmanifest").json()
    assert (said["start_url"], said["scope"], said["display"]) == ("/t/", "/t/", "standalone")
    assert {one["sizes"] for one in said["icons"]} >= {"192x192", "512x512"}
    for icon in said["icons"]:
        assert finders.find(icon["src"].removeprefix(STATIC))
    page = client.get(said["start_url"])
    assert page.status_code == 200
    assert 'rel="manifest" href="/t/manifest.webmanifest"' in page.content.decode()


def test_every_part_has_one_address(client: Client) -> None:
    assert len(parts()) == len(set(parts()))
