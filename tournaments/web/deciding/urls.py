"""Addresses of deciding, beside those of the event's desk."""

from django.urls import path

from tournaments.web.deciding import objections, present, versions

PLAY = "desk/<number:event>/plays/<number:play>/"

urlpatterns = [
    path(PLAY + "version/", versions.desk_version_view, name="desk_version"),
    path(PLAY + "_on_it", present.desk_on_it_view, name="desk_on_it"),
    path(
        "desk/<number:event>/objections/<number:objection>/",
        objections.objection_answer_view,
        name="objection_answer",
    ),
]
