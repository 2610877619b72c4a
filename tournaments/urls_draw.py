"""Addresses beside the draw, below an event's own."""

from django.urls import URLPattern, path

from tournaments.views import draw, matrix, wishes

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "draw/", draw.draw, name="draw"),
    path(EVENT + "draw/propose/", draw.draw_propose, name="draw_propose"),
    path(EVENT + "draw/discard/", draw.draw_discard, name="draw_discard"),
    path(EVENT + "draw/accept/", draw.draw_accept, name="draw_accept"),
    path(EVENT + "draw/better/", draw.draw_better, name="draw_better"),
    path(EVENT + "draw/correct/", draw.draw_correct, name="draw_correct"),
    path(EVENT + "draw/steps/", draw.draw_steps, name="draw_steps"),
    path(EVENT + "draw/matrix/", matrix.matrix, name="matrix"),
    path(EVENT + "wishes/", wishes.wishes, name="wishes"),
    path(EVENT + "wishes/<int:wish>/remove/", wishes.wish_remove, name="wish_remove"),
]
