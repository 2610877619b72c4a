"""Asking for a club's results or fixtures by mail, confirming, stopping, and the letters themselves."""

from collections.abc import Collection
from datetime import date, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tournaments.models import Club, Event, MailSent, MailWish
from tournaments.selectors.mail import (
    confirmed_wishes,
    ending,
    fixtures_ahead,
    fixtures_told,
    key_of,
    one_line,
    results_told,
    stop_headers,
    whole_address,
)
from tournaments.services.mail import post_on_commit
from tournaments.services.standings import publish_standings

AGAIN = timedelta(hours=1)
"""An address that has not confirmed is not written to again sooner, whoever types it."""
LATE = timedelta(days=2)
KEPT_UNCONFIRMED = timedelta(days=7)


@transaction.atomic
def ask_for_mail(*, club: Club, email: str, kinds: Collection[MailWish.Kind]) -> None:
    """Note the wish and write to the address to confirm it. What is known of the address, nobody learns."""
    for kind in kinds:
        wish, made = MailWish.objects.get_or_create(club=club, email=email.lower(), kind=kind)
        if wish.confirmed_at is not None or (not made and wish.made_at > timezone.now() - AGAIN):
            continue
        MailWish.objects.filter(pk=wish.pk).update(made_at=timezone.now())
        there = whole_address(reverse("tournaments:mail_confirm", args=[key_of(wish)]))
        text = (
            f"Somebody, you perhaps, asked {club.name} to send its {wish.get_kind_display()} to this "
            f"address. If it was you, confirm it here:\n\n{there}\n\nIf not, do nothing, and nothing is sent."
        )
        subject = one_line(f"{club.name}: {wish.get_kind_display()} by mail?")
        post_on_commit(to=wish.email, subject=subject, text=text + ending(wish), headers=stop_headers(wish))


@transaction.atomic
def confirm_wish(*, wish: MailWish) -> None:
    """The address says itself that it wants this. Twice is the same."""
    MailWish.objects.filter(pk=wish.pk, confirmed_at__isnull=True).update(confirmed_at=timezone.now())


@transaction.atomic
def stop_mail(*, wish: MailWish) -> None:
    """No more letters of this kind; the address is forgotten."""
    MailWish.objects.filter(pk=wish.pk).delete()


def mail_results(*, event_id: int) -> int:
    """Send a finished public event's results to those who asked and were not told yet; to how many."""
    event = Event.objects.select_related("club", "revision_row", "published").filter(pk=event_id).first()
    if event is None or not event.public or event.state not in {Event.State.FINISHED, Event.State.ARCHIVED}:
        return 0
    what = f"results:{event.pk}"
    wishes = confirmed_wishes(event.club_id, MailWish.Kind.RESULTS, what)
    if wishes:
        publish_standings(event_id=event.pk)
        subject, text = results_told(event)
        for wish in wishes:
            _tell(wish, what, subject, text)
    return len(wishes)


def mail_late_results(*, today: date) -> int:
    """What was finished in the last two days and not told, because a broker was away; to how many."""
    late = Event.objects.filter(state=Event.State.FINISHED, public=True, plays_on__gte=today - LATE)
    return sum(mail_results(event_id=key) for key in late.order_by("pk").values_list("pk", flat=True))


def mail_fixtures(*, today: date) -> int:
    """Send each club's matches of the next seven days to those who asked, once a week; how many letters."""
    year, week, _ = today.isocalendar()
    what, told = f"fixtures:{year}-{week}", 0
    asked = MailWish.objects.filter(kind=MailWish.Kind.FIXTURES, confirmed_at__isnull=False)
    for club in Club.objects.filter(pk__in=asked.values("club")).order_by("pk"):
        wishes = confirmed_wishes(club.pk, MailWish.Kind.FIXTURES, what)
        fixtures = fixtures_ahead(club, today) if wishes else []
        if fixtures:
            subject, text = fixtures_told(club, fixtures)
            for wish in wishes:
                _tell(wish, what, subject, text)
            told += len(wishes)
    return told


@transaction.atomic
def _tell(wish: MailWish, what: str, subject: str, text: str) -> None:
    """A letter, once: whoever notes it first sends it."""
    _, first = MailSent.objects.get_or_create(wish=wish, what=what)
    if first:
        post_on_commit(to=wish.email, subject=subject, text=text + ending(wish), headers=stop_headers(wish))


def drop_unconfirmed() -> int:
    """Forget addresses that did not confirm within a week; how many."""
    old = MailWish.objects.filter(confirmed_at__isnull=True, made_at__lt=timezone.now() - KEPT_UNCONFIRMED)
    return old.delete()[0]
