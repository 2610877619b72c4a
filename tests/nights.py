"""Nights drawn by the real services, for tests of what is changed on them."""

from typing import Any
from uuid import UUID, uuid4

from scoring.engine.rulesets import Ruleset
from scoring.services.lines import NewLine, Recorded, record_line
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.engine.formats.options import Options
from tournaments.models import Club, Entry, Event, Match, Round, Seating
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.events import Terms, create_event

DIRECTOR = Actor.of_command("tests")
FOUR_HANDS = Ruleset(key="four-hands", name="Four hands a round", target=None, hands=4)


def proposed_night(club: Club, people: int = 9, *, rounds: int = 3, seed: str = "7", **more: Any) -> Event:
    """A night whose rounds are drawn and not accepted; `spare` and other terms as given."""
    options = Options(spare=more.pop("spare", "sit-out"))
    terms = Terms(
        ruleset=more.pop("ruleset", FOUR_HANDS), rounds=rounds, sit_out_points=5, options=options, **more
    )
    event = create_event(
        club=club, name="Changing night", plays_on=factories.NIGHT, terms=terms, actor=DIRECTOR
    )
    factories.make_entries(event, factories.make_players(club, people))
    propose_draw(event=event, actor=DIRECTOR, seed=seed)
    return event


def drawn_night(club: Club, people: int = 9, **more: Any) -> Event:
    """The same, accepted."""
    event = proposed_night(club, people, **more)
    accept_draw(event=event, seed=event.rounds.first().seed, actor=DIRECTOR)  # type: ignore[union-attr]
    event.refresh_from_db()
    return event


def round_of(event: Event, number: int = 1) -> Round:
    """One of its rounds."""
    return Round.objects.select_related("event", "stage").get(event=event, number=number)


def match_of(event: Event, table: int = 1, number: int = 1) -> Match:
    """The match at a table of a round."""
    rows = Match.objects.select_related("round__event__club", "round__stage", "result", "forfeit")
    return rows.get(round__event=event, round__number=number, table=table)


def sitting(match: Match) -> dict[str, Seating]:
    """By seat the last fact, kept apart from every selector: the oracle of these tests."""
    now: dict[str, Seating] = {}
    for fact in Seating.objects.filter(match=match).order_by("pk"):
        now[fact.seat] = fact
    return {seat: fact for seat, fact in now.items() if fact.player_id is not None}


def entry_at(match: Match, seat: str) -> Entry:
    """Whose seat it is."""
    return sitting(match)[seat].entry


def out_of(event: Event, number: int = 1) -> dict[int, tuple[int, bool]]:
    """Who sits out a round: entry id → points, absent."""
    rows = round_of(event, number).sit_outs.all()
    return {row.entry_id: (row.points, row.absent) for row in rows}


def write(
    match: Match, kind: str, hand: int | None = None, *, replaces: UUID | None = None, **facts: Any
) -> Recorded:
    """Put a line on the sheet of the game that is played now, as the director does."""
    open_match(match=match)
    game = match.games.order_by("number").last()  # type: ignore[attr-defined]
    assert game is not None
    line = NewLine(
        id=uuid4(), kind=kind, hand_number=hand, facts=facts, replaces=replaces, reason="for a test"
    )
    return record_line(game_id=game.pk, new=line, actor=DIRECTOR)


def hand(match: Match, number: int, maker: str = "N", tricks: int = 3, alone: str = "") -> Recorded:
    """A hand that was played."""
    return write(match, "hand", number, maker=maker, alone=list(alone), tricks=tricks)
