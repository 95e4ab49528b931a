"""Tokens of members for the API.

A token is derived from the user's password hash and never stored, so a new password revokes it.
"""

import hmac

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.crypto import salted_hmac

from tournaments.forms import parse_number

_SALT = "manilla.api.token"


def api_token_of(user: AbstractBaseUser, secret_key: str = "") -> str:
    """Return a user's token: the user's id, a dash, and an HMAC of the id and password hash.

    `secret_key` is by default the current secret key.
    """
    message = f"{user.pk}:{user.password}"
    digest = salted_hmac(
        _SALT, message, secret=secret_key or settings.CODE_KEYS[0], algorithm="sha256"
    ).hexdigest()
    return f"{user.pk}-{digest}"


def find_user_by_token(token: str) -> AbstractBaseUser | None:
    """Return the active user with this token, or None; former secret keys are accepted."""
    user_id = parse_number(token.partition("-")[0])
    user = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    is_valid = user and any(
        hmac.compare_digest(token.encode(), api_token_of(user, key).encode())
        for key in settings.CODE_KEYS
    )
    return user if is_valid else None
