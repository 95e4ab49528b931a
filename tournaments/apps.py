"""Configuration of the Django app."""

from django.apps import AppConfig
from django.urls import register_converter


class TournamentsConfig(AppConfig):
    """The app with all models, pages and the API."""

    name = "tournaments"

    def ready(self) -> None:
        """Register the URL converters before any URL pattern is loaded."""
        # Imported here because the module imports models, which are loaded only now.
        from tournaments.access.url_converters import (
            CONVERTERS,
        )

        for type_name, converter in CONVERTERS.items():
            register_converter(converter, type_name)
