"""For the server's owner: clubs, their people and roles. Events are run on the director's pages, not here."""

from django.contrib import admin
from django.http import HttpRequest

from tournaments.models import Club, Event, Membership, Player


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug", "zone"]
    search_fields = ["name"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A club is founded on its own page, which makes its counter and its owner with it."""
        return False


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    list_display = ["club", "user", "role", "player"]
    list_filter = ["role"]
    list_select_related = ["club", "user", "player"]
    raw_id_fields = ["user", "player"]


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["name", "note", "club"]
    search_fields = ["name"]
    list_select_related = ["club"]


@admin.register(Event)
class EventAdmin(admin.ModelAdmin):
    list_display = ["name", "club", "plays_on", "state", "public"]
    list_filter = ["state"]
    list_select_related = ["club"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """A change here would raise no revision, and nobody's page would show it."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
