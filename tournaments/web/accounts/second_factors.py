"""Pages that ask for the second factor at sign-in, set it up, and change it."""

from base64 import b32encode
from collections.abc import Iterable
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.problems import Problem, ValidationFailed
from tournaments.access.request_access import user_id_or_404
from tournaments.access.sign_in import complete_sign_in, pending_user
from tournaments.actions.accounts import second_factors as actions
from tournaments.forms import problem_text
from tournaments.queries.accounts.second_factors import (
    clubs_requiring_second_factor,
    has_second_factor,
)

_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_get_or_post
def second_factor_view(request: HttpRequest) -> HttpResponse:
    """Ask for a code of the app or a recovery code, once the password has been entered."""
    user = pending_user(request)
    if user is None or not has_second_factor(user.pk):
        return redirect("sign_in")
    if request.method != "POST":
        return _code_page(request)
    try:
        actions.verify_second_factor(user, request.POST.get("code", ""))
    except ValidationFailed as error:
        return _code_page(request, error.problems, status=422)
    return complete_sign_in(request, user, _next_url(request))


@never_cache
@_get_or_post
def second_factor_new_view(request: HttpRequest) -> HttpResponse:
    """Show the key for the app; on POST store it if the app's first code is right.

    Signed-in users can open it, and at sign-in users whose club requires a second factor.
    """
    user = _user_to_set_up(request)
    if user is None:
        return redirect("sign_in")
    if request.method != "POST":
        return _key_page(request, user)
    try:
        codes = actions.confirm_second_factor(
            user, request.POST.get("code", ""), request.POST.get("old", "")
        )
    except ValidationFailed as error:
        return _key_page(request, user, error.problems, status=422)
    response = _recovery_codes(request, codes)
    if not request.user.is_authenticated:
        response.cookies.update(complete_sign_in(request, user, "desk").cookies)
    return response


@never_cache
@login_required
@require_POST
def second_factor_change_view(request: HttpRequest) -> HttpResponse:
    """Remove the second factor or renew the recovery codes, given a valid code."""
    user, code = User.objects.get(pk=user_id_or_404(request)), request.POST.get("code", "")
    try:
        if "remove" not in request.POST:
            return _recovery_codes(request, actions.renew_recovery_codes(user, code))
        actions.remove_second_factor(user, code)
    except ValidationFailed as error:
        return _refused_change(request, error.problems)
    messages.success(
        request, _("The second factor is removed: the password alone is enough again.")
    )
    return redirect("account")


def _user_to_set_up(request: HttpRequest) -> User | None:
    """Return the user who may set up a second factor, or None.

    A signed-in user may do so. At sign-in, after the password, a user may do so if a club requires
    a second factor and the user has none yet. A user who has one must first enter its code.
    """
    if request.user.is_authenticated:
        return User.objects.get(pk=user_id_or_404(request))
    user = pending_user(request)
    is_required = (
        user and user.has_usable_password() and clubs_requiring_second_factor(user.pk).exists()
    )
    return user if user and is_required and not has_second_factor(user.pk) else None


def _next_url(request: HttpRequest) -> str:
    url = request.POST.get("next") or request.GET.get("next") or ""
    is_safe = url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    )
    return url if is_safe else reverse(settings.LOGIN_REDIRECT_URL)


def _code_page(
    request: HttpRequest, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    return _render(request, "second_factor", problems, status, next=_next_url(request))


def _refused_change(request: HttpRequest, problems: Iterable[Problem]) -> HttpResponse:
    return _render(request, "second_factor_refused", problems, 422)


def _key_page(
    request: HttpRequest, user: User, problems: Iterable[Problem] = (), status: int = 200
) -> HttpResponse:
    """Render the key as a QR code and as text to be typed."""
    device = actions.start_second_factor_setup(user)
    svg = segno.make(device.config_url, error="m").svg_inline(
        svgclass="qr", lineclass="", omitsize=True, border=4, light="#fff"
    )
    key = b32encode(device.bin_key).decode()
    grouped_key = " ".join(key[start : start + 4] for start in range(0, len(key), 4))
    key_context = {"qr": SafeString(svg), "key": grouped_key, "moves": has_second_factor(user.pk)}
    requiring_clubs = clubs_requiring_second_factor(user.pk)
    return _render(
        request, "second_factor_new", problems, status, demanding=requiring_clubs, **key_context
    )


def _recovery_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Render new recovery codes, which are shown only once."""
    return render(request, "accounts/recovery_codes.html", {"codes": codes})


def _render(
    request: HttpRequest, template: str, problems: Iterable[Problem], status: int, **context: Any
) -> HttpResponse:
    texts = {"sentences": [problem_text(problem) for problem in problems]}
    return render(request, f"accounts/{template}.html", texts | context, status=status)
