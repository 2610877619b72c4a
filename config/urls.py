"""Every address of the service: the apps name their own."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from django.views.generic import RedirectView
from sesame.views import LoginView as LinkSignInView

from tournaments.views import operator
from tournaments.views.sign_in import SignInPage

urlpatterns = [
    *([path("demo/sign-in/", LinkSignInView.as_view(), name="demo-sign-in")] if settings.DEMO else []),
    # The operator comes in by the same door as everybody: with two steps, if they are on.
    path("admin/login/", RedirectView.as_view(pattern_name="login", query_string=True), name="admin-sign-in"),
    path("admin/", admin.site.urls),
    path("health/", operator.health, name="health"),
    path("ready/", operator.ready, name="ready"),
    path("metrics", operator.metrics, name="metrics"),
    path("sign-in/", SignInPage.as_view(), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]

handler404 = "tournaments.api.errors.nothing_here"
