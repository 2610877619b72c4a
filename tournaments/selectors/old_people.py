"""Who a name in an old spreadsheet is: somebody of the club's list, somebody new, or a question."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import KnownName, ParsedName, compared, fold
from tournaments.engine.old_tables import Spelling
from tournaments.models import Club, Player

NEW, SAME = "new", "same:"
MOST_DOUBTS = 400
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A name of the file, and who it may be: (word, label) each. `word` is what was said or is certain.

    A word is a player's id, "new", or "same:" with the key of an earlier name of the file; empty while
    nothing was said of a doubtful one.
    """

    spelling: Spelling
    options: Options
    word: str
    certain: bool


def people_asked(club: Club, people: Mapping[str, Spelling], said: Mapping[str, str]) -> list[Asked]:
    """Every name of a file, in the order of the file, with what was said of it. Two queries.

    Certain is an exact name that the club knows once, and a name that is like no other.
    """
    known = list(Player.objects.filter(club=club).prefetch_related("aliases").order_by("sort_key", "pk"))
    order = sorted(people.values(), key=lambda one: (one.row, one.key))
    shown = Counter(fold(one.display) for one in order)
    by_name, near = _by_name(known), _near(order, known)
    asked = []
    for one in order:
        same = by_name.get(one.key, [])
        certain = shown[fold(one.display)] == 1 or bool(one.note)
        if len(same) == 1 and certain:
            asked.append(Asked(one, (), str(same[0].pk), True))
        elif not same and not near[one.key] and certain:
            asked.append(Asked(one, (), NEW, True))
        else:
            asked.append(_doubtful(one, same, near[one.key], said))
    if (doubts := sum(not one.certain for one in asked)) > MOST_DOUBTS:
        raise EventViolation(
            "too-many-doubts", f"{doubts} names are doubtful, and {MOST_DOUBTS} can be asked. Split the file."
        )
    return asked


def _doubtful(
    one: Spelling, same: Sequence[Player], near: Mapping[str, str], said: Mapping[str, str]
) -> Asked:
    options = {str(player.pk): f"{player}, of the club’s list" for player in same} | {**near}
    options[NEW] = f"{one}, somebody new"
    word = said.get(one.key, "")
    return Asked(one, tuple(options.items()), word if word in options else "", False)


def _by_name(known: Sequence[Player]) -> dict[str, list[Player]]:
    """Players by what they are called, with and without their note, and by other names they go by."""
    found: dict[str, list[Player]] = defaultdict(list)
    for one in known:
        for name in {fold(one.name), fold(str(one)), *(fold(alias.name) for alias in one.aliases.all())}:
            found[name].append(one)
    return found


def _near(order: Sequence[Spelling], known: Sequence[Player]) -> dict[str, dict[str, str]]:
    """By a name's key the words and labels of those who are nearly called so, earlier names included."""
    names = [ParsedName(at, "", "", one.display, one.sort_key) for at, one in enumerate(order)]
    read = compared(names, (), [KnownName(one.pk, one.name, one.sort_key) for one in known])
    by_id = {one.pk: one for one in known}
    found: dict[str, dict[str, str]] = {one.key: {} for one in order}
    for doubt in read.doubts:
        if doubt.known_id is not None:
            label = f"{by_id[doubt.known_id]}, of the club’s list"
            found[order[doubt.line].key][str(doubt.known_id)] = label
        elif doubt.other_line is not None:
            earlier = order[doubt.other_line]
            found[order[doubt.line].key][f"{SAME}{earlier.key}"] = f"{earlier} of row {earlier.row}"
    return found


def words_settled(asked: Sequence[Asked]) -> dict[str, str]:
    """Key of a name → a player's id, or "new:" and the key under which the new person comes.

    EventViolation while a doubtful name waits for its word.
    """
    settled: dict[str, str] = {}
    for one in asked:
        if not one.word:
            raise EventViolation("name-undecided", f"Say who {one.spelling} of row {one.spelling.row} is.")
        if one.word == NEW:
            settled[one.spelling.key] = f"{NEW}:{one.spelling.key}"
        elif one.word.startswith(SAME):
            settled[one.spelling.key] = settled[one.word.removeprefix(SAME)]
        else:
            settled[one.spelling.key] = one.word
    return settled
