"""Secrets that people read and type: groups of four letters that cannot be confused."""

import secrets

from games.typed_text import as_code

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 or o, no 1, i or l
_GROUP_LENGTH = 4


def generate_secret(group_count: int) -> str:
    """Return a random secret such as `k7wm-3xqd`; each group has nearly twenty random bits."""
    return "-".join(
        "".join(secrets.choice(_LETTERS) for _letter in range(_GROUP_LENGTH))
        for _group in range(group_count)
    )


def normalize_secret(typed_secret: str) -> str:
    """Return a typed secret in lower case, without blanks and dashes."""
    return as_code(typed_secret).lower()
