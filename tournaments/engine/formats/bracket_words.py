"""What the rounds of a bracket are called, and where its people come from and end, in words."""

from tournaments.engine.formats.tree import NOBODY, Bracket, BracketMatch, Feed, Part, Source

PLAIN = {
    Part.FINAL: "Grand final",
    Part.AGAIN: "Grand final, second match",
    Part.THIRD: "Match for third place",
}
LAST = {1: "final", 2: "semi-finals", 3: "quarter-finals"}
"""Rounds counted from the end."""
SIDES = {Part.LOSERS: "Losers'", Part.PLATE: "Plate"}


def round_names(bracket: Bracket) -> dict[tuple[Part, int], str]:
    """A name for every round by its part and number, in the order in which a page tells them.

    No two are the same, so that a name finds its round again. Rounds that byes have left without a match
    are not counted.
    """
    rounds: dict[Part, set[int]] = {}
    for match in bracket.matches:
        rounds.setdefault(match.part, set()).add(match.round)
    return {
        (part, number): _name(part, at, len(rounds[part]), bracket.grand)
        for part in sorted(rounds)
        for at, number in enumerate(sorted(rounds[part]), start=1)
    }


def _name(part: Part, number: int, last: int, grand: bool) -> str:
    if part in PLAIN:
        return PLAIN[part]
    side = SIDES.get(part, "Winners'" if grand else "")
    from_the_end = last - number + 1
    # On the losers' side nobody comes together from quarters: only its last round has a name.
    named = from_the_end == 1 or (part is not Part.LOSERS and from_the_end in LAST)
    words = LAST[from_the_end] if named else f"round {number}"
    return f"{side} {words}" if side else words.capitalize()


def round_of(match: BracketMatch) -> tuple[Part, int]:
    """The key of a match's round in `round_names`."""
    return match.part, match.round


def coming_from(source: Source) -> str:
    """Who will be here, while nobody knows it: "winner of match 3"."""
    if source.kind is Feed.WINNER:
        return f"winner of match {source.of + 1}"
    if source.kind is Feed.LOSER:
        return f"loser of match {source.of + 1}"
    if source.kind is Feed.FIRST_LOSER:
        return f"loser of match {source.of + 1}, if it was a first match"
    return "nobody" if source.of == NOBODY else "somebody"


def place_told(first: int, last: int) -> str:
    """A place, or the places that are shared: "3", "5–8"."""
    return str(first) if first == last else f"{first}–{last}"
