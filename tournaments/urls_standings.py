"""Addresses of how places are parted, below an event's own."""

from django.urls import URLPattern, path

from tournaments.views import chain, tied

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "standings/why/", tied.standings_why, name="standings_why"),
    path(EVENT + "chain/", chain.chain, name="chain"),
    path(EVENT + "chain/lot/", chain.chain_lot, name="chain_lot"),
    path(EVENT + "chain/game/", chain.chain_game, name="chain_game"),
]
