"""Pages of an account: sign in and out, change the password, and list login sessions."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.problems import Problem
from tournaments.access.guess_limits import (
    OLD_PASSWORD_GUESSES,
    PASSWORD_GUESSES_BY_ACCOUNT,
    PASSWORD_GUESSES_BY_ADDRESS,
    PASSWORD_GUESSES_BY_NAME,
    GuessLimit,
    client_address,
)
from tournaments.access.request_access import member_actor, user_id_or_404
from tournaments.access.sign_in import (
    browser_throttle_key,
    continue_after_password,
    pending_user,
    start_sign_in,
)
from tournaments.actions.accounts.account_audit import record_account_audit, record_wrong_password
from tournaments.actions.accounts.login_sessions import end_login_session, end_login_sessions
from tournaments.actions.accounts.passwords import choose_password
from tournaments.actions.people.person_links import create_person_code
from tournaments.models import AuditAction, Player
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.accounts.login_sessions import active_login_sessions, public_session_name
from tournaments.queries.accounts.one_time_passwords import (
    can_choose_first_password,
    user_for_one_time_password,
)
from tournaments.queries.accounts.second_factors import has_second_factor, recovery_codes_left
from tournaments.queries.accounts.usernames import username_key
from tournaments.queries.people.names import name_sort_key
from tournaments.web.accounts.forms import (
    NewPasswordForm,
    PasswordUpdateForm,
    SignInForm,
    retry_message,
)
from tournaments.web.try_action import page_with_problems, try_action


@never_cache
@login_required
@require_safe
def account_view(request: HttpRequest) -> HttpResponse:
    """Show the user's own account."""
    return _account_page(request)


@never_cache
@login_required
@require_POST
def account_code_view(request: HttpRequest, player_id: int) -> HttpResponse:
    """Create a code with which another club can link this player, and show it this once."""
    player = get_object_or_404(_own_players(request), pk=player_id)
    return _account_page(
        request, new_code=(player, create_person_code(player, member_actor(request)))
    )


@login_required
@require_POST
def login_session_end_view(request: HttpRequest) -> HttpResponse:
    """Sign the user out in one browser, which may be this one."""
    name = request.POST.get("visit", "")
    if problems := try_action(lambda: end_login_session(user_id_or_404(request), name)):
        return _account_page(request, problems)
    if name == _current_session_name(request):
        return _sign_out(request)
    messages.success(request, _("That browser is signed out."))
    return redirect("account")


@login_required
@require_POST
def login_sessions_end_view(request: HttpRequest) -> HttpResponse:
    """Sign the user out in every browser, including this one."""
    end_login_sessions(user_id_or_404(request))
    return _sign_out(request)


def _current_session_name(request: HttpRequest) -> str:
    return public_session_name(request.session.session_key or "")


def _sign_out(request: HttpRequest) -> HttpResponse:
    request.session.flush()
    return redirect("sign_in")


def _own_players(request: HttpRequest) -> QuerySet[Player]:
    """Return the players whom clubs have linked to the user."""
    return Player.objects.filter(user=user_id_or_404(request)).select_related("club")


def _account_page(
    request: HttpRequest,
    problems: Sequence[Problem] = (),
    new_code: tuple[Player, str] | None = None,
) -> HttpResponse:
    """Render the account; `new_code` is a player with the code created just now."""
    context = {
        "recovery_codes": recovery_codes_left(user_id_or_404(request)),
        "has_second_factor": has_second_factor(user_id_or_404(request)),
        "login_sessions": active_login_sessions(user_id_or_404(request)),
        "current_session_name": _current_session_name(request),
        "players": sorted(
            _own_players(request), key=lambda player: (name_sort_key(player.club.name), player.pk)
        ),
        "new_code": new_code,
    }
    return page_with_problems(request, "accounts/account.html", context, problems)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_password_view(request: HttpRequest) -> HttpResponse:
    """Let a new member who has entered a one-time password choose a password of their own."""
    user = pending_user(request)
    if user is None or not can_choose_first_password(user):
        return redirect("sign_in")
    form = NewPasswordForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(
            request,
            "accounts/first_password.html",
            {"form": form},
            status=422 if form.errors else 200,
        )
    choose_password(user, form.cleaned_data["new_password1"])
    return continue_after_password(request, user, reverse("desk"))


