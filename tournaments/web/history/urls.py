"""URLs of an event's history."""

from django.urls import path

from tournaments.web.history import views

HISTORY = "desk/<number:event_id>/done/"

urlpatterns = [
    path(HISTORY, views.history_view, name="history"),
    path(HISTORY + "<number:step_id>/undo/", views.undo_view, name="undo_step"),
    path(
        HISTORY + "<number:step_id>/before/", views.restore_before_view, name="restore_before_step"
    ),
    path(HISTORY + "<number:step_id>/back/", views.restore_view, name="restore_to_step"),
]
