"""Invite users who already have an account; they accept or decline themselves."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import save_membership
from tournaments.models import AuditAction, Club, Invitation, Membership
from tournaments.permissions.actor import Actor
from tournaments.queries.accounts.second_factors import has_second_factor

_INVITATION_GONE = Problem(
    "no_invitation", _("This invitation no longer exists: ask the club for another.")
)

_SECOND_FACTOR_REQUIRED = _(
    "%(club)s requires a second factor: set one up under Your account, then accept."
)


def invite(club: Club, user: User, role: Membership.Role, actor: Actor) -> Invitation:
    """Invite a user to a role in the club; another invitation of the user replaces the role."""
    with transaction.atomic():
        defaults = {"role": role, "at": timezone.now()}
        invitation, _created = Invitation.objects.update_or_create(
            club=club, user_id=user.pk, defaults=defaults
        )
        record_audit(actor, AuditAction.INVITE_MEMBER, club, user=user.pk, role=role)
    return invitation


def accept_invitation(invitation: Invitation, actor: Actor) -> Membership:
    """Make the invited user a member.

    Raises `ValidationFailed` if the actor is not the invited user, if the invitation was withdrawn,
    or if the club requires a second factor that they do not have.
    """
    if invitation.club.demands_second_factor and not has_second_factor(invitation.user_id):
        raise ValidationFailed(
            [Problem("no_second_factor", _SECOND_FACTOR_REQUIRED, {"club": invitation.club.name})]
        )
    with transaction.atomic():
        _delete_invitation(invitation, actor.user_id)
        record_audit(actor, AuditAction.ACCEPT_INVITATION, invitation.club, role=invitation.role)
        return save_membership(
            invitation.club, invitation.user_id, Membership.Role(invitation.role)
        )


def decline_invitation(invitation: Invitation, actor: Actor) -> None:
    """Decline an invitation.

    Raises `ValidationFailed` if the actor is not the invited user, or if it was withdrawn.
    """
    with transaction.atomic():
        _delete_invitation(invitation, actor.user_id)
        record_audit(actor, AuditAction.DECLINE_INVITATION, invitation.club)


def withdraw_invitation(invitation: Invitation, actor: Actor) -> None:
    """Withdraw an invitation; raise `ValidationFailed` if the user has already answered it."""
    with transaction.atomic():
        _delete_invitation(invitation, invitation.user_id)
        record_audit(
            actor, AuditAction.WITHDRAW_INVITATION, invitation.club, user=invitation.user_id
        )


def _delete_invitation(invitation: Invitation, user_id: int | None) -> None:
    """Delete an invitation of a user; raise `ValidationFailed` if it no longer exists."""
    deleted, _rows = Invitation.objects.filter(pk=invitation.pk, user=user_id).delete()
    if not deleted:
        raise ValidationFailed([_INVITATION_GONE])
