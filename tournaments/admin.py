"""For the server's owner: everything to be looked at, and of that little to be changed.

Events are run on the director's pages, not here: a change that comes by no service raises no revision and
stands in no record. What keys and passwords are made of is never shown.
"""

from django.apps import apps
from django.contrib import admin
from django.db.models import Field, ForeignKey, JSONField, Model, TextField
from django.http import HttpRequest

from tournaments.models import Club, Membership

SECRET = ("hash", "secret", "password", "token", "digest", "key")
MOST_COLUMNS = 6


class LookOnly(admin.ModelAdmin):
    """Nothing to add, change or delete."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(LookOnly):
    """A club is founded on its own page, which makes its counter and its owner with it."""

    list_display = ["name", "slug", "zone", "unlisted"]
    search_fields = ["name"]


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who may do what: the way back into a club whose owners are gone."""

    list_display = ["club", "user", "role", "player"]
    list_filter = ["role"]
    list_select_related = ["club", "user", "player"]
    raw_id_fields = ["user", "player"]


def looked_at(model: type[Model]) -> type[LookOnly]:
    """How the rows of a model are listed: its first plain columns, relations by number."""
    plain = [one for one in model._meta.concrete_fields if not _is_secret(one)]
    short = [one for one in plain if not isinstance(one, JSONField | TextField)]
    shown = [one.attname if isinstance(one, ForeignKey) else one.name for one in short]
    return type(
        f"{model.__name__}Looked",
        (LookOnly,),
        {
            "list_display": shown[:MOST_COLUMNS],
            "exclude": [one.name for one in model._meta.fields if _is_secret(one)],
            "search_fields": [one.name for one in short if one.name in {"name", "verb", "actor"}],
            "show_full_result_count": False,
        },
    )


def _is_secret(one: "Field") -> bool:  # type: ignore[type-arg]
    return not one.primary_key and any(word in one.attname for word in SECRET)


for each in apps.get_app_config("tournaments").get_models():
    if not admin.site.is_registered(each):
        admin.site.register(each, looked_at(each))
