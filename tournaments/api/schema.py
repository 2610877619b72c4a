"""The text of the API: what every address may answer besides its own words."""

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from tournaments.api.doors import Door


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "A refusal", value={"code": "round-open", "sentence": "Round 2 is still being played."}
        )
    ]
)
class Refusal(serializers.Serializer[Any]):
    """Why something cannot be done: a stable code for programs, a sentence for people."""

    code = serializers.CharField()
    sentence = serializers.CharField()
    fields: Any = serializers.JSONField(required=False, help_text="Of a malformed body, what is wrong.")


READING = {
    "401": "The token opens nothing",
    "403": "Not yours to do",
    "404": "Nothing, or nothing that may be seen",
}
WRITING = {
    "400": "No JSON",
    "409": "It is something else already",
    "413": "Too much at once",
    "415": "JSON is taken, nothing else",
    "422": "A rule of the house stands against it",
}
EDITING = {"412": "It is not any more as it was looked at", "428": "An edit says what it was made from"}
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A word of your own, up to 200 letters: sent again within a day, nothing is done twice.",
)
MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=False,
    description="The ETag that came with what is changed.",
)


class Bearer(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "tournaments.api.keys.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """`Authorization: Bearer rb_...`"""
        return {"type": "http", "scheme": "bearer", "description": "A token of the club, made on its page."}


class HouseSchema(AutoSchema):
    """Adds the refusals of the house, and the headers of writes and edits."""

    def get_override_parameters(self) -> list[Any]:
        """The key of a write; what an edit was made from."""
        own: list[Any] = list(super().get_override_parameters())
        if isinstance(self.view, Door) and self.method not in {"GET", "HEAD", "OPTIONS"}:
            own.append(KEY)
            if self._edits():
                own.append(MATCH)
        return own

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        """What is documented at the address itself, and every refusal that may come instead."""
        told: dict[str, Any] = super()._get_response_bodies(direction)
        refusals = dict(READING)
        if self.method not in {"GET", "HEAD", "OPTIONS"}:
            refusals |= WRITING
        else:
            refusals["422"] = "The address asks for something that there is not"
            told.setdefault("304", {"description": "It is as you have it"})
        if self._edits():
            refusals |= EDITING
        refusals["429"] = "Too often: Retry-After says when again"
        for code, words in refusals.items():
            if code not in told:
                response = OpenApiResponse(Refusal, description=words)
                told[code] = self._get_response_for_code(response, code, direction=direction)
        return told

    def _get_paginator(self) -> Any:
        """Only what is asked for comes in pages; a write answers with all that it made."""
        return super()._get_paginator() if self.method == "GET" else None

    def _edits(self) -> bool:
        return self.method in getattr(self.view, "edits", ())
