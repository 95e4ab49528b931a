"""Security of an installation: what settings and the server need before any request.

These are response headers, private files, secrets, trusted proxies, and a log without codes.
"""

import hashlib
import hmac
import logging
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.signals import connection_created
from waitress.proxy_headers import proxy_headers_middleware

from tournaments.support.atomic_files import create_private_file_atomically

# Scripts, styles, fonts and images are loaded from our own files only, and none are inline. Search
# engines index nothing, because nearly every page names people; views override this header where a
# club allows it.
RESPONSE_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}

DIRECTORY_MODE, FILE_MODE = 0o700, 0o600


def make_private(folder: Path) -> None:
    """Make a folder, its databases and its secrets accessible to their owner only.

    The folder is created if it is missing. A failure to create it is ignored, because with
    PostgreSQL and a secret from the environment the folder is not needed. If it is needed, opening
    its files will fail. A folder with the sticky bit, such as /tmp, is left unchanged, and so is
    every folder on Windows.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=DIRECTORY_MODE)
    except OSError:
        return
    if os.name != "posix" or folder.stat().st_mode & stat.S_ISVTX:
        return
    _restrict(folder, DIRECTORY_MODE)
    for file in (*folder.glob("*.sqlite3*"), *folder.glob("secret*")):
        _restrict(file, FILE_MODE)


def restrict_new_database(connection: Any, **_signal: Any) -> None:
    """Make a SQLite database accessible to its owner only; WAL files inherit its mode."""
    if connection.vendor == "sqlite" and os.name == "posix":
        _restrict(Path(connection.settings_dict["NAME"]), FILE_MODE)


connection_created.connect(restrict_new_database)


def _restrict(path: Path, mode: int) -> None:
    """Set a path's mode if group or others have access; ignore errors, such as a missing path."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


# Minimum length of a secret set in the environment.
MIN_SECRET_LENGTH = 32

_MIN_DIFFERENT_CHARACTERS = 8
# A secret that contains one of these was copied from an example.
_COMMON_SECRET_PARTS = (
    "change-me",
    "changeme",
    "change me",
    "django-insecure",
    "example",
    "your-secret",
    "secret-key",
)

_TOO_WEAK = (
    f"MANILLA_SECRET is too short or too easy to guess: anybody who guesses it knows every table "
    f"code. Use at least {MIN_SECRET_LENGTH} random characters, for example from: "
    'python -c "import secrets; print(secrets.token_urlsafe(48))". Set MANILLA_SECRET_FORMER to '
    "the old secret: printed table codes then stay valid until you remove it."
)

_UNREADABLE_FILE = "The secret of this installation cannot be created or read: {path}: {why}."
_INCOMPLETE_FILE = (
    "{path} is incomplete, perhaps because the disk was full. Restore it from your last backup. "
    "Without a backup delete the file: a new secret is then created, and table codes that are "
    "already printed become invalid."
)


def load_or_create_secret(path: Path) -> str:
    """Return the secret in `path`, creating it on first use.

    Two processes that start together get the same secret. Raises `ImproperlyConfigured` if the file
    cannot be created or read, or is incomplete.
    """
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            create_private_file_atomically(path, secrets.token_urlsafe(48))
        secret = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(_UNREADABLE_FILE.format(path=path, why=error)) from None
    if len(secret.strip()) < MIN_SECRET_LENGTH or len(set(secret)) < _MIN_DIFFERENT_CHARACTERS:
        raise ImproperlyConfigured(_INCOMPLETE_FILE.format(path=path))
    return secret


def validated_secret(secret: str) -> str:
    """Return the secret; raise `ImproperlyConfigured` if it is too easy to guess."""
    is_common = any(part in secret.lower() for part in _COMMON_SECRET_PARTS)
    if is_common or len(secret) < MIN_SECRET_LENGTH or len(set(secret)) < _MIN_DIFFERENT_CHARACTERS:
        raise ImproperlyConfigured(_TOO_WEAK)
    return secret


def derive_cookie_key(secret: str) -> str:
    """Return the key that signs cookies; the secret cannot be derived from it."""
    return hmac.new(secret.encode(), b"manilla cookies", hashlib.sha256).hexdigest()


Network = IPv4Network | IPv6Network
WSGIApplication = Callable[[dict[str, Any], Any], Iterable[bytes]]

_PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-proto"}


def parse_networks(text: str) -> list[Network]:
    """Parse a comma-separated list of IP addresses and networks.

    Raises `ImproperlyConfigured` if an item is neither.
    """
    try:
        return [ip_network(network.strip()) for network in text.split(",") if network.strip()]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"MANILLA_PROXY: {error}. Write the address of the proxy, as in 192.168.1.5, or its "
            f"network, as "
            "in 172.16.0.0/12; with commas between several."
        ) from None


def trust_proxies(application: WSGIApplication, proxies: Iterable[Network]) -> WSGIApplication:
    """Wrap an application so that it gets X-Forwarded headers from trusted proxies only.

    The headers are removed from requests of all other clients.
    """
    proxies = list(proxies)
    trusting_application = proxy_headers_middleware(
        application, trusted_proxy="*", trusted_proxy_headers=_PROXY_HEADERS
    )
    clearing_application = proxy_headers_middleware(application, clear_untrusted=True)

    def wrapper(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        is_trusted = _is_in_networks(environ.get("REMOTE_ADDR", ""), proxies)
        chosen_application = trusting_application if is_trusted else clearing_application
        response: Iterable[bytes] = chosen_application(environ, start_response)
        return response

    return wrapper


def _is_in_networks(address: str, networks: Iterable[Network]) -> bool:
    try:
        return any(ip_address(address) in network for network in networks)
    except ValueError:  # not an IP address: the server listens on a Unix socket
        return False


_CODE_IN_URL = re.compile(r"(/(?:t|team)/)[^/\s\"'?]+")


class TableCodeFilter(logging.Filter):
    """Log filter that removes the codes of tables and teams from URLs."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the codes from the message; every record is logged."""
        record.msg, record.args = _CODE_IN_URL.sub(r"\1…", record.getMessage()), None
        return True
