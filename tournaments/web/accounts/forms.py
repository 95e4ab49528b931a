"""Forms of an account: Django's rules, with the texts of this product."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.queries.accounts.usernames import find_account

_PASSWORD_RULES = _("At least twelve characters, unlike your name, and not a common password.")


def retry_message(seconds: int) -> str:
    """Return the message after too many wrong passwords, with the minutes to wait."""
    minutes = -(-seconds // 60)  # rounded up, so that the wait is over by then
    template = ngettext(
        "Too many wrong passwords: wait %(minutes)s minute, then try again.",
        "Too many wrong passwords: wait %(minutes)s minutes, then try again.",
        minutes,
    )
    return template % {"minutes": minutes}


class SignInForm(AuthenticationForm):
    """The username, in any spelling that belongs to an account, and the password."""

    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("Wrong name or password. Capitals count in a password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["password"].label = _("Password")

    def clean_username(self) -> str:
        """Return the username of the matching account, or the typed one if none matches."""
        account = find_account(self.data.get("username", ""))
        return account.username if account else str(self.cleaned_data["username"])


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # generic in the stubs alone
    """A new password, entered twice."""

    error_messages = {
        "password_mismatch": _("The two new passwords differ: type the same one twice.")
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new, repeated = self.fields["new_password1"], self.fields["new_password2"]
        new.label, new.help_text = _("New password"), _PASSWORD_RULES
        repeated.label, repeated.help_text = _("New password again"), ""

    def clean(self) -> dict[str, Any]:
        """Report problems of the password at the first field, not at the repeated one."""
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(self.user, "new_password1")
        return self.cleaned_data


class PasswordUpdateForm(NewPasswordForm, PasswordChangeForm):
    """The current password, then a new one, entered twice."""

    error_messages = NewPasswordForm.error_messages | {
        "password_incorrect": _("This is not your current password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Current password")
