"""What the site keeps of a browser: of a member in the database, of anybody else in a signed
cookie.

A member's is a row, so that it can be ended: by signing out, from another browser, or by its age. A
phone at a table needs no row; that it knows the codes it has opened lies in its cookie, as it
always did.
"""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db, signed_cookies
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.access.best_effort_write import best_effort_write
from tournaments.access.cache_limits import SESSION_ACTIVITY_INTERVAL
from tournaments.models import Visit
from tournaments.queries.accounts.login_sessions import end_of_visit

BROWSER_KEY = "browser"
"""What the browser of a member says of itself, under this key."""


def is_login_session_key(cookie: str | None) -> bool:
    """Whether a cookie may be a member's: keys of rows are letters and digits, signed cookies
    have colons."""
    return bool(cookie) and ":" not in str(cookie)


class SessionStore(db.SessionStore):
    """Django's sessions in the database for whoever is signed in, its signed cookies for the
    others."""

    visit: Visit | None = None

    @classmethod
    def get_model_class(cls) -> type[Visit]:
        """A visit is a session with whose it is."""
        return Visit

    def load(self) -> dict[str, Any]:
        """What is kept; a cookie that says itself who is signed in, as old ones did, is not
        believed."""
        if self._is_a_row():
            return dict(super().load())
        kept = signed_cookies.SessionStore(self.session_key).load()
        return {name: value for name, value in kept.items() if not name.startswith("_auth_user")}

    def create(self) -> None:
        """Another session, named once it is known whose it is."""
        self.visit = None
        self._session_key = None
        self.modified = True

    def save(self, must_create: bool = False) -> None:
        """A member's as a row, under a key of its own if it was a cookie; anybody else's as a
        cookie."""
        if SESSION_KEY not in self:
            self._write_cookie()
        elif self._is_a_row():
            super().save(must_create)
        else:
            self.clear_expired()
            super().create()

    def delete(self, session_key: str | None = None) -> None:
        """A cookie has no row to be deleted."""
        if self._is_a_row(session_key or self.session_key):
            super().delete(session_key)

    def create_model_instance(self, data: dict[str, Any]) -> Visit:
        """The row, with whose it is and since when."""
        now = timezone.now()
        visit = cast(Visit, super().create_model_instance(data))
        visit.user_id, visit.browser = int(data[SESSION_KEY]), data.get(BROWSER_KEY, "")
        visit.began_at = self.visit.began_at if self.visit else now
        visit.used_at = now
        visit.expire_date = end_of_visit(visit.began_at, now)
        return visit

    def record_use(self) -> None:
        """The visit goes on; written now and then alone, so that pages only read."""
        now = timezone.now()
        if self.visit and now - self.visit.used_at > SESSION_ACTIVITY_INTERVAL:
            until = end_of_visit(self.visit.began_at, now)
            with best_effort_write():
                Visit.objects.filter(pk=self.visit.pk).update(used_at=now, expire_date=until)

    def _get_session_from_db(self) -> Visit | None:
        self.visit = super()._get_session_from_db()  # type: ignore[misc]
        return self.visit

    def _is_a_row(self, key: str | None = "") -> bool:
        return is_login_session_key(key or self.session_key)

    def _write_cookie(self) -> None:
        cookie = signed_cookies.SessionStore()
        cookie.update(dict(self.items()))
        cookie.save()
        self._session_key, self.visit, self.modified = cookie.session_key, None, True


def record_session_use(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: who asks for a page uses his visit; a page that asks whether it has changed
    does not."""

    def noted(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        polls = request.method == "GET" and "HX-Request" in request.headers
        if isinstance(request.session, SessionStore) and not polls:
            request.session.record_use()
        return response

    return noted
