"""Addresses of the form that makes an event."""

from django.urls import path

from tournaments.web.new_event import views

urlpatterns = [
    path("desk/new/", views.event_new_view, name="event_new"),
    path("desk/new/_game", views.event_game_view, name="event_game"),
    path("desk/new/_proposals", views.event_proposals_view, name="event_proposals"),
    path("desk/new/_suggestions", views.event_suggestions_view, name="event_suggestions"),
]
