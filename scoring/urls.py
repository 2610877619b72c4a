"""Addresses of everything that shows hands."""

from django.urls import URLPattern, path

from scoring import api, api_hands, api_sheets
from scoring.views import cards, corrections, desk, disputes, hall, links, old_seasons, scorer
from scoring.views.extra_hand import extra_hand
from scoring.views.hand_cards import hand_cards
from scoring.views.hand_entry import hand_entry
from scoring.views.hands import hands
from scoring.views.installed import manifest, service_worker
from scoring.views.join import join
from scoring.views.rules import event_rules, rules_list, ruleset
from scoring.views.table import table

app_name = "scoring"

EVENT = "clubs/<slug:club>/events/<slug:event>/"
API_MATCH = "api/v1/events/<int:event>/matches/<int:match>/"

urlpatterns: list[URLPattern] = [
    path("hall/", hall.hall, name="hall"),
    path("hall/backup/", hall.hall_backup, name="hall_backup"),
    path("hall/ping/", hall.hall_ping, name="hall_ping"),
    path("join/", join, name="join"),
    path("t/", join, name="table-start"),
    path("t/service-worker.js", service_worker, name="service-worker"),
    path("t/manifest.webmanifest", manifest, name="manifest"),
    path("t/<str:token>/", table, name="table"),
    path("t/<str:token>/cards/", hand_cards, name="hand-cards"),
    path("api/v1/games/<int:game>/ledger/<uuid:line>", api.LedgerLineView.as_view(), name="ledger-line"),
    path("api/v1/games/<int:game>/table", api.GameTableView.as_view(), name="game-table"),
    path(API_MATCH + "games", api_sheets.GamesView.as_view(), name="api-games"),
    path(API_MATCH + "totals", api_sheets.TotalsView.as_view(), name="api-totals"),
    path(API_MATCH + "extra-hand", api_sheets.ExtraHandView.as_view(), name="api-extra-hand"),
    path(API_MATCH + "dispute", api_sheets.DisputeView.as_view(), name="api-dispute"),
    path(
        "api/v1/events/<int:event>/rounds/<int:number>/cards",
        api_sheets.CardsView.as_view(),
        name="api-cards",
    ),
    path("api/v1/hands/examine", api_hands.ExamineView.as_view(), name="examine-hands"),
    path("hands/", hands, name="hands"),
    path("hands/enter/", hand_entry, name="hand_entry"),
    path("rules/", rules_list, name="rules"),
    path("rules/<slug:key>/", ruleset, name="ruleset"),
    path(EVENT + "rules/", event_rules, name="event_rules"),
    # The director's addresses follow.
    path(EVENT + "score/", scorer.score_tables, name="score_tables"),
    path(EVENT + "matches/<int:match>/score/", scorer.score_match, name="score_match"),
    path("clubs/<slug:club>/import/", old_seasons.imports, name="imports"),
    path("clubs/<slug:club>/import/<int:upload>/", old_seasons.import_columns, name="import_columns"),
    path("clubs/<slug:club>/import/<int:upload>/people/", old_seasons.import_people, name="import_people"),
    path("clubs/<slug:club>/import/<int:upload>/look/", old_seasons.import_preview, name="import_preview"),
    path("clubs/<slug:club>/import/<int:upload>/drop/", old_seasons.import_drop, name="import_drop"),
    path(EVENT + "tables/", links.table_links, name="table_links"),
    path(EVENT + "tables/cards/", links.table_cards, name="table_cards"),
    path(EVENT + "tables/revoke/", links.table_links_revoke, name="table_links_revoke"),
    path(EVENT + "cards/", cards.card_grid, name="card_grid"),
    path(EVENT + "rounds/<int:number>/grid/", desk.round_grid, name="round_grid"),
    path(EVENT + "rounds/<int:number>/tables/<int:table>/sheet/", desk.table_sheet, name="table_sheet"),
    path(EVENT + "matches/<int:match>/dispute/", disputes.dispute, name="dispute"),
    path(EVENT + "matches/<int:match>/take-over/", disputes.take_over, name="take_over"),
    path(EVENT + "games/<int:game>/sheet/", corrections.sheet, name="sheet"),
    path(EVENT + "games/<int:game>/extra-hand/", extra_hand, name="extra_hand"),
    path(EVENT + "games/<int:game>/sheet/<slug:change>/", corrections.sheet_line, name="sheet_line"),
]
