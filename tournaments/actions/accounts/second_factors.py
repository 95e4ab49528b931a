"""A second factor: codes of an authenticator app (TOTP), and recovery codes."""

import time
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_otp import verify_token
from django_otp.models import Device
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.accounts.account_audit import record_account_audit
from tournaments.models import AuditAction
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.accounts.second_factors import (
    clubs_requiring_second_factor,
    has_second_factor,
)
from tournaments.support.readable_secrets import generate_secret, normalize_secret

# A new key must be confirmed within this time after it was first shown.
_SETUP_LIFETIME = timedelta(minutes=30)

# Number of recovery codes of a user, and groups of characters in each code.
_RECOVERY_CODE_COUNT, _RECOVERY_CODE_GROUPS = 10, 2

# Digits of a code from the authenticator app.
_APP_CODE_LENGTH = 6
_APP_DEVICE_NAME, _RECOVERY_DEVICE_NAME = "app", "recovery codes"
_WRONG_CODE = Problem(
    "wrong_second_factor", _("This code is not right, or was used already."), field="code"
)
_WAIT_AFTER_WRONG_CODE = _("After a wrong code the next has to wait: try again in %(seconds)s s.")
_REQUIRED_BY_CLUB = _("%(club)s requires a second factor: it cannot be removed.")


def start_second_factor_setup(user: User) -> TOTPDevice:
    """Return the unconfirmed app device whose key the user is to scan.

    Signing in needs no code until the device is confirmed. A device that was not confirmed in time
    is replaced, so that somebody who saw its key earlier cannot use it.
    """
    with transaction.atomic():  # two pages opened at once show the same key
        User.objects.select_for_update().get(pk=user.pk)
        pending_devices = TOTPDevice.objects.filter(user=user, confirmed=False)
        pending_devices.filter(created_at__lt=timezone.now() - _SETUP_LIFETIME).delete()
        return pending_devices.order_by("pk").first() or TOTPDevice.objects.create(
            user=user, confirmed=False, name=_APP_DEVICE_NAME
        )


def confirm_second_factor(user: User, code: str, current_code: str = "") -> list[str]:
    """Confirm the scanned key by its first code, and return new recovery codes.

    The recovery codes can be shown only now: they are not returned again. A user who already has a
    second factor must give a code of the earlier one as `current_code`. Raises `ValidationFailed`
    for a wrong code of the new key, and as `verify_second_factor` does.
    """
    if has_second_factor(user.pk):
        verify_second_factor(user, current_code)
    device = start_second_factor_setup(user)
    _verify(user, device, code)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).exclude(pk=device.pk).delete()
        TOTPDevice.objects.filter(pk=device.pk).update(confirmed=True)
        record_account_audit(user.pk, AuditAction.SET_UP_SECOND_FACTOR)
        return replace_recovery_codes(user)


def replace_recovery_codes(user: User) -> list[str]:
    """Create ten single-use recovery codes in place of the user's earlier ones."""
    codes = [generate_secret(_RECOVERY_CODE_GROUPS) for _number in range(_RECOVERY_CODE_COUNT)]
    with transaction.atomic():
        StaticDevice.objects.filter(user=user).delete()
        device = StaticDevice.objects.create(user=user, name=_RECOVERY_DEVICE_NAME)
        StaticToken.objects.bulk_create(
            StaticToken(device=device, token=normalize_secret(code)) for code in codes
        )
    return codes


def verify_second_factor(user: User, code: str) -> None:
    """Check a code of the app, or a recovery code; a recovery code is valid only once.

    Raises `ValidationFailed` for a wrong code, and during the waiting time that follows wrong
    codes.
    """
    device_model = TOTPDevice if len(normalize_secret(code)) == _APP_CODE_LENGTH else StaticDevice
    device = device_model.objects.filter(user=user, confirmed=True).first()
    if device is None:
        raise ValidationFailed([_WRONG_CODE])
    _verify(user, device, code)


def renew_recovery_codes(user: User, code: str) -> list[str]:
    """Replace the recovery codes of a user who gives a valid code.

    Raises `ValidationFailed` as `verify_second_factor` does.
    """
    verify_second_factor(user, code)
    return replace_recovery_codes(user)


def remove_second_factor(user: User, code: str) -> None:
    """Remove the second factor of a user who gives a valid code.

    Raises `ValidationFailed` while one of the user's clubs requires a second factor, and as
    `verify_second_factor` does.
    """
    requiring_clubs = clubs_requiring_second_factor(user.pk)
    raise_if_any(
        [
            Problem("second_factor_demanded", _REQUIRED_BY_CLUB, {"club": club.name})
            for club in requiring_clubs
        ]
    )
    verify_second_factor(user, code)
    with transaction.atomic():
        clear_second_factor(user)
        record_account_audit(user.pk, AuditAction.REMOVE_SECOND_FACTOR)


def clear_second_factor(user: User) -> None:
    """Delete the user's app device and recovery codes without asking for a code."""
    TOTPDevice.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()


def _verify(user: User, device: Device, code: str) -> None:
    allowed, details = device.verify_is_allowed()
    if not allowed:
        seconds = max(1, round(details["locked_until"].timestamp() - time.time()))
        raise ValidationFailed(
            [Problem("second_factor_waits", _WAIT_AFTER_WRONG_CODE, {"seconds": seconds}, "code")]
        )
    if verify_token(user, device.persistent_id, normalize_secret(code)) is None:
        record_account_audit(user.pk, AuditAction.REFUSED_SIGN_IN, SYSTEM)
        raise ValidationFailed([_WRONG_CODE])
