"""Invitations of people who have an account already: they say themselves whether they join."""

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

_GONE = Problem("no_invitation", _("This invitation no longer exists: ask the club for another."))

_SECOND_FACTOR = _("%(club)s requires a second factor: set one up under Your account, then accept.")


def invite(club: Club, user: User, role: Membership.Role, actor: Actor) -> Invitation:
    """Ask a user to join; asked again, under the role named last."""
    with transaction.atomic():
        defaults = {"role": role, "at": timezone.now()}
        invitation, _created = Invitation.objects.update_or_create(
            club=club, user_id=user.pk, defaults=defaults
        )
        record_audit(actor, AuditAction.INVITE_MEMBER, club, user=user.pk, role=role)
    return invitation


def accept_invitation(invitation: Invitation, actor: Actor) -> Membership:
    """Whoever is invited joins.

    Raises `ValidationFailed` where somebody else says so, the club took it back, or demands a
    second factor first.
    """
    if invitation.club.demands_second_factor and not has_second_factor(invitation.user_id):
        raise ValidationFailed(
            [Problem("no_second_factor", _SECOND_FACTOR, {"club": invitation.club.name})]
        )
    with transaction.atomic():
        _delete_invitation(invitation, actor.user_id)
        record_audit(actor, AuditAction.ACCEPT_INVITATION, invitation.club, role=invitation.role)
        return save_membership(
            invitation.club, invitation.user_id, Membership.Role(invitation.role)
        )


def decline_invitation(invitation: Invitation, actor: Actor) -> None:
    """Whoever is invited stays away. Raises `ValidationFailed` as above."""
    with transaction.atomic():
        _delete_invitation(invitation, actor.user_id)
        record_audit(actor, AuditAction.DECLINE_INVITATION, invitation.club)


def withdraw_invitation(invitation: Invitation, actor: Actor) -> None:
    """The club takes it back. Raises `ValidationFailed` where it has been answered meanwhile."""
    with transaction.atomic():
        _delete_invitation(invitation, invitation.user_id)
        record_audit(
            actor, AuditAction.WITHDRAW_INVITATION, invitation.club, user=invitation.user_id
        )


def _delete_invitation(invitation: Invitation, user_id: int | None) -> None:
    """It is answered once; whoever comes later is told."""
    deleted, _rows = Invitation.objects.filter(pk=invitation.pk, user=user_id).delete()
    if not deleted:
        raise ValidationFailed([_GONE])