class OwnPasswordChangeView(PasswordChangeView):
    """The page on which users change their password; it asks for the current one."""

    template_name = "accounts/password.html"
    form_class = PasswordUpdateForm

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Set the password, and end all other login sessions."""
        OLD_PASSWORD_GUESSES.reset(str(form.user.pk))
        choose_password(form.user, form.cleaned_data["new_password1"])
        update_session_auth_hash(self.request, form.user)
        messages.success(
            self.request, _("The password is changed. You are signed out everywhere else.")
        )
        return redirect("account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Reject attempts after too many wrong current passwords, without checking them."""
        if wait := OLD_PASSWORD_GUESSES.seconds_to_wait(str(request.user.pk)):
            context = self.get_context_data(
                form=PasswordUpdateForm(request.user), sentences=[retry_message(wait)]
            )
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        """Render the form with its problems; count and audit a wrong current password."""
        if form.has_error("old_password", "password_incorrect"):
            OLD_PASSWORD_GUESSES.count_failure(str(form.user.pk))
            record_account_audit(form.user.pk, AuditAction.REFUSED_SIGN_IN, SYSTEM)
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SignInView(LoginView):
    """The sign-in page, which answers 429 after too many wrong passwords.

    They are counted by name, by network address and by account. The wait ends ten minutes after the
    first wrong password; attempts in the meantime do not prolong it.
    """

    template_name = "accounts/sign_in.html"
    form_class = SignInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Reject attempts over a limit without checking them."""
        if wait := max(limit.seconds_to_wait(key) for limit, key in self._guess_limits()):
            return self.render_to_response(self._rejection_context(wait), status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Accept a one-time password, and redirect to the choice of a new one.

        Anything else is counted as a wrong password.
        """
        if user := user_for_one_time_password(*self._submitted_credentials()):
            PASSWORD_GUESSES_BY_NAME.reset(self._name_limit_key())
            start_sign_in(self.request, user)
            return redirect("first_password")
        for limit, key in self._guess_limits():
            limit.count_failure(key)
        record_wrong_password(form.cleaned_data.get("username", ""))
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Reset the count of failures for this name."""
        PASSWORD_GUESSES_BY_NAME.reset(self._name_limit_key())
        return continue_after_password(self.request, form.get_user(), self.get_success_url())

    def _submitted_credentials(self) -> tuple[str, str]:
        return self.request.POST.get("username", ""), self.request.POST.get("password", "")

    def _guess_limits(self) -> list[tuple[GuessLimit, str]]:
        """Return the limits that apply to this attempt, with their keys.

        In a browser in which the user has signed in before, only the limit by name applies: the
        user need not wait because of guesses from other browsers at the same address.
        """
        name, _password = self._submitted_credentials()
        if browser_throttle_key(self.request, name):
            return [(PASSWORD_GUESSES_BY_NAME, self._name_limit_key())]
        address, account = client_address(self.request), username_key(name)
        return [
            (PASSWORD_GUESSES_BY_NAME, self._name_limit_key()),
            (PASSWORD_GUESSES_BY_ADDRESS, address),
            (PASSWORD_GUESSES_BY_ACCOUNT, account),
        ]

    def _name_limit_key(self) -> str:
        """Return the key of the limit by name: the name, and the known browser or the address."""
        name, _password = self._submitted_credentials()
        source = browser_throttle_key(self.request, name) or client_address(self.request)
        return f"{username_key(name)} {source}"

    def _rejection_context(self, seconds: int) -> dict[str, Any]:
        name = self.request.POST.get("username", "")
        form = SignInForm(self.request, initial={"username": name})
        return self.get_context_data(form=form, sentences=[retry_message(seconds)])


class SignOutView(LogoutView):
    """Signs the user out; does nothing if they are signed out already."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Record in the audit who signs out, and end the login session."""
        if request.user.pk:
            record_account_audit(request.user.pk, AuditAction.SIGNED_OUT)
        return super().post(request, *args, **kwargs)
