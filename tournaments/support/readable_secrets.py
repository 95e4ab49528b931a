"""Secrets that people read out, write down and type again: letters nobody misreads, in groups of
four."""

import secrets

from games.typed_text import as_code

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 or o, no 1, i or l
_IN_A_GROUP = 4


def generate_secret(groups: int) -> str:
    """A secret of so many groups, each of nearly twenty bits, as it is shown: `k7wm-3xqd`."""
    return "-".join(
        "".join(secrets.choice(_LETTERS) for _each in range(_IN_A_GROUP))
        for _group in range(groups)
    )


def normalize_secret(typed: str) -> str:
    """What was shown or typed, without the blanks, dashes of any kind and capitals that mean
    nothing."""
    return as_code(typed).lower()
