"""The login sessions of a user, each with a public name that does not reveal its key."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from tournaments.models import LoginSession

_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class LoginSessionRow:
    """A login session as its user sees it; `browser` and `system` are blank if unknown."""

    key: str
    public_name: str
    browser: str
    system: str
    started_at: datetime
    last_used_at: datetime


def active_login_sessions(user_id: int) -> list[LoginSessionRow]:
    """Return a user's sessions that have not expired, the last used one first."""
    sessions = LoginSession.objects.filter(user=user_id, expire_date__gt=timezone.now()).order_by(
        "-last_used_at", "pk"
    )
    return [
        LoginSessionRow(
            session.pk,
            public_session_name(session.pk),
            _first_match(_BROWSERS, session.browser),
            _first_match(_SYSTEMS, session.browser),
            session.started_at,
            session.last_used_at,
        )
        for session in sessions
    ]


def public_session_name(key: str) -> str:
    """Return a name for pages to identify a session: its key would let anybody sign in."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def session_expiry(started_at: datetime, last_used_at: datetime) -> datetime:
    """Return when a session expires: some time after its last use, or at its maximum age."""
    return min(
        last_used_at + settings.LOGIN_SESSION_IDLE, started_at + settings.LOGIN_SESSION_MAX_AGE
    )


def _first_match(names: Mapping[str, str], user_agent: str) -> str:
    """Return the first name whose mark is in the user agent.

    Browsers also name the older ones that they imitate, so the order matters.
    """
    return next((name for mark, name in names.items() if mark in user_agent), "")
