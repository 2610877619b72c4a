"""The words a club parts its entries by, such as ladies, men and juniors: the club chooses them."""

from collections.abc import Iterable

from tournaments.engine.errors import EventViolation

MOST_CATEGORIES = 8
LONGEST_CATEGORY = 30


def read_categories(words: Iterable[str], known: Iterable[str] = ()) -> list[str]:
    """An entry's categories in their order, each once, spelled as those already `known` are.

    Raises EventViolation (category-too-long, too-many-categories).
    """
    spelled = {word.casefold(): word for word in known}
    read: dict[str, str] = {}
    for word in words:
        clean = " ".join(word.split())
        if len(clean) > LONGEST_CATEGORY:
            raise EventViolation(
                "category-too-long",
                f"A category has at most {LONGEST_CATEGORY} characters, not {len(clean)}.",
            )
        if clean:
            read.setdefault(clean.casefold(), spelled.get(clean.casefold(), clean))
    if len(read) > MOST_CATEGORIES:
        raise EventViolation(
            "too-many-categories", f"An entry has at most {MOST_CATEGORIES} categories, not {len(read)}."
        )
    return list(read.values())
