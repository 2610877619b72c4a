"""How good a rotation is: what was reached, beside what nobody can better."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.engine.formats._floors import couples_of_meetings_floor, repeats_floor
from tournaments.engine.seating import DrawnRound, Schedule, contacts, couple, rounds_of


@dataclass(frozen=True, slots=True)
class Figure:
    """A number reached, and the floor under it: no rotation with these sit-outs is below."""

    reached: int
    floor: int

    @property
    def proven(self) -> bool:
        """Whether nobody can do better."""
        return self.reached == self.floor


@dataclass(frozen=True, slots=True)
class Figures:
    """Repeats sum over couples the times beyond the first; unevenness (SS) m(m - 1)/2 for m meetings.

    `perfect`: everybody partners everybody once and opposes everybody twice.
    """

    people: int
    rounds: int
    partner_repeats: Figure
    opponent_repeats: Figure
    meeting_repeats: Figure
    unevenness: Figure
    most_partnered: int
    most_opposed: int
    most_met: int
    never_met: int
    fewest_sit_outs: int
    most_sit_outs: int
    fewest_three_handed: int
    most_three_handed: int
    perfect: bool


def figures(rounds: Schedule | Iterable[DrawnRound]) -> Figures:
    """Count a rotation, rounds played included if they are given too."""
    drawn = rounds_of(rounds)
    people = people_of(drawn)
    met = contacts(drawn)
    couples = len(people) * (len(people) - 1) // 2
    out, short = _often(people, drawn)
    partners, opponents, meetings = dict(met.partners), dict(met.opponents), dict(met.meetings)
    return Figures(
        people=len(people),
        rounds=len(drawn),
        partner_repeats=Figure(met.partner_repeats, repeats_floor(people, partners)),
        opponent_repeats=Figure(met.opponent_repeats, repeats_floor(people, opponents)),
        meeting_repeats=Figure(met.meeting_repeats, repeats_floor(people, meetings)),
        unevenness=Figure(unevenness(meetings.values()), couples_of_meetings_floor(people, drawn, met)),
        most_partnered=max(partners.values(), default=0),
        most_opposed=max(opponents.values(), default=0),
        most_met=max(meetings.values(), default=0),
        never_met=couples - len(meetings),
        fewest_sit_outs=min(out),
        most_sit_outs=max(out),
        fewest_three_handed=min(short),
        most_three_handed=max(short),
        perfect=len(partners) == len(opponents) == couples
        and set(partners.values()) | {1} == {1}
        and set(opponents.values()) | {2} == {2},
    )


def unevenness(meetings: Iterable[int]) -> int:
    """SS: the sum over couples of m(m - 1)/2 for m meetings."""
    return sum(times * (times - 1) // 2 for times in meetings)


def who_met_whom(rounds: Schedule | Iterable[DrawnRound]) -> tuple[list[int], list[list[tuple[int, int]]]]:
    """The entries, ascending, and a row for each: times partnered and opposed, with each in that order."""
    drawn = rounds_of(rounds)
    people, met = people_of(drawn), contacts(drawn)
    rows = [
        [
            (met.partners.get(couple(one, other), 0), met.opponents.get(couple(one, other), 0))
            for other in people
        ]
        for one in people
    ]
    return people, rows


def people_of(rounds: Iterable[DrawnRound]) -> list[int]:
    """Everybody who plays or sits out, in ascending order."""
    found: set[int] = set()
    for drawn in rounds:
        found.update(drawn.sitting_out, *(table.seated for table in drawn.tables))
    return sorted(found)


def _often(people: list[int], drawn: tuple[DrawnRound, ...]) -> tuple[list[int], list[int]]:
    """How often each sat out, and played at a table of three; never empty."""
    out = Counter(entry for one in drawn for entry in one.sitting_out)
    short = Counter(
        entry for one in drawn for table in one.tables if len(table.seated) == 3 for entry in table.seated
    )
    return [out[entry] for entry in people] or [0], [short[entry] for entry in people] or [0]
