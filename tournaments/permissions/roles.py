"""Roles of a club's members, and what each role may do.

Owners, directors and scorers have their role in the whole club. A role at a venue applies only to
the sections that play there.
"""

from collections.abc import Collection

from django.db.models import Exists, Q, QuerySet

from tournaments.models import Club, Event, Membership, Section, Venue

Role = Membership.Role
VENUE_ROLES = (Role.VENUE_DIRECTOR, Role.VENUE_SCORER)

# Only owners may manage members, roles, venues and the second factor, read the audit, and delete
# events (`is_club_owner`).

# These roles may create, edit, copy, archive and publish events; deal, draw, start and finish
# sessions; give penalties; read the history and undo.
DIRECTOR_ROLES = (Role.OWNER, Role.DIRECTOR)

# These roles may enter results from score slips, and answer calls.
SCORER_ROLES = (Role.OWNER, Role.DIRECTOR, Role.SCORER)

# In a section these roles may correct, rule on and void results, answer objections, end rounds,
# correct seats and boards, extend rounds, and link phones.
SECTION_DIRECTOR_ROLES = (*DIRECTOR_ROLES, Role.VENUE_DIRECTOR)
SECTION_SCORER_ROLES = (*SCORER_ROLES, *VENUE_ROLES)


def clubs_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Club]:
    """Return the clubs, by name, in which the user has one of `roles` in the whole club."""
    club_roles = [role for role in roles if role not in VENUE_ROLES]
    return Club.objects.filter(
        memberships__user_id=user_id, memberships__role__in=club_roles
    ).order_by("name", "pk")


def events_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """Return the events that are not archived in which the user has one of `roles`.

    A role at a venue where a section of the event plays is enough.
    """
    return _all_events_of_user(user_id, roles).filter(archived_at=None)


def archived_events_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """Return the archived events in which the user has one of `roles`, the latest first."""
    archived_events = _all_events_of_user(user_id, roles).exclude(archived_at=None)
    return archived_events.select_related("club").order_by("-archived_at", "-pk")


def _all_events_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    events_at_venues = _venue_sections(user_id, roles).values("session__stage__event")
    return Event.objects.filter(
        Q(club__in=clubs_of_user(user_id, roles)) | Q(pk__in=events_at_venues)
    )


def sections_of_user(user_id: int, event: Event, roles: Collection[str]) -> QuerySet[Section]:
    """Return the sections of an event, in all sessions, in which the user has one of `roles`.

    These are all sections for a role in the whole club. For a role at a venue they are the sections
    that play at one of the user's venues.
    """
    in_whole_club = Exists(clubs_of_user(user_id, roles).filter(pk=event.club_id).order_by())
    events_at_venues = Q(pk__in=_venue_sections(user_id, roles).values("pk"))
    return Section.objects.filter(Q(in_whole_club) | events_at_venues, session__stage__event=event)


def all_sections_of_user(user_id: int, roles: Collection[str]) -> QuerySet[Section]:
    """Return the sections of all events in which the user has one of `roles`."""
    in_whole_club = Q(session__stage__event__club__in=clubs_of_user(user_id, roles))
    at_venues = Q(pk__in=_venue_sections(user_id, roles).values("pk"))
    return Section.objects.filter(in_whole_club | at_venues)


def is_club_owner(user_id: int | None, club_id: int) -> bool:
    """Return whether the user is an owner of the club; False if there is no user."""
    return user_id is not None and clubs_of_user(user_id, [Role.OWNER]).filter(pk=club_id).exists()


def can_direct(user_id: int, event: Event) -> bool:
    """Return whether the user may direct the event; False for every user if it is read-only."""
    return (
        not event.read_only
        and clubs_of_user(user_id, DIRECTOR_ROLES).filter(pk=event.club_id).exists()
    )


def can_direct_section(user_id: int, section: Section) -> bool:
    """Return whether the user may direct the section, in the whole club or at its venue."""
    event = section.session.stage.event
    sections = sections_of_user(user_id, event, SECTION_DIRECTOR_ROLES)
    return not event.read_only and sections.filter(pk=section.pk).exists()


def _venue_sections(user_id: int, roles: Collection[str]) -> QuerySet[Section]:
    venue_roles = [role for role in roles if role in VENUE_ROLES]
    venues = Venue.objects.filter(staff__user=user_id, staff__role__in=venue_roles)
    return Section.objects.filter(venue__in=venues)
