"""Django settings, with the environment variables that they depend on."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url

from config.monotonic_schedule import MonotonicSchedule
from config.security import (
    derive_cookie_key,
    load_or_create_secret,
    make_private,
    parse_networks,
    validated_secret,
)

BASE_DIR = Path(__file__).resolve().parent.parent

DATA_DIR = Path(os.environ.get("MANILLA_DATA", BASE_DIR / "var"))
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
DEBUG = os.environ.get("MANILLA_DEBUG", "no") == "yes"
HOSTS = os.environ.get("MANILLA_HOSTS", "")
HTTPS = os.environ.get("MANILLA_HTTPS", "no") == "yes"
SECURITY_CONTACT = os.environ.get("MANILLA_SECURITY_CONTACT", "").strip()

make_private(DATA_DIR)
SECRET = os.environ.get("MANILLA_SECRET", "")
SECRET_FILE = None if SECRET else DATA_DIR / "secret"
SECRET = load_or_create_secret(SECRET_FILE) if SECRET_FILE else validated_secret(SECRET)
# Table codes and tokens are signed with the first of these secrets. Codes that were signed with a
# former secret are valid while MANILLA_SECRET_FORMER contains it.
CODE_KEYS = [SECRET, *os.environ.get("MANILLA_SECRET_FORMER", "").split()]
SECRET_KEY = derive_cookie_key(SECRET)
SECRET_KEY_FALLBACKS = [*map(derive_cookie_key, CODE_KEYS[1:])]

# Host names of the site. If empty, it answers to IP addresses and to names in the local network
# (config.middleware.check_host).
SITE_HOSTS = [name.strip() for name in HOSTS.split(",") if name.strip()]
ALLOWED_HOSTS = ["*"]  # config.middleware checks hosts, as "any IP address" cannot be listed here
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in SITE_HOSTS] if HTTPS else []
# Proxies whose X-Forwarded headers are trusted, with HTTPS only.
TRUSTED_PROXIES = (
    parse_networks(os.environ.get("MANILLA_PROXY") or "127.0.0.1, ::1") if HTTPS else []
)

SERVER_THREADS = 16
# KB of memory used to derive a key from the passphrase of an exported section, which takes a tenth
# of a second.
PASSPHRASE_COST = 2**16
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # bytes of a body; a larger one gets an error page
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5_000  # five hundred sections need half as many
SERVER_MAX_BODY_BYTES = 3_000_000  # a larger body is rejected by the server itself, unread

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
    "config.middleware.check_host",
    "django.middleware.security.SecurityMiddleware",
    # Compression is safe from the BREACH attack, in which another site makes this one repeat its
    # guesses next to a secret and compares lengths: CSRF tokens are masked differently in every
    # response, idempotency keys are new each time, requests from other sites have no cookies
    # (SameSite=Lax), and Django adds a random number of bytes.
    "django.middleware.gzip.GZipMiddleware",
    # Before the security headers, which static files do not need: the headers of the page apply.
    "config.static_files.StaticFilesMiddleware",
    "config.middleware.security_headers",
    "tournaments.access.page_cache.page_cache_middleware",
    "config.middleware.private_responses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.access.login_session_store.record_session_use",
    "django.middleware.locale.LocaleMiddleware",
    "config.middleware.DatabaseUnavailable",
    "config.middleware.TooManyReadersMiddleware",
    "config.middleware.limit_body_size",
    "config.middleware.limit_concurrent_writes",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.reject_unstorable_text",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.page_for_method_not_allowed",
    "tournaments.access.progress_polling.track_progress",
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
                "tournaments.web.desk.context_processors.desk_header",
            ],
            # Most templates need these, so they are loaded in all.
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

# A power cut loses nothing that was committed (synchronous=FULL); writers wait for each other up to
# the timeout in seconds (IMMEDIATE); readers never wait for writers (WAL).
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
# Number of automatic backups that are stored. With PostgreSQL the operator arranges backups.
MAX_BACKUPS = 0 if DATABASE_URL else 20
BACKUPS_DIR = Path(os.environ.get("MANILLA_BACKUPS") or DATA_DIR / "backups")
# PostgreSQL takes longer to plan a join of six tables than to run it, so repeated queries are
# prepared.
POSTGRESQL_OPTIONS = {"server_side_binding": True, "prepare_threshold": 5}
DATABASES: dict[str, Any] = {"default": SQLITE}
if DATABASE_URL:
    DATABASES["default"] = dj_database_url.parse(
        DATABASE_URL, conn_max_age=60, conn_health_checks=True
    )
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"].setdefault("OPTIONS", {}).update(POSTGRESQL_OPTIONS)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The cache stores counts of wrong guesses. With Django's default of 300 entries, new entries would
# evict them.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "config.cache.FailOpenCache", "LOCATION": REDIS_URL}}
# Template fragments are cached in each process: they contain fractions, which JSON cannot
# represent, and rendering them is faster than fetching them from Redis.
CACHES["template_fragments"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "parts of pages",
    "OPTIONS": {"MAX_ENTRIES": 64},
}

# Without Redis a task runs in the process that queues it, after the commit.
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # any task can run twice; catch_up redoes tasks of lost workers
CELERY_TASK_PUBLISH_RETRY = False  # a broker that is down must not delay phones; see catch_up
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 0.5,
    "socket_timeout": 2,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# How long a public page is served from the cache.
PUBLIC_PAGE_CACHE_SECONDS = 1.0
# How often tasks look for unscored results and outdated standings.
CATCH_UP_INTERVAL_SECONDS = 30.0
# Minimum seconds between two snapshots of standings; it is longer if building them takes long.
MIN_SNAPSHOT_INTERVAL_SECONDS = 1.0
CELERY_BEAT_SCHEDULE = {
    "catch up": {
        "task": "tournaments.tasks.catch_up",
        "schedule": MonotonicSchedule(CATCH_UP_INTERVAL_SECONDS),
    },
    "recount": {
        "task": "tournaments.tasks.recount_stale_events",
        "schedule": MonotonicSchedule(CATCH_UP_INTERVAL_SECONDS),
        "options": {
            "expires": CATCH_UP_INTERVAL_SECONDS
        },  # otherwise a worker that was stopped would run all missed tasks at once
    },
}

_VALIDATORS = "tournaments.access.password_validators"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "sign_in", "desk", "home"
OTP_TOTP_ISSUER = "Manilla"

SESSION_ENGINE = "tournaments.access.login_session_store"
# A member is signed out after the first time without a request, and always after the second.
LOGIN_SESSION_IDLE, LOGIN_SESSION_MAX_AGE = timedelta(hours=12), timedelta(days=7)
ONE_TIME_PASSWORD_LIFETIME = timedelta(hours=72)
SESSION_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^health(/scoring)?$"]  # requested on this computer, without HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# The owner of the domain decides on HSTS for subdomains and preloading.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.authentication.TableCodeAuthentication",
        "tournaments.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pagination.ApiPagination",
    "DEFAULT_SCHEMA_CLASS": "tournaments.api.component_names.ApiAutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.problems.exception_response",
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
        "tournaments.api.schema.add_error_responses",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayState": "tournaments.models.Play.State",
        "SessionState": "tournaments.models.Session.State",
    },
}

LANGUAGE_CODE = "en"
# The browser's language is used, unless the user chooses another on a page. A language is added
# here when its catalogue in locale/ is complete.
LANGUAGES = [("ca", "Català"), ("es", "Español"), ("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("MANILLA_TIME_ZONE", "Europe/Madrid")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.VersionedStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True  # serve from the source folders, so that collectstatic is not needed
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_AUTOREFRESH = DEBUG

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"codes": {"()": "config.security.TableCodeFilter"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["codes"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
