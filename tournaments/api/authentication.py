"""Authentication of API requests: by the code of a table, or by the token of a member.

The sessions of browsers are authenticated by a class of Django REST framework.
"""

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.access.guess_limits import (
    GUESS_WINDOW_SECONDS,
    TOO_MANY_TABLE_CODES,
    find_table_limited,
)
from tournaments.api.exceptions import InvalidCredentials, Throttled
from tournaments.api.tokens import find_user_by_token
from tournaments.models import Table
from tournaments.queries.accounts.second_factors import lacks_second_factor

INVALID_TOKEN = Problem(
    "wrong_token", _("This token is not valid: a new password makes a new token.")
)

SECOND_FACTOR_MISSING = Problem(
    "second_factor_missing",
    _("This person’s club requires two-factor sign-in: sign in on the site and set it up first."),
)


class SchemeAuthentication(BaseAuthentication):
    """Reads `Authorization: <scheme> <secret>`, and ignores requests with another scheme."""

    scheme: str

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        """Return the user and the table, or None if the request has another scheme."""
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != self.scheme.lower():
            return None
        return self.authenticate_secret(request, secret.strip())

    def authenticate_header(self, request: Any) -> str:
        """Return the value of `WWW-Authenticate` in a 401 response."""
        return "Table, Token"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[Any, Any]:
        """Return the user and the table of a secret; raise `InvalidCredentials` if it is wrong."""
        raise NotImplementedError


class TableCodeAuthentication(SchemeAuthentication):
    """`Authorization: Table <code>`, with the code of a table or the token in its QR code.

    Wrong codes are counted together with those typed on phones.
    """

    scheme = "Table"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[AnonymousUser, Table]:
        """Return an anonymous user and the table.

        Raises `InvalidCredentials` for a wrong code, and `Throttled` after too many of them.
        """
        try:
            return AnonymousUser(), find_table_limited(request, secret)
        except ValidationFailed as error:
            if TOO_MANY_TABLE_CODES in error.problems:
                raise Throttled(error.problems, GUESS_WINDOW_SECONDS) from None
            raise InvalidCredentials(error.problems) from None


class TokenAuthentication(SchemeAuthentication):
    """`Authorization: Token <token>`, with the token that `manage.py api_token` prints."""

    scheme = "Token"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[AbstractBaseUser, None]:
        """Return the user, and no table.

        Raises `InvalidCredentials` for a wrong token, and if the user must have a second factor and
        has none.
        """
        user = find_user_by_token(secret)
        if user is None:
            raise InvalidCredentials([INVALID_TOKEN])
        if lacks_second_factor(user.pk):
            raise InvalidCredentials([SECOND_FACTOR_MISSING])
        return user, None
