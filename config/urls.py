"""URL configuration: the API under `api/v1/`, and the pages."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.web.urls")),
]

handler400 = "config.middleware.bad_request_view"
