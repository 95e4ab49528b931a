"""Addresses of an event as a whole, beside those of its desk."""

from django.urls import path

from tournaments.web.event import edit

EVENT = "desk/<number:event>/"

urlpatterns = [
    path(EVENT + "edit/", edit.event_edit_view, name="event_edit"),
]
