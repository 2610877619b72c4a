"""Addresses of an event's bracket."""

from django.urls import URLPattern, path

from tournaments.views import bracket_desk, bracket_match, brackets

BRACKET = "clubs/<slug:club>/events/<slug:event>/bracket/"

urlpatterns: list[URLPattern] = [
    path(BRACKET, brackets.bracket, name="bracket"),
    # The director's addresses follow.
    path(BRACKET + "desk/", bracket_desk.bracket_desk, name="bracket_desk"),
    path(BRACKET + "desk/propose/", bracket_desk.bracket_propose, name="bracket_propose"),
    path(BRACKET + "desk/accept/", bracket_desk.bracket_accept, name="bracket_accept"),
    path(BRACKET + "desk/undo/", bracket_desk.bracket_undo, name="bracket_undo"),
    path(BRACKET + "desk/tables/", bracket_desk.bracket_tables, name="bracket_tables"),
    path(BRACKET + "desk/call/", bracket_desk.bracket_call, name="bracket_call"),
    path(BRACKET + "matches/<int:number>/", bracket_match.bracket_match, name="bracket_match"),
    path(
        BRACKET + "matches/<int:number>/<slug:change>/",
        bracket_match.bracket_match_change,
        name="bracket_match_change",
    ),
]
