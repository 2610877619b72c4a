"""A club's webhooks and tokens for programs."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Small, Words
from tournaments.api.doors import ClubDoor
from tournaments.models import ApiToken, Club, Webhook, WebhookDelivery
from tournaments.permissions import can_make_tokens
from tournaments.services.tokens import issue_token, revoke_token
from tournaments.services.webhooks import add_webhook, remove_webhook, switch_webhook


class WebhookShape(serializers.ModelSerializer[Webhook]):
    """An address that is told of changes. Its secret is told once, when it is made."""

    class Meta:
        model = Webhook
        fields = ["id", "url", "kinds", "active", "told", "failing_since", "off_because"]


class MadeWebhookShape(WebhookShape):
    """A new webhook with the secret that signs what is sent to it."""

    secret = serializers.CharField()

    class Meta:
        model = Webhook
        fields = [*WebhookShape.Meta.fields, "secret"]


class DeliveryShape(serializers.ModelSerializer[WebhookDelivery]):
    """A message and what became of it."""

    class Meta:
        model = WebhookDelivery
        fields = ["id", "upto", "tries", "made_at", "due_at", "taken_at", "status", "fault"]


class WebhookSaid(serializers.Serializer[Any]):
    """A new webhook."""

    url = Words(500)
    kinds = serializers.ListField(child=Words(20), required=False, max_length=60)


class Switched(serializers.Serializer[Any]):
    """On or off."""

    active = serializers.BooleanField()


class TokenShape(serializers.ModelSerializer[ApiToken]):
    """A token as its club sees it."""

    class Meta:
        model = ApiToken
        fields = ["id", "name", "scopes", "begins", "made_at", "expires_at", "revoked_at", "last_used_at"]


class MadeTokenShape(TokenShape):
    """A new token with its secret, which nobody can read again."""

    secret = serializers.CharField(read_only=True)

    class Meta:
        model = ApiToken
        fields = [*TokenShape.Meta.fields, "secret"]


class TokenSaid(serializers.Serializer[Any]):
    """A new token; without `days` it does not expire."""

    name = Words(80)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(ApiToken.Scope.values), allow_empty=False, max_length=4
    )
    days = Small(1, 3650, required=False, allow_null=True)


class KeysDoor(ClubDoor):
    """An address of what opens doors of a club."""

    def keys_club(self) -> Club:
        """The club, for whoever may hand out its keys."""
        found = self.club()
        if not can_make_tokens(self.actor, found):
            raise PermissionDenied
        return found

    def webhook(self) -> Webhook:
        """The webhook of the address."""
        found = Webhook.objects.filter(club=self.keys_club(), pk=self.kwargs["webhook"]).first()
        if found is None:
            raise Http404
        return found


class WebhooksView(KeysDoor):
    """The webhooks of a club."""

    serializer_class = WebhookShape

    @extend_schema(operation_id="webhooks", responses=WebhookShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of webhooks."""
        return self.page_of(Webhook.objects.filter(club=self.keys_club()), WebhookShape)

    @extend_schema(operation_id="add_webhook", request=WebhookSaid, responses={201: MadeWebhookShape})
    def post(self, request: Request, club: str) -> Response:
        """Told of what changes from now on, of these kinds or of all."""
        found, said = self.keys_club(), self.typed(WebhookSaid)
        made = add_webhook(club=found, url=said["url"], kinds=said.get("kinds", ()), actor=self.actor)
        return self.told(MadeWebhookShape(made.webhook), 201)


class WebhookView(KeysDoor):
    """One webhook."""

    @extend_schema(operation_id="webhook", responses=WebhookShape)
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """Whether it takes what it is sent."""
        return self.told(WebhookShape(self.webhook()))

    @extend_schema(operation_id="switch_webhook", request=Switched, responses={200: WebhookShape})
    def post(self, request: Request, club: str, webhook: int) -> Response:
        """On again, it is told of everything since."""
        found = switch_webhook(webhook=self.webhook(), active=self.typed(Switched)["active"])
        return self.told(WebhookShape(found))

    @extend_schema(operation_id="remove_webhook", responses={204: None})
    def delete(self, request: Request, club: str, webhook: int) -> Response:
        """It is told of nothing more."""
        remove_webhook(webhook=self.webhook())
        return Response(status=204)


class DeliveriesView(KeysDoor):
    """What a webhook was sent."""

    serializer_class = DeliveryShape

    @extend_schema(operation_id="deliveries", responses=DeliveryShape(many=True))
    def get(self, request: Request, club: str, webhook: int) -> Response:
        """A page of messages, with their tries and answers."""
        return self.page_of(WebhookDelivery.objects.filter(webhook=self.webhook()), DeliveryShape)


class TokensView(KeysDoor):
    """The tokens of a club."""

    serializer_class = TokenShape

    @extend_schema(operation_id="tokens", responses=TokenShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of tokens, those revoked too."""
        return self.page_of(ApiToken.objects.filter(club=self.keys_club()), TokenShape)

    @extend_schema(operation_id="make_token", request=TokenSaid, responses={201: MadeTokenShape})
    def post(self, request: Request, club: str) -> Response:
        """For an account that is signed in: a token makes no tokens."""
        found, said = self.keys_club(), self.typed(TokenSaid)
        made = issue_token(
            club=found, name=said["name"], scopes=said["scopes"], days=said.get("days"), actor=self.actor
        )
        return self.told({**TokenShape(made.token).data, "secret": made.secret}, 201)


class TokenView(KeysDoor):
    """One token."""

    @extend_schema(operation_id="revoke_token", responses={204: None})
    def delete(self, request: Request, club: str, token: int) -> Response:
        """It opens nothing from now on."""
        found = ApiToken.objects.filter(club=self.keys_club(), pk=token).first()
        if found is None:
            raise Http404
        revoke_token(token=found)
        return Response(status=204)
