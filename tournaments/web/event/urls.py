"""Addresses of an event as a whole, beside those of its desk."""

from django.urls import path

from tournaments.web.event import copy, delete, edit

EVENT = "desk/<number:event>/"

urlpatterns = [
    path(EVENT + "edit/", edit.event_edit_view, name="event_edit"),
    path(EVENT + "copy/", copy.event_copy_view, name="event_copy"),
    path(EVENT + "delete/", delete.event_delete_view, name="event_delete"),
]
