"""One-time passwords: what lets a new member choose his password, within three days and to no
other end."""

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.utils import timezone

from tournaments.models import Club, OneTimePassword
from tournaments.queries.accounts.usernames import find_account
from tournaments.support.readable_secrets import normalize_secret


def user_for_one_time_password(name: str, typed: str) -> User | None:
    """The user of that name if this is their one-time password, however both were typed; else
    None."""
    since, account = timezone.now() - settings.ONE_TIME_PASSWORD_LIFETIME, find_account(name)
    waiting = OneTimePassword.objects.filter(
        user=account, user__is_active=True, created_at__gt=since
    )
    found = waiting.select_related("user").first()
    return found.user if found and check_password(normalize_secret(typed), found.hashed) else None


def can_choose_first_password(user: User) -> bool:
    """Whether a user who came by a one-time password may still choose: he has none, and it has
    not ended."""
    since = timezone.now() - settings.ONE_TIME_PASSWORD_LIFETIME
    return OneTimePassword.objects.filter(user=user.pk, created_at__gt=since).exists()


def can_get_one_time_password(club: Club, user: User) -> bool:
    """Whether the club may read out a one-time password for a user: he never chose, and it had
    him first."""
    first = User.objects.filter(pk=user.pk).values_list("memberships__club", flat=True)
    return not user.has_usable_password() and first.order_by("memberships__pk").first() == club.pk
