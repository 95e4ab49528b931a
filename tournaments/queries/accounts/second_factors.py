"""Tell which users have a second factor, and which clubs require one."""

from django.db.models import QuerySet
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.models import Club


def has_second_factor(user_id: int) -> bool:
    """Return whether the user is asked for a code at sign-in, besides the password."""
    return bool(TOTPDevice.objects.filter(user=user_id, confirmed=True).exists())


def recovery_codes_left(user_id: int) -> int:
    """Return the number of the user's unused recovery codes."""
    return int(StaticToken.objects.filter(device__user=user_id, device__confirmed=True).count())


def clubs_requiring_second_factor(user_id: int) -> QuerySet[Club]:
    """Return the user's clubs that require a second factor of their members, by name."""
    return Club.objects.filter(memberships__user=user_id, demands_second_factor=True).order_by(
        "name", "pk"
    )


def lacks_second_factor(user_id: int) -> bool:
    """Return whether a club of the user demands a second factor, and they have none."""
    return clubs_requiring_second_factor(user_id).exists() and not has_second_factor(user_id)
