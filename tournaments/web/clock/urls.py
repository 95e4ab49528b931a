"""Addresses of the clock, beside those of its event's desk."""

from django.urls import path

from tournaments.web.clock import views

CLOCK = "desk/<number:event>/clock/"

urlpatterns = [
    path(CLOCK, views.event_clock_view, name="event_clock"),
    path("desk/<number:event>/_clock", views.desk_clock_view, name="desk_clock"),
    path(CLOCK + "give/", views.clock_give_view, name="clock_give"),
    path(CLOCK + "stop/", views.clock_stop_view, name="clock_stop"),
    path(CLOCK + "resume/", views.clock_resume_view, name="clock_resume"),
]
