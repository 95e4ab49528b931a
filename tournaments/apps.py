"""The Django app."""

from django.apps import AppConfig
from django.urls import register_converter


class TournamentsConfig(AppConfig):
    """Facts, acts and pages of duplicate tournaments."""

    name = "tournaments"

    def ready(self) -> None:
        """What may stand in an address is known before the first address is read."""
        # It asks the models, which are loaded now.
        from tournaments.access.url_converters import (
            CONVERTERS,
        )

        for word, converter in CONVERTERS.items():
            register_converter(converter, word)
