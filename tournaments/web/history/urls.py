"""Addresses of what was done about an event."""

from django.urls import path

from tournaments.web.history import views

DONE = "desk/<number:event>/done/"

urlpatterns = [
    path(DONE, views.acts_view, name="acts"),
    path(DONE + "<number:act>/undo/", views.act_undo_view, name="act_undo"),
    path(DONE + "<number:act>/before/", views.act_restore_before_view, name="act_restore_before"),
    path(DONE + "<number:act>/back/", views.act_restore_view, name="act_restore"),
]
