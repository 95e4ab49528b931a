"""The secret of an installation that was given none: made once, kept in a file only its owner can read."""

import os
import secrets
from pathlib import Path


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


def _filled(path: Path) -> str:
    """The other process may have created the file a moment before it writes."""
    while not (text := path.read_text()):
        pass
    return text
