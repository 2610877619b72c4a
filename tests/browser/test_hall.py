"""The hall's page on a laptop and a phone: a phone tries the address, a backup is taken by keyboard."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_cash import both
from tests.browser.test_director import sign_in
from tournaments.models import Backup

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_hall_is_looked_at_and_a_backup_taken(
    laptop: Any, look: Any, axe: Any, settings: Any, tmp_path: Path
) -> None:
    cache.clear()
    (tmp_path / "stick").mkdir()
    settings.BACKUP_FOLDER = str(tmp_path / "stick")
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "192.168.178.23", "club-laptop.local"]
    event = factories.make_night(factories.make_club())
    then = timezone.now() - timedelta(minutes=12)
    why, name = Backup.Why.ROUND, "right-bower-2026-03-12-201500-000001.sqlite3"
    Backup.objects.create(
        made_at=then, why=why, event=event, round_number=2, name=name, size=2_400_000, rows=9
    )
    sign_in(laptop, "dora", event.club)
    laptop.goto(f"/clubs/{event.club.slug}/events/{event.slug}/desk/")
    laptop.get_by_role("link", name="The hall: phones and backups").click()
    expect(laptop.get_by_text("No phone has reached this address")).to_be_visible()
    both(laptop, look, axe, "hall")
    laptop.get_by_role("button", name="Take a backup now").press("Enter")
    expect(laptop.get_by_text("is written and checked.")).to_be_visible()
    assert len(list((tmp_path / "stick").iterdir())) == 2
    laptop.goto("/hall/ping/")
    expect(laptop.get_by_role("heading", name="This is the laptop itself")).to_be_visible()
    both(laptop, look, axe, "hall-ping")
