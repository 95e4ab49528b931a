"""The site: settings, URLs, middleware, and the entry points of servers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
