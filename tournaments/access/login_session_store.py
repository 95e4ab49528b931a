"""Session engine: a database row for members, a signed cookie for everybody else.

The session of a member is a row, so that it can be ended by signing out, from another browser, or
after some time. A phone at a table has no row: the codes that it has opened are in its cookie.
"""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db, signed_cookies
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.access.best_effort_write import best_effort_write
from tournaments.access.cache_limits import SESSION_ACTIVITY_INTERVAL
from tournaments.models import LoginSession
from tournaments.queries.accounts.login_sessions import session_expiry

# Session key of the User-Agent of a member's browser.
BROWSER_KEY = "browser"


def is_login_session_key(cookie: str | None) -> bool:
    """Return whether a cookie may be the key of a member's session.

    Keys of rows are letters and digits; signed cookies contain colons.
    """
    return bool(cookie) and ":" not in str(cookie)


class SessionStore(db.SessionStore):
    """Django's database sessions for members, its signed cookies for everybody else."""

    login_session: LoginSession | None = None

    @classmethod
    def get_model_class(cls) -> type[LoginSession]:
        """Return the model of the rows, which has more columns than Django's."""
        return LoginSession

    def load(self) -> dict[str, Any]:
        """Return the data of the session from its row or cookie.

        Cookies of old versions contain a user. This is ignored, so that such a cookie signs nobody
        in.
        """
        if self._has_row():
            return dict(super().load())
        data = signed_cookies.SessionStore(self.session_key).load()
        return {name: value for name, value in data.items() if not name.startswith("_auth_user")}

    def create(self) -> None:
        """Start a new session, which gets its key when it is saved."""
        self.login_session = None
        self._session_key = None
        self.modified = True

    def save(self, must_create: bool = False) -> None:
        """Save the session of a member as a row, any other session as a cookie.

        When a user signs in, the session gets a row with a new key instead of the cookie.
        """
        if SESSION_KEY not in self:
            self._write_cookie()
        elif self._has_row():
            super().save(must_create)
        else:
            self.clear_expired()
            super().create()

    def delete(self, session_key: str | None = None) -> None:
        """Delete the row of the session, if it has one."""
        if self._has_row(session_key or self.session_key):
            super().delete(session_key)

    def create_model_instance(self, data: dict[str, Any]) -> LoginSession:
        """Return the row to save, with its user, browser, start, last use and expiry."""
        now = timezone.now()
        login_session = cast(LoginSession, super().create_model_instance(data))
        login_session.user_id, login_session.browser = (
            int(data[SESSION_KEY]),
            data.get(BROWSER_KEY, ""),
        )
        login_session.started_at = self.login_session.started_at if self.login_session else now
        login_session.last_used_at = now
        login_session.expire_date = session_expiry(login_session.started_at, now)
        return login_session

    def record_use(self) -> None:
        """Store the last use of the session, at most once per `SESSION_ACTIVITY_INTERVAL`."""
        now = timezone.now()
        if self.login_session and now - self.login_session.last_used_at > SESSION_ACTIVITY_INTERVAL:
            expire_date = session_expiry(self.login_session.started_at, now)
            with best_effort_write():
                LoginSession.objects.filter(pk=self.login_session.pk).update(
                    last_used_at=now, expire_date=expire_date
                )

    def _get_session_from_db(self) -> LoginSession | None:
        self.login_session = super()._get_session_from_db()  # type: ignore[misc]  # the stubs lack this method of Django
        return self.login_session

    def _has_row(self, key: str | None = "") -> bool:
        return is_login_session_key(key or self.session_key)

    def _write_cookie(self) -> None:
        cookie = signed_cookies.SessionStore()
        cookie.update(dict(self.items()))
        cookie.save()
        self._session_key, self.login_session, self.modified = cookie.session_key, None, True


def record_session_use(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that records the last use of a member's login session.

    GET requests of htmx do not count, because pages poll without their user.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_poll = request.method == "GET" and "HX-Request" in request.headers
        if isinstance(request.session, SessionStore) and not is_poll:
            request.session.record_use()
        return response

    return middleware
