"""URLs of an event as a whole, and of the form that creates one."""

from django.urls import path

from tournaments.web.events import (
    archive,
    copy,
    delete,
    edit,
    finals,
    movement,
    new_event,
    publishing,
    sections,
)

EVENT = "desk/<number:event_id>/"

urlpatterns = [
    path("desk/new/", new_event.event_new_view, name="event_new"),
    path("desk/new/_game", new_event.event_game_view, name="event_game"),
    path("desk/new/_proposals", new_event.event_proposals_view, name="event_proposals"),
    path("desk/new/_suggestions", new_event.event_suggestions_view, name="event_suggestions"),
    path(EVENT + "go-on/", publishing.knock_out_create_view, name="create_next_stage"),
    path(EVENT + "qualify-again/", publishing.requalify_view, name="requalify"),
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
    path(EVENT + "sessions/next/", publishing.session_next_view, name="session_next"),
    path(EVENT + "movement/", movement.event_movement_report_view, name="event_movement_report"),
]
