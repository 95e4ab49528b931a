"""Set passwords, and end the logins that used an old password."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.actions.accounts.account_audit import record_account_audit
from tournaments.actions.accounts.login_sessions import end_login_sessions
from tournaments.actions.accounts.second_factors import clear_second_factor
from tournaments.models import AuditAction, OneTimePassword


def choose_password(user: User, password: str) -> None:
    """Set the user's password; delete their one-time password and all login sessions."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        OneTimePassword.objects.filter(user=user.pk).delete()
        end_login_sessions(user.pk)
        record_account_audit(user.pk, AuditAction.CHOOSE_PASSWORD)


def revoke_other_credentials(user: User) -> None:
    """Delete a user's one-time password, login sessions and second factor.

    Called when an operator of the installation sets a password, so that afterwards only this
    password gives access to the account.
    """
    with transaction.atomic():
        OneTimePassword.objects.filter(user=user.pk).delete()
        end_login_sessions(user.pk)
        clear_second_factor(user)
