"""One-time passwords, which only allow a new member to choose a password."""

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import Club, OneTimePassword
from tournaments.queries.accounts.usernames import find_account
from tournaments.support.readable_secrets import normalize_secret


def user_for_one_time_password(username: str, typed_password: str) -> User | None:
    """Return the user of that name if this is their valid one-time password, or None."""
    valid_since = timezone.now() - settings.ONE_TIME_PASSWORD_LIFETIME
    account = find_account(username)
    valid_passwords = OneTimePassword.objects.filter(
        user=account, user__is_active=True, created_at__gt=valid_since
    )
    one_time_password = valid_passwords.select_related("user").first()
    return (
        one_time_password.user
        if one_time_password
        and check_password(normalize_secret(typed_password), one_time_password.hashed)
        else None
    )


def can_choose_first_password(user: User) -> bool:
    """Return whether the user still has a one-time password that has not expired."""
    valid_since = timezone.now() - settings.ONE_TIME_PASSWORD_LIFETIME
    return OneTimePassword.objects.filter(user=user.pk, created_at__gt=valid_since).exists()


def can_create_one_time_password(club: Club, user: User) -> bool:
    """Return whether the club may create a one-time password for the user.

    The user must not have chosen a password, and this must be the first club that they joined.
    """
    club_ids = User.objects.filter(pk=user.pk).values_list("memberships__club", flat=True)
    return (
        not user.has_usable_password() and club_ids.order_by("memberships__pk").first() == club.pk
    )
