"""Addresses of sections that travel, beside those of their event's desk."""

from django.urls import path

from tournaments.web.offline import export, opening, result_uploads

EVENT = "desk/<number:event>/"

urlpatterns = [
    path("desk/open-section/", opening.section_open_view, name="section_open"),
    path(EVENT + "results-file/", opening.results_file_view, name="results_file"),
    path(EVENT + "deliveries/", result_uploads.deliveries_view, name="deliveries"),
    path(EVENT + "sections/<number:section>/send/", export.section_send_view, name="section_send"),
    path(EVENT + "copies/<slug:copy>/void/", export.copy_void_view, name="copy_void"),
]
