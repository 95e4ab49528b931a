"""Audit entries about a user's account, one in each club of which the user is a member."""

from django.db import transaction

from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Club
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.accounts.usernames import find_account


def record_account_audit(user_id: int, action: AuditAction, actor: Actor | None = None) -> None:
    """Record an action on a user's account in the audit of each of their clubs.

    Without `actor` the user is the actor. Nothing is recorded for a user who is not a member of any
    club, because nobody could read the entry.
    """
    with transaction.atomic():
        for club in Club.objects.filter(memberships__user=user_id):
            record_audit(actor or Actor.of_user(user_id), action, club, user=user_id)


def record_wrong_password(username: str) -> None:
    """Record a failed sign-in to an existing account; the typed password is not stored."""
    if user := find_account(username):
        record_account_audit(user.pk, AuditAction.REFUSED_SIGN_IN, SYSTEM)
