"""A member's token: derived from his password and never stored, so that a new password revokes
it."""

import hmac

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.crypto import salted_hmac

from tournaments.forms import parse_number

_SALT = "manilla.api.token"


def api_token_of(user: AbstractBaseUser, key: str = "") -> str:
    """The token by the present key or a former one: the user's number, a dash, an HMAC of number
    and hash."""
    text = f"{user.pk}:{user.password}"
    digest = salted_hmac(
        _SALT, text, secret=key or settings.CODE_KEYS[0], algorithm="sha256"
    ).hexdigest()
    return f"{user.pk}-{digest}"


def find_user_by_token(token: str) -> AbstractBaseUser | None:
    """The active user whose present token this is; None for any other text."""
    number = parse_number(token.partition("-")[0])
    user = get_user_model().objects.filter(pk=number, is_active=True).first()
    known = user and any(
        hmac.compare_digest(token.encode(), api_token_of(user, key).encode())
        for key in settings.CODE_KEYS
    )
    return user if known else None
