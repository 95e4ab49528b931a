"""What happens to an account: a line in the audit of every club of which its user is a member."""

from django.db import transaction

from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Club
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.accounts.usernames import find_account


def record_account_audit(user_id: int, action: AuditAction, actor: Actor | None = None) -> None:
    """Write down that `verb` happened to the user's account, by himself where no other `actor` is
    named.

    Whoever is a member of no club has nobody to read it, and leaves no line.
    """
    with transaction.atomic():
        for club in Club.objects.filter(memberships__user=user_id):
            record_audit(actor or Actor.of_user(user_id), action, club, user=user_id)


def record_wrong_password(username: str) -> None:
    """Somebody tried a wrong password for `name`: told where it is a member's, and nothing that
    was typed."""
    if user := find_account(username):
        record_account_audit(user.pk, AuditAction.REFUSED_SIGN_IN, SYSTEM)
