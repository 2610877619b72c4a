"""Every address of the service: the apps name their own."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from sesame.views import LoginView as LinkSignInView

urlpatterns = [
    *([path("demo/sign-in/", LinkSignInView.as_view(), name="demo-sign-in")] if settings.DEMO else []),
    path("admin/", admin.site.urls),
    path("sign-in/", auth.LoginView.as_view(), name="login"),
    path("sign-out/", auth.LogoutView.as_view(), name="logout"),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]
