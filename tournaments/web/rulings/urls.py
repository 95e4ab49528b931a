"""Addresses of rulings, beside that of the play that they are about."""

from django.urls import path

from tournaments.web.rulings import views

urlpatterns = [
    path("desk/<number:event>/plays/<number:play>/awards/", views.desk_awards_view, name="desk_awards"),
]
