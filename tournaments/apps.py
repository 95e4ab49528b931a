"""The Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Facts, acts and pages of duplicate tournaments."""

    name = "tournaments"
