"""Somebody who is needed in a seat tonight: known to the club, or new by name."""

import re

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold, name_of
from tournaments.models import Event, Player

_WITH_NOTE = re.compile(r"^(?P<name>[^()]*)\((?P<note>[^()]{1,40})\)\s*$")


def player_named(event: Event, player: int | str) -> Player:
    """The person of this id, or a new one by name, "Ann Trewin" or "Ann Trewin (Looe)".

    Nobody becomes a namesake without the director's word: a name that the club knows is refused until it is
    chosen from the list, or has a note that no namesake has.
    """
    if isinstance(player, int):
        known = Player.objects.filter(club=event.club_id, pk=player).first()
        if known is None:
            raise EventViolation("player-unknown", "This person is not on the club's list.")
        return known
    written = _WITH_NOTE.match(player.strip())
    name, note = (written["name"], " ".join(written["note"].split())) if written else (player, "")
    parsed = name_of(name)
    namesakes = Player.objects.filter(club=event.club_id, sort_key=parsed.sort_key)
    if any(fold(one.note) == fold(note) for one in namesakes) or (namesakes and not note):
        raise EventViolation(
            "name-known",
            f"The club knows {parsed.display} already. Choose from the list, or add a word in brackets that"
            " tells them apart.",
        )
    return Player.objects.create(
        club_id=event.club_id, name=parsed.display, sort_key=parsed.sort_key, note=note
    )
