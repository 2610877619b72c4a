"""What is asked of the printer: a night, its terms and some of its rounds."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.dateformat import format as date_words

from tournaments.engine.errors import EventViolation
from tournaments.models import Event, EventPolicy, Round
from tournaments.selectors.events import policy_of
from tournaments.selectors.rounds import rounds_of

Content = dict[str, object]
"""What a layout reads: JSON types only."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """For which night, and for which of its rounds, a sheet is asked; `rounds` may be empty."""

    event: Event
    policy: EventPolicy | None
    rounds: Sequence[Round]


def wanted(event: Event, round: str = "") -> Wanted:
    """What is asked for: `round` is a number, "all", or empty for none. Two queries.

    Raises EventViolation for a round that is not there.
    """
    accepted = rounds_of(event)
    chosen = accepted if round == "all" else [one for one in accepted if str(one.number) == round]
    if round not in {"", "all"} and not chosen:
        raise EventViolation("round-unknown", "There is no such round to print; choose another.")
    return Wanted(event, policy_of(event), chosen)


def head_of_paper(event: Event) -> Content:
    """What every sheet says of its night; `event.club` is read."""
    day = date_words(event.plays_on, "l j F Y")
    return {"head": {"event": event.name, "club": event.club.name, "day": day}}


def among_words(name: str) -> str:
    """A name as it stands in a sentence: one written from the right does not turn its neighbours around."""
    from_the_right = any(unicodedata.bidirectional(letter) in {"R", "AL"} for letter in name)
    return f"\u2068{name}\u2069" if from_the_right else name
