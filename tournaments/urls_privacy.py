"""Addresses of privacy and of the record of changes, below a club's own."""

from django.urls import URLPattern, path

from tournaments.views import audit, mail, privacy

CLUB = "clubs/<slug:club>/"
PLAYER = CLUB + "players/<int:player>/"

urlpatterns: list[URLPattern] = [
    path(CLUB + "mail/", mail.mail_ask, name="mail_ask"),
    path("mail/<str:key>/confirm/", mail.mail_confirm, name="mail_confirm"),
    path("mail/<str:key>/stop/", mail.mail_stop, name="mail_stop"),
    path("me/data/", privacy.my_data, name="my_data"),
    path(CLUB + "privacy/", privacy.club_privacy, name="club_privacy"),
    path(CLUB + "audit/", audit.audit, name="audit"),
    path(CLUB + "audit/<int:record>/undo/", audit.audit_undo, name="audit_undo"),
    path(PLAYER + "privacy/", privacy.person_privacy, name="person_privacy"),
    path(PLAYER + "data/", privacy.person_data, name="person_data"),
    path(PLAYER + "erase/", privacy.person_erase, name="person_erase"),
]
