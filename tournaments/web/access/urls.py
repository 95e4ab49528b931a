"""Addresses for signing in and out, and for choosing a language."""

from django.urls import path
from django.views.i18n import set_language

from tournaments.web.access import sign_in

urlpatterns = [
    path("language/", set_language, name="set_language"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign_out"),
    path("desk/password/", sign_in.OwnPassword.as_view(), name="password"),
]
