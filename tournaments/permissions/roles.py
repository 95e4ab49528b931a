"""Who may do what in a club: the roles of its members, and what each of them may.

Owners, directors and scorers have their role in all of their club; at a venue a role holds in the
sections that play there, and nowhere else.
"""

from collections.abc import Collection

from django.db.models import Exists, Q, QuerySet

from tournaments.models import Club, Event, Membership, Section, Venue

Role = Membership.Role
VENUE_ROLES = (Role.VENUE_DIRECTOR, Role.VENUE_SCORER)

# Owners besides: members and their roles, venues, second factor, the audit, deleting an event
# (`is_club_owner`).

# Create, edit, copy, archive and publish events; deal, draw, start and finish;
# give penalties; read the history and undo.
DIRECTOR_ROLES = (Role.OWNER, Role.DIRECTOR)

# Enter results from paper, and answer calls.
SCORER_ROLES = (Role.OWNER, Role.DIRECTOR, Role.SCORER)

# In a section: correct, rule on and void results, answer objections, end rounds, correct seats and
# boards, give minutes, link phones.
SECTION_DIRECTOR_ROLES = (*DIRECTOR_ROLES, Role.VENUE_DIRECTOR)
SECTION_SCORER_ROLES = (*SCORER_ROLES, *VENUE_ROLES)


def clubs_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Club]:
    """The clubs in all of which the user has one of `roles`, by name."""
    whole = [role for role in roles if role not in VENUE_ROLES]
    return Club.objects.filter(memberships__user_id=user_id, memberships__role__in=whole).order_by(
        "name", "pk"
    )


def events_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """The events, but for archived ones, in which the user has one of `roles`, if only at a
    venue."""
    return _events_run_by(user_id, roles).filter(archived_at=None)


def archived_events_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """The archived events in which the user has one of `roles`, the one archived last first."""
    archived = _events_run_by(user_id, roles).exclude(archived_at=None)
    return archived.select_related("club").order_by("-archived_at", "-pk")


def _events_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    at_venues = _at_his_venues(user_id, roles).values("session__stage__event")
    return Event.objects.filter(Q(club__in=clubs_of_user(user_id, roles)) | Q(pk__in=at_venues))


def sections_of_user(user_id: int, event: Event, roles: Collection[str]) -> QuerySet[Section]:
    """The sections, of every session of an event, in which the user has one of `roles`.

    All of them to whom the role holds in all of the club, else those at his venues.
    """
    in_whole_club = Exists(clubs_of_user(user_id, roles).filter(pk=event.club_id).order_by())
    at_venues = Q(pk__in=_at_his_venues(user_id, roles).values("pk"))
    return Section.objects.filter(Q(in_whole_club) | at_venues, session__stage__event=event)


def is_club_owner(user_id: int | None, club_id: int) -> bool:
    """Whether the user owns the club; nobody who is not signed in does."""
    return user_id is not None and clubs_of_user(user_id, [Role.OWNER]).filter(pk=club_id).exists()


def can_direct(user_id: int, event: Event) -> bool:
    """Whether the user runs the event: a scorer looks on, and nobody runs what is only to be
    looked at."""
    return (
        not event.read_only
        and clubs_of_user(user_id, DIRECTOR_ROLES).filter(pk=event.club_id).exists()
    )


def can_direct_section(user_id: int, section: Section) -> bool:
    """Whether the user directs what is played in a section: he runs its event, or directs at its
    venue."""
    event = section.session.stage.event
    his = sections_of_user(user_id, event, SECTION_DIRECTOR_ROLES)
    return not event.read_only and his.filter(pk=section.pk).exists()


def _at_his_venues(user_id: int, roles: Collection[str]) -> QuerySet[Section]:
    there = [role for role in roles if role in VENUE_ROLES]
    staffed = Venue.objects.filter(staff__user=user_id, staff__role__in=there)
    return Section.objects.filter(venue__in=staffed)
