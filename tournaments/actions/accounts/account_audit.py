"""Audit lines about an account, one in every club of which its user is a member."""

from django.db import transaction

from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Club
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.accounts.usernames import find_account


def record_account_audit(user_id: int, action: AuditAction, actor: Actor | None = None) -> None:
    """Record an action on a user's account in the audit of each of their clubs.

    The user themselves is the actor unless another one is given. Nothing is recorded for a user who
    is a member of no club, as nobody could read it.
    """
    with transaction.atomic():
        for club in Club.objects.filter(memberships__user=user_id):
            record_audit(actor or Actor.of_user(user_id), action, club, user=user_id)


def record_wrong_password(username: str) -> None:
    """Record a failed sign-in if the username is a member's, without what was typed."""
    if user := find_account(username):
        record_account_audit(user.pk, AuditAction.REFUSED_SIGN_IN, SYSTEM)
