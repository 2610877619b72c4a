"""`manage.py demo`: a club to look at, served on this machine only. No network service is needed.

`manage.py demo --play`, beside it in a second window, plays a whole night on it by itself, to watch at the
desk and to practise on.
"""

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone
from sesame.utils import get_query_string

from scoring.management.play import Play, figures, is_served
from scoring.services.demo import DIRECTOR, fill_demo
from scoring.simulation.night import Troubles
from tournaments.actors import Actor
from tournaments.models import Club, Event
from tournaments.services.links import add_table_link
from tournaments.services.standings import publish_stale

MOST_TABLES = 49
"""A rotation seats 200, and one comes in late."""


class Command(BaseCommand):
    help = "Migrate, fill a demo club once, print the ways in, and serve on 127.0.0.1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-serve", action="store_true", help="Fill and print only.")
        parser.add_argument("--play", action="store_true", help="Play a night on the demo that is served.")
        play = parser.add_argument_group("with --play")
        play.add_argument("--speed", type=float, default=60, help="How much faster than a real night.")
        play.add_argument("--tables", type=int, default=8)
        play.add_argument("--rounds", type=int, default=3)
        play.add_argument("--late", type=int, default=2, help="Tables that begin late, in a round.")
        play.add_argument("--lost", type=int, default=2, help="Phones that lose their signal, in a round.")
        play.add_argument("--corrections", type=int, default=3, help="Hands mended, in a round.")
        play.add_argument("--seed", default="practice", help="The same word plays the same night.")

    def handle(self, *, port: int, no_serve: bool, play: bool, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Set DEMO=1: the printed sign-in lets in whoever has it.")
        if play:
            self._play(f"http://127.0.0.1:{port}", options)
            return
        if not no_serve:
            self._check_free(port)
        call_command("migrate", verbosity=0)
        club = fill_demo(today=timezone.localdate())
        # What was asked of this process's threads would be forgotten when the server takes its place.
        publish_stale()
        self._print_ways_in(club, f"http://127.0.0.1:{port}")
        self.stdout.flush()
        if not no_serve:
            # One process with threads: SQLite has one writer.
            serve = ["gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "8"]
            os.execv(sys.executable, [sys.executable, "-m", *serve, "--log-level", "warning"])  # noqa: S606

    def _play(self, address: str, options: dict[str, Any]) -> None:
        for name, least, most in (("tables", 1, MOST_TABLES), ("rounds", 1, 20), ("speed", 0.1, 10_000)):
            if not least <= options[name] <= most:
                raise CommandError(f"--{name} goes from {least} to {most}.")
        if not is_served(address):
            raise CommandError(f"Nobody serves at {address}: start `manage.py demo` in another window first.")
        play = Play(
            club=fill_demo(today=timezone.localdate()),
            address=address,
            tell=self._tell,
            troubles=Troubles(**{name: options[name] for name in ("late", "lost", "corrections")}),
            **{name: options[name] for name in ("speed", "tables", "rounds", "seed")},
        )
        event = play.set_up()
        where = {"club": play.club.slug, "event": event.slug}
        self._tell(f"The desk           {address}{reverse('tournaments:desk', kwargs=where)}")
        self._tell(f"The wall           {address}{reverse('tournaments:wall', kwargs=where)}")
        faults = play.play(event)
        self._tell(figures([phone for own in play.phones.values() for phone in own]))
        if faults:
            raise CommandError("The night did not come out as it was played.")

    def _tell(self, said: str) -> None:
        self.stdout.write(said)
        self.stdout.flush()

    def _check_free(self, port: int) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                raise CommandError(
                    f"Something serves on port {port} already; stop it, or choose another with --port."
                ) from None

    def _print_ways_in(self, club: Club, home: str) -> None:
        tonight = Event.objects.filter(club=club, state=Event.State.RUNNING).order_by("-plays_on").first()
        director = User.objects.get(username=DIRECTOR)
        sign_in = reverse("demo-sign-in") + get_query_string(director)
        self.stdout.write(f"The public page    {home}{reverse('tournaments:club', args=[club.slug])}")
        self.stdout.write(f"Sign in, director  {home}{sign_in}")
        if tonight is not None:
            issued = add_table_link(event=tonight, table=1, actor=Actor.of_command("demo"))
            self.stdout.write(f"A table's phone    {home}{reverse('scoring:table', args=[issued.token])}")
            self.stdout.write(f"  or at {home}{reverse('scoring:join')} with the code {issued.code}")
        self.stdout.write("Stop with Ctrl-C.")
