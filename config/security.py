"""Headers of every answer, secrets and private files, trusted proxies, what logs must not hold."""

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

from tournaments.support.atomic_files import create_atomically

# Scripts, styles, fonts and pictures come from our own files alone, nothing inline. Search engines
# list nothing, since nearly every answer names people; a view says where a club wants it otherwise.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Robots-Tag": "noindex",
}

DIRECTORY_MODE, FILE_MODE = 0o700, 0o600


def make_private(folder: Path) -> None:
    """Make the folder and what lies in it its owner's alone, also where an earlier version left it
    open.

    A folder that is everybody's, such as /tmp, is left as it is; on Windows modes say nothing. One
    that cannot be made is missed by whoever needs it: with PostgreSQL and a secret that was given
    nobody does.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=DIRECTORY_MODE)
    except OSError:
        return
    if os.name != "posix" or folder.stat().st_mode & stat.S_ISVTX:
        return
    _close(folder, DIRECTORY_MODE)
    for file in (*folder.glob("*.sqlite3*"), *folder.glob("secret*")):
        _close(file, FILE_MODE)


def restrict_new_database(connection: Any, **_signal: Any) -> None:
    """A database of SQLite that has just been made; the files beside it take over its mode."""
    if connection.vendor == "sqlite" and os.name == "posix":
        _close(Path(connection.settings_dict["NAME"]), FILE_MODE)


connection_created.connect(restrict_new_database)


def _close(path: Path, mode: int) -> None:
    """What belongs to somebody else, or is no file at all but in memory, stays as it is."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


MIN_SECRET_LENGTH = 32
"""Letters of a secret that somebody chose."""

_FEWEST_DIFFERENT = 8
_KNOWN = (
    "change-me",
    "changeme",
    "change me",
    "django-insecure",
    "example",
    "your-secret",
    "secret-key",
)

_TOO_WEAK = (
    f"MANILLA_SECRET is too short or too well known: whoever guesses it reads every table code. "
    f"Take {MIN_SECRET_LENGTH} "
    'letters by chance, as from: python -c "import secrets; print(secrets.token_urlsafe(48))". Put '
    "the one "
    "before into MANILLA_SECRET_FORMER, and the codes printed with it are good until you take it "
    "out again."
)

_NO_FILE = "The secret of this installation cannot be made or read: {path}: {why}."
_NOT_WHOLE = (
    "{path} holds no whole secret: the disk was full, or the power went. Put that of your last "
    "backup there. "
    "Where there is none, delete the file, and another is made: table codes printed before then "
    "open nothing."
)


def load_or_create_secret(path: Path) -> str:
    """The secret in `path`, made on first use; two processes starting together get the same one.

    Raises `ImproperlyConfigured` where it cannot be made or read, or is none.
    """
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            create_atomically(path, secrets.token_urlsafe(48))
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as wrong:
        raise ImproperlyConfigured(_NO_FILE.format(path=path, why=wrong)) from None
    if len(text.strip()) < MIN_SECRET_LENGTH or len(set(text)) < _FEWEST_DIFFERENT:
        raise ImproperlyConfigured(_NOT_WHOLE.format(path=path))
    return text


def secret_from_environment(text: str) -> str:
    """The secret that the environment gives; raises `ImproperlyConfigured` for one that can be
    guessed."""
    known = any(word in text.lower() for word in _KNOWN)
    if known or len(text) < MIN_SECRET_LENGTH or len(set(text)) < _FEWEST_DIFFERENT:
        raise ImproperlyConfigured(_TOO_WEAK)
    return text


def derive_cookie_key(secret: str) -> str:
    """The key that cookies are signed with: it follows from the secret, and the secret not from
    it."""
    return hmac.new(secret.encode(), b"manilla cookies", hashlib.sha256).hexdigest()


Network = IPv4Network | IPv6Network
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

_SAYS = {"x-forwarded-for", "x-forwarded-proto"}


def parse_networks(text: str) -> list[Network]:
    """Addresses and networks with commas between them; raises `ImproperlyConfigured` for
    anything else."""
    try:
        return [ip_network(each.strip()) for each in text.split(",") if each.strip()]
    except ValueError as wrong:
        raise ImproperlyConfigured(
            f"MANILLA_PROXY: {wrong}. Write the address of the proxy, as in 192.168.1.5, or its "
            f"network, as "
            "in 172.16.0.0/12; with commas between several."
        ) from None


def trust_proxies(application: Wsgi, proxies: Iterable[Network]) -> Wsgi:
    """The application as it is told by its proxies where a request came from; what others say is
    removed."""
    proxies = list(proxies)
    told = proxy_headers_middleware(application, trusted_proxy="*", trusted_proxy_headers=_SAYS)
    untold = proxy_headers_middleware(application, clear_untrusted=True)

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        believed = _is_among(environ.get("REMOTE_ADDR", ""), proxies)
        answer: Iterable[bytes] = (told if believed else untold)(environ, start_response)
        return answer

    return answered


def _is_among(asker: str, proxies: Iterable[Network]) -> bool:
    try:
        return any(ip_address(asker) in each for each in proxies)
    except ValueError:  # no address, as at a socket of Unix
        return False


_CODE = re.compile(r"(/(?:t|team)/)[^/\s\"'?]+")


class TableCodeFilter(logging.Filter):
    """Writes addresses of tables without their codes."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Every record stays, its message without codes."""
        record.msg, record.args = _CODE.sub(r"\1…", record.getMessage()), None
        return True
