"""Addresses of the cash desk and of the prizes, below an event's own."""

from django.urls import URLPattern, path

from tournaments.views import cash, cash_person, prizes

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "cash/", cash.cash, name="cash"),
    path(EVENT + "cash/take/", cash.cash_take, name="cash_take"),
    path(EVENT + "cash/pots/", cash.cash_pots, name="cash_pots"),
    path(EVENT + "cash/people/<int:player>/", cash_person.cash_person, name="cash_person"),
    path(EVENT + "prizes/", prizes.prize_list, name="prize_list"),
    path(EVENT + "prizes/desk/", prizes.prizes, name="prizes"),
    path(EVENT + "prizes/plan/", prizes.prize_plan, name="prize_plan"),
    path(EVENT + "prizes/accept/", prizes.prizes_accept, name="prizes_accept"),
    path(EVENT + "prizes/change/", prizes.prizes_change, name="prizes_change"),
    path(EVENT + "prizes/envelopes/", prizes.envelopes, name="envelopes"),
]
