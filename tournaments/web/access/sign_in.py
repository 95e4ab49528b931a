"""Signing in: with one's own password, or the first time with a one-time password; not by guessing."""

import hmac
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.translation import ngettext

from tournaments.access.guess_limits import Limit, address_of
from tournaments.actions.clubs.accounts import note_account, note_wrong_password
from tournaments.models import Verb
from tournaments.queries.one_time_passwords import one_time_password

OF_ONE_NAME = Limit("passwords of a name", 8)
FROM_ONE_PLACE = Limit("passwords from a place", 40)


class OneTimePassword(ModelBackend):
    """Lets a member in who has not chosen his password yet."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """The user of that name if this is his one-time password."""
        user = get_user_model().objects.filter(username=username or "").first()
        expected = one_time_password(user) if user else ""
        known = expected and hmac.compare_digest(expected.encode(), (password or "").strip().lower().encode())
        return user if user and known and self.user_can_authenticate(user) else None


class SignIn(LoginView):
    """The page to sign in. After too many wrong passwords for a name, or from one place, it waits (429).

    The wait ends ten minutes after the first of them, whatever is tried meanwhile.
    """

    template_name = "access/sign_in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse unread what comes too often."""
        if wait := max(limit.wait(who) for limit, who in self._limits()):
            return self.render_to_response(self._waiting(-(-wait // 60)), status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count it, and say what was wrong."""
        for limit, who in self._limits():
            limit.count(who)
        note_wrong_password(form.cleaned_data.get("username", ""))
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Forget what was tried before, and write down who came."""
        OF_ONE_NAME.forget(self._name_here())
        note_account(form.get_user().pk, Verb.SIGNED_IN)
        return super().form_valid(form)

    def get_default_redirect_url(self) -> str:
        """Who has no password of his own chooses it first."""
        user = self.request.user
        return super().get_default_redirect_url() if _has_chosen(user) else reverse("password")

    def _limits(self) -> tuple[tuple[Limit, str], ...]:
        return (OF_ONE_NAME, self._name_here()), (FROM_ONE_PLACE, address_of(self.request))

    def _name_here(self) -> str:
        return f"{self.request.POST.get('username', '').casefold()} {address_of(self.request)}"

    def _waiting(self, minutes: int) -> dict[str, Any]:
        template = ngettext(
            "Too many wrong passwords: wait %(minutes)s minute, then try again.",
            "Too many wrong passwords: wait %(minutes)s minutes, then try again.",
            minutes,
        )
        name = self.request.POST.get("username", "")
        form = AuthenticationForm(self.request, initial={"username": name})
        return self.get_context_data(form=form, sentences=[template % {"minutes": minutes}])


class SignOut(LogoutView):
    """Where a member signs out; said twice it is harmless."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Write down who went."""
        if request.user.pk:
            note_account(request.user.pk, Verb.SIGNED_OUT)
        return super().post(request, *args, **kwargs)


class OwnPassword(PasswordChangeView):
    """Where a member chooses his password; who has one gives it first."""

    template_name = "access/password.html"
    success_url = reverse_lazy("desk")

    def get_form_class(self) -> Any:
        """Without a password of his own there is none to ask for."""
        return PasswordChangeForm if _has_chosen(self.request.user) else SetPasswordForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Store it, and write down that it is new."""
        note_account(form.user.pk, Verb.CHOOSE_PASSWORD)
        return super().form_valid(form)

    def form_invalid(self, form: "SetPasswordForm[Any]") -> HttpResponse:
        """Everything wrong at once."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


def _has_chosen(user: Any) -> bool:
    return isinstance(user, AbstractBaseUser) and user.has_usable_password()
