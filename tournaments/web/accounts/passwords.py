"""Where a member chooses his password, and where he changes it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.access.guess_limits import Limit
from tournaments.access.signing_in import password_given, who_signs_in
from tournaments.actions.accounts.audit import note_account
from tournaments.actions.accounts.passwords import choose_password
from tournaments.actions.actor import SYSTEM
from tournaments.models import Verb
from tournaments.queries.accounts.one_time_passwords import may_choose_first
from tournaments.web.accounts.forms import FirstPasswordForm, OwnPasswordForm, waiting_sentence

# Wrong old passwords of one member, from whatever browsers they are signed in with.
OLD_PASSWORDS = Limit("old passwords", 8)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first_password_view(request: HttpRequest) -> HttpResponse:
    """Where a new member chooses his password: all that a one-time password leads to."""
    user = who_signs_in(request)
    if user is None or not may_choose_first(user):
        return redirect("sign_in")
    form = FirstPasswordForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(
            request,
            "accounts/first_password.html",
            {"form": form},
            status=422 if form.errors else 200,
        )
    choose_password(user, form.cleaned_data["new_password1"])
    return password_given(request, user, reverse("desk"))


class OwnPassword(PasswordChangeView):
    """Where a member changes his password; he gives the old one first."""

    template_name = "accounts/password.html"
    form_class = OwnPasswordForm

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """The new one is kept, and all other visits end."""
        OLD_PASSWORDS.forget(str(form.user.pk))
        choose_password(form.user, form.cleaned_data["new_password1"])
        update_session_auth_hash(self.request, form.user)
        messages.success(self.request, _("The password is changed. You are signed in here alone."))
        return redirect("account")

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse unread what comes after too many wrong old passwords."""
        if wait := OLD_PASSWORDS.wait(str(request.user.pk)):
            context = self.get_context_data(
                form=OwnPasswordForm(request.user), sentences=[waiting_sentence(wait)]
            )
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        """Everything wrong at once; a wrong old password is counted, and has a line in the
        audit."""
        if form.has_error("old_password", "password_incorrect"):
            OLD_PASSWORDS.count(str(form.user.pk))
            note_account(form.user.pk, Verb.REFUSED_SIGN_IN, SYSTEM)
        return self.render_to_response(self.get_context_data(form=form), status=422)
