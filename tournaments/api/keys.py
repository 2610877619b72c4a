"""Who a program is: `Authorization: Bearer`. Read while REST framework itself is being read."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.models import ApiToken
from tournaments.services.tokens import open_token

BEARER = "bearer"


class TokenAuthentication(BaseAuthentication):
    """A club's token. `request.auth` is then the token; `Actor.of` makes of it who asks."""

    def authenticate(self, request: Request) -> tuple[object, ApiToken] | None:
        """401 where a token is sent that is unknown, expired or revoked; nothing where none is sent."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != BEARER:
            return None
        token = open_token(secret.strip())
        if token is None:
            raise AuthenticationFailed
        return token.made_by, token

    def authenticate_header(self, request: Request) -> str:
        """What a refusal asks for."""
        return "Bearer"
