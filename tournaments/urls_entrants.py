"""Addresses of who takes part in an event."""

from django.urls import URLPattern, path

from tournaments.views import entering, entrants, partners

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "entrants/", entrants.entrants, name="entrants"),
    path(EVENT + "entrants/check/", entering.entrants_check, name="entrants_check"),
    path(EVENT + "entrants/enter/", entering.entrants_enter, name="entrants_enter"),
    path(EVENT + "entrants/tick/", entrants.entrants_tick, name="entrants_tick"),
    path(EVENT + "entrants/two/", entrants.entrants_two, name="entrants_two"),
    path(EVENT + "entrants/filler/", entrants.filler_add, name="filler_add"),
    path(EVENT + "entrants/<int:entry>/withdraw/", entrants.entrant_withdraw, name="entrant_withdraw"),
    path(EVENT + "entrants/<int:entry>/return/", entrants.entrant_return, name="entrant_return"),
    path(EVENT + "entrants/<int:entry>/categories/", entrants.entrant_categories, name="entrant_categories"),
    path(EVENT + "entrants/<int:entry>/remove/", entrants.entrant_remove, name="entrant_remove"),
    path(EVENT + "partners/", partners.partners, name="partners"),
    path(EVENT + "partners/draw/", partners.partners_draw, name="partners_draw"),
    path(EVENT + "partners/accept/", partners.partners_accept, name="partners_accept"),
    path(EVENT + "partners/undo/", partners.partners_undo, name="partners_undo"),
]
