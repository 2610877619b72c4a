"""Addresses of everything that shows hands."""

from django.urls import URLPattern

app_name = "scoring"
urlpatterns: list[URLPattern] = []
