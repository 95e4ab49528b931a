"""Who may do what in a club: the roles of its members, and what each of them may."""

from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.models import Club, Event, Membership

Role = Membership.Role
MAY_RUN = (Role.OWNER, Role.DIRECTOR)
MAY_ENTER = (Role.OWNER, Role.DIRECTOR, Role.SCORER)


def clubs_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Club]:
    """The clubs in which the user has one of `roles`, by name."""
    return Club.objects.filter(memberships__user_id=user_id, memberships__role__in=roles).order_by(
        "name", "pk"
    )


def owns_club(user_id: int | None, club_id: int) -> bool:
    """Whether the user owns the club; nobody who is not signed in does."""
    return user_id is not None and clubs_run_by(user_id, [Role.OWNER]).filter(pk=club_id).exists()


def may_run(user_id: int, event: Event) -> bool:
    """Whether the user runs the event: a scorer looks on, and nobody runs what is only to be looked at."""
    return not event.read_only and clubs_run_by(user_id, MAY_RUN).filter(pk=event.club_id).exists()
