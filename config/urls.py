"""The URLs of the site."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]

handler400 = "config.middleware.bad_request_view"
