"""The secrets of an installation: the one it was given, or one made once and kept in a file of its own."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

LEAST = 32
"""Letters of a secret that somebody chose."""

_FEWEST_DIFFERENT = 8
_KNOWN = ("change-me", "changeme", "change me", "django-insecure", "example", "your-secret", "secret-key")

_TOO_WEAK = (
    f"MANILLA_SECRET is too short or too well known: whoever guesses it reads every table code. Take {LEAST} "
    'letters by chance, as from: python -c "import secrets; print(secrets.token_urlsafe(48))". Put the one '
    "before into MANILLA_SECRET_FORMER, and the codes printed with it are good until you take it out again."
)


def kept_secret(path: Path) -> str:
    """The secret in `path`, made on first use; two processes starting together get the same one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _filled(path)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(48))
    return _filled(path)


def chosen_secret(text: str) -> str:
    """The secret that the environment gives; raises `ImproperlyConfigured` for one that can be guessed."""
    known = any(word in text.lower() for word in _KNOWN)
    if known or len(text) < LEAST or len(set(text)) < _FEWEST_DIFFERENT:
        raise ImproperlyConfigured(_TOO_WEAK)
    return text


def cookie_key(secret: str) -> str:
    """The key that cookies are signed with: it follows from the secret, and the secret not from it."""
    return hmac.new(secret.encode(), b"manilla cookies", hashlib.sha256).hexdigest()


def _filled(path: Path) -> str:
    """The other process may have created the file a moment before it writes."""
    while not (text := path.read_text()):
        pass
    return text
