"""URLs of the rules."""

from django.urls import path

from tournaments.web.rules import views

urlpatterns = [
    path("games/", views.rules_view, name="rules"),
    path("games/<slug:game>/", views.rules_of_game_view, name="rules_of_game"),
    path("games/<slug:game>/print/", views.rules_print_view, name="rules_print"),
    path("<club:club_slug>/<slug:event_slug>/rules/", views.event_rules_view, name="event_rules"),
]
