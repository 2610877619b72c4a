"""Addresses of what a club writes out: spreadsheets, and the feed of its results."""

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from tournaments.views import exports
from tournaments.views.feeds import ResultsFeed

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:club>/results.atom", require_safe(ResultsFeed()), name="results_feed"),
    path("clubs/<slug:club>/export/", exports.exports, name="exports"),
    path("clubs/<slug:club>/export/<slug:what>.<slug:ending>", exports.export_file, name="export_file"),
]
