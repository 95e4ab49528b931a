"""Invite and remove members and change their roles; a club always keeps an owner."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction

from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.invitations import invite
from tournaments.actions.clubs.one_time_passwords import create_one_time_password
from tournaments.actions.limits import MAX_USERNAME_LENGTH
from tournaments.models import AuditAction, Club, Membership, OneTimePassword
from tournaments.permissions.actor import Actor
from tournaments.permissions.roles import VENUE_ROLES
from tournaments.queries.accounts.usernames import find_account

_ALREADY_MEMBER = _("%(name)s is already on the staff: change the role in the list.")
_MEMBER_WITHOUT_PASSWORD = _(
    "%(name)s is already on the staff. If the one-time password is lost, make another in the list."
)


def invite_member(club: Club, name: str, role: Membership.Role, actor: Actor) -> str:
    """Give a role in the club to the user called `name`, whose account is created if needed.

    A new account becomes a member at once; a user with an account is invited. `username_key`
    decides which spellings are the same username. Returns the one-time password of a new account,
    which can be shown only now, or an empty string if a user was invited. Raises `ValidationFailed`
    for an invalid username, and for somebody who is a member or invited already.
    """
    # Normalized as `create_user` does, so that the checks see the name that will be stored.
    name = get_user_model().normalize_username(name[: MAX_USERNAME_LENGTH + 1]).strip()
    raise_if_any(_name_problems(club, name))
    users = get_user_model().objects
    with transaction.atomic():
        user = find_account(name) or users.create_user(name)
        if not _is_new(user):
            invite(club, user, role, actor)
            return ""
        add_member(club, user.pk, role, actor)
        return create_one_time_password(club, user, actor)


def _is_new(user: User) -> bool:
    """Return whether the user has never signed in and is a member of no club."""
    has_never_signed_in = user.last_login is None and not user.has_usable_password()
    return has_never_signed_in and not Membership.objects.filter(user=user.pk).exists()


def change_role(membership: Membership, role: Membership.Role, actor: Actor) -> None:
    """Give a member another role; they lose their venues unless it is a role at venues.

    Raises `ValidationFailed` if the club would be left without an owner.
    """
    with transaction.atomic():
        if role != Membership.Role.OWNER:
            _check_owner_remains(membership)
        if role not in VENUE_ROLES:
            membership.venues.clear()
        add_member(membership.club, membership.user_id, role, actor)


def remove_member(membership: Membership, actor: Actor) -> None:
    """Remove a member from the club; the user's account and audit entries remain.

    Raises `ValidationFailed` if the member is the last owner.
    """
    with transaction.atomic():
        _check_owner_remains(membership)
        record_audit(
            actor,
            AuditAction.REMOVE_MEMBER,
            membership.club,
            user=membership.user_id,
            role=membership.role,
        )
        OneTimePassword.objects.filter(user=membership.user_id, club=membership.club).delete()
        membership.delete()


def _check_owner_remains(membership: Membership) -> None:
    """Raise `ValidationFailed` if the club has no other owner.

    Locks the club's row, so that two owners cannot be removed at the same time.
    """
    club = Club.objects.select_for_update().get(pk=membership.club_id)
    owners = club.memberships.filter(role=Membership.Role.OWNER)
    if not owners.exclude(pk=membership.pk).exists():
        template = _("A club needs an owner: make somebody else an owner first.")
        raise_if_any([Problem("last_owner", template)])


def _name_problems(club: Club, name: str) -> list[Problem]:
    if not name:
        return [Problem("name_missing", _("Enter the name for signing in."), field="name")]
    if len(name) > MAX_USERNAME_LENGTH or not _is_valid_username(name):
        return [
            Problem(
                "name_wrong",
                _("A name has letters, digits and @ . + - _ only, and no space."),
                field="name",
            )
        ]
    account = find_account(name)
    if account and (
        membership := club.memberships.filter(user=account).select_related("user").first()
    ):
        template = (
            _ALREADY_MEMBER if membership.user.has_usable_password() else _MEMBER_WITHOUT_PASSWORD
        )
        return [Problem("member_already", template, {"name": name}, "name")]
    if account and club.invitations.filter(user=account).exists():
        template = _("%(name)s is invited already, and has not answered yet.")
        return [Problem("invited_already", template, {"name": name}, "name")]
    return []


def _is_valid_username(name: str) -> bool:
    try:
        UnicodeUsernameValidator()(name)
    except ValidationError:
        return False
    return True
