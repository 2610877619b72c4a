"""Who asks: a visitor, an account, a table's link. Built at the doors, judged in permissions.py."""

from dataclasses import dataclass, field

from django.http import HttpRequest

from tournaments.asking import know
from tournaments.models import Membership, TableLink


@dataclass(frozen=True, slots=True)
class Actor:
    """The one who asks.

    `code` goes into the sheet as `recorded_by`: "visitor", "user:3", "link:12", "command:import_egn".
    `roles` and `player_ids` come from the account's memberships: club id → role, and the players the
    account is.
    """

    code: str
    user_id: int | None = None
    superuser: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    player_ids: frozenset[int] = frozenset()
    link: TableLink | None = None

    @classmethod
    def of(cls, request: HttpRequest) -> "Actor":
        """The account of a request, or a visitor. One query for an account, kept on the request."""
        kept = getattr(request, "_right_bower_actor", None)
        if kept is None:
            kept = cls._account(request)
            request._right_bower_actor = kept  # type: ignore[attr-defined]
            know(kept.code, kept.roles, every_club=kept.superuser)
        return kept

    @classmethod
    def of_link(cls, link: TableLink) -> "Actor":
        """Who holds a table's link."""
        return cls(code=f"link:{link.pk}", link=link)

    @classmethod
    def of_command(cls, name: str) -> "Actor":
        """Somebody with a shell on the server: they could read the database anyway."""
        return cls(code=f"command:{name}", superuser=True)

    @classmethod
    def _account(cls, request: HttpRequest) -> "Actor":
        user = request.user
        if not user.is_authenticated:
            return VISITOR
        memberships = list(Membership.objects.filter(user_id=user.pk))
        return cls(
            code=f"user:{user.pk}",
            user_id=user.pk,
            superuser=user.is_superuser,
            roles={membership.club_id: membership.role for membership in memberships},
            player_ids=frozenset(one.player_id for one in memberships if one.player_id is not None),
        )


VISITOR = Actor(code="visitor")
