"""Addresses of everything that shows hands."""

from django.urls import URLPattern, path

from scoring import api

app_name = "scoring"
urlpatterns: list[URLPattern] = [
    path("api/v1/games/<int:game>/ledger/<uuid:line>", api.LedgerLineView.as_view(), name="ledger-line"),
    path("api/v1/games/<int:game>/table", api.GameTableView.as_view(), name="game-table"),
]
