"""Where a member is signed in: his visits, each with a name that opens nothing."""

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
    """A visit as its member reads it; `browser` and `system` are blank where it did not say."""

    key: str
    name: str
    browser: str
    system: str
    started_at: datetime
    last_used_at: datetime


def active_login_sessions(user_id: int) -> list[LoginSessionRow]:
    """The visits of a user that have not ended, the one used last first."""
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
    """What a page may call a visit: its key would let anybody in."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def session_expiry(started_at: datetime, last_used_at: datetime) -> datetime:
    """When a visit ends by itself: so long after its last use, and in any case so long after it
    began."""
    return min(
        last_used_at + settings.LOGIN_SESSION_IDLE, started_at + settings.LOGIN_SESSION_MAX_AGE
    )


def _first_match(names: Mapping[str, str], user_agent: str) -> str:
    """Return the first name whose mark is there: a browser names the older ones it imitates too."""
    return next((name for mark, name in names.items() if mark in user_agent), "")
