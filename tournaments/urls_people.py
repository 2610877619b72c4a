"""Addresses of the club's own desk: its people, partnerships, houses, rules, presets; they join `urls.py`."""

from django.urls import URLPattern, path

from tournaments.views import (
    club_rules,
    club_settings,
    club_tokens,
    partnerships,
    people,
    people_merged,
    presets,
    registrations,
    venues,
)

CLUB = "clubs/<slug:club>/"
REGISTRATIONS = CLUB + "seasons/<slug:season>/registrations/"
RULESET = CLUB + "rules/<slug:ruleset>/"
PLAYER = CLUB + "players/<int:player>/"

urlpatterns: list[URLPattern] = [
    path(CLUB + "players/", people.players, name="players"),
    path(CLUB + "players/new/", people.player_new, name="player_new"),
    path(PLAYER + "change/", people.player_change, name="player_change"),
    path(PLAYER + "state/", people.player_state, name="player_state"),
    path(PLAYER + "merge/", people_merged.player_merge, name="player_merge"),
    path(CLUB + "players/merges/", people_merged.merges, name="merges"),
    path(CLUB + "players/merges/<int:merge>/undo/", people_merged.merge_undo, name="merge_undo"),
    path(CLUB + "rules/", club_rules.club_rules, name="club_rules"),
    path(CLUB + "rules/new/", club_rules.club_ruleset_new, name="club_ruleset_new"),
    path(RULESET, club_rules.club_ruleset, name="club_ruleset"),
    path(RULESET + "change/", club_rules.club_ruleset_change, name="club_ruleset_change"),
    path(RULESET + "state/", club_rules.club_ruleset_state, name="club_ruleset_state"),
    path(CLUB + "presets/", presets.presets, name="presets"),
    path(CLUB + "presets/new/", presets.preset_new, name="preset_new"),
    path(CLUB + "presets/<int:preset>/change/", presets.preset_change, name="preset_change"),
    path(CLUB + "presets/<int:preset>/drop/", presets.preset_drop, name="preset_drop"),
    path(CLUB + "partnerships/", partnerships.partnerships, name="partnerships"),
    path(CLUB + "partnerships/<int:partnership>/", partnerships.partnership_end, name="partnership_end"),
    path(CLUB + "venues/", venues.venues, name="venues"),
    path(CLUB + "venues/<int:venue>/", venues.venue_change, name="venue_change"),
    path(CLUB + "venues/<int:venue>/drop/", venues.venue_drop, name="venue_drop"),
    path(CLUB + "seasons/", registrations.seasons, name="seasons"),
    path(REGISTRATIONS, registrations.registrations, name="registrations"),
    path(REGISTRATIONS + "<int:registration>/", registrations.registration, name="registration"),
    path(
        REGISTRATIONS + "<int:registration>/change/",
        registrations.registration_change,
        name="registration_change",
    ),
    path(CLUB + "tokens/", club_tokens.tokens, name="tokens"),
    path(CLUB + "tokens/<int:token>/revoke/", club_tokens.token_revoke, name="token_revoke"),
    path(CLUB + "settings/", club_settings.club_settings, name="club_settings"),
]
