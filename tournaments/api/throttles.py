"""How often a program may ask."""

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.models import ApiToken


class TokenThrottle(SimpleRateThrottle):
    """So many requests a minute for each token. Counted in the cache: without Redis, by each process."""

    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Accounts and phones are not counted: they are people."""
        token = request.auth
        return f"throttle_token_{token.pk}" if isinstance(token, ApiToken) else None
