"""Addresses of everything that shows hands."""

from django.urls import URLPattern, path

from scoring import api
from scoring.views.join import join
from scoring.views.table import table

app_name = "scoring"
urlpatterns: list[URLPattern] = [
    path("join/", join, name="join"),
    path("t/<str:token>/", table, name="table"),
    path("api/v1/games/<int:game>/ledger/<uuid:line>", api.LedgerLineView.as_view(), name="ledger-line"),
    path("api/v1/games/<int:game>/table", api.GameTableView.as_view(), name="game-table"),
]
