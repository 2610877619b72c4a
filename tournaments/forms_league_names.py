"""Pasted names as read, each with its choice: what registering with a team and joining a ladder share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from tournaments.engine.names import NameProblem
from tournaments.line_forms import LineForm
from tournaments.models import Club
from tournaments.selectors.entrants import known_to, lines_to_check
from tournaments.services.entrants import Entrant
from tournaments.services.leagues_squads import read_squad


class NamesForm(forms.Form):
    """Names as they come from a list or a mail."""

    text = forms.CharField(
        label="Names, one a line",
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text="First Surname, or Surname, First.",
        error_messages={"required": "Paste or type at least one name."},
    )


@dataclass(frozen=True, slots=True)
class NamesChecked:
    """A form a line, and the lines that were not read."""

    lines: list[LineForm]
    problems: tuple[NameProblem, ...]

    @property
    def to_decide(self) -> int:
        """Lines that need a word."""
        return sum(not one.line.certain for one in self.lines)

    @property
    def fault(self) -> str:
        """Why nobody can come in yet; empty where everybody can."""
        valid = [one.is_valid() for one in self.lines]  # every line is read, not only up to a bad one
        if not all(valid):
            return "Nobody is in yet: some lines need your word."
        return "" if self.coming else "There is nobody here to take in."

    @property
    def coming(self) -> list[Entrant]:
        """Who comes in, once every line is valid."""
        return [one.entrant() for one in self.lines if one.comes]


def check_names(club: Club, text: str, typed: Mapping[str, Any] | None = None) -> NamesChecked:
    """The names as read; `typed` are the choices made on the page before, None for the first look."""
    read, known = read_squad(club=club, text=text), known_to(club, [])
    lines = [LineForm(line, typed) for line in lines_to_check(read, known)]
    return NamesChecked(lines, read.problems)
