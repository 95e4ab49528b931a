"""A member's token: derived from his password and never stored, so that a new password revokes it."""

import hmac

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.crypto import salted_hmac

from tournaments.forms import number_in

_SALT = "manilla.api.token"


def token_of(user: AbstractBaseUser) -> str:
    """The user's present token: his number, a dash, and an HMAC of number and password hash."""
    text = f"{user.pk}:{user.password}"
    return f"{user.pk}-{salted_hmac(_SALT, text, algorithm='sha256').hexdigest()}"


def find_user(token: str) -> AbstractBaseUser | None:
    """The active user whose present token this is; None for any other text."""
    number = number_in(token.partition("-")[0])
    user = get_user_model().objects.filter(pk=number, is_active=True).first()
    if user and hmac.compare_digest(token.encode(), token_of(user).encode()):
        return user
    return None
