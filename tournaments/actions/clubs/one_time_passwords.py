"""One-time passwords, with which new members sign in to choose their password."""

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Club, Membership, OneTimePassword
from tournaments.permissions.actor import Actor
from tournaments.queries.accounts.one_time_passwords import can_create_one_time_password
from tournaments.support.readable_secrets import generate_secret, normalize_secret

# Groups of characters in a one-time password.
_PASSWORD_GROUPS = 4
_CANNOT_RENEW = _(
    "%(name)s already has a password, or was first in another club, so you cannot make one."
)


def create_one_time_password(club: Club, user: User, actor: Actor) -> str:
    """Create a one-time password for a user, replacing an earlier one, and return it.

    The caller must show the password now, because only its hash is stored.
    """
    password = generate_secret(_PASSWORD_GROUPS)
    with transaction.atomic():
        defaults = {
            "club": club,
            "hashed": make_password(normalize_secret(password)),
            "created_at": timezone.now(),
        }
        OneTimePassword.objects.update_or_create(user_id=user.pk, defaults=defaults)
        record_audit(actor, AuditAction.CREATE_ONE_TIME_PASSWORD, club, user=user.pk)
    return password


def renew_one_time_password(membership: Membership, actor: Actor) -> str:
    """Create another one-time password for a member who lost theirs or let it expire.

    Raises `ValidationFailed` if the member has chosen a password, or was a member of another club
    before.
    """
    if not can_create_one_time_password(membership.club, membership.user):
        raise_if_any(
            [Problem("password_chosen", _CANNOT_RENEW, {"name": membership.user.get_username()})]
        )
    return create_one_time_password(membership.club, membership.user, actor)
