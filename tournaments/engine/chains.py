"""Chains of measures: a catalogue by name, and what makes a chain one that can be ranked by."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.measures import MEASURES

MOST_MEASURES = 12


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain with a name; `sentence` says for what, `source` who ranks so."""

    code: str
    name: str
    measures: tuple[str, ...]
    sentence: str
    source: str


_ALL = (
    Chain(
        "club-night",
        "Club night",
        ("PTS", "WIN", "LONE", "HEAD"),
        "Most points; then games, lone marches, and who beat whom.",
        "Progressive euchre since Keller (1887), with the usual tie-breaks.",
    ),
    Chain(
        "most-wins",
        "Most wins",
        ("WIN", "PTS", "HEAD", "LONE"),
        "Most games won; then points, who beat whom, and lone marches.",
        "Nights on which the card is punched for every game won.",
    ),
    Chain(
        "league",
        "League",
        ("LP", "HEAD", "DIFF", "MATCH", "TIE"),
        "League points; then who beat whom, the difference in points, and matches won.",
        "Pub leagues: two points for a match won, one for a level one.",
    ),
    Chain(
        "swiss",
        "Swiss",
        ("WIN", "OPP", "HEAD", "DIFF", "LOT"),
        "Games won; then the strength of whom one met, who beat whom, the difference, and the lot.",
        "Swiss tournaments: Buchholz before direct encounter.",
    ),
    Chain(
        "round-robin",
        "Round robin",
        ("WIN", "HEAD", "DIFF", "AGAINST", "GAME", "LOT"),
        "Games won; then who beat whom, the difference, points against, a deciding game, and the lot.",
        "Pools of four to six pairs before a knock-out.",
    ),
    Chain(
        "series",
        "Series",
        ("BEST", "PPG", "WIN", "LONE", "TIE"),
        "Points in the best rounds; then points per game, games, and lone marches.",
        "Series in which the worst evenings are dropped.",
    ),
)

CHAINS: dict[str, Chain] = {chain.code: chain for chain in _ALL}


def check_chain(codes: Sequence[str]) -> None:
    """Raise EventViolation for a chain that says nothing, or something twice or after its end."""
    unknown = [code for code in codes if code not in MEASURES]
    if unknown or not codes:
        raise EventViolation(
            "chain-unknown", f"There is no measure called {', '.join(unknown) or '(nothing)'}."
        )
    if len(codes) > MOST_MEASURES:
        raise EventViolation("chain-too-long", f"A chain has at most {MOST_MEASURES} measures.")
    for at, code in enumerate(codes):
        if code in codes[:at] and (not MEASURES[code].tied_only or code == codes[at - 1]):
            raise EventViolation(
                "measure-twice", f"{MEASURES[code].name.capitalize()} stands in the chain already."
            )
    if "TIE" in codes[:-1]:
        raise EventViolation("chain-goes-on", "After a shared place nothing is looked at; put it last.")


def chain_like(codes: Sequence[str]) -> Chain | None:
    """The chain of the catalogue that has exactly these measures."""
    return next((one for one in _ALL if one.measures == tuple(codes)), None)
