"""URLs of offline sections; most lie under the event's desk."""

from django.urls import path

from tournaments.web.offline import views

EVENT = "desk/<number:event_id>/"

urlpatterns = [
    path("desk/open-section/", views.section_import_view, name="section_import"),
    path(EVENT + "results-file/", views.results_file_view, name="results_file"),
    path(EVENT + "deliveries/", views.result_uploads_view, name="result_uploads"),
    path(
        EVENT + "sections/<number:section_id>/send/",
        views.section_export_view,
        name="section_export",
    ),
    path(
        EVENT + "copies/<slug:identifier>/void/",
        views.exported_section_void_view,
        name="exported_section_void",
    ),
]
