"""Who asks the API: a table by its code, a member by his token or his browser's session, or
anybody."""

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
    """Reads `Authorization: <scheme> <secret>`; a request of another scheme is left to others."""

    scheme: str

    def authenticate(self, request: Any) -> tuple[Any, Any] | None:
        """Who asks, and by what; None when the scheme is another."""
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        return (
            self.authenticate_secret(request, secret.strip())
            if scheme.lower() == self.scheme.lower()
            else None
        )

    def authenticate_header(self, request: Any) -> str:
        """What a refusal tells the client to send."""
        return "Table, Token"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[Any, Any]:
        """The user and the table that the secret stands for; raises `NotKnown`."""
        raise NotImplementedError


class TableCodeAuthentication(SchemeAuthentication):
    """`Authorization: Table <code>`, the code or the QR token of the table; counted as on
    phones."""

    scheme = "Table"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[AnonymousUser, Table]:
        """Nobody signed in, and the table."""
        try:
            return AnonymousUser(), find_table_limited(request, secret)
        except ValidationFailed as refused:
            if TOO_MANY_TABLE_CODES in refused.problems:
                raise Throttled(refused.problems, GUESS_WINDOW_SECONDS) from None
            raise InvalidCredentials(refused.problems) from None


class TokenAuthentication(SchemeAuthentication):
    """`Authorization: Token <token>`: a member of a club, by what `manage.py api_token` prints."""

    scheme = "Token"

    def authenticate_secret(self, request: Any, secret: str) -> tuple[AbstractBaseUser, None]:
        """The member, and no table."""
        user = find_user_by_token(secret)
        if user is None:
            raise InvalidCredentials([INVALID_TOKEN])
        if lacks_second_factor(user.pk):
            raise InvalidCredentials([SECOND_FACTOR_MISSING])
        return user, None
