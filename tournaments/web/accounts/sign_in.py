"""Signing in: with one's own password, or the first time with a one-time password; not by
guessing."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.access.guess_limits import Limit, address_of
from tournaments.access.signing_in import begin_signing_in, known_browser, password_given
from tournaments.actions.accounts.audit import note_account, note_wrong_password
from tournaments.models import Verb
from tournaments.queries.accounts.names import normal_name
from tournaments.queries.accounts.one_time_passwords import user_of_one_time_password
from tournaments.web.accounts.forms import SignInForm, waiting_sentence

OF_ONE_NAME = Limit("passwords of a name", 8)
FROM_ONE_PLACE = Limit("passwords from a place", 40)
OF_ONE_ACCOUNT = Limit("passwords of an account", 40)
"""For one name from everywhere together. Where it was signed in before, nobody waits for others."""


class SignIn(LoginView):
    """The page to sign in. After too many wrong passwords for a name or from one place, it waits
    (429).

    The wait ends ten minutes after the first of them, whatever is tried meanwhile.
    """

    template_name = "accounts/sign_in.html"
    form_class = SignInForm

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse unread what comes too often."""
        if wait := max(limit.wait(who) for limit, who in self._limits()):
            return self.render_to_response(self._waiting(wait), status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """A one-time password leads to the page to choose one; else count it, and say what was
        wrong."""
        if user := user_of_one_time_password(*self._submitted()):
            OF_ONE_NAME.forget(self._name_here())
            begin_signing_in(self.request, user)
            return redirect("first_password")
        for limit, who in self._limits():
            limit.count(who)
        note_wrong_password(form.cleaned_data.get("username", ""))
        return self.render_to_response(self.get_context_data(form=form), status=422)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Forget what was tried before."""
        OF_ONE_NAME.forget(self._name_here())
        return password_given(self.request, form.get_user(), self.get_success_url())

    def _submitted(self) -> tuple[str, str]:
        return self.request.POST.get("username", ""), self.request.POST.get("password", "")

    def _limits(self) -> list[tuple[Limit, str]]:
        name, _password = self._submitted()
        if known_browser(self.request, name):
            return [(OF_ONE_NAME, self._name_here())]
        place, account = address_of(self.request), normal_name(name)
        return [
            (OF_ONE_NAME, self._name_here()),
            (FROM_ONE_PLACE, place),
            (OF_ONE_ACCOUNT, account),
        ]

    def _name_here(self) -> str:
        """The name at its address; in a browser where it was signed in before, at that browser."""
        name, _password = self._submitted()
        return (
            f"{normal_name(name)} {known_browser(self.request, name) or address_of(self.request)}"
        )

    def _waiting(self, seconds: int) -> dict[str, Any]:
        name = self.request.POST.get("username", "")
        form = SignInForm(self.request, initial={"username": name})
        return self.get_context_data(form=form, sentences=[waiting_sentence(seconds)])


class SignOut(LogoutView):
    """Where a member signs out; said twice it is harmless."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Write down who went."""
        if request.user.pk:
            note_account(request.user.pk, Verb.SIGNED_OUT)
        return super().post(request, *args, **kwargs)
