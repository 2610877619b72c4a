"""A night into which recorded games are imported, and what there is to see of it afterwards."""

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command

from scoring.engine.catalogue import RULESETS
from scoring.models import Game, LedgerLine
from scoring.selectors.matches import play_match
from tests.factories import make_club, make_entries, make_event, make_player
from tests.scoring.engine.egn_samples import NAMES, game, text
from tournaments.models import Event, EventRevision, Match, Player, Round

OTHERS = ["Elsie Rowe", "Frank Bray", "Gwen Tonkin", "Harry Vyvyan"]
_TOLD = re.compile(r"(?:(?P<file>\S+):(?P<line>\d+):(?P<column>\d+): )?(?P<code>[a-z0-9-]+) ")


class Ran:
    """What one run of the command said, line by line; `refused` is its last word if it failed."""

    def __init__(self, out: str, err: str, refused: str) -> None:
        self.out, self.err, self.refused = out.splitlines(), err.splitlines(), refused

    @property
    def codes(self) -> list[str]:
        """The codes of what was told, in order."""
        return [found["code"] for line in self.err if (found := _TOLD.match(line))]


def night_of_four(names: Sequence[str] = NAMES, ruleset: str = "north-american") -> Event:
    """A night being set up, with these four entered."""
    club = make_club()
    event = make_event(club, state=Event.State.SETUP, ruleset=RULESETS[ruleset])
    make_entries(event, [make_player(club, name) for name in names])
    return event


def same_people(event: Event, name: str, **terms: Any) -> Event:
    """Another event of the club, being set up, with everybody entered."""
    made = make_event(event.club, name, state=Event.State.SETUP, **terms)
    make_entries(made, list(Player.objects.filter(club=event.club).order_by("pk")))
    return made


def enter(event: Event, names: Sequence[str]) -> None:
    """New players of the club, entered."""
    make_entries(event, [make_player(event.club, name) for name in names])


def write_game(
    folder: Path, name: str, deals: list[Any] | None = None, *, content: str | None = None, **terms: Any
) -> Path:
    """Put a game into a file; the same name again replaces it."""
    path = folder / name
    path.write_text(text(game(deals, **terms)) if content is None else content)
    return path


def run_import(event: Event, on_commit: Any, *files: Path, **options: Any) -> Ran:
    """Run the command, and what it asks for after the commit.

    It runs against the event, another one (`into`), or whatever stands at an address as it is typed.
    """
    out, err = StringIO(), StringIO()
    into = options.pop("into", event)
    options["event"] = options.pop("address", f"{into.club.slug}/{into.slug}")
    try:
        with on_commit(execute=True):
            call_command("import_egn", *map(str, files), stdout=out, stderr=err, **options)
    except CommandError as error:
        return Ran(out.getvalue(), err.getvalue(), str(error))
    return Ran(out.getvalue(), err.getvalue(), "")


def everything() -> list[int]:
    """How much there is of what an import writes, and the revisions."""
    counted = [model.objects.count() for model in (Round, Match, Game, LedgerLine, Player)]
    return [*counted, *EventRevision.objects.order_by("pk").values_list("number", flat=True)]


def scores(match: Match) -> list[tuple[int, ...]]:
    """The score after each line of the match's one game, N/S first."""
    return [tuple(row.score.values()) for row in play_match(match).games[0].state.rows]


def seating() -> list[tuple[int, int, str]]:
    """Round, table and the four given names, clockwise from North, of every match."""
    matches = Match.objects.select_related("round").order_by("round__number", "table", "pk")
    return [
        (one.round.number, one.table, " ".join(str(held.player).split()[0] for held in one.seatings.all()))
        for one in matches
    ]
