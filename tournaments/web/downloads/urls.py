"""URLs of downloads."""

from django.urls import path

from tournaments.web.downloads import views

EVENT = "<club:club_slug>/<slug:event_slug>/"

urlpatterns = [
    path(EVENT + "downloads/", views.downloads_view, name="downloads"),
    path(EVENT + "<slug:sheet>.<slug:ending>", views.download_view, name="download"),
]
