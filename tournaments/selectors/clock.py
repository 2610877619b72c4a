"""The clock of a round: server time is the truth, and pages only count down to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a round: when the bell goes, or, while it stands, the seconds that are left."""

    ends_at: datetime | None
    seconds_left: int = 0
    minutes: int = 0

    @property
    def left(self) -> str:
        """The time left while the clock stands: "12:05"."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}"

    def rung(self, now: datetime) -> bool:
        """Whether the bell has gone."""
        return self.ends_at is not None and self.ends_at <= now

    def as_dict(self) -> dict[str, object]:
        """In JSON types: `ends_at` as ISO 8601 or None, and the `seconds_left` of a clock that stands."""
        ends = self.ends_at.isoformat() if self.ends_at is not None else None
        return {"ends_at": ends, "seconds_left": self.seconds_left}


def clock_at(round: Round) -> Clock | None:
    """The clock of one round; None where none is set. No query."""
    if round.clock_ends_at is not None:
        return Clock(round.clock_ends_at, 0, round.clock_minutes or 0)
    if round.clock_left is not None:
        return Clock(None, round.clock_left, round.clock_minutes or 0)
    return None


def clock_of(rounds: Sequence[Round]) -> Clock | None:
    """The clock the hall goes by: of the open round called last; None where none is set. No query."""
    timed = [one for one in rounds if one.state == Round.State.ACCEPTED and clock_at(one) is not None]
    return clock_at(max(timed, key=_called)) if timed else None


def last_called(rounds: Sequence[Round]) -> Round | None:
    """The open round that people were called to last. No query."""
    called = [one for one in rounds if one.state == Round.State.ACCEPTED and one.called_at is not None]
    return max(called, key=_called) if called else None


def clock_mark(round: Round) -> str:
    """What a page says the clock was when somebody looked at it: whoever changes it sends that back."""
    ends = f"{round.clock_ends_at.timestamp():.3f}" if round.clock_ends_at is not None else ""
    return f"{ends}/{'' if round.clock_left is None else round.clock_left}"


def call_mark(rounds: Sequence[Round]) -> str:
    """The same of the call: which open round was called last, and when; empty before the first."""
    last = last_called(rounds)
    return f"{last.number}/{last.called_at.timestamp():.3f}" if last is not None and last.called_at else ""


def _called(round: Round) -> tuple[float, int]:
    return (round.called_at.timestamp() if round.called_at is not None else 0.0, round.number)
