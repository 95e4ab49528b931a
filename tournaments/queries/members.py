"""The members of a club as its owner sees them, and whom it has asked."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Club, Invitation, Membership
from tournaments.queries.one_time_passwords import may_be_given_one


@dataclass(frozen=True)
class Member:
    """A member as the owner reads it: `waits` while he has no password, and the club may give him another."""

    membership: Membership
    name: str
    waits: bool


_ORDER = list(Membership.Role)


def members_of(club: Club) -> list[Member]:
    """The members of a club: owners, then directors, then scorers, each by name."""
    found = club.memberships.select_related("user", "club")
    ordered = sorted(found, key=lambda each: (_ORDER.index(Membership.Role(each.role)), str(each.user)))
    return [Member(each, each.user.get_username(), may_be_given_one(club, each.user)) for each in ordered]


def invitations_of(user_id: int) -> QuerySet[Invitation]:
    """The clubs that wait for a user's answer, the longest waiting first."""
    return Invitation.objects.filter(user=user_id).select_related("club", "user")
