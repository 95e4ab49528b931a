"""Addresses of an event as a whole, beside those of its desk."""

from django.urls import path

from tournaments.web.events import (
    archive,
    copy,
    delete,
    edit,
    finals,
    line_ups,
    publishing,
    sections,
    sessions,
)

EVENT = "desk/<number:event>/"
CONTESTANT = EVENT + "contestants/<number:contestant>/"

urlpatterns = [
    path(EVENT + "go-on/", publishing.go_on_view, name="go_on"),
    path(EVENT + "qualify-again/", publishing.qualify_again_view, name="qualify_again"),
    path(EVENT + "publish/", publishing.event_publish_view, name="event_publish"),
    path(EVENT + "results-shown/", publishing.results_shown_view, name="results_shown"),
    path(EVENT + "edit/", edit.event_edit_view, name="event_edit"),
    path(EVENT + "copy/", copy.event_copy_view, name="event_copy"),
    path("desk/archived/", archive.archived_events_view, name="archived_events"),
    path(EVENT + "archive/", archive.event_archive_view, name="event_archive"),
    path(EVENT + "restore/", archive.event_restore_view, name="event_restore"),
    path(EVENT + "delete/", delete.event_delete_view, name="event_delete"),
    path(EVENT + "sections/", sections.event_sections_view, name="event_sections"),
    path(EVENT + "finals/", finals.event_finals_view, name="event_finals"),
    path(EVENT + "line-ups/", line_ups.event_line_ups_view, name="event_line_ups"),
    path(EVENT + "line-ups/links/", line_ups.event_team_links_view, name="event_team_links"),
    path(EVENT + "sessions/next/", sessions.session_next_view, name="session_next"),
    path(CONTESTANT + "miss/", sessions.contestant_miss_view, name="contestant_miss"),
    path(CONTESTANT + "come/", sessions.contestant_come_view, name="contestant_come"),
]
