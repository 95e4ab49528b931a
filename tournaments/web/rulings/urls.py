"""Addresses of rulings: about a play beside its own, about a contestant among those of the
event."""

from django.urls import path

from tournaments.web.rulings import no_place, views

PLACE = "desk/<number:event>/contestants/<number:contestant>/place/"

urlpatterns = [
    path(
        "desk/<number:event>/plays/<number:play>/awards/",
        views.desk_awards_view,
        name="desk_awards",
    ),
    path(PLACE, no_place.contestant_place_view, name="contestant_place"),
]
