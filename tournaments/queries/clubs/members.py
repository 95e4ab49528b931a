"""The members of a club as its owner sees them, and the invitations of a user."""

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Club, Invitation, Membership, Venue
from tournaments.permissions.roles import VENUE_ROLES
from tournaments.queries.accounts.one_time_passwords import can_create_one_time_password
from tournaments.queries.people.names import name_sort_key


@dataclass(frozen=True)
class Member:
    """A member as the owner sees them.

    `player_name` is the name of the club's player who signs in as this member, or empty.
    `awaits_password` is set while the member has no password and the club may create another
    one-time password. `venues` are those they look after, or None if their role is not at a venue.
    """

    membership: Membership
    username: str
    player_name: str
    awaits_password: bool
    venues: tuple[Venue, ...] | None


_ROLE_ORDER = list(Membership.Role)


def club_members(club: Club) -> list[Member]:
    """Return the members of a club: owners, then directors, then scorers, each by name."""
    memberships = club.memberships.select_related("user", "club").prefetch_related("venues")
    ordered = sorted(
        memberships,
        key=lambda membership: (
            _ROLE_ORDER.index(Membership.Role(membership.role)),
            name_sort_key(str(membership.user)),
        ),
    )
    players = club.players.filter(user__in=[membership.user_id for membership in memberships])
    player_names = dict(players.values_list("user_id", "name"))
    return [
        Member(
            membership,
            membership.user.get_username(),
            player_names.get(membership.user_id, ""),
            can_create_one_time_password(club, membership.user),
            _venues_of(membership),
        )
        for membership in ordered
    ]


def _venues_of(membership: Membership) -> tuple[Venue, ...] | None:
    return tuple(membership.venues.all()) if membership.role in VENUE_ROLES else None


def venues_of_user(user_id: int) -> QuerySet[Venue]:
    """Return the venues at which a user has a role, by name."""
    venues = Venue.objects.filter(staff__user=user_id, staff__role__in=VENUE_ROLES)
    return venues.order_by("name", "pk").distinct()


def pending_invitations(user_id: int) -> QuerySet[Invitation]:
    """Return a user's invitations, oldest first."""
    return Invitation.objects.filter(user=user_id).select_related("club", "user")
