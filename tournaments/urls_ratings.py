"""Addresses of the ratings, below a club's own."""

from django.urls import URLPattern, path

from tournaments.views import ratings

urlpatterns: list[URLPattern] = [
    path("clubs/<slug:club>/ratings/", ratings.ratings, name="ratings"),
    path("clubs/<slug:club>/players/<int:player>/rating/", ratings.rating, name="rating"),
]
