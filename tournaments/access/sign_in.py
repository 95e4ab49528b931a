"""Signing in by steps: the password, then the second factor if there is one.

The user is not signed in until the last step, so pages and the API do not treat them as a member
before.
"""

import hashlib
import time
from urllib.parse import urlencode

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.access.cache_limits import MAX_BROWSER_LENGTH, PENDING_SIGN_IN_SECONDS
from tournaments.access.login_session_store import BROWSER_KEY
from tournaments.actions.accounts.account_audit import record_account_audit
from tournaments.models import AuditAction
from tournaments.queries.accounts.second_factors import (
    clubs_requiring_second_factor,
    has_second_factor,
)
from tournaments.queries.accounts.usernames import username_key

_SESSION_KEY = "signing_in"
_NAMES_COOKIE, _MAX_REMEMBERED_NAMES, _YEAR_SECONDS = "signed_in_before", 5, 365 * 24 * 3600


def start_sign_in(request: HttpRequest, user: User) -> None:
    """Store in the session which user has given the right password.

    The entry becomes invalid if the user's password changes.
    """
    request.session[_SESSION_KEY] = {
        "user": user.pk,
        "proof": _password_digest(user),
        "at": int(time.time()),
    }


def pending_user(request: HttpRequest) -> User | None:
    """Return the user who has given the password in this browser recently, or None."""
    pending = request.session.get(_SESSION_KEY, {})
    if time.time() - pending.get("at", 0) > PENDING_SIGN_IN_SECONDS:
        return None
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    return user if user and _password_digest(user) == pending["proof"] else None


def continue_after_password(request: HttpRequest, user: User, url: str) -> HttpResponse:
    """Sign the user in, or redirect them to the page for the second factor.

    A user without a second factor has to set one up if one of their clubs requires it.
    """
    if not (has_second_factor(user.pk) or clubs_requiring_second_factor(user.pk)):
        return complete_sign_in(request, user, url)
    start_sign_in(request, user)
    step = "second_factor" if has_second_factor(user.pk) else "second_factor_new"
    return redirect(f"{reverse(step)}?{urlencode({'next': url})}")


def complete_sign_in(request: HttpRequest, user: User, url: str) -> HttpResponse:
    """Sign the user in, store in a cookie that they used this browser, and redirect to `url`."""
    request.session.pop(_SESSION_KEY, None)
    login(request, user)
    record_account_audit(user.pk, AuditAction.SIGNED_IN)
    request.session[BROWSER_KEY] = request.headers.get("User-Agent", "")[:MAX_BROWSER_LENGTH]
    response = redirect(url)
    names = [_digest(user.get_username()), *_remembered_names(request)]
    cookie = ".".join(list(dict.fromkeys(names))[:_MAX_REMEMBERED_NAMES])
    response.set_signed_cookie(
        _NAMES_COOKIE,
        cookie,
        max_age=_YEAR_SECONDS,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def browser_throttle_key(request: HttpRequest, name: str) -> str:
    """Return a key under which wrong passwords in this browser are counted.

    It is empty unless the user has signed in in this browser before. Such a browser does not have
    to wait because of guesses from other browsers at the same IP address.
    """
    return (
        request.COOKIES.get(_NAMES_COOKIE, "")
        if _digest(name) in _remembered_names(request)
        else ""
    )


def _remembered_names(request: HttpRequest) -> list[str]:
    cookie = request.get_signed_cookie(_NAMES_COOKIE, "", max_age=_YEAR_SECONDS)
    return cookie.split(".") if cookie else []


def _digest(name: str) -> str:
    """Return a hash of a username, so that the cookie does not reveal who uses the computer."""
    return hashlib.sha256(username_key(name).encode()).hexdigest()[:16]


def _password_digest(user: User) -> str:
    return user.get_session_auth_hash()
