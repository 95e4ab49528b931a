"""The password of an account."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.actions.accounts.account_audit import record_account_audit
from tournaments.actions.accounts.login_sessions import end_login_sessions
from tournaments.actions.accounts.second_factors import clear_second_factor
from tournaments.models import AuditAction, OneTimePassword


def choose_password(user: User, password: str) -> None:
    """The password by which a user signs in from now on. It ends his one-time password and every
    visit."""
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        OneTimePassword.objects.filter(user=user.pk).delete()
        end_login_sessions(user.pk)
        record_account_audit(user.pk, AuditAction.CHOOSE_PASSWORD)


def revoke_other_credentials(user: User) -> None:
    """After a password that whoever runs the installation has set: nothing else lets in or keeps
    out."""
    with transaction.atomic():
        OneTimePassword.objects.filter(user=user.pk).delete()
        end_login_sessions(user.pk)
        clear_second_factor(user)
