"""The secrets of an installation: the one it was given, or one made once and kept in a file of
its own."""

import hashlib
import hmac
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from tournaments.support.atomic_files import create_whole

LEAST = 32
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
    f"Take {LEAST} "
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


def kept_secret(path: Path) -> str:
    """The secret in `path`, made on first use; two processes starting together get the same one.

    Raises `ImproperlyConfigured` where it cannot be made or read, or is none.
    """
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            create_whole(path, secrets.token_urlsafe(48))
        text = path.read_text()
    except (OSError, UnicodeDecodeError) as wrong:
        raise ImproperlyConfigured(_NO_FILE.format(path=path, why=wrong)) from None
    if len(text.strip()) < LEAST or len(set(text)) < _FEWEST_DIFFERENT:
        raise ImproperlyConfigured(_NOT_WHOLE.format(path=path))
    return text


def chosen_secret(text: str) -> str:
    """The secret that the environment gives; raises `ImproperlyConfigured` for one that can be
    guessed."""
    known = any(word in text.lower() for word in _KNOWN)
    if known or len(text) < LEAST or len(set(text)) < _FEWEST_DIFFERENT:
        raise ImproperlyConfigured(_TOO_WEAK)
    return text


def cookie_key(secret: str) -> str:
    """The key that cookies are signed with: it follows from the secret, and the secret not from
    it."""
    return hmac.new(secret.encode(), b"manilla cookies", hashlib.sha256).hexdigest()
