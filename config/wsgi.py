"""The door for WSGI servers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.security import behind_proxies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = behind_proxies(get_wsgi_application(), settings.PROXIES)
