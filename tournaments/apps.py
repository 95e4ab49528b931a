"""Configuration of the Django app."""

from django.apps import AppConfig
from django.urls import register_converter


class TournamentsConfig(AppConfig):
    """The tournaments app."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the URL converters before any URL pattern is loaded."""
        # It asks the models, which are loaded now.
        from tournaments.access.url_converters import (
            CONVERTERS,
        )

        for word, converter in CONVERTERS.items():
            register_converter(converter, word)
