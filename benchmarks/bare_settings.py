"""The site's settings, and two views beside it to measure it against."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "benchmarks"]
ROOT_URLCONF = "benchmarks.bare"
