"""One-time passwords: how a new member signs in until he has chosen a password of his own.

Derived and never stored, as table codes are: twelve letters of an HMAC over secret, user and what stands
where his password will stand. Choosing one therefore ends it; until then the owner can read it out again.
"""

import hashlib
import hmac

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none to be misread
_LENGTH = 12


def one_time_password(user: AbstractBaseUser) -> str:
    """The password of a user who has not chosen one; blank for a user who has."""
    if user.has_usable_password():
        return ""
    text = f"one-time:{user.pk}:{user.password}"
    digest = hmac.new(settings.CODE_KEYS[0].encode(), text.encode(), hashlib.sha256).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])
