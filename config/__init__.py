"""The site: settings, URLs, and the doors by which servers enter."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
