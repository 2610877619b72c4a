"""Events with a bracket for the tests, and tables that report as a score sheet would."""

from fractions import Fraction
from typing import Any

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.results import Tally
from tournaments.models import Club, Entry, Event, EventPolicy, Match, Pair, Stage
from tournaments.selectors.brackets import BracketNow, bracket_now
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.results import PersonResult, report_match

DIRECTOR = Actor(code="user:1", user_id=1)
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def bracket_event(
    entries: int,
    format: str = "single-elimination",
    *,
    club: Club | None = None,
    pairs: bool = False,
    **options: Any,
) -> Event:
    """An event that plays a bracket, with so many entries and nothing drawn."""
    event = factories.make_event(club or factories.make_club(), state=Event.State.SETUP, rounds=1)
    movement = {"format": format, "rounds": 1, "options": options}
    EventPolicy.objects.filter(event=event).update(
        movement=movement | ({"entrants": "pairs"} if pairs else {})
    )
    people = factories.make_players(event.club, entries * (2 if pairs else 1))
    if not pairs:
        factories.make_entries(event, people)
        return event
    twos = zip(people[::2], people[1::2], strict=True)
    made = Pair.objects.bulk_create(Pair(club=event.club, first=one, second=other) for one, other in twos)
    Entry.objects.bulk_create(
        Entry(event=event, number=number, pair=pair) for number, pair in enumerate(made, start=1)
    )
    return event


def drawn_bracket(entries: int, format: str = "single-elimination", **more: Any) -> Stage:
    """The same with its bracket accepted, seeded in the order of entering."""
    event = bracket_event(entries, format, **more)
    propose_bracket(event=event, actor=DIRECTOR, seed="s")
    return accept_bracket(event=event, seed="s", actor=DIRECTOR)


def now_of(stage: Stage) -> BracketNow:
    """The bracket read anew."""
    return bracket_now(Stage.objects.get(pk=stage.pk))


def at_table(stage: Stage, number: int) -> Match:
    """The called match of this number."""
    return Match.objects.select_related("round__event").get(round__stage=stage, number=number)


def report(match: Match, winner: int | None, *, games: tuple[int, int] = (1, 0), over: bool = True) -> None:
    """What the sheet of a match would report: `winner` (an entry; None: level) won `games` of them."""
    match = Match.objects.select_related("round__event").get(pk=match.pk)
    people = []
    for seating in match.seatings.all():
        won = Fraction(games[0] if seating.entry_id == winner else games[1])
        tally = Tally(
            entry=seating.entry_id,
            person=seating.player_id or 0,
            points=10 if seating.entry_id == winner else 7,
            games_won=won if winner is not None else Fraction(over, 2),
            games_played=sum(games),
        )
        side = SIDES[seating.seat] if match.seatings.count() == 4 else seating.seat
        people.append(PersonResult(side, tally))
    live = {"score": {one.side: one.tally.points for one in people}, "over": over, "hands": 8}
    report_match(match=match, over=over, live=live, people=people)
