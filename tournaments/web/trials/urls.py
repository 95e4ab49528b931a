"""URLs of trials."""

from django.urls import path

from tournaments.web.trials import views

TRY = "games/<slug:game>/try/"

urlpatterns = [
    path(TRY, views.trial_new_view, name="trial_new"),
    path(TRY + "<slug:deal>/", views.trial_view, name="trial"),
]
