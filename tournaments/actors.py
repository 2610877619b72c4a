"""Who asks: visitor, account, table's link or program. Built at the doors, judged in permissions.py."""

from dataclasses import dataclass, field
from ipaddress import ip_address

from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.asking import know
from tournaments.models import ApiToken, Membership, TableLink

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_RANKS = ["", Membership.Role.MEMBER, Membership.Role.SCORER, Membership.Role.DIRECTOR, Membership.Role.OWNER]
_SCOPE_ROLES = {
    ApiToken.Scope.SCORE: Membership.Role.SCORER,
    ApiToken.Scope.DIRECT: Membership.Role.DIRECTOR,
    ApiToken.Scope.ADMIN: Membership.Role.OWNER,
}


@dataclass(frozen=True, slots=True)
class Actor:
    """The one who asks.

    `code` goes into the sheet as `recorded_by`: "visitor", "user:3", "link:12", "command:import_egn".
    `roles` and `player_ids` come from the account's memberships: club id → role, and the players the
    account is. `held_back` are the clubs that ask their owners for two-step sign-in, where this owner has
    none: until then only a member.
    """

    code: str
    user_id: int | None = None
    superuser: bool = False
    roles: dict[int, str] = field(default_factory=dict)
    player_ids: frozenset[int] = frozenset()
    link: TableLink | None = None
    held_back: frozenset[int] = frozenset()

    @classmethod
    def of(cls, request: HttpRequest) -> "Actor":
        """The account of a request, or a visitor. One query for an account, kept on the request."""
        # REST framework's request hands on what its inner one has, and that one was not asked for a CSRF
        # token: each keeps its own.
        kept: Actor | None = vars(request).get("_right_bower_actor")
        if kept is None:
            token = getattr(request, "auth", None)
            kept = (
                cls.of_token(token, request.method or "")
                if isinstance(token, ApiToken)
                else cls._account(request)
            )
            request._right_bower_actor = kept  # type: ignore[attr-defined]
            know(kept.code, kept.roles, every_club=kept.superuser)
        return kept

    @classmethod
    def of_link(cls, link: TableLink) -> "Actor":
        """Who holds a table's link."""
        return cls(code=f"link:{link.pk}", link=link)

    @classmethod
    def of_token(cls, token: ApiToken, method: str) -> "Actor":
        """A program: of one club, with its maker's role there as far as its scopes go. One query.

        What is only read it sees as its maker does, where it may read at all.
        """
        held = _memberships(token.made_by_id).filter(club=token.club_id).first()
        role = "" if held is None else Membership.Role.MEMBER if _is_held_back(held) else held.role
        if not (method in _READS and ApiToken.Scope.READ in token.scopes):
            widest = max((_RANKS.index(_SCOPE_ROLES.get(scope, "")) for scope in token.scopes), default=0)
            role = _RANKS[min(_RANKS.index(role), widest)]
        return cls(code=f"token:{token.pk}", roles={token.club_id: role} if role else {})

    @classmethod
    def of_command(cls, name: str) -> "Actor":
        """Somebody with a shell on the server: they could read the database anyway."""
        return cls(code=f"command:{name}", superuser=True)

    @classmethod
    def _account(cls, request: HttpRequest) -> "Actor":
        user = request.user
        if not user.is_authenticated:
            return VISITOR
        memberships = list(_memberships(user.pk))
        held = {one.club_id for one in memberships if _is_held_back(one)}
        member = str(Membership.Role.MEMBER)
        return cls(
            code=f"user:{user.pk}",
            user_id=user.pk,
            superuser=user.is_superuser,
            roles={one.club_id: member if one.club_id in held else one.role for one in memberships},
            player_ids=frozenset(one.player_id for one in memberships if one.player_id is not None),
            held_back=frozenset(held),
        )


def _memberships(user_id: int) -> QuerySet[Membership]:
    return Membership.objects.filter(user_id=user_id).annotate(
        asked=F("club__owners_two_steps"),
        two_steps=Exists(TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True)),
    )


def _is_held_back(membership: Membership) -> bool:
    """Read from the annotations: asked by the club, two_steps by the account."""
    asked, has = membership.asked, membership.two_steps  # type: ignore[attr-defined]
    return membership.role == Membership.Role.OWNER and asked and not has


def asked_from(request: HttpRequest) -> str | None:
    """The network address of who asks. Behind the proxy of a server: the one that the proxy itself saw."""
    proxied = "" if settings.HALL else request.META.get("HTTP_X_FORWARDED_FOR", "")
    address = proxied.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    try:
        return str(ip_address(address))
    except ValueError:
        return None  # a socket of the machine itself has none


VISITOR = Actor(code="visitor")
