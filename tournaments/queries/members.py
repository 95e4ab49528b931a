"""The members of a club as its owner sees them: each with his role, and how a new one first signs in."""

from dataclasses import dataclass

from tournaments.models import Club, Membership
from tournaments.queries.one_time_passwords import one_time_password


@dataclass(frozen=True)
class Member:
    """A member as the owner reads it: `password` is what to tell him until he has one of his own."""

    membership: Membership
    name: str
    password: str


_ORDER = list(Membership.Role)


def members_of(club: Club) -> list[Member]:
    """The members of a club: owners, then directors, then scorers, each by name."""
    found = club.memberships.select_related("user", "club")
    ordered = sorted(found, key=lambda each: (_ORDER.index(Membership.Role(each.role)), str(each.user)))
    return [Member(each, each.user.get_username(), one_time_password(each.user)) for each in ordered]
