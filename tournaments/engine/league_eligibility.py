"""Who may play in a league match. Breaches are told in sentences; what follows from them the committee says.

Sources: see `league_policies`. Days are dates of the club's own calendar.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tournaments.engine.league_policies import Eligibility


@dataclass(frozen=True, slots=True)
class Registration:
    """A person in a team's squad, from one day until, perhaps, another."""

    player: int
    team: int
    since: date
    until: date | None = None

    def holds(self, day: date) -> bool:
        """Whether the person is in the squad on that day."""
        return self.since <= day and (self.until is None or day < self.until)


@dataclass(frozen=True, slots=True)
class Appearance:
    """A person played for a team on a day, in the league or (also) in the cup."""

    player: int
    team: int
    day: date
    cup: bool = False


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule not kept; `player` is None where it concerns the whole side."""

    code: str
    sentence: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class SideNamed:
    """One side of a match card: who played for the team, in the order named; `cup` those in cup games."""

    team: int
    day: date
    players: Sequence[int]
    cup: Sequence[int] = ()


def breaches_of(
    terms: Eligibility,
    side: SideNamed,
    *,
    registrations: Iterable[Registration],
    before: Iterable[Appearance],
    names: Mapping[int, str],
    starts_on: date,
    registered_by: date | None = None,
) -> list[Breach]:
    """Every rule this side did not keep: the side's own first, then by player in the order named.

    `before` are the appearances of the season before this day; `registered_by` is the last day on which a
    player could be registered for this season.
    """
    known: dict[int, list[Registration]] = {}
    for one in registrations:
        if one.holds(side.day):
            known.setdefault(one.player, []).append(one)
    people = list(dict.fromkeys([*side.players, *side.cup]))
    earlier = [one for one in before if one.day < side.day]
    breaches = _of_the_side(terms, side, known, starts_on)
    for player in people:
        name = names[player]
        breaches += _of_registration(terms, side, player, name, known.get(player, ()), earlier, registered_by)
        if terms.cup_tied and player in side.cup and _tied(player, side.team, earlier):
            breaches.append(Breach("cup-tied", f"{name} has played in the cup for another team.", player))
    return breaches


def _of_the_side(
    terms: Eligibility, side: SideNamed, known: Mapping[int, Sequence[Registration]], starts_on: date
) -> list[Breach]:
    """What concerns the whole side: a small squad, too few people, too few of those named at the start."""
    own = {player: reg for player, regs in known.items() for reg in regs if reg.team == side.team}
    present = list(dict.fromkeys(side.players))
    named = sum(player in own and own[player].since <= starts_on for player in present)
    breaches = []
    if len(own) < terms.least_squad:
        sentence = f"The squad has {len(own)} registered players; at least {terms.least_squad} are asked for."
        breaches.append(Breach("squad-too-small", sentence))
    if len(present) < terms.least_players:
        sentence = f"{len(present)} players are named; at least {terms.least_players} are asked for."
        breaches.append(Breach("too-few-players", sentence))
    if named < terms.least_named:
        sentence = (
            f"{named} of the players were registered at the season's start; at least {terms.least_named}."
        )
        breaches.append(Breach("too-few-named", sentence))
    for player, times in Counter(side.players).items():
        if times > 1:
            breaches.append(Breach("named-twice", "Somebody is named in two pairs.", player))
    return breaches


def _of_registration(
    terms: Eligibility,
    side: SideNamed,
    player: int,
    name: str,
    known: Sequence[Registration],
    earlier: Iterable[Appearance],
    registered_by: date | None,
) -> list[Breach]:
    """Whether somebody is of the squad, and soon enough; or borrowed, and not too often."""
    own = next((one for one in known if one.team == side.team), None)
    if own is not None:
        if registered_by is not None and own.since > registered_by:
            told = f"{name} was registered on {_told(own.since)}, after {_told(registered_by)}."
            return [Breach("registered-late", told, player)]
        if own.since == side.day and not terms.sign_on_night:
            return [Breach("signed-on-the-night", f"{name} was registered only on the night.", player)]
        return []
    if not known:
        return [Breach("not-registered", f"{name} is registered with no team.", player)]
    times = 1 + len({one.day for one in earlier if one.player == player and one.team not in _teams(known)})
    if terms.most_borrowed is None or times <= terms.most_borrowed:
        return []
    told = f"{name} is borrowed for the {times}. time; {terms.most_borrowed} times are allowed."
    return [Breach("borrowed-too-often", told, player)]


def _teams(known: Iterable[Registration]) -> set[int]:
    return {one.team for one in known}


def _tied(player: int, team: int, earlier: Iterable[Appearance]) -> bool:
    return any(one.cup and one.player == player and one.team != team for one in earlier)


def _told(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
