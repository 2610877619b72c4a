"""Addresses of accounts: signing in, letters' links, me, a club's people."""

from django.urls import URLPattern, path

from tournaments.views import club_people, invitations, mailed_keys, me, sign_in, two_steps

PEOPLE = "clubs/<slug:club>/people/"

urlpatterns: list[URLPattern] = [
    path("sign-in/code/", sign_in.second_step, name="second_step"),
    path("sign-in/letter/", mailed_keys.sign_in_link, name="sign_in_link"),
    path("sign-in/forgotten/", mailed_keys.forgotten, name="forgotten"),
    path("sign-up/", mailed_keys.sign_up, name="sign_up"),
    path("keys/<str:token>/", mailed_keys.key, name="key"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("me/", me.me, name="me"),
    path("me/name/", me.me_name, name="me_name"),
    path("me/password/", me.me_password, name="me_password"),
    path("me/address/", me.me_address, name="me_address"),
    path("me/sign-ins/", me.me_sessions, name="me_sessions"),
    path("me/two-steps/", two_steps.two_steps, name="two_steps"),
    path("me/clubs/<slug:club>/leave/", me.me_leave, name="me_leave"),
    path(PEOPLE, club_people.club_people, name="club_people"),
    path(PEOPLE + "invite/", club_people.club_invite, name="club_invite"),
    path(PEOPLE + "two-steps/", club_people.club_two_steps, name="club_two_steps"),
    path(PEOPLE + "invitations/<int:invitation>/", club_people.club_invitation, name="club_invitation"),
    path(PEOPLE + "claims/<int:claim>/", club_people.club_claim, name="club_claim"),
    path(PEOPLE + "<int:member>/", club_people.club_member, name="club_member"),
    path("clubs/<slug:club>/players/<int:player>/claim/", invitations.player_claim, name="player_claim"),
]
