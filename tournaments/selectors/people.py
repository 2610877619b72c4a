"""A club's people, as far as public events tell of them."""

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Club, Entry, Player
from tournaments.models.names import HIDDEN_NAME


def players_of(club: Club) -> list[Player]:
    """Who took part in a public event of the club, by surname. One query; nobody else is listed.

    Who is nobody to the one who asks would be a line without a name, and is left out.
    """
    entered = Entry.objects.filter(
        Q(player=OuterRef("pk")) | Q(pair__first=OuterRef("pk")) | Q(pair__second=OuterRef("pk")),
        event__public=True,
    )
    named = Player.objects.filter(Exists(entered), club=club).exclude(name=HIDDEN_NAME)
    return list(named.order_by("sort_key", "pk"))


def player_at(club_slug: str, player_id: int) -> Player | None:
    """The player at an address, with the club. One query."""
    return Player.objects.select_related("club").filter(club__slug=club_slug, pk=player_id).first()
