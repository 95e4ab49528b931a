"""Set whether a club requires a second factor of its members."""

from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.accounts.login_sessions import end_login_sessions
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Club
from tournaments.permissions.actor import Actor
from tournaments.queries.accounts.second_factors import has_second_factor

_ACTOR_HAS_NONE = _("Set up your own second factor first: you would lock yourself out.")


def require_second_factor(club: Club, actor: Actor) -> None:
    """Require a second factor of all members, and sign out those who have none.

    Those members set a second factor up at their next sign-in. Raises `ValidationFailed` if the
    actor has no second factor.
    """
    if actor.user_id is None or not has_second_factor(actor.user_id):
        raise ValidationFailed([Problem("no_second_factor", _ACTOR_HAS_NONE)])
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(demands_second_factor=True)
        record_audit(actor, AuditAction.REQUIRE_SECOND_FACTOR, club)
        users_with_factor = TOTPDevice.objects.filter(confirmed=True).values("user")
        for membership in club.memberships.exclude(user__in=users_with_factor):
            end_login_sessions(membership.user_id)


def waive_second_factor(club: Club, actor: Actor) -> None:
    """Stop requiring a second factor; members who have set one up keep it."""
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(demands_second_factor=False)
        record_audit(actor, AuditAction.WAIVE_SECOND_FACTOR, club)
