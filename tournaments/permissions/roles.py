"""Who may do what in a club: the roles of its members, and what each of them may.

Owners, directors and scorers have their role in all of their club; at a venue a role holds in the
sections that play there, and nowhere else.
"""

from collections.abc import Collection

from django.db.models import Exists, Q, QuerySet

from tournaments.models import Club, Event, Membership, Section, Venue

Role = Membership.Role
AT_A_VENUE = (Role.VENUE_DIRECTOR, Role.VENUE_SCORER)

# Owners besides: members and their roles, venues, second factor, the audit, deleting an event
# (`owns_club`).

# Create, edit, copy, archive and publish events; deal, draw, start and finish;
# give penalties; read the history and undo.
MAY_RUN = (Role.OWNER, Role.DIRECTOR)

# Enter results from paper, and answer calls.
MAY_ENTER = (Role.OWNER, Role.DIRECTOR, Role.SCORER)

# In a section: correct, rule on and void results, answer objections, end rounds, correct seats and
# boards, give minutes, link phones.
MAY_RUN_A_SECTION = (*MAY_RUN, Role.VENUE_DIRECTOR)
MAY_ENTER_IN_A_SECTION = (*MAY_ENTER, *AT_A_VENUE)


def clubs_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Club]:
    """The clubs in all of which the user has one of `roles`, by name."""
    whole = [role for role in roles if role not in AT_A_VENUE]
    return Club.objects.filter(memberships__user_id=user_id, memberships__role__in=whole).order_by(
        "name", "pk"
    )


def events_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """The events, but for archived ones, in which the user has one of `roles`, if only at a
    venue."""
    return _events_run_by(user_id, roles).filter(archived_at=None)


def archived_events_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    """The archived events in which the user has one of `roles`, the one archived last first."""
    archived = _events_run_by(user_id, roles).exclude(archived_at=None)
    return archived.select_related("club").order_by("-archived_at", "-pk")


def _events_run_by(user_id: int, roles: Collection[str]) -> QuerySet[Event]:
    at_venues = _at_his_venues(user_id, roles).values("session__stage__event")
    return Event.objects.filter(Q(club__in=clubs_run_by(user_id, roles)) | Q(pk__in=at_venues))


def sections_run_by(user_id: int, event: Event, roles: Collection[str]) -> QuerySet[Section]:
    """The sections, of every session of an event, in which the user has one of `roles`.

    All of them to whom the role holds in all of the club, else those at his venues.
    """
    in_whole_club = Exists(clubs_run_by(user_id, roles).filter(pk=event.club_id).order_by())
    at_venues = Q(pk__in=_at_his_venues(user_id, roles).values("pk"))
    return Section.objects.filter(Q(in_whole_club) | at_venues, session__stage__event=event)


def owns_club(user_id: int | None, club_id: int) -> bool:
    """Whether the user owns the club; nobody who is not signed in does."""
    return user_id is not None and clubs_run_by(user_id, [Role.OWNER]).filter(pk=club_id).exists()


def may_run(user_id: int, event: Event) -> bool:
    """Whether the user runs the event: a scorer looks on, and nobody runs what is only to be
    looked at."""
    return not event.read_only and clubs_run_by(user_id, MAY_RUN).filter(pk=event.club_id).exists()


def may_run_section(user_id: int, section: Section) -> bool:
    """Whether the user directs what is played in a section: he runs its event, or directs at its
    venue."""
    event = section.session.stage.event
    his = sections_run_by(user_id, event, MAY_RUN_A_SECTION)
    return not event.read_only and his.filter(pk=section.pk).exists()


def _at_his_venues(user_id: int, roles: Collection[str]) -> QuerySet[Section]:
    there = [role for role in roles if role in AT_A_VENUE]
    staffed = Venue.objects.filter(staff__user=user_id, staff__role__in=there)
    return Section.objects.filter(venue__in=staffed)
