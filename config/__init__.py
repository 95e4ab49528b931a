"""Django project: settings, URL configuration, middleware, and server entry points."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
