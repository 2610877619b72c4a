"""Addresses of clubs, events, rounds, standings and people."""

from django.urls import URLPattern

app_name = "tournaments"
urlpatterns: list[URLPattern] = []
