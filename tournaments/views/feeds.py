"""The Atom feed of a club's results."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from tournaments.actors import Actor
from tournaments.models import Club
from tournaments.permissions import can_see_club
from tournaments.selectors.feeds import ResultNews, results_news

if TYPE_CHECKING:
    _Feed = Feed[ResultNews, Club]
else:
    _Feed = Feed


class ResultsFeed(_Feed):
    """Public events that are over, the newest first; an event keeps its id when it is corrected."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Club:
        found = Club.objects.filter(slug=kwargs["club"]).first()
        if found is None or not can_see_club(Actor.of(request), found):
            raise Http404
        return found

    def title(self, obj: Club) -> str:
        return f"Results of {obj.name}"

    def link(self, obj: Club) -> str:
        return reverse("tournaments:club", args=[obj.slug])

    def feed_url(self, obj: Club) -> str:
        return reverse("tournaments:results_feed", args=[obj.slug])

    def subtitle(self, obj: Club) -> str:
        return "Events that are over, with their first places."

    def items(self, obj: Club) -> list[ResultNews]:
        return results_news(obj)

    def item_title(self, item: ResultNews) -> str:
        return f"{item.event.name}, {item.event.plays_on:%d.%m.%Y}"

    def item_description(self, item: ResultNews) -> str:
        return item.places

    def item_link(self, item: ResultNews) -> str:
        return reverse("tournaments:standings", args=[item.event.club.slug, item.event.slug])

    def item_pubdate(self, item: ResultNews) -> datetime:
        return item.changed_at

    def item_updateddate(self, item: ResultNews) -> datetime:
        return item.changed_at
