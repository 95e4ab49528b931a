"""The door for a WSGI server: the site with the two bare views beside it."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.bare_settings"

from config.wsgi import application

__all__ = ["application"]
