"""What letters say and to whom: links that stop them, results and fixtures in plain words."""

from collections.abc import Sequence
from datetime import date, timedelta
from hashlib import blake2s

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tournaments.asking import a_stranger, asked_by
from tournaments.models import Club, Event, Fixture, MailWish
from tournaments.selectors.events import policy_of
from tournaments.selectors.standings import standings_of

SALT = "right-bower.mail"
AHEAD = timedelta(days=7)
MOST_LINES = 60
Headers = dict[str, str]


def whole_address(path: str) -> str:
    """An address for a letter, where no request says by which name the service is reached."""
    return settings.ADDRESS.rstrip("/") + path


def key_of(wish: MailWish) -> str:
    """Signed with the server's key: it opens this wish and nothing else, and never runs out."""
    return signing.dumps([wish.pk, _digest(wish.email)], salt=SALT)


def wish_of(key: str) -> MailWish | None:
    """The wish that a letter's link speaks of; None where it is gone or the link was made up. One query."""
    try:
        pk, digest = signing.loads(key, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = MailWish.objects.select_related("club").filter(pk=pk).first()
    return found if found is not None and _digest(found.email) == digest else None


def _digest(email: str) -> str:
    """Stands for an address where it must not be read, such as in a server's log of addresses."""
    return blake2s(email.encode(), digest_size=8).hexdigest()


def confirmed_wishes(club_id: int, kind: MailWish.Kind, what: str) -> list[MailWish]:
    """Who wants to be told and was not told of this. One query."""
    wishes = MailWish.objects.filter(club=club_id, kind=kind, confirmed_at__isnull=False)
    return list(wishes.exclude(sent__what=what).select_related("club"))


def stop_headers(wish: MailWish) -> Headers:
    """By which a mail program offers to unsubscribe with one click (RFC 8058)."""
    there = whole_address(reverse("tournaments:mail_stop", args=[key_of(wish)]))
    return {"List-Unsubscribe": f"<{there}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def ending(wish: MailWish) -> str:
    """The last lines of every letter that was wished for."""
    there = whole_address(reverse("tournaments:mail_stop", args=[key_of(wish)]))
    return (
        f"\n\nYou get this because this address asked {wish.club.name} for it. "
        f"No more of these:\n{there}\n\nRight Bower keeps the score for euchre clubs.\n"
    )


def results_told(event: Event) -> tuple[str, str]:
    """Subject and text of an event's results, with the names that strangers may read. Two queries."""
    with asked_by(a_stranger()):
        lines = standings_of(event, policy_of(event), limit=MOST_LINES).lines
    day = f"{event.plays_on:%A} {event.plays_on.day} {event.plays_on:%B %Y}"
    rows = [f"{one.rank:>4}  {one.name}, {one.points}" for one in lines]
    path = reverse("tournaments:standings", args=[event.club.slug, event.slug])
    text = f"{event.name}, {day}\n{event.club.name}\n\n" + "\n".join(rows or ["There are no results."])
    return one_line(f"{event.club.name}: {event.name}"), f"{text}\n\nAll of it:\n{whole_address(path)}"


def fixtures_ahead(club: Club, today: date) -> list[Fixture]:
    """A club's matches of the next seven days that are still to be played, by day. One query."""
    coming = Fixture.objects.filter(
        division__season__club=club,
        state=Fixture.State.DUE,
        day__gte=today,
        day__lt=today + AHEAD,
    )
    return list(coming.select_related("home", "visitor", "venue", "division__season").order_by("day", "pk"))


def fixtures_told(club: Club, fixtures: Sequence[Fixture]) -> tuple[str, str]:
    """Subject and text of the matches ahead."""
    rows = [
        f"{one.day:%a} {one.day.day} {one.day:%b}  {one.home.name} v {one.visitor.name}"
        + f", at {one.venue.name}"
        for one in fixtures
    ]
    season = fixtures[0].division.season
    path = reverse("tournaments:season", args=[club.slug, season.slug])
    text = f"{club.name}, the next seven days\n\n" + "\n".join(rows)
    return one_line(f"{club.name}: matches ahead"), f"{text}\n\nAll of them:\n{whole_address(path)}"


def one_line(text: str) -> str:
    """A subject without anything that would end its line."""
    return " ".join(text.split())
