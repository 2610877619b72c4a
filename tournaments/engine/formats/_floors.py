"""Below what no rotation can go: proven by counting, from who sits when, and nothing else."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournaments.engine.seating import Contacts, DrawnRound


def spread(meetings: int, places: int) -> int:
    """Couples of meetings in one place, summed over places, when meetings are spread evenly."""
    each, over = divmod(meetings, places) if places else (0, 0)
    return over * (each + 1) * each // 2 + (places - over) * each * (each - 1) // 2


def fewest_couples_of_meetings(
    contacts_of_each: Sequence[int], rounds: Sequence[tuple[int, set[int]]]
) -> int:
    """Of SS, the sum over couples of m(m - 1)/2 for m meetings.

    Each person's meetings are spread over the others at best evenly. And two rounds with few tables make
    people meet who met: those who play in both are spread over tables times tables. `rounds`: tables, who.
    """
    others = len(contacts_of_each) - 1
    of_people = (sum(spread(times, others) for times in contacts_of_each) + 1) // 2
    of_rounds = sum(
        spread(len(playing & also), tables * more)
        for (tables, playing), (more, also) in combinations(rounds, 2)
        if tables * more < len(playing)
    )
    return max(of_people, of_rounds)


def couples_of_meetings_floor(people: Sequence[int], rounds: Sequence[DrawnRound], met: Contacts) -> int:
    """The floor of SS for rounds as they are."""
    times: Counter[int] = Counter()
    for two, often in met.meetings.items():
        times.update(dict.fromkeys(two, often))
    seated = [
        (len(drawn.tables), {entry for table in drawn.tables for entry in table.seated}) for drawn in rounds
    ]
    return fewest_couples_of_meetings([times[entry] for entry in people], seated)


def repeats_floor(people: Sequence[int], met: dict[tuple[int, int], int]) -> int:
    """Somebody with c contacts among n people has at most n - 1 different ones; what is over is a repeat."""
    times: Counter[int] = Counter()
    for two, often in met.items():
        times.update(dict.fromkeys(two, often))
    over = sum(max(0, times[entry] - (len(people) - 1)) for entry in people)
    return (over + 1) // 2
