"""URLs of trials: a reader plays one deal of a game against random players."""

from django.urls import path

from tournaments.web.trials import views

_TRIAL_PATH = "games/<slug:game>/try/"

urlpatterns = [
    path(_TRIAL_PATH, views.new_trial_view, name="trial_new"),
    path(_TRIAL_PATH + "<slug:deal>/", views.trial_view, name="trial"),
]
