"""Whoever is signing in and not yet in: known by a password, and asked for one thing more.

Until that is given he is signed in nowhere, so that no page and no program takes him for a member.
"""

import time

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest

from tournaments.access.sessions import BROWSER

_KEY = "signing_in"
LONGEST_BROWSER = 200
PATIENCE = 10 * 60
"""Seconds until he has to begin again."""


def begin_signing_in(request: HttpRequest, user: User) -> None:
    """Remember in the browser's session who he is; another password of his makes it void."""
    request.session[_KEY] = {"user": user.pk, "proof": _proof(user), "at": int(time.time())}


def who_signs_in(request: HttpRequest) -> User | None:
    """Whoever began in this browser not long ago; None for anybody else."""
    began = request.session.get(_KEY, {})
    if time.time() - began.get("at", 0) > PATIENCE:
        return None
    user = User.objects.filter(pk=began["user"], is_active=True).first()
    return user if user and _proof(user) == began["proof"] else None


def go_in(request: HttpRequest, user: User) -> None:
    """He is signed in from here on."""
    request.session.pop(_KEY, None)
    login(request, user)
    request.session[BROWSER] = request.headers.get("User-Agent", "")[:LONGEST_BROWSER]


def _proof(user: User) -> str:
    return user.get_session_auth_hash()
