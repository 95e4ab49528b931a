"""Settings: what the environment says is read at the top, everything else follows from it."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url

from config.monotonic_schedule import Every
from config.security import chosen_secret, cookie_key, keep_private, kept_secret, networks

BASE_DIR = Path(__file__).resolve().parent.parent

DATA_DIR = Path(os.environ.get("MANILLA_DATA", BASE_DIR / "var"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
DEBUG = os.environ.get("MANILLA_DEBUG", "no") == "yes"
HOSTS = os.environ.get("MANILLA_HOSTS", "")
HTTPS = os.environ.get("MANILLA_HTTPS", "no") == "yes"
SECURITY_CONTACT = os.environ.get("MANILLA_SECURITY_CONTACT", "").strip()

keep_private(DATA_DIR)
SECRET = os.environ.get("MANILLA_SECRET", "")
SECRET_FILE = None if SECRET else DATA_DIR / "secret"
SECRET = kept_secret(SECRET_FILE) if SECRET_FILE else chosen_secret(SECRET)
# Table codes and tokens have keys of their own, the present one first; those of former secrets are
# good for as long as they are named.
CODE_KEYS = [SECRET, *os.environ.get("MANILLA_SECRET_FORMER", "").split()]
SECRET_KEY = cookie_key(SECRET)
SECRET_KEY_FALLBACKS = [*map(cookie_key, CODE_KEYS[1:])]

# The names of the site; without any it answers to what leads to a computer in its own network
# (config.middleware).
SITE_NAMES = [name.strip() for name in HOSTS.split(",") if name.strip()]
ALLOWED_HOSTS = ["*"]  # cannot say "any number", so config.middleware says it
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in SITE_NAMES] if HTTPS else []
# Who is believed, where there is HTTPS, about who asks.
PROXIES = networks(os.environ.get("MANILLA_PROXY") or "127.0.0.1, ::1") if HTTPS else []

SERVER_THREADS = 16
# KB of memory for one try at the pass phrase of a section's file: a tenth of a second.
PHRASE_COST = 2**16
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # bytes of a body; refused with a sentence
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # five hundred sections fill half as many
SERVER_LONGEST_BODY = 3_000_000  # refused by the server itself, before it keeps any of it

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "tournaments",
]

MIDDLEWARE = [
    "config.middleware.known_names",
    "django.middleware.security.SecurityMiddleware",
    # To guess a secret from the length of compressed answers (BREACH), a stranger's page must make
    # this site repeat the guess beside the secret, again and again. Here the token against forged
    # forms is masked anew in every answer, one-time keys are new each time, cookies stay at home
    # when another site asks (SameSite=Lax), and Django pads what it compresses by a random length.
    "django.middleware.gzip.GZipMiddleware",
    # Before the limits: what a script or a style may do, its page says.
    "config.static_files.KeptFiles",
    "config.middleware.browser_limits",
    "tournaments.access.page_cache.given_again",
    "config.middleware.own_answers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.access.login_session_store.uses_noted",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.DatabaseAway",
    "config.middleware.FewReaders",
    "config.middleware.bodies_of_a_size",
    "config.middleware.so_many_writers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.texts_to_keep",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.access.progress_polling.followed",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.web.desk.news.elsewhere",
            ],
            # What most templates need, so that none has to load it.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.l10n",
                "django.templatetags.static",
                "tournaments.templatetags.awards",
                "tournaments.templatetags.cards",
                "tournaments.templatetags.contestants",
                "tournaments.templatetags.events",
                "tournaments.templatetags.moments",
                "tournaments.templatetags.rankings",
                "tournaments.templatetags.sentences",
                "tournaments.templatetags.tabs",
            ],
        },
    }
]

# A power cut loses nothing accepted (synchronous=FULL); writers queue instead of failing (IMMEDIATE
# and the timeout, in seconds); readers never wait for them (WAL).
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "manilla.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
# A laptop keeps so many backups; who runs PostgreSQL says himself where they go.
BACKUPS_KEPT = 0 if DATABASE_URL else 20
BACKUPS_DIR = Path(os.environ.get("MANILLA_BACKUPS") or DATA_DIR / "backups")
# Planning a join of six tables takes PostgreSQL longer than running it: what is asked again is
# planned once.
PREPARED = {"server_side_binding": True, "prepare_threshold": 5}
DATABASES: dict[str, Any] = {"default": SQLITE}
if DATABASE_URL:
    DATABASES["default"] = dj_database_url.parse(
        DATABASE_URL, conn_max_age=60, conn_health_checks=True
    )
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"].setdefault("OPTIONS", {}).update(PREPARED)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Wrong guesses are counted there: at 300 entries, as Django has it, new ones would push them out.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "config.cache.SparedCache", "LOCATION": REDIS_URL}}
# Parts of pages, each process has its own: quicker made than sent for, and of fractions, which JSON
# has not.
CACHES["template_fragments"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "parts of pages",
    "OPTIONS": {"MAX_ENTRIES": 64},
}

# Without Redis a task runs in the process that asked for it, once its transaction is committed.
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # any task may run twice; what a worker takes with it, catch_up finds
CELERY_TASK_PUBLISH_RETRY = (
    False  # a dead broker must not hold up a phone: catch_up will find the work
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# For so many seconds a page that anybody is shown is not worked out again.
PUBLIC_PAGES_KEPT = 1.0
# After so many seconds what was left behind is looked for again.
CATCH_UP_EVERY = 30.0
# For so many seconds at least standings stay as they are: longer where making them is much work.
STANDINGS_REST = 1.0
CELERY_BEAT_SCHEDULE = {
    "catch up": {"task": "tournaments.tasks.catch_up", "schedule": Every(CATCH_UP_EVERY)},
    "recount": {
        "task": "tournaments.tasks.recount_stale_events",
        "schedule": Every(CATCH_UP_EVERY),
        "options": {
            "expires": CATCH_UP_EVERY
        },  # a worker that was off has them all to do at once otherwise
    },
}

_RULES = "tournaments.access.password_rules"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_RULES}.LongEnough", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_RULES}.UnlikeTheName"},
    {"NAME": f"{_RULES}.Uncommon"},
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "sign_in", "desk", "home"
OTP_TOTP_ISSUER = "Manilla"

SESSION_ENGINE = "tournaments.access.login_session_store"
# A member is signed out after so long without a request, and in any case after so long.
LOGIN_SESSION_IDLE, LOGIN_SESSION_MAX_AGE = timedelta(hours=12), timedelta(days=7)
ONE_TIME_PASSWORD_LIFETIME = timedelta(hours=72)
SESSION_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [
    "^health(/scoring)?$"
]  # asked from inside the machine, where nothing speaks HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Whether a federation's other names speak HTTPS too is not ours to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.ByTableCode",
        "tournaments.api.authentication.ByToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.JSONText"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.problems.answer_refusal",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Manilla",
    "DESCRIPTION": "Duplicate tournaments of card games: the same acts and views as the pages.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "PATH_CONVERTER_OVERRIDES": {
        "number": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.schema.add_refusals",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayState": "tournaments.models.Play.State",
        "SessionState": "tournaments.models.Session.State",
    },
}

LANGUAGE_CODE = "en"
# Each is chosen by the browser, or on any page. A language joins when its catalogue in locale/ is
# whole.
LANGUAGES = [("ca", "Català"), ("es", "Español"), ("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("MANILLA_TIME_ZONE", "Europe/Madrid")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.VersionedFiles"},
}
WHITENOISE_USE_FINDERS = True  # where files lie: nothing to collect before an evening in a bar
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_AUTOREFRESH = DEBUG

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"codes": {"()": "config.security.WithoutCodes"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["codes"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
