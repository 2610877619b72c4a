"""`manage.py forget`: throws away what is kept for a time only; without a beat, cron calls it daily."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services.retention import forget_what_is_old


class Command(BaseCommand):
    help = "Throw away contacts, addresses and unconfirmed wishes for mail whose time is over."

    def handle(self, *args: object, **options: object) -> None:
        for what, gone in forget_what_is_old(today=timezone.localdate()).items():
            self.stdout.write(f"{gone} {what}")
