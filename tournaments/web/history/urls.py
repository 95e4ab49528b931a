"""URLs of an event's history."""

from django.urls import path

from tournaments.web.history import views

HISTORY = "desk/<number:event>/done/"

urlpatterns = [
    path(HISTORY, views.history_view, name="acts"),
    path(HISTORY + "<number:act>/undo/", views.undo_view, name="act_undo"),
    path(HISTORY + "<number:act>/before/", views.restore_before_view, name="act_restore_before"),
    path(HISTORY + "<number:act>/back/", views.restore_view, name="act_restore"),
]
