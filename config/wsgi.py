"""Entry point of WSGI servers."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.security import trust_proxies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = trust_proxies(get_wsgi_application(), settings.TRUSTED_PROXIES)
