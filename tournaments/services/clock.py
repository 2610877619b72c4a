"""The clock of a round, the call to its tables, and the director's word to everybody.

Two directors may stand at two desks. Each change carries what its page showed (`seen`); where that is no
longer so nothing is changed, and the refusal tells how it is now.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.selectors.clock import call_mark, clock_at, clock_mark, last_called
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions

MOST_MINUTES = 240
MOST_LETTERS = 200


@transaction.atomic
def start_clock(*, round: Round, minutes: int, seen: str, now: datetime | None = None) -> Round:
    """Set the clock to so many minutes from now."""
    _check_minutes(minutes)
    locked = _locked(round, seen)
    _set(locked, minutes, now or timezone.now())
    return _saved(locked)


@transaction.atomic
def pause_clock(*, round: Round, seen: str, now: datetime | None = None) -> Round:
    """Let the clock stand with what is left; of a clock that has rung nothing is."""
    locked = _locked(round, seen)
    if locked.clock_ends_at is None:
        raise EventViolation("clock-stands", "The clock is not running.")
    left = (locked.clock_ends_at - (now or timezone.now())).total_seconds()
    locked.clock_ends_at, locked.clock_left = None, max(0, -(-int(left * 1000) // 1000))
    return _saved(locked)


@transaction.atomic
def resume_clock(*, round: Round, seen: str, now: datetime | None = None) -> Round:
    """Let a clock that stands run on."""
    locked = _locked(round, seen)
    if locked.clock_left is None:
        raise EventViolation("clock-runs", "There is no clock that stands.")
    locked.clock_ends_at = (now or timezone.now()) + timedelta(seconds=locked.clock_left)
    locked.clock_left = None
    return _saved(locked)


@transaction.atomic
def add_minutes(*, round: Round, minutes: int, seen: str, now: datetime | None = None) -> Round:
    """Give more time; after the bell it is counted from now."""
    _check_minutes(minutes)
    locked, more = _locked(round, seen), timedelta(minutes=minutes)
    if locked.clock_ends_at is not None:
        locked.clock_ends_at = max(locked.clock_ends_at, now or timezone.now()) + more
    elif locked.clock_left is not None:
        locked.clock_left += minutes * 60
    else:
        raise EventViolation("clock-not-set", "There is no clock to add to; start one.")
    locked.clock_minutes = (locked.clock_minutes or 0) + minutes
    return _saved(locked)


@transaction.atomic
def stop_clock(*, round: Round, seen: str) -> Round:
    """Take the clock away."""
    locked = _locked(round, seen)
    locked.clock_minutes = locked.clock_ends_at = locked.clock_left = None
    return _saved(locked)


@transaction.atomic
def call_round(*, round: Round, seen: str, minutes: int | None = None, now: datetime | None = None) -> Round:
    """Call people to a round's tables: it is played now, everybody is told, and its clock begins."""
    if minutes is not None:
        _check_minutes(minutes)
    locked = _locked_for_call(round, seen)
    locked.called_at = now or timezone.now()
    if minutes is not None:
        _set(locked, minutes, locked.called_at)
    name = str(locked)
    _tell(locked.event_id, f"{name[:1].upper()}{name[1:]}: take your seats.")
    return _saved(locked)


@transaction.atomic
def call_back(*, round: Round, seen: str) -> Round:
    """Take the call to a round back, with its clock and its message."""
    locked = _locked_for_call(round, seen)
    if locked.called_at is None:
        raise EventViolation("round-not-called", "This round was not called.")
    locked.called_at = locked.clock_minutes = locked.clock_ends_at = locked.clock_left = None
    _tell(locked.event_id, "")
    return _saved(locked)


@transaction.atomic
def tell_everybody(*, event: Event, text: str, seen: str) -> Event:
    """Put one line on every phone, on the wall and on the event's page; an empty one takes it back."""
    text = " ".join(text.split())
    if len(text) > MOST_LETTERS:
        raise EventViolation("message-too-long", f"A message has at most {MOST_LETTERS} letters.")
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.message not in {seen, text}:
        shows = f"now it says “{locked.message}”" if locked.message else "it was taken back"
        raise EventViolation("message-changed", f"Another director changed the message: {shows}.")
    _tell(event.pk, text)
    raise_revisions(event.pk, event.club_id)
    return locked


def _words_of(round: Round) -> str:
    clock = clock_at(round)
    if clock is None:
        return "no clock is set"
    if clock.ends_at is None:
        return f"it stands at {clock.left}"
    return f"it runs until {clock.ends_at.astimezone(ZoneInfo(round.event.club.zone)):%H:%M}"


def _locked(round: Round, seen: str) -> Round:
    locked = _open(round)
    if clock_mark(locked) != seen:
        sentence = f"Another director changed this clock meanwhile: {_words_of(locked)}."
        raise EventViolation("clock-changed", sentence)
    return locked


def _locked_for_call(round: Round, seen: str) -> Round:
    locked_event(round.event)
    locked = _open(round)
    rounds = list(Round.objects.filter(event=locked.event_id))
    if call_mark(rounds) != seen:
        last = last_called(rounds)
        words = f"{last} was called" if last is not None else "the call was taken back"
        raise EventViolation("call-changed", f"Another director was here meanwhile: {words}.")
    return locked


def _open(round: Round) -> Round:
    rounds = Round.objects.select_for_update(of=("self",)).select_related("event__club")
    locked = rounds.get(pk=round.pk)
    if locked.state != Round.State.ACCEPTED:
        raise EventViolation("round-not-open", f"This is for a round that is open; {locked} is not.")
    return locked


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise EventViolation("minutes-out-of-range", f"A clock is set to 1 to {MOST_MINUTES} minutes.")


def _set(round: Round, minutes: int, now: datetime) -> None:
    round.clock_minutes, round.clock_left = minutes, None
    round.clock_ends_at = now + timedelta(minutes=minutes)


def _tell(event_id: int, text: str) -> None:
    Event.objects.filter(pk=event_id).update(message=text)


def _saved(round: Round) -> Round:
    round.save(update_fields=["called_at", "clock_minutes", "clock_ends_at", "clock_left"])
    raise_revisions(round.event_id, round.event.club_id)
    return round
