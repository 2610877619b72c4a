"""The sheets, to be looked at: a line is never changed here, and the database would refuse it anyway."""

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import CardLine, Game, LedgerLine


class ReadOnlyAdmin(admin.ModelAdmin):
    """Nothing to add, change or delete."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["pk", "match", "number", "policy_number"]
    list_select_related = ["match"]


@admin.register(LedgerLine)
class LedgerLineAdmin(ReadOnlyAdmin):
    list_display = ["game", "position", "hand_number", "kind", "facts", "late", "recorded_by", "received_at"]
    list_filter = ["kind", "late"]
    list_select_related = ["game"]


@admin.register(CardLine)
class CardLineAdmin(ReadOnlyAdmin):
    list_display = ["round", "entry", "points", "lone_hands", "recorded_by", "received_at"]
    list_select_related = ["round", "entry__player", "entry__pair"]
