"""Addresses of sections that travel, beside those of their event's desk."""

from django.urls import path

from tournaments.web.travel import arriving, deliveries, sending

EVENT = "desk/<number:event>/"

urlpatterns = [
    path("desk/open-section/", arriving.section_open_view, name="section_open"),
    path(EVENT + "results-file/", arriving.results_file_view, name="results_file"),
    path(EVENT + "deliveries/", deliveries.deliveries_view, name="deliveries"),
    path(EVENT + "sections/<number:section>/send/", sending.section_send_view, name="section_send"),
    path(EVENT + "copies/<slug:copy>/void/", sending.copy_void_view, name="copy_void"),
]
